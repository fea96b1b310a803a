"""Exact numbers: constants and tolerances as people write them."""

import math
from fractions import Fraction

from gelucheck.errors import InputsError, UsageError
from gelucheck.inputs.numerals import shown
from gelucheck.inputs.parse import parse_exact
from gelucheck.rows import shortest_hex

MEND = "write a decimal (0.0443829), a fraction (8943/200000) or a hex float (0x1.6e4p-5)"


def exact(given: Fraction | float | str, what: str) -> Fraction:
    """A number, or what a decimal, a fraction or a hex float means, exactly.

    Args:
        what: it is of, for an error.

    Raises:
        UsageError: none of these, or not finite.
    """
    if not isinstance(given, str):
        # a rational may be larger than any float
        if isinstance(given, float) and not math.isfinite(given):
            raise UsageError(f"{what} of {given!r}", "a finite number")
        return Fraction(given)
    whole, slash, part = given.partition("/")
    try:
        number = parse_exact(whole)
        divisor = parse_exact(part) if slash else Fraction(1)
    except InputsError as problem:
        raise UsageError(f"{what} {shown(given)}: {problem.what}", MEND) from None
    # -0 is no fraction, and is 0 here
    number = Fraction(0) if number == 0 else number
    if not isinstance(number, Fraction) or not isinstance(divisor, Fraction) or not divisor:
        raise UsageError(f"{what} {shown(given)} is not a number", MEND)
    return number / divisor


def not_above(number: Fraction) -> float:
    """The greatest float64 not above a rational that is within the range of float64."""
    value = float(number)
    return value if Fraction(value) <= number else math.nextafter(value, -math.inf)


def end_words(end: float) -> str:
    """A float64 as a decimal that is this very number, or in hexadecimal notation."""
    return repr(end) if Fraction(repr(end)) == Fraction(end) else shortest_hex(end)
