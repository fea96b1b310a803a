"""Blocks of one reference, made ready: polynomials, units, what may be believed of each."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from gelucheck.categories import bounds_of
from gelucheck.formats import Format
from gelucheck.reference.blocks import LENGTH, geometry, polynomials
from gelucheck.reference.condition import condition
from gelucheck.reference.evaluate import Reference
from gelucheck.reference.functions import Function
from gelucheck.tally import EDGES

GROWTH = 2.0**-8
"""By how much of itself 1 + k changes in a block, at most."""
MARGIN = 4.0
"""In units: how near y may come to the end of its binade."""


@dataclass
class Rows:
    """The blocks of a batch, in order of the ordinals; arrays of float64, one entry a block.

    Attributes:
        terms, degree: the polynomials, see ``reference.blocks``.
        unit: u(y), the same for all y of the block, and so is the binade.
        slack: how far an error may be off.
        low, high: bounds of |y|.
        limit: errors up to this can be treated here: every output is then in the binade of y, or
            an end of it, has its sign, and is within the function's range. -1: none can.
        region: index into ``tally.EDGES``.
        top, total, square: largest error, sum, sum of squares: filled in by the scan.
        least, most: between what 1 + k lies, where that is asked for.
        ends: (2, blocks), the least and the largest y - ŷ, where that is asked for: filled in too.
    """

    terms: np.ndarray
    degree: np.ndarray
    unit: np.ndarray
    slack: np.ndarray
    low: np.ndarray
    high: np.ndarray
    limit: np.ndarray
    region: np.ndarray
    top: np.ndarray
    total: np.ndarray
    square: np.ndarray
    least: np.ndarray | None = None
    most: np.ndarray | None = None
    ends: np.ndarray | None = None


def region_of(fmt: Format, first: np.ndarray, negative: bool) -> np.ndarray:
    """Index into EDGES of blocks that lie in one region."""
    middle = geometry(fmt, first)[0]
    return np.searchsorted(EDGES, -middle if negative else middle, "right") - 1


@cache
def _edges(fmt: Format) -> tuple[int, ...]:
    """The magnitudes of the edges of the negative side."""
    return tuple(fmt.bits_of(-edge) for edge in EDGES if np.isfinite(edge) and edge < 0)


def odd_rows(fmt: Format, first: np.ndarray, negative: bool) -> np.ndarray:
    """Which blocks hold ±0, or an infinity, or values of two regions: those that begin with an edge
    of the negative side."""
    edges = _edges(fmt)
    odd = (first == 0) | ((first <= fmt.end_bits) & (fmt.end_bits < first + LENGTH))
    return odd | np.isin(first, edges) if negative else odd


def unit_above(fmt: Format, size: np.ndarray) -> np.ndarray:
    """u(y) for positive numbers, and those above them in the same binade."""
    exponent = np.maximum(np.frexp(size)[1] - 1, fmt.emin)
    return np.ldexp(1.0, exponent - fmt.precision + 1)


def prepare(  # noqa: PLR0917
    function: Function,
    fmt: Format,
    first: np.ndarray,
    negative: bool,
    judges: bool,
    scaled: bool = False,
) -> Rows:
    """The blocks at some smallest magnitudes.

    Args:
        judges: whether an output outside the function's range is to be seen.
        scaled: whether 1 + k is asked for.
    """
    found = polynomials(function, fmt, first, negative)
    terms = found.terms
    size = np.abs(terms[:, 0])
    low, high = size - found.spread, size + found.spread
    safe = np.maximum(low, fmt.smallest_subnormal)
    unit = unit_above(fmt, safe)
    # 2^e, the bottom of the binade of y; 0 is that of the smallest, which has the unit of the
    # subnormals
    power = unit * 2.0 ** (fmt.precision - 1)
    bottom = np.where(power > fmt.smallest_normal, power, 0.0)
    inside = np.minimum(low - bottom, 2 * power - high)
    # no zero is in reach
    inside = np.minimum(inside, low - unit)
    # the difference from an output is rounded too, and is no larger than y where it is used
    slack = 1.01 * found.bound + 2.0**-52 * high
    good = (inside > MARGIN * unit) & (slack < unit / 16) & ~odd_rows(fmt, first, negative)
    limit = inside
    if judges:
        limit = np.minimum(limit, _room(function, fmt, first, negative, found))
    # an output that is off by the slack more than it seems is still within the limit
    limit = np.where(good, limit - 2 * slack, -1.0)
    nothing = np.zeros((3, first.size))
    return Rows(
        terms,
        found.degree,
        unit,
        slack,
        low,
        high,
        limit,
        region_of(fmt, first, negative),
        *nothing,
        *(_conditions(function, fmt, first, negative) if scaled else ()),
    )


def _conditions(function: Function, fmt: Format, first: np.ndarray, negative: bool):
    ends = np.stack([first, first + (LENGTH - 1)], axis=1) | (fmt.sign_bit if negative else 0)
    return between(function, fmt.values_of_bits(ends.ravel()).reshape(-1, 2))


def between(function: Function, ends: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Between what 1 + k lies in blocks of a form.

    Args:
        ends: (blocks, 2), the first and the last input of each.

    k = |1 + L| with L = x·s'/s, and |x·L'| <= 4·(1 + k): left of 0 it is about 2|L| (3|L| of the
    tanh form), right of it L falls as the density does. From one end of a block to the other ln|x|
    grows by 2^-11 at most; or x is subnormal, and k next to 1.
    """
    with np.errstate(invalid="ignore"):
        one = 1 + condition(function, ends.astype(np.float64).ravel()).reshape(ends.shape)
    return one.min(axis=1) * (1 - GROWTH), one.max(axis=1) * (1 + GROWTH)


def _room(function, fmt, first, negative, found) -> np.ndarray:
    """How large an error can be while the output stays in the function's range."""
    middle, radius = geometry(fmt, first)
    terms = found.terms
    # bounds_of asks a reference for its function and format only
    lowest, _ = bounds_of(Reference(function, fmt, middle, None, 0), middle[:1])
    if negative:
        return -(np.abs(terms[:, 0]) + found.spread) - lowest
    # at most x: x - f is a polynomial too
    rest = found.spread - np.abs(terms[:, 1])
    gap = (middle - terms[:, 0]) - np.abs(radius - terms[:, 1]) - rest - 2 * found.bound
    return gap - 2.0**-50 * middle
