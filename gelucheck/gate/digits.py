"""A figure as text, with as many digits as its verdict needs.

The printed text is on the same side of a bound as the number itself.
"""

import math

NOTHING = "—"  # a figure that does not exist, as opposed to a zero
_LARGEST_PLAIN = 1e5  # from here on a power of ten is easier to read than digits
_SMALLEST_PLAIN = 1e-3


def figure(value, digits: int = 4, *, scientific: bool = False) -> str:
    """A number to ``digits`` significant digits.

    Args:
        value: int, float or None (printed as a dash).
        scientific: always with a power of ten, so that a column of errors can be compared.
    """
    if value is None:
        return NOTHING
    value = float(value)
    if not math.isfinite(value):
        return str(value)
    if value == 0:
        return "0"
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    power = int(exponent)
    if scientific or not _SMALLEST_PLAIN <= abs(value) < _LARGEST_PLAIN:
        return f"{mantissa}e{power}"
    return f"{value:.{max(0, digits - 1 - power)}f}"


def plain(value: float | int) -> str:
    """A number exactly, as one writes it: "2" for 2.0, "1e-08"."""
    return repr(value).removesuffix(".0")


def format_against(
    value, bound, digits: int = 4, *, most: int = 17, scientific: bool = False
) -> str:
    """A number with digits enough to be on the right side of a bound (or equal to it).

    Args:
        value: int, float or None.
        bound: int, float, or None where nothing is compared.
        digits: how many to begin with.
        most: how many to try; 17 tell any two float64 numbers apart. Where fewer do not
            suffice, the text is that of ``digits``.
    """
    short = figure(value, digits, scientific=scientific)
    if value is None or bound is None or not math.isfinite(value):
        return short
    for number in range(digits, most + 1):
        text = figure(value, number, scientific=scientific)
        if _side(float(text), bound) == _side(value, bound):
            return text
    return short


def _side(value, bound) -> int:
    return (value > bound) - (value < bound)
