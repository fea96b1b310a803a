"""The figures of a study of a network, as text: one place, so that all outputs say the same."""

import math
from dataclasses import dataclass

from gelucheck.export.figures import NOTHING, figure, format_count
from gelucheck.networks import Difference, Element, Spread

_TINY = 2.0**-53
"""No cosine that a float64 holds is nearer to 1, but 1 itself."""


@dataclass(frozen=True)
class Figures:
    """The figures of one difference.

    Attributes:
        max_abs, max_rel, mean_abs, mean_rel, norm_rel: what they are called.
        angle: 1 − cosine; never 0 where the arrays differ.
        top1, places: how many of how many.
        over_seeds, mean_over_seeds: from the least to the largest; empty of one seed.
        unit: which element is worst, "[7]"; where: seed and input.
        lost: how many are no numbers; empty where none.
    """

    max_abs: str
    max_rel: str
    mean_abs: str
    mean_rel: str
    norm_rel: str
    angle: str
    top1: str
    places: str
    over_seeds: str
    mean_over_seeds: str
    unit: str
    where: str
    lost: str


def figures_of(difference: Difference) -> Figures:
    """The figures of a difference, four digits each."""
    worst = difference.max_abs
    return Figures(
        max_abs=size_of(worst),
        max_rel=size_of(difference.max_rel),
        mean_abs=_size(difference.mean_abs),
        mean_rel=_size(difference.mean_rel),
        norm_rel=_size(difference.norm_rel),
        angle=angle(difference.cosine, difference.norm_rel),
        top1=format_count(difference.top1),
        places=format_count(difference.places),
        over_seeds=_spread(difference.spread.get("max_abs")),
        mean_over_seeds=_spread(difference.spread.get("mean_abs")),
        unit=unit_of(worst),
        where=f"seed {worst.seed}, #{worst.sample}" if worst and worst.value else "",
        lost=f"{format_count(difference.lost)} lost" if difference.lost else "",
    )


def angle(cosine: float | None, norm_rel: float | None) -> str:
    """1 − cosine, of which a float64 keeps nothing below 2^-53."""
    if cosine is None:
        return NOTHING
    gap = 1.0 - cosine
    if gap > 0 or not math.isfinite(gap):
        return _size(gap)
    return "0" if norm_rel == 0 else f"<{figure(_TINY, 2, scientific=True)}"


def unit_of(element: Element | None) -> str:
    """ "[3, 7]"; nothing where nothing differs."""
    if element is None or not element.value:
        return ""
    return f"[{', '.join(str(part) for part in element.unit)}]"


def told_apart(element: Element) -> tuple[str, str]:
    """What came and what the reference has, with so many digits that one sees the difference."""
    for digits in range(6, 18):
        texts = figure(element.got, digits), figure(element.want, digits)
        if texts[0] != texts[1]:
            return texts
    return repr(element.got), repr(element.want)


def size_of(element: Element | None) -> str:
    """How far off the worst element is."""
    return NOTHING if element is None else _size(element.value)


def _size(value: float | None) -> str:
    return figure(value, scientific=True)


def _spread(spread: Spread | None) -> str:
    if spread is None:
        return ""
    low, high = (figure(each, 3, scientific=True) for each in (spread.low, spread.high))
    return low if low == high else f"{low}…{high}"
