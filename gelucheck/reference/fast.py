"""Vectorised evaluation of a reference by gathered Taylor tables, with a proved bound.

Scattered inputs: each value gathers the coefficients of its nearest node. Nothing but IEEE basic
arithmetic, element by element, so the bits are the same on every machine.
"""

from dataclasses import dataclass

import numpy as np

from gelucheck.reference import doubledouble as dd
from gelucheck.reference.functions import Function
from gelucheck.reference.tables import SCALE, UNIT, Table, load

CHUNK = 1 << 13
TINY = 2.0**-64


@dataclass(frozen=True)
class Approximation:
    """f at each x: ``(high + low)/scale``, off by at most ``bound/scale``.

    Arrays of float64, of the shape of x. ``scale`` is 1 or 2^600 (for values below 2^-800 or so,
    whose words would not be normal); ``low`` and ``scale`` are None in the single tier, where they
    are 0 and 1. NaN where x is NaN. Proved, not estimated.
    """

    high: np.ndarray
    low: np.ndarray | None
    scale: np.ndarray | None
    bound: np.ndarray


def approximate(function: Function, x: np.ndarray, tier: str) -> Approximation:
    """Evaluate a function at float64 inputs of any shape, finite or not.

    Args:
        tier: "single" for formats of up to 32 bits (relative error about 2^-50), "double" for
            float64 (about 2^-72 or better).
    """
    x = np.asarray(x, np.float64)
    flat = x.ravel()
    table = load(function, tier)
    evaluate = _double if tier == "double" else _single
    parts = [
        evaluate(function, table, flat[i : i + CHUNK]) for i in range(0, max(1, flat.size), CHUNK)
    ]
    columns = [
        None if column[0] is None else np.concatenate(column).reshape(x.shape)
        for column in zip(*parts, strict=True)
    ]
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
    size = np.abs(value)
    # the last term covers the rounding of value ± bound itself
    bound = table.absolute.take(index) + (table.relative.take(index) + 2 * UNIT) * size
    if past.any():
        limit = function.limit or (-0.5 if function.below else 0.5) * table.beyond
        value[past], bound[past] = limit, table.beyond + 4 * UNIT * abs(limit)
    if folded.any():
        value = np.where(folded, _fold(function, x, value, 1.0), value)
        bound += np.where(folded, 3 * UNIT * np.abs(value), 0.0)
    _fill_special(function, x, value, bound)
    return value, None, None, bound


def _fold(function: Function, x, value, scale):
    """The other side's value from the base side's, one rounding; see ``functions``."""
    return {
        "odd": lambda: -value,
        "x_plus": lambda: x * scale + value,
        "one_minus": lambda: scale - value,
        "two_minus": lambda: 2 * scale - value,
        "none": lambda: np.full_like(value, np.nan),
    }[function.fold]()


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
        bound[past] = table.beyond if zero else table.beyond / SCALE
    if folded.any():
        high, low, scale, bound = _fold_pair(function, x, (high, low), scale, bound, past, folded)
    bound += 2.0**-100 * np.abs(high)
    _fill_special(function, x, high, low, bound)
    return high, low, scale, bound


def _pair(table: Table, k: int, index):
    return table.high[k].take(index), table.low[k].take(index)


def _fold_pair(function: Function, x, value, scale, bound, past, folded):
    """As ``_fold``, in double-double; past the end the limit stands, off by less than 2^-1000."""
    if function.fold == "odd":
        high, low = -value[0], -value[1]
    elif function.fold == "none":
        high = low = np.full_like(value[0], np.nan)
    else:
        far = folded & past
        scale = np.where(far, 1.0, scale)
        base = {"x_plus": x, "one_minus": 1.0, "two_minus": 2.0}[function.fold]
        sign = 1.0 if function.fold == "x_plus" else -1.0
        small = np.where(far, 0.0, sign * value[0]), np.where(far, 0.0, sign * value[1])
        # only what is not past the end is scaled, and there x is at most some hundreds
        high, low = dd.scaled_sum(np.where(far, base, base * np.where(far, 1.0, scale)), small)
        bound = np.where(far, 2.0**-1000, bound)
    return (
        np.where(folded, high, value[0]),
        np.where(folded, low, value[1]),
        scale,
        bound,
    )
