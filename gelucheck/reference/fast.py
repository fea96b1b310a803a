"""Vectorised evaluation of a reference by gathered Taylor tables, with a proved bound.

Scattered inputs: each value gathers the coefficients of its nearest node. Nothing but IEEE basic
arithmetic, element by element, so the bits are the same on every machine.
"""

from dataclasses import dataclass

import numpy as np

from gelucheck.chunks import in_chunks
from gelucheck.reference import doubledouble as dd
from gelucheck.reference.functions import Function
from gelucheck.reference.reciprocal import RECIPROCAL, from_reciprocal
from gelucheck.reference.tables import SCALE, Table, load

TINY = 2.0**-64


@dataclass(frozen=True)
class Approximation:
    """f at each x: ``(high + low)/scale``, off by at most ``bound/scale``.

    Arrays of float64, of the shape of x; ``high`` is RN(high + low). ``scale`` is 1 or 2^600 (for
    values below 2^-800 or so, whose words would not be normal); None, for 1, in the single tier,
    where ``low`` is 0 but on the other side of a symmetry. NaN where x is NaN; for exp and cosh
    infinity, without a bound, where f overflows every format of the tier, and NaN where it is next
    to overflow in float64. Proved, not estimated.
    """

    high: np.ndarray
    low: np.ndarray
    scale: np.ndarray | None
    bound: np.ndarray


def approximate(function: Function, x: np.ndarray, tier: str) -> Approximation:
    """Evaluate a function at float64 inputs of any shape, finite or not.

    Args:
        tier: "single" for values of formats of up to 32 bits (relative error about 2^-50; below
            their range, 2^-149, it underflows), "double" for float64 (about 2^-72 or better).
    """
    x = np.asarray(x, np.float64)
    flat = x.ravel()
    table = load(function, tier)
    evaluate = _double if tier == "double" else _single
    columns = in_chunks(lambda piece: evaluate(function, table, piece), flat)
    columns = [None if column is None else column.reshape(x.shape) for column in columns]
    return Approximation(*columns)


def _locate(function: Function, table: Table, x: np.ndarray):
    """Node index, offset t from it (exact), whether past the end, whether on the other side.

    t is exact: it is x for node 0, and for u in [c - h/2, c + h/2] with c >= h, c/2 <= u <= 2c, so
    that Sterbenz's lemma holds.
    """
    u = np.abs(x)
    last = table.scale.size - 1
    nearest = np.rint(u * (1 / table.step))
    past = ~(nearest <= last)
    nearest[past] = last
    offset = u - nearest * table.step
    offset[past] = 0.0
    folded = (x > 0) if function.side < 0 else (x < 0)
    return nearest.astype(np.intp), offset, past, folded


def _fill_special(function: Function, x: np.ndarray, high: np.ndarray, *zeros) -> None:
    """Put the exact values at ±0, ±inf and NaN into ``high``, and 0 into the other arrays."""
    odd = ~np.isfinite(x) | (x == 0)
    if odd.any():
        at = x[odd]
        left, right = function.limits()
        at_zero = function.at_zero or at
        values = np.where(at == 0, at_zero, np.where(at > 0, right, left))
        high[odd] = np.where(np.isnan(at), np.nan, values)
        for array in zeros:
            array[odd] = 0.0


def _single(function: Function, table: Table, x: np.ndarray):
    index, t, past, folded = _locate(function, table, x)
    value = table.high[-1].take(index)
    for row in table.high[-2::-1]:
        value *= t
        value += row.take(index)
    bound = table.absolute.take(index) + table.relative.take(index) * np.abs(value)
    if past.any():
        # half-way between the limit and the bound, where the limit is 0: so the sign is sure
        half = (-0.5 if function.below else 0.5) * table.beyond
        value[past] = function.limit or half
        bound[past] = table.beyond if function.limit else abs(half)
    high, low = value, np.zeros_like(value)
    if function.fold in RECIPROCAL:
        high, low, bound, _ = from_reciprocal(function.fold, folded, past, (high, low, bound))
    elif folded.any():
        base, sign = law(function, x)
        other = dd.two_sum(base, sign * value)
        high, low = (np.where(folded, *pair) for pair in zip(other, (high, low), strict=True))
    _fill_special(function, x, high, low, bound)
    return high, low, None, bound


def law(function: Function, x):
    """(a, s) with f = a + s·g on the side that is not in the table; see ``functions``."""
    return {
        "odd": (0.0, -1.0),
        "x_plus": (x, 1.0),
        "one_minus": (1.0, -1.0),
        "two_minus": (2.0, -1.0),
    }[function.fold]


def _double(function: Function, table: Table, x: np.ndarray):
    index, t, past, folded = _locate(function, table, x)
    pairs = len(table.low)
    tail = table.high[-1].take(index)
    for row in table.high[-2 : pairs - 1 : -1]:
        tail *= t
        tail += row.take(index)
    value = tail, np.zeros_like(tail)
    t_parts = dd.split(t)
    for k in range(pairs - 1, 0, -1):
        value = dd.horner_step(t, t_parts, value, _pair(table, k, index))
    scale = table.scale.take(index)
    # near a zero at 0 the value itself can be tiny: it is scaled by way of t
    vanishing = (index == 0) & (np.abs(t) < 2.0**-700) if table.high[0, 0] == 0 else None
    if vanishing is not None and vanishing.any():
        scale[vanishing] = SCALE
        t = np.where(vanishing, t * SCALE, t)
        t_parts = dd.split(t)
    high, low = dd.horner_step(t, t_parts, value, _pair(table, 0, index))
    bound = table.absolute.take(index) + table.relative.take(index) * np.abs(high)
    if past.any():
        zero = not function.limit
        centre = (-0.5 if function.below else 0.5) * table.beyond
        high[past] = centre if zero else 1.0
        low[past] = 0.0
        scale[past] = SCALE if zero else 1.0
        bound[past] = abs(centre) if zero else table.beyond / SCALE
    # the rounding errors of double-double steps, here and in the fold; none past the end
    bound += np.where(past, 0.0, 2.0**-100 * np.abs(high))
    if function.fold in RECIPROCAL:
        value = high, low, bound
        high, low, bound, scale = from_reciprocal(function.fold, folded, past, value, scale)
    elif folded.any():
        far = folded & past
        base, sign = law(function, x)
        # what is left of g past the end is below 2^-1000 (2^-60 where the limit is 1), and its
        # sign is sure
        keep = np.where(far & (function.limit == 0), 0.0, sign)
        scale = np.where(far, 1.0, scale)
        other = dd.scaled_sum(np.where(far, base, base * scale), (keep * high, keep * low))
        bound = np.where(folded, bound + 2.0**-100 * np.abs(base * scale), bound)
        if not function.limit:
            rest = (-sign if function.below else sign) * 2.0**-1001
            other = other[0], np.where(far, rest, other[1])
            bound = np.where(far, 2.0**-1001, bound)
        high, low = (np.where(folded, *pair) for pair in zip(other, (high, low), strict=True))
    _fill_special(function, x, high, low, bound)
    return high, low, scale, bound


def _pair(table: Table, k: int, index):
    return table.high[k].take(index), table.low[k].take(index)
