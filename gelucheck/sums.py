"""Exact sums of float64 arrays, so that means depend on no order of work.

A sum is a Python int in units of 2^-1126, a sum of squares in units of 2^-2252; adding two of them
is exact, associative, commutative.
"""

import math
from fractions import Fraction

import numpy as np

from gelucheck.chunks import CHUNK

_UNIT = -1126
_LOW = (1 << 26) - 1
_HIDDEN = 1 << 52
_FRACTION = _HIDDEN - 1
_ONE = 1023 << 52


def exact_sum(values: np.ndarray, squares: bool = False) -> int:
    """The sum of non-negative finite float64 values (at most 2^26 of them), or of their squares.

    Each square is rounded to 53 bits, whatever its exponent; the sums are exact.
    """
    values = values[values != 0]
    unit, total = _UNIT * (1 + squares), 0
    for start in range(0, values.size, CHUNK):
        whole, exponent = _parts(values[start : start + CHUNK], squares)
        lowest = int(exponent.min())
        place = exponent - lowest
        # halves of 27 and 26 bits: float64 holds the sum of 2^26 of them exactly
        high = np.bincount(place, weights=whole >> 26)
        low = np.bincount(place, weights=whole & _LOW)
        for at in np.flatnonzero(high).tolist():
            total += ((int(high[at]) << 26) + int(low[at])) << (at + lowest - unit)
    return total


def _parts(values: np.ndarray, squares: bool):
    """int64 arrays m of 53 bits and e, with m·2^e the values, or their squares."""
    pattern = values.view(np.int64)
    field = pattern >> 52
    if not field.all():
        # a subnormal has no hidden bit
        mantissa, field = np.frexp(values)
        pattern = (mantissa * 2).view(np.int64)
        field = field.astype(np.int64) + 1022
    whole = (pattern & _FRACTION) | _HIDDEN
    if not squares:
        return whole, field - 1075
    # in [1, 2), so its square in [1, 4)
    mantissa = ((pattern & _FRACTION) | _ONE).view(np.float64)
    square = (mantissa * mantissa).view(np.int64)
    return (square & _FRACTION) | _HIDDEN, 2 * (field - 1023) + (square >> 52) - 1075


def sum_above(values: np.ndarray, squares: bool = False) -> int:
    """A sum of powers of two, at least that of some non-negative finite float64 values (or of their
    squares), and at most twice (four times) it: enough for a bound, and quick."""
    values = values[values != 0]
    if not values.size:
        return 0
    exponent = np.frexp(values)[1] * (1 + squares)
    lowest = int(exponent.min())
    counts = np.bincount(exponent - lowest)
    unit = _UNIT * (1 + squares)
    return sum(int(count) << (at + lowest - unit) for at, count in enumerate(counts))


def as_fraction(total: int, squares: bool = False) -> Fraction:
    """A sum as a number."""
    return Fraction(total) * Fraction(2) ** (_UNIT * (1 + squares))


def root(number: Fraction) -> float:
    """The square root of a positive number, to 2^-51 of itself, whether or not float64 has it."""
    half = (number.denominator.bit_length() - number.numerator.bit_length()) // 2
    return float(np.ldexp(np.sqrt(float(number * Fraction(4) ** half)), -half))


def digits_in(ratio: Fraction) -> float:
    """How many decimal digits a number has, that is so many times as large as what is not sure of
    it."""
    return math.log10(ratio.numerator) - math.log10(ratio.denominator)


def to_digits(number: float, digits: float, most: int = 17) -> float:
    """A number rounded to its sure digits but the last: to one at least, and ``most``."""
    sure = math.floor(digits) - 1
    return float(f"{number:.{min(max(sure, 1), most) - 1}e}")
