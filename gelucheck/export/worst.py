"""The inputs of a row that are worst, and the regions in which it is beyond what is sound."""

import math
from dataclasses import dataclass

import numpy as np

from gelucheck.formats import FORMATS, Format
from gelucheck.record import Errors, Region, Row, Witness

MOST = 20
ROUNDINGS = 5


@dataclass(frozen=True)
class WorstInput:
    """An input with its two errors.

    Attributes:
        witness: the input, what came and what was due.
        ulp: the error in ulp, unsigned; None where what came is no number, or the format is not
            known here. Of a row in float64 it may be rounded to half an ulp.
        steps: the same in steps.
    """

    witness: Witness
    ulp: float | None
    steps: int | None


def worst_inputs(row: Row, most: int = MOST) -> list[WorstInput]:
    """The worst inputs that a row knows of, each once, worst first.

    They are those of ``row.worst``, of the maxima and of the findings; where the declared form is
    GELU itself, those of the regions too. First come finite inputs at which no number came, last
    inputs that are themselves no numbers.
    """
    fmt = FORMATS.get(row.dtype)
    known: dict[str, WorstInput] = {}
    for witness, in_ulp in _witnesses(row):
        if witness is not None and witness.bits not in known:
            known[witness.bits] = _measured(witness, fmt, in_ulp)
    right = (item for item in known.values() if item.steps != 0)
    return sorted(right, key=_badness)[:most]


def own_errors(row: Row) -> Errors:
    """The errors against the declared form, or against GELU where none is declared."""
    return row.evaluation or row.total


def bad_regions(row: Row) -> list[Region]:
    """The regions with more than one step in a format of at most 16 bits, 5·(1+k) ulp in another.

    None for a row of the tanh or sigmoid form: regions hold the distance from GELU, and the form's
    own is part of it.
    """
    fmt = FORMATS.get(row.dtype)
    if fmt is None or not _is_gelu(row):
        return []
    if fmt.bits <= 16:
        return [r for r in row.regions if r.max_steps and r.max_steps.value > 1]
    return [r for r in row.regions if r.max_ulp and r.max_ulp.value > _limit(row, r.max_ulp.x)]


def _is_gelu(row: Row) -> bool:
    return row.form in (None, "erf")


def _witnesses(row: Row):
    """Pairs of a witness and whether its value is in ulp; those with the exact value first."""
    errors = own_errors(row)
    yield from ((witness, True) for witness in row.worst)
    yield errors.max_ulp, True
    yield errors.max_abs, False
    yield errors.max_rel, False
    if _is_gelu(row):
        for region in row.regions:
            yield region.max_ulp, True
            yield region.max_abs, False
    yield from ((finding.witness, False) for finding in row.findings if finding.level != "off")
    yield errors.max_steps, False


def _measured(witness: Witness, fmt: Format | None, in_ulp: bool) -> WorstInput:
    if fmt is None or not (math.isfinite(witness.got) and math.isfinite(witness.want)):
        return WorstInput(witness, None, None)
    due = fmt.value(fmt.round(witness.want))
    if not math.isfinite(due):
        return WorstInput(witness, None, None)
    ulp = abs(witness.value) if in_ulp else abs(witness.got - witness.want) / _unit(witness, fmt)
    return WorstInput(witness, ulp, abs(_rank(witness.got, fmt) - _rank(due, fmt)))


def _unit(witness: Witness, fmt: Format) -> float:
    """The spacing of the format at what was due."""
    exponent = math.frexp(witness.want)[1] - 1 if witness.want else fmt.emin
    return math.ldexp(1.0, max(exponent, fmt.emin) - fmt.precision + 1)


def _rank(value: float, fmt: Format) -> int:
    """A count of values on which the two zeros are one."""
    ordinal = fmt.ordinal(fmt.round(value))
    return ordinal if ordinal >= 0 else ordinal + 1


def _badness(item: WorstInput):
    finite = math.isfinite(item.witness.x)
    if item.steps is None:
        return (0 if finite else 2, 0, 0)
    return (1 if finite else 2, -item.steps, -(item.ulp or 0))


def _limit(row: Row, x: float) -> float:
    # imported here: most rows have no such region
    from gelucheck.reference.condition import condition
    from gelucheck.reference.functions import REFERENCES

    return ROUNDINGS * (1 + float(condition(REFERENCES[row.function], np.array([x]))[0]))
