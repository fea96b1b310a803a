"""Interval arithmetic on float64 arrays, rounded outward: an interval is a pair (low, high).

An end may be infinite: then the numbers meant are finite, and not bounded on that side. What is
exact stays exact: an end is moved by one step only where its operation was rounded the wrong way,
which the error-free transformations tell (``reference.doubledouble``).
"""

import numpy as np

from gelucheck.reference.doubledouble import two_prod, two_sum

_LARGEST = np.finfo(np.float64).max
# where neither a product's error nor the splitting of its factors leaves the normal range
_LEAST, _MOST = 2.0**-900, 2.0**900


def below(value, error):
    """A float64 not above value + error, of which only the sign of the error (NaN: unknown)."""
    moved = np.where(error >= 0, value, np.nextafter(value, -np.inf))
    # what overflows is finite
    return np.minimum(moved, _LARGEST)


def above(value, error):
    """A float64 not below value + error."""
    return -below(-np.asarray(value), -np.asarray(error))


def add(a, b):
    """(value, error) of a + b; the error NaN where it is not known."""
    value, error = two_sum(a, b)
    return value, np.where(np.isfinite(value), error, np.nan)


def multiply(a, b):
    """(value, error) of a·b; 0 times an infinite end is 0."""
    value, error = two_prod(a, b)
    size = np.abs(value)
    known = (size > _LEAST) & (size < _MOST) & (np.abs(a) < _MOST) & (np.abs(b) < _MOST)
    zero = (a == 0) | (b == 0)
    return np.where(zero, 0.0, value), np.where(zero, 0.0, np.where(known, error, np.nan))


def divide(a, b):
    """(value, error) of a/b, of the error only the sign; b is not zero."""
    value = a / b
    product, error = multiply(value, b)
    rest = (a - product) - error
    known = (np.abs(value) > _LEAST) & (np.abs(value) < _MOST)
    sign = np.where(known, np.sign(rest) * np.sign(b), np.nan)
    exact = (a == 0) | (np.isinf(b) & np.isfinite(a))
    return np.where(exact, 0.0, value), np.where(exact, 0.0, sign)


def corners(operation, u, v):
    """All four results of the ends of two intervals: (values, errors), the corner first."""
    pairs = [operation(a, b) for a in u for b in v]
    values, errors = (np.stack(np.broadcast_arrays(*part)) for part in zip(*pairs, strict=True))
    return values, errors


def hull(values, errors):
    """The least interval around some results."""
    return below(values, errors).min(axis=0), above(values, errors).max(axis=0)


def magnitude(interval):
    """The largest absolute value in an interval."""
    return np.maximum(np.abs(interval[0]), np.abs(interval[1]))


def mignitude(interval):
    """The smallest absolute value in an interval."""
    low, high = interval
    return np.maximum(np.maximum(low, -np.asarray(high)), 0.0)


def size(interval):
    """The interval of the absolute values."""
    return mignitude(interval), magnitude(interval)
