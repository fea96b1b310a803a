"""The stored result: what a run measured, as frozen records that mirror run.json, schema 1.

Everything after ``measure`` reads these and computes no figure anew. ``to_dict`` gives what JSON
holds (a number that JSON cannot hold becomes a string: "inf", "-inf", "nan"); ``from_dict`` is its
inverse.
"""

import math
from dataclasses import asdict, dataclass, field, fields
from typing import Any

SCHEMA = 1

MAXIMA = ("max_abs", "max_ulp", "max_rel", "max_steps")
COUNTS = ("nan", "missing_nan", "inf", "missing_inf", "sign", "zero_sign", "flushed", "range")
HISTOGRAM = ("0", "1", "2", "3", "more")
LOST = "lost-inputs"
"""The slug of the finding that some inputs of a row were not measured."""


@dataclass(frozen=True)
class Witness:
    """A figure with the input that shows it.

    Attributes:
        value: the figure; an int for steps, in ulp, relative or absolute otherwise.
        x: the input; exact as a float.
        x_hex: the same in C's hexadecimal notation, shortest form.
        bits: the pattern of x in the row's format, as "0x…" with all its digits.
        got: what came; exact.
        want: what was due: the exact value, to the nearest float64 (for steps: the value of the
            format that was due).
    """

    value: float | int
    x: float
    x_hex: str
    bits: str
    got: float
    want: float


@dataclass(frozen=True)
class Errors:
    """Maxima with their witnesses, and means; None where nothing could be measured."""

    max_abs: Witness | None
    max_ulp: Witness | None
    max_rel: Witness | None
    max_steps: Witness | None
    mean_abs: float | None
    rms_abs: float | None


@dataclass(frozen=True)
class Region:
    """One stretch of inputs, start <= x < stop, and the total error's maxima on it."""

    start: float
    stop: float
    inputs: int
    max_abs: Witness | None
    max_ulp: Witness | None
    max_steps: Witness | None


@dataclass(frozen=True)
class Finding:
    """A named fault: level is "off", "warning" or "error"."""

    slug: str
    level: str
    sentence: str
    witness: Witness | None


@dataclass(frozen=True)
class Claim:
    """The verdict on one claim or limit about one row.

    Attributes:
        name: "atol", "max_ulp" or "max_steps".
        atol: the bound claimed (absolute for "atol", else in the unit of the name).
        verdict: "pass" or "fail".
        cause: None for a pass; "method" when the form itself is beyond the bound, else
            "evaluation".
        margin: bound less the largest excess; negative for a fail. None where an output that is
            no number decided it.
        witness: where it is closest to failing, or fails worst.
    """

    name: str
    atol: float
    verdict: str
    cause: str | None
    margin: float | None
    witness: Witness | None


@dataclass(frozen=True)
class Theorem:
    """A certified constant: value, enclosure, and where it is attained (None: nowhere)."""

    name: str
    value: float
    lower: float
    upper: float
    at: float | None


@dataclass(frozen=True)
class Row:
    """One line of the table: implementation × format × arithmetic × function.

    Attributes:
        inputs: how many finite inputs were measured.
        total: errors against GELU (or its derivative).
        evaluation: errors against the declared form; None where no form is declared.
        method: the exact form less exact GELU on these inputs; None likewise.
        excess: largest |error| less half an ulp of the exact value, at least 0: what claims are
            judged by.
        first: the first witness of each category that occurred, and of "broken": NaN or infinite
            at a finite input where a finite value is due.
        above: names of the figures ("excess", "max_ulp" of the evaluation) whose exact value lies
            above its rounding: what a verdict is decided on where rounding meets the bound.
        profile: windowed maxima for plots (not stored): tuple of (x, abs, ulp) in ordinal order.
        worst: inputs of the largest errors against the declared form, in ulp, worst first (of an
            implementation that is not ours; not stored).
        asked: how many roundings the fast path left to the oracle (not stored).
        worst: the worst inputs against the declared form (GELU, where none is declared), their
            values in ulp, worst first (not stored).
    """

    implementation: str
    form: str | None
    writing: str | None
    dtype: str
    arithmetic: str | None
    function: str
    evidence: str
    inputs: int
    total: Errors
    evaluation: Errors | None
    method: Witness | None
    correctly_rounded: int
    faithful: int
    histogram: dict[str, int]
    counts: dict[str, int]
    regions: tuple[Region, ...] = ()
    findings: tuple[Finding, ...] = ()
    claims: tuple[Claim, ...] = ()
    excess: Witness | None = field(default=None, metadata={"stored": False})
    first: dict[str, Witness] = field(default_factory=dict, metadata={"stored": False})
    above: frozenset[str] = field(default=frozenset(), metadata={"stored": False})
    profile: tuple = field(default=(), metadata={"stored": False})
    worst: tuple[Witness, ...] = field(default=(), metadata={"stored": False})
    asked: int = field(default=0, metadata={"stored": False})
    worst: tuple[Witness, ...] = field(default=(), metadata={"stored": False})

    @property
    def label(self) -> str:
        """What to call the row where there is no room for columns."""
        parts = (self.implementation, self.dtype, self.arithmetic, self.function)
        return " · ".join(part for part in parts if part and part != "gelu")

    @property
    def incomplete(self) -> bool:
        """Whether some of its inputs were not measured: then it can fail, and not pass."""
        return any(finding.slug == LOST for finding in self.findings)


