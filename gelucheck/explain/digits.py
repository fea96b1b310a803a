"""A real number in decimal, correctly rounded, from ever narrower enclosures of it."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

# an exact power of ten as a Fraction is out of the question from here on
_LARGEST_POWER = 100_000


def round_digits(lower, upper, digits: int, never: tuple[Fraction, int] | None = None):
    """Significant digits of a number between two mpf, rounded to nearest.

    Args:
        lower, upper: ends of an enclosure, of one mpmath context.
        digits: how many, from 1 up.
        never: a number that the value comes near but is not, and on which side of it the value
            lies, -1 or 1: it decides a tie.

    Returns:
        the text, or None: then the enclosure is too wide.
    """
    if not (lower > 0 or upper < 0):
        return None
    mp, negative = lower.context, upper < 0
    with mp.workprec(64):
        exponent = int(mp.floor(mp.log10(max(abs(lower), abs(upper)))))
    # to change a sign is to round to the context's precision, in mpmath
    ends = (upper, lower) if negative else (lower, upper)
    # log10 may be off by one next to a power of ten, and the ends may lie on both sides of it
    for _ in range(3):
        low, high = _scaled(mp, ends, digits - 1 - exponent, digits)
        if low >= 10**digits:
            exponent += 1
        elif high < 10 ** (digits - 1):
            exponent -= 1
        else:
            break
    if low != high:
        low = _break_tie(low, high, digits - 1 - exponent, negative, never)
    if low is None:
        return None
    if low == 10**digits:
        low, exponent = low // 10, exponent + 1
    return write_digits(negative, low, exponent)


def _scaled(mp, ends, power: int, digits: int) -> tuple[int, int]:
    """The ends times 10^power, rounded to integers; moved apart by what the scaling may err."""
    precision = int(digits * 3.33) + 96 + abs(power).bit_length()
    precision = max(precision, *(end._mpf_[3] for end in ends))
    with mp.workprec(precision):
        scale, slack = mp.mpf(10) ** power, mp.ldexp(1, 16 - precision)
        low, high = abs(ends[0]) * scale * (1 - slack), abs(ends[1]) * scale * (1 + slack)
        return int(mp.nint(low)), int(mp.nint(high))


def _break_tie(low, high, power, negative, never):
    """Which of two neighbours, when the tie between them is a number that is never met."""
    if never is None or high - low != 1 or abs(power) > _LARGEST_POWER:
        return None
    number, side = never
    if 2 * abs(number) * Fraction(10) ** power != low + high:
        return None
    outward = side < 0 if negative else side > 0
    return high if outward else low


def write_digits(negative: bool, mantissa: int, exponent: int) -> str:
    """``±d.ddd·10^exponent`` as text: plain where that is short, else with a power of ten."""
    # through Decimal, because str() of an int refuses to be long
    text, sign = str(Decimal(mantissa)), "-" if negative else ""
    if -5 <= exponent < 0:
        return f"{sign}0.{'0' * (-exponent - 1)}{text}"
    whole, power = (exponent + 1, "") if 0 <= exponent < max(len(text), 6) else (1, f"e{exponent}")
    text = text.ljust(whole, "0")
    return f"{sign}{text[:whole]}{'.' if text[whole:] else ''}{text[whole:]}{power}"


def fraction_digits(x: Fraction, digits: int) -> str:
    """A rational number to some significant digits, ties to even; all of them where it ends there.

    Trailing zeros that an exact number does not need are left out.
    """
    if not x:
        return "0"
    size = abs(x)
    exponent = len(str(Decimal(size.numerator))) - len(str(Decimal(size.denominator)))
    while size >= Fraction(10) ** (exponent + 1):
        exponent += 1
    while size < Fraction(10) ** exponent:
        exponent -= 1
    scaled = size * Fraction(10) ** (digits - 1 - exponent)
    mantissa = round(scaled)
    if mantissa == 10**digits:
        mantissa, exponent = mantissa // 10, exponent + 1
    if mantissa == scaled:
        while mantissa % 10 == 0 and mantissa:
            mantissa //= 10
    return write_digits(x < 0, mantissa, exponent)


def settle_digits(
    enclose: Callable, digits: int, most: int, never: tuple[Fraction, int] | None = None
) -> str | None:
    """Raise the precision until the digits are decided; None where ``most`` bits do not do.

    Args:
        enclose: precision in bits -> (lower, upper), mpf.
    """
    precision = int(digits * 3.33) + 40
    while precision <= most:
        text = round_digits(*enclose(precision), digits, never)
        if text is not None:
            return text
        precision *= 2
    return None
