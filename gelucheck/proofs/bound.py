"""The supremum of a function on an interval, and boxes that prove it.

h is f, -f, or |f|. First its maxima are found (``tops``), then the interval is covered with boxes
that a checker can take up one by one:

* ``peak``: h is strictly concave, and f' changes sign between two neighbouring float64 p < q;
* ``end``: f' has one sign, and h is largest at that end of the interval which the box touches;
* ``below``: h(mid) + sup |f'|·radius is less than what a peak or an end attains.
"""

from dataclasses import dataclass

from gelucheck.proofs.intervals import Work, above, below, middle_of, working
from gelucheck.proofs.taylor import Function, Local
from gelucheck.proofs.tops import Question, Top, find_tops

WIDTH = 1e-15
"""What an enclosure is wide, relative to itself, at most."""
TIE = 2.0**-60
"""Maxima that are nearer to each other, relative to them, count as equal: no boxes part them."""
SIGNS = {"plus": (1,), "minus": (-1,), "both": (1, -1)}

Box = tuple[float, float, str]


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
    boxes: tuple[Box, ...]


def bound(
    function: Function, which: str, interval: tuple[float, float], work: Work, ends: bool = False
) -> Bound:
    """The supremum of f ("plus"), -f ("minus") or |f| ("both") on an interval.

    Args:
        ends: whether it may be attained at an end; otherwise it must be inside.

    Raises:
        UndecidedError: the work is used up, or the supremum is no positive number that is attained
            where f'' is not 0.
    """
    from flint import arb

    asked = Question(function, SIGNS[which], *interval, ends, work)
    with working():
        tops = find_tops(asked)
        if not tops:
            raise work.fault()
        lower = max(below(top.attained) for top in tops)
        least = arb(lower) * (1 - arb(TIE))
        tops = sorted((top for top in tops if top.ceiling > least), key=lambda top: top.at)
        upper = max(above(top.ceiling) for top in tops)
        if not 0 < lower <= upper <= lower * (1 + WIDTH):
            raise work.fault()
        boxes = _cover(asked, tops, lower)
    return Bound(lower, upper, tuple(top.at for top in tops), tuple(boxes))


def _cover(asked: Question, tops: list[Top], lower: float) -> list[Box]:
    """Boxes over the whole interval, each with its rule."""
    boxes: list[Box] = []
    start = asked.low
    for place, top in enumerate(tops):
        # between two that tie the border is in the middle
        last = place + 1 == len(tops)
        most = asked.high if last else (top.at[1] + tops[place + 1].at[0]) / 2
        box = _around(asked, top, start, most)
        boxes += boxes_below(asked, start, box[0], lower)
        boxes.append((*box, top.rule))
        start = box[1]
    return boxes + boxes_below(asked, start, asked.high, lower)


def _around(asked: Question, top: Top, least: float, most: float) -> tuple[float, float]:
    """The box of a maximum, within [least, most]: as large as its rule holds on."""
    p, q = top.at
    width = asked.high - asked.low
    while width > 0:
        asked.work.step()
        box = max(p - width, least), min(q + width, most)
        if box[0] <= p and q <= box[1] and _holds(asked, top, box):
            return box
        width /= 2
    raise asked.work.fault()


def _holds(asked: Question, top: Top, box: tuple[float, float]) -> bool:
    from flint import arb

    if not box[0] < box[1]:
        return False
    local, s = Local(asked.function, *box, spare=True), top.sign
    if top.rule == "end":
        outwards = -1 if top.at[0] == asked.low else 1
        return bool(s * outwards * local.slope > 0)
    first, last = (s * asked.function.slope(arb(x)) for x in top.at)
    return bool(s * local.bend < 0 and s * local.value > local.reach and first > 0 > last)


def boxes_below(asked: Question, low: float, high: float, lower: float) -> list[Box]:
    """Boxes that cover [low, high], on each of which h stays below a bound."""
    boxes: list[Box] = []
    rest = [(low, high)] if low < high else []
    while rest:
        left, right = rest.pop()
        asked.work.step()
        local = Local(asked.function, left, right, spare=True)
        highest = local.value.abs_upper() if len(asked.signs) == 2 else asked.signs[0] * local.value
        if highest + local.reach < lower:
            boxes.append((left, right, "below"))
            continue
        middle = middle_of(left, right, asked.work)
        rest += [(middle, right), (left, middle)]
    return boxes


def boxes_of(boxes: tuple[Box, ...] | list[Box]) -> list[list[str]]:
    """Boxes as a certificate writes them."""
    return [[low.hex(), high.hex(), rule] for low, high, rule in boxes]
