"""How a row stands against one limit. Decided on exact numbers.

A figure is the exact one rounded to float64, the bound is a float64, and where the two are equal
the row knows on which side the exact figure lies. A mean lies between two exact bounds, a share is
exact and is held against the decimal that was written. Of a row that is not complete a mean or a
share says nothing of the whole; a largest error that is beyond a bound is beyond it in any case.
"""

import math
from dataclasses import dataclass, replace
from fractions import Fraction

from gelucheck.formats import FORMATS
from gelucheck.gate.bounds import idle
from gelucheck.gate.limit import Limit
from gelucheck.record import Row, Witness


@dataclass(frozen=True)
class Standing:
    """Where a figure lies.

    Attributes:
        over: whether the limit is broken; None where that is open.
        value: the figure, as float64 or int; None where an output that is no number decides.
        margin: how much room is left, rounded: at least 0 where it is kept, at most 0 where it is
            broken; None likewise.
        needed: the bound closest to the figure that it would keep (of a share, of six decimals, or
            the bound itself); None: none, or none that can fail in the row's format.
        witness: the input that decides, if one does.
    """

    over: bool | None
    value: float | int | None
    margin: float | int | None
    needed: float | int | None
    witness: Witness | None


def has_method(form: str | None) -> bool:
    """Whether a form is another function than GELU: its errors against itself are others then."""
    return form not in (None, "erf")


def part_of(row: Row, limit: Limit) -> str:
    """The name of the errors that a limit is about: "total" or "evaluation"."""
    return "evaluation" if limit.against == "own" and row.evaluation else "total"


def standing(row: Row, limit: Limit) -> Standing | None:
    """How a row stands, None where nothing was measured that the limit is about."""
    complete = not row.incomplete
    if limit.region:
        row = row.parts.get(limit.region)
        if row is None or not row.inputs:
            return None
    broken = row.first.get("broken")
    if broken:
        # NaN or infinity for a number keeps no bound
        return Standing(True, None, None, None, broken)
    if limit.figure in _OTHERS:
        found = _OTHERS[limit.figure](row, part_of(row, limit), limit.bound)
        if found and not complete:
            found = replace(found, over=None)
    else:
        found = _largest(row, *_witness(row, limit), limit.bound)
    if found and found.needed is not None and idle(limit.figure, found.needed, FORMATS[row.dtype]):
        found = replace(found, needed=None)
    return found


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
    value, needed = _nearest((low + high) / 2), _nearest(high)
    if needed < high:
        needed = math.nextafter(needed, math.inf)
    return Standing(over, value, bound - value, needed if math.isfinite(needed) else None, None)


def _nearest(exact: Fraction) -> float:
    try:
        return float(exact)
    except OverflowError:
        return math.inf


_DECIMALS = 6


def _share(row: Row, part: str, bound: float) -> Standing | None:
    if part not in row.correct or not row.inputs:
        return None
    share = Fraction(row.correct[part], row.inputs)
    # what was written is meant: 0.07 as a float64 is more than seven in a hundred
    over = share < Fraction(repr(bound))
    needed = _decimal_below(share)
    if not over:
        # it may have more decimals than that
        needed = max(needed, bound)
    return Standing(over, float(share), float(share) - bound, needed or None, None)


def _decimal_below(share: Fraction) -> float:
    """The largest of six decimals, or of as many as make one that is not 0."""
    scale = 10**_DECIMALS
    while share and math.floor(share * scale) == 0:
        scale *= 10
    return math.floor(share * scale) / scale


_OTHERS = {"mean_abs": _mean, "correctly_rounded": _share}
