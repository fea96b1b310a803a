"""Exact sums of float64 arrays, so that means depend on no order of work.

A sum is a Python int in units of 2^-1126; adding two of them is exact, associative, commutative.
"""

from fractions import Fraction

import numpy as np

_UNIT = -1126
_HALF = 26


def exact_sum(values: np.ndarray) -> int:
    """The sum of non-negative finite float64 values (at most 2^26 of them), in units of 2^-1126."""
    values = values[values != 0]
    if not values.size:
        return 0
    mantissa, exponent = np.frexp(values)
    whole = np.ldexp(mantissa, 53).astype(np.int64)
    lowest = int(exponent.min())
    place = exponent - lowest
    total = 0
    # halves of 27 and 26 bits: float64 holds the sum of 2^26 of them exactly
    for half, shift in ((whole >> _HALF, _HALF), (whole & ((1 << _HALF) - 1), 0)):
        for at, count in enumerate(np.bincount(place, weights=half.astype(np.float64))):
            total += int(count) << (at + shift + lowest - 53 - _UNIT)
    return total


def sum_above(values: np.ndarray) -> int:
    """A sum of powers of two, at least that of some non-negative finite float64 values and at most
    twice it, in units of 2^-1126: enough for a bound, and quick."""
    values = values[values != 0]
    if not values.size:
        return 0
    exponent = np.frexp(values)[1]
    lowest = int(exponent.min())
    counts = np.bincount(exponent - lowest)
    return sum(int(count) << (at + lowest - _UNIT) for at, count in enumerate(counts))


def as_fraction(total: int) -> Fraction:
    """A sum as a number."""
    return Fraction(total) * Fraction(2) ** _UNIT
