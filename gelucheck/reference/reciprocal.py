"""exp to the right of 0, and cosh, from e^-u: laws that divide by what is in the table."""

import numpy as np

from gelucheck.reference import doubledouble as dd
from gelucheck.reference.tables import SCALE

RECIPROCAL = ("inverse", "mean")
"""The folds of ``functions`` that are treated here."""

# in units of ``SCALE``: what is above overflows float64, even if it is off by 2^-40
_OVERFLOW = 2.0**424


@np.errstate(all="ignore")
def from_reciprocal(fold: str, folded, past, value, scale=None):
    """f on either side from g > 0.

    Args:
        fold: a key of ``RECIPROCAL``; inverse: f is g on the base side, 1/g on the other; mean:
            (g + 1/g)/2.
        folded, past: bool arrays: on the other side; past the end of the table.
        value: high, low and bound of g, times scale.
        scale: of g, 1 or ``SCALE``; None for 1.

    Returns:
        high, low and bound of f, and the scale that they have. Past the end of the table, and where
        float64 overflows, 1/g is infinite; NaN where it is within 2^-40 of overflow.
    """
    high, low, bound = value
    scaled = np.zeros(high.shape, bool) if scale is None else scale != 1
    inverse = reciprocal(high, low, bound)
    if fold == "mean":
        # g is below 2^-1600 times 1/g where it is scaled, and within the bound
        g = [np.where(scaled, 0.0, part) for part in value]
        s, e = dd.two_sum(inverse[0], g[0])
        s, e = dd.fast_two_sum(s, e + (inverse[1] + g[1]))
        inverse = s / 2, e / 2, (inverse[2] + g[2] + 2.0**-100 * s) / 2
        folded = np.ones(high.shape, bool)
    near = scaled & (np.abs(inverse[0] / _OVERFLOW - 1) < 2.0**-40)
    factor = np.where(scaled, SCALE, 1.0)
    inverse = [np.where(near, np.nan, part * factor) for part in inverse]
    over = past | np.isinf(inverse[0])
    inverse[0] = np.where(over, np.inf, inverse[0])
    inverse[1:] = [np.where(over, 0.0, part) for part in inverse[1:]]
    found = [np.where(folded, *pair) for pair in zip(inverse, value, strict=True)]
    return *found, None if scale is None else np.where(folded, 1.0, scale)


def reciprocal(high, low, bound):
    """1/g for a double-double g > 0 that is off by at most ``bound``, a small part of g.

    With q = RN(1/high) and r = 1 - q·(high + low), which is below 2^-51 and known to 2^-103,
    1/g = q·(1 + r + r² + …): q + q·r is off by less than 2^-100·q. What g is off by makes at most
    bound/(g·(g - bound)) of it.
    """
    q = 1 / high
    p, e = dd.two_prod(q, high)
    r = ((1 - p) - e) - q * low
    upper, lower = dd.fast_two_sum(q, q * r)
    return upper, lower, 1.01 * (bound * q) * q + 2.0**-100 * q