@dataclass(frozen=True)
class Run:
    """Everything one command measured.

    Attributes:
        provenance: version, command, python, numpy, mpmath, flint, platform, cpu, started,
            seconds, seed: the only place for clock, host and paths. Where implementations were
            measured, "implementations" has their names and, as text, what they depend on.
    """

    provenance: dict[str, Any]
    rows: tuple[Row, ...]
    theorems: tuple[Theorem, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The run as run.json has it: plain dicts, lists, numbers and strings."""
        return {
            "schema": SCHEMA,
            "provenance": dict(self.provenance),
            "rows": [_row_to_dict(row) for row in self.rows],
            "theorems": [_plain(asdict(theorem)) for theorem in self.theorems],
        }

    @classmethod
    def from_dict(cls, stored: dict[str, Any]) -> "Run":
        """The run that ``to_dict`` wrote.

        Raises:
            ValueError: another schema, or not a run.
        """
        if not isinstance(stored, dict) or stored.get("schema") != SCHEMA:
            raise ValueError(f"not a gelucheck run of schema {SCHEMA}")
        try:
            return cls(
                stored["provenance"],
                tuple(_row_from_dict(row) for row in stored["rows"]),
                tuple(_theorem(theorem) for theorem in stored["theorems"]),
            )
        except (AttributeError, KeyError, TypeError) as problem:
            raise ValueError(f"not a gelucheck run: {problem}") from problem


def _plain(value):
    """Recursively: dicts and lists of what JSON can hold."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def _number(value):
    """A number that JSON could not hold, from the string that stands for it."""
    return float(value) if isinstance(value, str) and value in ("inf", "-inf", "nan") else value


def _numbers(record: dict, *names: str) -> dict:
    """A flat record with some of its entries made numbers again."""
    return {key: _number(value) if key in names else value for key, value in record.items()}


def _row_to_dict(row: Row) -> dict[str, Any]:
    stored = {
        item.name: getattr(row, item.name)
        for item in fields(row)
        if item.metadata.get("stored", True)
    }
    for name in ("total", "evaluation"):
        stored[name] = asdict(stored[name]) if stored[name] else None
    stored["method"] = {"max_abs": asdict(row.method)} if row.method else None
    stored["regions"] = [_region_to_dict(region) for region in row.regions]
    for name in ("findings", "claims"):
        stored[name] = [asdict(item) for item in stored[name]]
    return _plain(stored)


def _region_to_dict(region: Region) -> dict[str, Any]:
    stored = asdict(region)
    return {"from": stored.pop("start"), "to": stored.pop("stop"), **stored}


def _witness(stored: dict | None) -> Witness | None:
    return Witness(**_numbers(stored, "value", "x", "got", "want")) if stored else None


def _errors(stored: dict | None) -> Errors | None:
    if stored is None:
        return None
    maxima = {name: _witness(stored[name]) for name in MAXIMA}
    means = {name: _number(stored[name]) for name in ("mean_abs", "rms_abs")}
    return Errors(**maxima, **means)


def _region(stored: dict) -> Region:
    maxima = {name: _witness(stored[name]) for name in ("max_abs", "max_ulp", "max_steps")}
    return Region(_number(stored["from"]), _number(stored["to"]), stored["inputs"], **maxima)


def _theorem(stored: dict) -> Theorem:
    return Theorem(**_numbers(stored, "value", "lower", "upper", "at"))


def _claim(stored: dict) -> Claim:
    numbers = _numbers(stored, "atol", "margin")
    return Claim(**{**numbers, "witness": _witness(stored["witness"])})


def _row_from_dict(stored: dict) -> Row:
    return Row(
        **{
            **stored,
            "total": _errors(stored["total"]),
            "evaluation": _errors(stored["evaluation"]),
            "method": _witness(stored["method"]["max_abs"]) if stored["method"] else None,
            "regions": tuple(_region(region) for region in stored["regions"]),
            "findings": tuple(
                Finding(**{**item, "witness": _witness(item["witness"])})
                for item in stored["findings"]
            ),
            "claims": tuple(_claim(item) for item in stored["claims"]),
        }
    )
