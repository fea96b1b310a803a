"""The figures of a row in full: each with its input in three notations, what came, what was due."""

import math
from dataclasses import dataclass

from gelucheck.export.expected import expected_cells
from gelucheck.export.figures import NOTHING, clean, figure, format_count, format_share, format_x
from gelucheck.export.worst import worst_inputs
from gelucheck.formats import FORMATS, Format
from gelucheck.gate.digits import plain
from gelucheck.record import COUNTS, HISTOGRAM, MAXIMA, Errors, Region, Row, Witness

MOST = 10
"""How many of the worst inputs are listed; run.json and the tests of others have more."""
_ROOM = 25  # places for an x: enough for nearly all
_COUNTS = {
    "nan": "NaN where a number is due",
    "missing_nan": "a number where NaN is due",
    "inf": "infinity where a finite value is due",
    "missing_inf": "a finite value where infinity is due",
    "sign": "wrong sign",
    "zero_sign": "a zero of the wrong sign",
    "flushed": "zero where another value is due",
    "range": "outside the range of the function",
}


@dataclass(frozen=True)
class Figure:
    """A figure and where it is reached: name, value, x, hex, bits, got, want, all as text."""

    name: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Part:
    """A part of the error: its name and what it is against, its maxima and its means."""

    name: str
    against: str
    maxima: tuple[Figure, ...]
    means: tuple[tuple[str, str], ...] = ()


def exact_of(row: Row) -> str:
    """What the total is taken against, in words."""
    return "exact GELU" if row.function == "gelu" else "the exact derivative of GELU"


def own_of(row: Row) -> str:
    """What the evaluation is taken against, in words: GELU too, where no other form is declared."""
    if row.evaluation is None or row.evaluation == row.total:
        return exact_of(row)
    form = f"the exact {clean(row.form)} form" if row.form else "the form"
    return form if row.function == "gelu" else f"{form}'s derivative"


def parts_of(row: Row) -> list[Part]:
    """Total, evaluation and method, as far as the row has them."""
    fmt = FORMATS.get(row.dtype)
    exact = exact_of(row)
    if row.evaluation == row.total:
        # GELU is the form that was meant
        return [_part("total and evaluation", f"against {exact}", row.total, fmt)]
    parts = [_part("total", f"against {exact}", row.total, fmt)]
    if row.evaluation is not None:
        parts.append(_part("evaluation", f"against {own_of(row)}", row.evaluation, fmt))
    if row.method is not None:
        name = "the form itself"
        if row.form:
            name = f"the {clean(row.form)} form itself, against {exact}"
        parts.append(Part("method", name, (_figure("max abs", row.method, fmt),)))
    return parts


def shares_of(row: Row) -> list[tuple[str, str]]:
    """How many outputs are as good as they can be, of all finite inputs."""
    counted = {"correctly rounded": row.correctly_rounded, "faithful": row.faithful}
    whole = format_count(row.inputs)
    return [
        (name, f"{format_count(part)} of {whole} ({format_share(part, row.inputs)})")
        for name, part in counted.items()
    ]


def histogram_of(row: Row) -> list[tuple[str, str, str]]:
    """Steps off, how many inputs, and their share of all finite ones; last, where no number came
    or is due, and so no step is counted."""
    counted = [(name, row.histogram.get(name, 0)) for name in HISTOGRAM]
    rest = row.inputs - sum(count for _, count in counted)
    counted += [("no number", rest)] if rest > 0 else []
    return [(name, format_count(count), format_share(count, row.inputs)) for name, count in counted]


def counts_of(row: Row) -> list[tuple[str, str]]:
    """What is counted apart and occurs: in words, and how often."""
    return [
        (_COUNTS[name], format_count(row.counts[name])) for name in COUNTS if row.counts.get(name)
    ]


def regions_of(row: Row) -> list[tuple[str, ...]]:
    """From, to, inputs, and three maxima with their places."""
    fmt = FORMATS.get(row.dtype)
    return [
        (
            *_ends(region),
            format_count(region.inputs),
            *_at(region.max_abs, fmt),
            *_at(region.max_ulp, fmt),
            *_at(region.max_steps, fmt),
        )
        for region in row.regions
    ]


def worst_of(row: Row) -> list[tuple[str, ...]]:
    """The worst inputs: ulp, steps, and what a figure has."""
    fmt = FORMATS.get(row.dtype)
    return [
        (figure(item.ulp), _steps(item.steps), *witness_cells(item.witness, fmt))
        for item in worst_inputs(row, MOST)
    ]


def expected_of(row: Row) -> list[tuple[str, ...]]:
    """Distribution, evidence, share, values, and expected beside largest errors, of each."""
    cells = [expected_cells(row, item) for item in row.expected]
    return [
        (each.weights, each.evidence, each.share, each.inputs, *each.abs, *each.ulp, *each.own)
        for each in cells
    ]


def witness_cells(witness: Witness, fmt: Format | None) -> tuple[str, ...]:
    """x, hex, bits, got, want."""
    return (
        format_x(witness.x, fmt, _ROOM),
        witness.x_hex,
        witness.bits,
        plain(witness.got),
        plain(witness.want),
    )


def _part(name: str, against: str, errors: Errors, fmt: Format | None) -> Part:
    maxima = ((name.replace("_", " "), getattr(errors, name)) for name in MAXIMA)
    means = (("mean abs", errors.mean_abs), ("rms abs", errors.rms_abs))
    return Part(
        name,
        against,
        tuple(_figure(told, witness, fmt) for told, witness in maxima),
        tuple((told, NOTHING if mean is None else plain(mean)) for told, mean in means),
    )


def _figure(name: str, witness: Witness | None, fmt: Format | None) -> Figure:
    if witness is None:
        return Figure(name, (NOTHING, "", "", "", "", ""))
    value = witness.value
    if isinstance(value, int):
        return Figure(name, (format_count(value), *witness_cells(witness, fmt)))
    if value == 0:
        # an error of nothing is reached everywhere
        return Figure(name, ("0", "", "", "", "", ""))
    return Figure(name, (plain(value), *witness_cells(witness, fmt)))


def _ends(region: Region) -> tuple[str, str]:
    return tuple(_end(end) for end in (region.start, region.stop))


def _end(value: float) -> str:
    return ("−∞" if value < 0 else "∞") if math.isinf(value) else f"{value:g}"


def _at(witness: Witness | None, fmt: Format | None) -> tuple[str, str]:
    if witness is None:
        return NOTHING, ""
    value = witness.value
    text = format_count(value) if isinstance(value, int) else figure(value)
    return text, format_x(witness.x, fmt, 13) if value else ""


def _steps(steps: int | None) -> str:
    return NOTHING if steps is None else format_count(steps)
