"""Sums of products with infinities and NaNs among the numbers: what IEEE 754 makes of them.

A NaN, an infinity times 0 and infinities of both signs make NaN; else one infinity makes that
infinity. No order of work matters. Whether there is a product of a kind is counted in products of
matrices of zeros and ones: a library may pass over 0 times infinity.
"""

import numpy as np


def special_sums(rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """What the sums of products are that are not finite.

    Args:
        rows: (m, k); columns: (n, k); of any format's dtype.

    Returns:
        (m, n), float64: NaN, an infinity, or 0 where all products are finite.
    """
    with np.errstate(invalid="ignore"):  # a signalling NaN
        a, b = rows.astype(np.float64), columns.astype(np.float64)
        none = np.isnan(a).any(axis=1)[:, None] | np.isnan(b).any(axis=1)
        none |= _any((np.isinf(a), b == 0), (a == 0, np.isinf(b)))
        plus = _any((a == np.inf, b > 0), (a == -np.inf, b < 0))
        plus |= _any((a > 0, b == np.inf), (a < 0, b == -np.inf))
        minus = _any((a == np.inf, b < 0), (a == -np.inf, b > 0))
        minus |= _any((a < 0, b == np.inf), (a > 0, b == -np.inf))
    one = np.where(plus, np.inf, np.where(minus, -np.inf, 0.0))
    return np.where(none | (plus & minus), np.nan, one)


def _any(*pairs: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """Whether of a row and a column there is a place where both are true, for one of the pairs."""
    counts = sum(a.astype(np.float64) @ b.astype(np.float64).T for a, b in pairs)
    return counts > 0
