"""The supremum of a function on an interval, and boxes that prove it.

h is f, -f, or |f|. The search has two passes. The first finds where h has its maxima: the box that
promises most is halved until f' has one sign on it (then h has none inside) or h is strictly
concave (then it has one, which Newton's method finds). The second covers the interval with boxes
that a checker can take up one by one:

* ``peak``: h is strictly concave, and f' changes sign between two neighbouring float64 p < q;
* ``end``: f' has one sign, and h is largest at that end of the interval which the box touches;
* ``below``: h(mid) + sup |f'|·radius is less than what a peak or an end attains.
"""

import heapq
from dataclasses import dataclass
from typing import Protocol

from gelucheck.proofs.intervals import Work, above, ball, below, sign, widened, working
from gelucheck.proofs.roots import root_between

WIDTH = 1e-15
SIGNS = {"plus": (1,), "minus": (-1,), "both": (1, -1)}


class Function(Protocol):
    """f with its derivatives, for Arb balls."""

    def value(self, x): ...
    def slope(self, x): ...
    def bend(self, x): ...


@dataclass(frozen=True)
class Top:
    """A maximum of h: where, which sign of f, and Arb bounds of the value."""

    at: tuple[float, float]
    sign: int
    attained: object
    ceiling: object

    @property
    def rule(self) -> str:
        return "peak" if self.at[0] < self.at[1] else "end"


@dataclass(frozen=True)
class Bound:
    """A proved supremum.

    Attributes:
        lower, upper: float64 on either side.
        at: the neighbouring float64 between which it is attained; several where values tie.
        boxes: (low, high, rule), in order, covering the interval.
    """

    lower: float
    upper: float
    at: tuple[tuple[float, float], ...]
    boxes: tuple[tuple[float, float, str], ...]


def bound(
    function: Function, which: str, low: float, high: float, work: Work, ends: bool = False
) -> Bound:
    """The supremum of f ("plus"), -f ("minus") or |f| ("both") on [low, high].

    Args:
        ends: whether it may be attained at an end; otherwise it must be inside.

    Raises:
        UndecidedError: the work is used up, or the supremum is no positive number attained where
            f'' is not 0.
    """
    with working():
        tops = _tops(function, SIGNS[which], low, high, work, ends)
        if not tops:
            raise work.fault()
        lower = max(below(top.attained) for top in tops)
        # what is a hair below is listed too: boxes could not tell it from the highest
        tops = [top for top in tops if top.ceiling > lower * (1 - 2.0**-60)]
        upper = max(above(top.ceiling) for top in tops)
        if not 0 < lower <= upper <= lower * (1 + WIDTH):
            raise work.fault()
        tops.sort(key=lambda top: top.at)
        boxes = _cover(function, SIGNS[which], low, high, tops, lower, work)
        return Bound(lower, upper, tuple(top.at for top in tops), tuple(boxes))


# ---- the first pass ----------------------------------------------------------------------------


def _tops(function, signs, low, high, work, ends) -> list[Top]:
    """The maxima of h that may be the highest."""
    from flint import arb

    found: dict[tuple[float, float], Top] = {}
    if ends:
        for top in _ends(function, signs, low, high):
            found[top.at] = top
    best = max((below(top.attained) for top in found.values()), default=0.0)
    heap: list[tuple[float, float, float]] = [(-float("inf"), low, high)]
    while heap and -heap[0][0] >= best:
        _, left, right = heapq.heappop(heap)
        work.step()
        slope = function.slope(ball(left, right))
        if sign(slope):
            continue
        value, bend = function.value(ball(left, right)), function.bend(ball(left, right))
        mine = [s for s in signs if s * bend < 0 and s * value > 0]
        if mine:
            top = _peak(function, mine[0], left, right)
            if top:
                found[top.at] = top
                best = max(best, below(top.attained))
            continue
        middle = _middle(left, right, work)
        for part in ((left, middle), (middle, right)):
            centre = function.value(arb(_middle(*part, work)))
            best = max(best, *(below(s * centre) for s in signs))
            reach = function.slope(ball(*part)).abs_upper() * (arb(part[1]) - part[0]) / 2
            most = max(_most(s * centre + reach) for s in signs)
            if most >= best:
                heapq.heappush(heap, (-most, *part))
    return [top for top in found.values() if top.ceiling >= best]


