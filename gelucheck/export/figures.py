"""How numbers and names are printed: one place, so that the table and Markdown say the same.

A figure gets as many digits as its verdict needs: the printed text is on the same side of a bound
as the number itself. Numbers are plain ASCII, so that they can be copied into a command.
"""

from fractions import Fraction

from gelucheck.formats import Format
from gelucheck.gate.digits import NOTHING, figure, format_against

__all__ = [
    "NOTHING",
    "clean",
    "cut",
    "figure",
    "format_against",
    "format_count",
    "format_share",
    "format_x",
]

_COARSE = 4  # bits of precision: a decimal that tells a value from the next may be 30 % off it
_PLAIN = 1e-3  # what is less has too many zeros where room is short


def format_x(x: float | None, fmt: Format | None = None, room: int = 11) -> str:
    """An input in at most ``room`` places, so that the reader can give it back to a command.

    The shortest decimal of the exact value where it fits; else the shortest that rounds to the
    same value of the format, but of a format of few bits, where that is another number by far:
    -2e-5 for -1.52587890625e-5. Where both are too long the digits are cut, not rounded, and an
    ellipsis says that they go on; JSON and CSV have them all.

    Args:
        x: a value of the format; None is printed as a dash.
        fmt: the format, or None where it is not known.
    """
    if x is None:
        return NOTHING
    mantissa, tail = _parts(repr(float(x)))
    coarse = fmt is not None and fmt.precision <= _COARSE
    if len(mantissa + tail) > room and fmt is not None and not coarse:
        mantissa, tail = _parts(_shortest(float(x), fmt))
    if len(mantissa + tail) <= room:
        return mantissa + tail
    if coarse and not tail and abs(x) < _PLAIN:
        mantissa, tail = _parts(f"{x:.17e}")
    return mantissa[: room - len(tail) - 1] + "…" + tail


def _parts(text: str) -> tuple[str, str]:
    """A number as repr has it, in two: the digits, and the power of ten without padding."""
    mantissa, _, exponent = text.partition("e")
    return mantissa.removesuffix(".0"), f"e{int(exponent)}" if exponent else ""


def _shortest(x: float, fmt: Format) -> str:
    bits = fmt.round(x)
    if fmt.value(bits) != x:
        # a stored run says what it will; fewer digits of it mean nothing in the format
        return repr(x)
    texts = (f"{x:.{digits}g}" for digits in range(1, 18))
    # through a fraction, since a few digits of the largest float64 may lie beyond it
    return next(repr(float(text)) for text in texts if fmt.round(Fraction(text)) == bits)


def format_share(part: int, whole: int, decimals: int = 2) -> str:
    """A percentage; 100% and 0% mean all and none, whatever the number of digits it takes.

    Args:
        decimals: at least so many.
    """
    if whole == 0:
        return NOTHING
    if part in (0, whole):
        return "100%" if part else "0%"
    while round(100 * part * 10**decimals / whole) in (0, 100 * 10**decimals):
        decimals += 1
    return f"{100 * part / whole:.{decimals}f}%"


def format_count(number: int) -> str:
    """An integer with its thousands apart."""
    return f"{number:,}"


def clean(text: str) -> str:
    """A name or a sentence on one line, with whatever a terminal could obey spelled out."""
    return "".join(
        mark if mark.isprintable() else mark.encode("unicode_escape").decode("ascii")
        for mark in str(text)
    )


def cut(text: str, most: int) -> str:
    """A text of at most so many characters; an ellipsis says that it goes on."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
