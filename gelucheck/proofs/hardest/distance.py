"""How near f(x) comes to a rounding boundary: proved by mpmath, and by Arb again.

f(x) lies strictly between two neighbouring values of the format (it is transcendental for the
rational x != 0 that are asked about); the boundary is their midpoint, the ulp their difference.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

from gelucheck.errors import DisagreementError, UndecidedError
from gelucheck.formats import Format
from gelucheck.reference.enclosure import arb_precision, ball
from gelucheck.reference.functions import Function
from gelucheck.reference.oracle import MOST_BITS, enclose

_SHARP = 1 << 70  # distances are known to one part in this


@dataclass(frozen=True)
class Distance:
    """The distance of f(x) from the boundary, between two Fractions, in ulps.

    Attributes:
        lower, upper: on either side of |f(x) - midpoint|/ulp.
        below, above: the neighbouring values that f(x) lies between; ``above`` may be a power of
            two beyond the largest value.
        upward: whether f(x) is above the midpoint.
        bits: a reference whose relative error is at most 2^-bits decides the rounding.
    """

    lower: Fraction
    upper: Fraction
    below: Fraction
    above: Fraction
    upward: bool
    bits: int


def distance_of(function: Function, fmt: Format, x: float) -> Distance:
    """The distance of one input, finite and not zero.

    Raises:
        DisagreementError: mpmath and Arb put it in different places.
        UndecidedError: not decided at 16,384 bits.
    """
    by_mpmath = _rising(lambda bits: _by_mpmath(function, x, bits), fmt)
    by_arb = _rising(lambda bits: _by_arb(function, x, bits), fmt)
    same = (by_mpmath.below, by_mpmath.upward) == (by_arb.below, by_arb.upward)
    lower, upper = max(by_mpmath.lower, by_arb.lower), min(by_mpmath.upper, by_arb.upper)
    if not same or lower > upper:
        raise DisagreementError(
            f"{function.name}({x!r}) in {fmt.name} lies elsewhere by mpmath than by Arb",
            "please report this with the versions of mpmath and python-flint",
        )
    return by_mpmath


def _by_mpmath(function: Function, x: float, bits: int):
    return tuple(map(_fraction, enclose(function, x, bits)))


def _by_arb(function: Function, x: float, bits: int):
    value = ball(function, x, bits)
    if not value.is_finite():
        return None
    with arb_precision(bits):
        ends = value.lower(), value.upper()
    pairs = (end.man_exp() for end in ends)
    return tuple(_scaled(int(mantissa), int(exponent)) for mantissa, exponent in pairs)


def _fraction(number) -> Fraction:
    """An mpf, exactly."""
    sign, mantissa, exponent, _ = number._mpf_
    return _scaled(-int(mantissa) if sign else int(mantissa), int(exponent))


def _scaled(mantissa: int, exponent: int) -> Fraction:
    return Fraction(mantissa) * Fraction(2) ** exponent


def _rising(enclosed, fmt: Format) -> Distance:
    """The distance from an enclosure whose precision rises until it is sharp."""
    bits = fmt.precision + 64
    while bits <= MOST_BITS:
        ends = enclosed(bits)
        found = ends and from_enclosure(fmt, *ends)
        if found:
            return found
        bits *= 2
    raise UndecidedError(f"a distance in {fmt.name} is not decided at {MOST_BITS:,} bits")


def from_enclosure(fmt: Format, low: Fraction, high: Fraction) -> Distance | None:
    """The distance of a number between low and high; None where they do not say it sharply."""
    if low <= 0 <= high:
        return None
    negative = high < 0
    near, far = (-high, -low) if negative else (low, high)
    exponent = max(_floor_log2(near) - fmt.precision + 1, fmt.quantum)
    ulp = Fraction(2) ** exponent
    first, last = near / ulp, far / ulp
    count = math.floor(first)
    past = count + 1 > 1 << fmt.precision or last >= count + 1
    offsets = first - count - Fraction(1, 2), last - count - Fraction(1, 2)
    if past or offsets[0] <= 0 <= offsets[1]:
        return None
    outward = offsets[0] > 0
    lower, upper = sorted(map(abs, offsets))
    if (upper - lower) * _SHARP > lower:
        return None
    values = sorted((count * ulp, (count + 1) * ulp))
    if negative:
        values = [-values[1], -values[0]]
    bits = _ceiling_log2(far / (lower * ulp))
    return Distance(lower, upper, *values, outward != negative, bits)


def _floor_log2(number: Fraction) -> int:
    """floor(log2), exactly."""
    exponent = number.numerator.bit_length() - number.denominator.bit_length()
    return exponent if number >= Fraction(2) ** exponent else exponent - 1


def _ceiling_log2(number: Fraction) -> int:
    return -_floor_log2(1 / number)