def _most(number) -> float:
    """An upper bound, infinite where a ball says nothing."""
    return above(number) if number.is_finite() else float("inf")


def _middle(low: float, high: float, work: Work) -> float:
    middle = low + (high - low) / 2
    if not low < middle < high:
        raise work.fault()
    return middle


def _ends(function, signs, low: float, high: float) -> list[Top]:
    from flint import arb

    found = []
    for end, inwards in ((low, 1), (high, -1)):
        value, slope = function.value(arb(end)), function.slope(arb(end))
        found += [
            Top((end, end), s, s * value, s * value)
            for s in signs
            if s * value > 0 and s * inwards * slope < 0
        ]
    return found


def _peak(function, s: int, low: float, high: float) -> Top | None:
    """The maximum of a concave s·f inside a box, or None: it is at an end of the box.

    Where rounding hides on which side the root of f' is, it is looked for a little beyond.
    """
    from flint import arb

    if sign(s * function.slope(arb(low))) < 0 or sign(s * function.slope(arb(high))) > 0:
        return None
    beyond = (high - low) / 1024
    at = root_between(function.slope, low - beyond, high + beyond)
    if at is None:
        return None
    ends = [s * function.value(arb(x)) for x in at]
    rise = s * function.slope(arb(at[0])) * (arb(at[1]) - at[0])
    return Top(at, s, max(ends, key=below), ends[0] + rise)


# ---- the second pass ---------------------------------------------------------------------------


def _cover(function, signs, low, high, tops, lower, work) -> list[tuple[float, float, str]]:
    """Boxes from low to high, each with its rule."""
    boxes: list[tuple[float, float, str]] = []
    start = low
    for place, top in enumerate(tops):
        after = tops[place + 1].at[0] if place + 1 < len(tops) else high
        box = _around(function, top, start, after, low, high, work)
        boxes += _below(function, signs, start, box[0], lower, work)
        boxes.append((*box, top.rule))
        start = box[1]
    return boxes + _below(function, signs, start, high, lower, work)


def _around(function, top: Top, least, most, low, high, work) -> tuple[float, float]:
    """The box of a maximum: as large as its rule holds on, with room to spare."""
    from flint import arb

    p, q = top.at
    width = (high - low) / 4
    while width > 0:
        work.step()
        if top.rule == "end":
            box = (low, min(low + width, most)) if p == low else (max(high - width, least), high)
            good = sign(function.slope(widened(*box))) == (-top.sign if p == low else top.sign)
        else:
            # between two that tie the border is in the middle
            right = most if most == high else (q + most) / 2
            box = (max(p - width, least), min(q + width, right))
            around = widened(*box)
            good = (
                box[0] <= p
                and q <= box[1]
                and top.sign * function.bend(around) < 0
                and top.sign * function.value(around) > 0
                and top.sign * function.slope(arb(p)) > 0 > top.sign * function.slope(arb(q))
            )
        if good:
            return box
        width /= 2
    raise work.fault()


def _below(function, signs, low, high, lower, work) -> list[tuple[float, float, str]]:
    """Boxes on which h stays below a bound."""
    from flint import arb

    if low == high:
        return []
    boxes, rest = [], [(low, high)]
    while rest:
        left, right = rest.pop()
        work.step()
        middle = _middle(left, right, work)
        value = function.value(arb(middle))
        highest = value.abs_upper() if len(signs) == 2 else signs[0] * value
        # the radius is taken from the rounded middle, and half as much again for the slope
        if highest < lower:
            radius = max(arb(right) - middle, middle - arb(left))
            reach = function.slope(widened(left, right)).abs_upper() * radius
            if highest + reach < lower:
                boxes.append((left, right, "below"))
                continue
        rest += [(middle, right), (left, middle)]
    return boxes
