"""Rounding to the nearest value of a format, ties to even, exactly once.

One number in integer arithmetic, and arrays of float64 on their patterns; both are tested against
each other and, on a toy format, against the definition.
"""

import math
from fractions import Fraction

import numpy as np

_SIGN = np.uint64(1 << 63)


def round_dyadic(fmt, negative: bool, mantissa: int, exponent: int, sticky: bool = False) -> int:
    """Round ``±mantissa·2^exponent`` to nearest, ties to even; returns the pattern.

    One rounding, whatever the size of the mantissa; subnormals and overflow are right (to an
    infinity, or to NaN where the format has none), and a result of zero keeps the sign.

    Args:
        mantissa: a non-negative integer.
        sticky: the number meant is a little larger in magnitude, by less than ``2^exponent``;
            the mantissa then has at least two bits more than are kept.
    """
    sign = fmt.sign_bit if negative else 0
    if mantissa == 0 and not sticky:
        return sign
    # two spare bits hold the sticky part apart from a tie
    mantissa, exponent = (mantissa << 2) | sticky, exponent - 2
    top = exponent + mantissa.bit_length() - 1
    drop = max(top, fmt.emin) - fmt.precision + 1 - exponent
    if drop <= 0:
        kept = mantissa << -drop
    elif drop > mantissa.bit_length():
        # less than half a unit, however small: no mask of a billion bits
        kept = 0
    else:
        kept, rest = mantissa >> drop, mantissa & ((1 << drop) - 1)
        half = 1 << (drop - 1)
        kept += rest > half or (rest == half and kept & 1)
    field = max(top, fmt.emin) - fmt.emin
    # a carry out of the significand moves into the exponent field by itself
    magnitude = kept + (field << (fmt.precision - 1))
    return sign | min(magnitude, fmt.end_bits)


def nearest(fmt, number) -> int:
    """Round a real number once, to nearest with ties to even; returns the pattern.

    Args:
        number: int, float, ``Fraction``, NumPy scalar, an ``mpmath`` number, or an exact Arb
            number (radius zero).

    Raises:
        ValueError: an Arb ball with a radius; see ``round_interval``.
    """
    # an Arb ball has ``_mpf_`` too: its midpoint
    if hasattr(number, "is_exact"):
        return _nearest_arb(fmt, number)
    if hasattr(number, "_mpf_"):
        return _nearest_mpf(fmt, number)
    if not isinstance(number, int | Fraction):
        number = float(number)
        if math.isnan(number):
            return fmt.nan_bits
        if math.isinf(number) or number == 0:
            special = fmt.end_bits if number else 0
            return special | (fmt.sign_bit if np.signbit(number) else 0)
    exact = Fraction(number)
    top, bottom = abs(exact.numerator), exact.denominator
    shift = max(0, fmt.precision + 3 + bottom.bit_length() - top.bit_length())
    mantissa, rest = divmod(top << shift, bottom)
    return round_dyadic(fmt, exact < 0, mantissa, -shift, rest > 0)


def _nearest_mpf(fmt, number) -> int:
    sign, mantissa, exponent, _ = number._mpf_
    if mantissa == 0 and exponent:
        return nearest(fmt, float(number))
    return round_dyadic(fmt, bool(sign), int(mantissa), int(exponent))


def _nearest_arb(fmt, number) -> int:
    if not number.is_finite():
        return nearest(fmt, float(number))
    if not number.is_exact():
        raise ValueError("an Arb ball is rounded by round_interval, from its two ends")
    mantissa, exponent = (int(part) for part in number.man_exp())
    return round_dyadic(fmt, mantissa < 0, abs(mantissa), exponent)


def nearest_array(fmt, numbers) -> np.ndarray:
    """Round float64 numbers, any shape, once to nearest with ties to even, into ``dtype``."""
    # an exact cast: every number is now a value of the format
    return nearest_wide(fmt, numbers).astype(fmt.dtype)


def nearest_wide(fmt, numbers) -> np.ndarray:
    """As ``nearest_array``, the values left in float64.

    To float32 the processor rounds, once, subnormals too. Else this works on the patterns, so that
    no cast of a library can round twice. Theorem: adding half a
    unit less one, and the lowest kept bit, to the pattern of a positive double rounds it to
    nearest even at that bit, carries included; below the format's normal range the spacing is
    constant, and adding and taking away 1.5·2^52 times it rounds there.
    """
    numbers = np.asarray(numbers, np.float64)
    if fmt.precision == 53:
        return numbers.copy()
    if fmt.dtype == np.float32:
        with np.errstate(all="ignore"):
            return numbers.astype(np.float32).astype(np.float64)
    drop = np.uint64(53 - fmt.precision)
    pattern = numbers.view(np.uint64) & ~_SIGN
    odd = (pattern >> drop) & np.uint64(1)
    kept = (pattern + (odd + np.uint64((1 << int(drop) - 1) - 1))) & ~np.uint64(
        (1 << int(drop)) - 1
    )
    magnitude = kept.view(np.float64)
    absolute = pattern.view(np.float64)
    anchor = 1.5 * 2.0 ** (52 + fmt.quantum)
    with np.errstate(invalid="ignore"):  # a signalling NaN
        fixed = (absolute + anchor) - anchor
    magnitude = np.where(absolute < fmt.smallest_normal, fixed, magnitude)
    beyond = np.inf if fmt.infinities else np.nan
    magnitude = np.where(magnitude > fmt.largest, beyond, magnitude)
    magnitude = np.where(np.isnan(numbers), np.nan, magnitude)
    return np.copysign(magnitude, numbers)
