"""From an approximation with a bound to a rounding that is decided, or known not to be.

A value is decided when both ends of its enclosure round alike; rounding is monotone, so what lies
between rounds alike too.
"""

import numpy as np

from gelucheck.formats import Format
from gelucheck.reference.fast import TINY, Approximation
from gelucheck.reference.functions import Function
from gelucheck.reference.tables import SCALE
from gelucheck.rounding import nearest_wide


# the caller may have every underflow raise
@np.errstate(all="ignore")
def decide(
    function: Function, x: np.ndarray, fmt: Format, value: Approximation
) -> tuple[np.ndarray, np.ndarray]:
    """Round to a format.

    Args:
        x: float64, 1-D: the inputs of ``value``.

    Returns:
        values of the format's dtype, and where they are *not* decided (bool).
    """
    lower, upper = _ends_double(value) if fmt.precision == 53 else _ends(fmt, value)
    undecided = lower != upper
    # a zero keeps the sign of the value it comes from
    rounded = lower
    zero = lower == 0
    if zero.any():
        rounded = np.where(zero, np.copysign(lower, value.high), lower)
    special = ~np.isfinite(x)
    if special.any():
        rounded[special], undecided[special] = value.high[special], False
    tiny = (np.abs(x) < TINY) & (x != 0)
    if function.half and tiny.any():
        rounded[tiny] = _just_above_half(fmt, x[tiny])
        undecided &= ~tiny
    return rounded.astype(fmt.dtype), undecided


def _ends(fmt: Format, value: Approximation):
    """Both ends rounded, as float64.

    high is RN(high + low), so within 2^-53 of the sum; twice that covers the two sums here too.
    """
    bound = value.bound + 2.0**-51 * np.abs(value.high)
    return nearest_wide(fmt, value.high - bound), nearest_wide(fmt, value.high + bound)


def _ends_double(value: Approximation):
    """Both ends of a double-double enclosure rounded to float64.

    high is RN(high + low); widening the bound by 2^-52 of both makes RN(low ± bound) lie outside
    the enclosure, and the sum with high is then one monotone rounding.
    """
    bound = value.bound + 2.0**-52 * (np.abs(value.low) + value.bound)
    lower, upper = value.high + (value.low - bound), value.high + (value.low + bound)
    scaled = value.scale != 1
    if scaled.any():
        for end, step in ((lower, -bound), (upper, bound)):
            end[scaled] = _unscaled(value.high[scaled], (value.low + step)[scaled])
    return lower, upper


def _unscaled(high: np.ndarray, low: np.ndarray) -> np.ndarray:
    """(high + low)/SCALE, rounded once to float64, where it may be subnormal.

    Below 2^-1021 the spacing is q = 2^-1074: high/(q·SCALE) is n + d exactly, |d| <= 1/2, and
    n + d + low/q rounds at the rest d + low/q, below 3/2 in magnitude. The rest itself is rounded
    to float64, which is monotone: unless it comes out as ±1/2 it is on the side of the tie where it
    was. There it may have been on either side, and the answer is NaN: not decided.
    """
    normal = (high + low) / SCALE
    quantum = 2.0**-1074 * SCALE
    whole = np.rint(high / quantum)
    rest = (high - whole * quantum) / quantum + low / quantum
    rest = np.where(np.abs(rest) == 0.5, np.nan, rest)
    subnormal = (whole + np.rint(rest)) * 2.0**-1074
    return np.where(np.abs(high) < 2.0**-1021 * SCALE, subnormal, normal)


def _just_above_half(fmt: Format, x: np.ndarray) -> np.ndarray:
    """RN(x/2 + δ) for 0 < δ <= x² < 2^-64·|x|, as float64.

    Theorem: in a format of up to 32 bits x/2 is a float64 whose neighbour above lies beyond
    x/2 + δ only if no tie of the format is between them: a tie is a value with few bits. So the
    neighbour rounds as x/2 + δ does. In float64 x/2 is exact, unless x is an odd multiple of
    2^-1074: then δ breaks the tie upwards.
    """
    half = x / 2
    if fmt.precision < 53:
        return nearest_wide(fmt, np.nextafter(half, np.inf))
    steps = np.ceil(x / 2.0**-1074 / 2) * 2.0**-1074
    return np.where(np.abs(x) < 2.0**-1021, np.where(steps == 0, np.copysign(0, x), steps), half)
