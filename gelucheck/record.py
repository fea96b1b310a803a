"""The stored result: what a run measured, as frozen records that mirror run.json, schema 1.

Everything after ``measure`` reads these and computes no figure anew. ``to_dict`` gives what JSON
holds (a number that JSON cannot hold becomes a string: "inf", "-inf", "nan"); ``from_dict`` is its
inverse.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from gelucheck.networks import Study

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


class Window(NamedTuple):
    """One stretch of inputs of one sign, for pictures; no verdict reads it.

    Attributes:
        start, stop: from where to where; of the two ends the one nearer to zero belongs to it.
        abs_low, abs_high: least and largest signed error against GELU, absolute; 0 lies between.
        ulp_low, ulp_high: the same in ulp.
        rel: largest relative error, where GELU does not round to zero.
        own: largest error against the declared form, in ulp; None where none is declared.
    """

    start: float
    stop: float
    abs_low: float
    abs_high: float
    ulp_low: float
    ulp_high: float
    rel: float
    own: float | None


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
        name: what is bounded, "atol" or another of ``gate.limits.FIGURES``, then what narrows it,
            as in "max_ulp in -6.0:-2.0" or "max_abs against gelu"; or "finding SLUG".
        atol: the bound claimed (absolute for "atol", else in the unit of the name; of a finding 0).
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


SEARCHED = " found"
"""Ends the name of a theorem of one input where a search chose the input: there may be others."""


@dataclass(frozen=True)
class Theorem:
    """A certified constant: value, enclosure, and where it is attained (None: nowhere).

    ``sentence`` says what it means, ``group`` under which heading it stands ("suprema"); runs of
    before these were kept have none.
    """

    name: str
    value: float
    lower: float
    upper: float
    at: float | None
    sentence: str = ""
    group: str = ""

    def contradicts(self, other: "Theorem") -> bool:
        """Whether the two enclosures are apart, so that not both can be of one number."""
        return self.lower > other.upper or self.upper < other.lower

    @property
    def searched(self) -> bool:
        """Whether the input that it is of was found by a search."""
        return self.group == "hardest" and self.name.endswith(SEARCHED)


@dataclass(frozen=True)
class Means:
    """Expected errors: absolute, and in ulp; None where nothing could be measured."""

    abs: float | None
    ulp: float | None


@dataclass(frozen=True)
class Expected:
    """What error is to be expected where inputs are distributed in some way.

    Attributes:
        weights: the distribution: "normal:1.0", or the name of a file of activations.
        evidence: "exhaustive" where every value of the format has its probability, "sample", or
            "given" for a file.
        inputs: how many different values were measured.
        share: how much of the distribution they stand for, at most 1: what is NaN or infinite, as
            input or as output, is left out.
        total, evaluation: against GELU, and against the declared form (None: none declared).
    """

    weights: str
    evidence: str
    inputs: int
    share: float
    total: Means
    evaluation: Means | None


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
        above: names of the figures ("excess", "total.max_ulp", "evaluation.scaled" …) whose exact
            value lies above its rounding: what a verdict is decided on where rounding meets the
            bound.
        means: by part, "total" or "evaluation": bounds of the exact mean of the absolute error.
        scaled: by part: the largest error in ulp over 1 + k, k the condition number of what the
            part is held against; only where it was asked for (``Selection.extras``).
        correct: by part: how many outputs are its exact value, correctly rounded; of "evaluation"
            only where it was asked for (or is the same as "total").
        parts: by region, as a limit has it ("A:B"): the row of these inputs alone.
        profile: for pictures: the windows where something was measured, in order of x; figures to
            four digits.
        expected: under each distribution that was asked for.
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
    profile: tuple[Window, ...] = ()
    expected: tuple[Expected, ...] = ()
    worst: tuple[Witness, ...] = field(default=(), metadata={"stored": False})
    asked: int = field(default=0, metadata={"stored": False})
    means: dict[str, tuple[Fraction, Fraction]] = field(
        default_factory=dict, metadata={"stored": False}
    )
    scaled: dict[str, Witness] = field(default_factory=dict, metadata={"stored": False})
    correct: dict[str, int] = field(default_factory=dict, metadata={"stored": False})
    parts: dict[str, "Row"] = field(default_factory=dict, metadata={"stored": False})

    @property
    def key(self) -> tuple[str, str, str | None, str]:
        """By what a row of one run is found in another."""
        return self.implementation, self.dtype, self.arithmetic, self.function

    @property
    def label(self) -> str:
        """What to call the row where there is no room for columns."""
        function = None if self.function == "gelu" else self.function
        parts = (self.implementation, self.dtype, self.arithmetic, function)
        return " · ".join(part for part in parts if part)

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
        networks: what swapping the form does to networks, where that was studied.
    """

    provenance: dict[str, Any]
    rows: tuple[Row, ...]
    theorems: tuple[Theorem, ...] = ()
    networks: "tuple[Study, ...]" = ()

    def to_dict(self) -> dict[str, Any]:
        """The run as run.json has it: plain dicts, lists, numbers and strings."""
        from gelucheck.plain import run_to_dict

        return run_to_dict(self)

    @classmethod
    def from_dict(cls, stored: dict[str, Any]) -> "Run":
        """The run that ``to_dict`` wrote.

        Raises:
            ValueError: another schema, or not a run.
        """
        from gelucheck.plain import run_from_dict

        return run_from_dict(stored)
