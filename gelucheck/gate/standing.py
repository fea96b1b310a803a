"""How a row stands against one limit. Decided on exact numbers.

A figure is the exact one rounded to float64, the bound is a float64, and where the two are equal
the row knows on which side the exact figure lies. A mean lies between two exact bounds, a share is
exact and is held against the decimal that was written.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

from gelucheck.gate.limit import Limit
from gelucheck.record import Row, Witness


@dataclass(frozen=True)
class Standing:
    """Where a figure lies.

    Attributes:
        over: whether the limit is broken; None where that is open.
        value: the figure, as float64 or int; None where an output that is no number decides.
        margin: how much room is left, negative where it is broken; None likewise.
        needed: the bound closest to the figure that it would keep; None: none.
        witness: the input that decides, if one does.
    """

    over: bool | None
    value: float | int | None
    margin: float | int | None
    needed: float | int | None
    witness: Witness | None


def part_of(row: Row, limit: Limit) -> str:
    """The name of the errors that a limit is about: "total" or "evaluation"."""
    return "evaluation" if limit.against == "own" and row.evaluation else "total"


def standing(row: Row, limit: Limit) -> Standing | None:
    """How a row stands, None where nothing was measured that the limit is about."""
    if limit.region:
        row = row.parts.get(limit.region)
        if row is None or not row.inputs:
            return None
    broken = row.first.get("broken")
    if broken:
        # NaN or infinity for a number keeps no bound
        return Standing(True, None, None, None, broken)
    if limit.figure in _OTHERS:
        return _OTHERS[limit.figure](row, part_of(row, limit), limit.bound)
    return _largest(row, *_witness(row, limit), limit.bound)


def _witness(row: Row, limit: Limit) -> tuple[Witness | None, str]:
    """The largest error that a limit is about, and its name in ``Row.above``."""
    part = part_of(row, limit)
    if limit.figure == "atol":
        return row.excess, "excess"
    if limit.scaled:
        return row.scaled.get(part), f"{part}.scaled"
    return getattr(getattr(row, part), limit.figure), f"{part}.{limit.figure}"


def _largest(row: Row, worst: Witness | None, name: str, bound: float | int) -> Standing | None:
    if worst is None:
        return None
    above = name in row.above
    needed = math.nextafter(worst.value, math.inf) if above else worst.value
    over = worst.value > bound or (worst.value == bound and above)
    finite = needed if math.isfinite(needed) else None
    return Standing(over, worst.value, bound - worst.value, finite, worst)


def _mean(row: Row, part: str, bound: float) -> Standing | None:
    if part not in row.means:
        return None
    low, high = row.means[part]
    over = True if low > bound else False if high <= bound else None
    value = float((low + high) / 2)
    needed = float(high)
    if needed < high:
        needed = math.nextafter(needed, math.inf)
    return Standing(over, value, bound - value, needed, None)


_DIGITS = 6


def _share(row: Row, part: str, bound: float) -> Standing | None:
    if part not in row.correct or not row.inputs:
        return None
    share = Fraction(row.correct[part], row.inputs)
    # what was written is meant: 0.07 as a float64 is more than seven in a hundred
    over = share < Fraction(repr(bound))
    scale = 10**_DIGITS
    while share and math.floor(share * scale) == 0:
        scale *= 10
    needed = math.floor(share * scale) / scale
    return Standing(over, float(share), float(share) - bound, needed or None, None)


_OTHERS = {"mean_abs": _mean, "correctly_rounded": _share}
