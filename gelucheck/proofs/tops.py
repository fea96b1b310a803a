"""The maxima of h = f, -f or |f| on an interval: the first pass of ``bound``.

The box that promises most is halved until f' has one sign on it (then h has no maximum inside) or h
is strictly concave (then it has at most one, between two neighbouring float64).
"""

import heapq
from dataclasses import dataclass

from gelucheck.proofs.intervals import Work, above, ball, below, middle_of, sign
from gelucheck.proofs.roots import root_between
from gelucheck.proofs.taylor import Function, Local


@dataclass(frozen=True)
class Question:
    """What is asked: the supremum of h on [low, high].

    Attributes:
        signs: (1,) for f, (-1,) for -f, (1, -1) for |f|.
        ends: whether it may be attained at an end; otherwise it must be inside.
        work: what may be spent.
    """

    function: Function
    signs: tuple[int, ...]
    low: float
    high: float
    ends: bool
    work: Work


@dataclass(frozen=True)
class Top:
    """A maximum of h.

    Attributes:
        at: the two float64 that it lies between; or an end, twice.
        sign: of f there.
        attained, ceiling: Arb bounds of its value; ``attained`` is taken at one of the two.
    """

    at: tuple[float, float]
    sign: int
    attained: object
    ceiling: object

    @property
    def rule(self) -> str:
        """Of the box that holds it."""
        return "peak" if self.at[0] < self.at[1] else "end"


def find_tops(asked: Question) -> list[Top]:
    """The maxima that may be the highest; call it at the working precision."""
    found = {top.at: top for top in (_ends(asked) if asked.ends else ())}
    best = max((below(top.attained) for top in found.values()), default=0.0)
    heap = [_Part(asked, asked.low, asked.high)]
    while heap and heap[0].most >= best:
        part = heapq.heappop(heap)
        asked.work.step()
        if sign(part.slope):
            continue
        value = asked.function.value(ball(part.low, part.high)) if sign(part.bend) else None
        side = next((s for s in asked.signs if s * part.bend < 0 and s * value > 0), 0)
        if side:
            top = _peak(asked, side, part.low, part.high)
            if top:
                found[top.at] = top
                best = max(best, below(top.attained))
            continue
        middle = middle_of(part.low, part.high, asked.work)
        for half in (_Part(asked, part.low, middle), _Part(asked, middle, part.high)):
            best = max(best, half.attained)
            if half.most >= best:
                heapq.heappush(heap, half)
    return [top for top in found.values() if above(top.ceiling) >= best]


class _Part(Local):
    """A box of the search: what h attains in its middle, and what it cannot exceed on it."""

    def __init__(self, asked: Question, low: float, high: float):
        super().__init__(asked.function, low, high)
        self.attained = max(below(s * self.value) for s in asked.signs)
        most = [s * self.value + self.reach for s in asked.signs]
        finite = all(number.is_finite() for number in most)
        self.most = max(map(above, most)) if finite else float("inf")

    def __lt__(self, other: "_Part") -> bool:
        return (-self.most, self.low) < (-other.most, other.low)


def _ends(asked: Question) -> list[Top]:
    """The ends of the interval where h falls inwards."""
    from flint import arb

    found = []
    for end, inwards in ((asked.low, 1), (asked.high, -1)):
        value, slope = asked.function.value(arb(end)), asked.function.slope(arb(end))
        found += [
            Top((end, end), s, s * value, s * value)
            for s in asked.signs
            if s * value > 0 and s * inwards * slope < 0
        ]
    return found


def _peak(asked: Question, side: int, low: float, high: float) -> Top | None:
    """The maximum of h inside a box where it is concave, or None: it is at an end of the box.

    It is looked for a little beyond the box, because a root of f' may lie on its very border.
    """
    from flint import arb

    slope = asked.function.slope
    beyond = (high - low) / 1024
    at = root_between(slope, max(low - beyond, asked.low), min(high + beyond, asked.high))
    if at is None:
        return None
    ends = [side * asked.function.value(arb(x)) for x in at]
    rise = side * slope(arb(at[0])) * (arb(at[1]) - at[0])
    return Top(at, side, max(ends, key=below), ends[0] + rise)
