"""Numbers as people write them, read exactly: decimal, C's hexadecimal floats, bit patterns.

A numeral is a mantissa, a base and an exponent, so it is read without any rounding and rounded
into a format once. An exponent too large for every format is never multiplied out.

When a format *holds* a numeral:

* a hexadecimal numeral, ``inf``, ``nan`` or ``bits:``: the value is exactly one of the format;
* a decimal: the same, or it is how such a value is printed. 0.1 is no binary number, but it is how
  float64 prints 0x1.999999999999ap-4, and that is what is meant. Printed means one of: Python's
  ``repr`` of the value; NumPy's shortest digits for the format (six digits for a format that NumPy
  knows only through ``ml_dtypes``); both of at most 17 digits; or the value correctly rounded to
  17 digits or more, as ``numpy.savetxt`` and C's ``%.17g`` write it.
"""

import math
import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import numpy as np

from gelucheck.errors import InputsError
from gelucheck.formats import Format

# The exact midpoint of two float64 values needs 1,077 characters; more than this is no number.
MAX_LENGTH = 4096
# Powers of two and ten that no format reaches, with room for binary128.
_FAR = {2: 20_000, 10: 6_000}
# Digits that tell every float64 value from its neighbours.
_ROUND_TRIP = 17

_DECIMAL = re.compile(r"([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?", re.ASCII | re.I)
_HEX = re.compile(
    r"([+-]?)0x([0-9a-f]*)(?:\.([0-9a-f]*))?(?:p([+-]?\d+))?", re.ASCII | re.IGNORECASE
)
_SPECIAL = re.compile(r"([+-]?)(inf|infinity|nan)", re.ASCII | re.I)
_BITS = re.compile(r"bits:(?:0x([0-9a-f]{1,32})|(\d{1,39}))", re.ASCII | re.I)

MEND = "write a decimal (-2.5, 1e-3), a hex float (-0x1.4p+1), inf, nan or bits:0x…"


def shown(text: str, limit: int = 60) -> str:
    """Text from outside, made safe for a terminal and cut to a length."""
    return repr(text if len(text) <= limit else text[: limit - 1] + "…")


@dataclass(frozen=True)
class Numeral:
    """``±digits·base^exponent`` as written, or a special value.

    Attributes:
        text: what was written.
        special: "inf", "nan" or "" for a number.
        written: how many digits were written, leading zeros apart.
    """

    text: str
    negative: bool
    digits: int = 0
    base: int = 10
    exponent: int = 0
    special: str = ""
    written: int = 0

    def reach(self) -> int:
        """+1 when the number is beyond every format's largest, -1 below its smallest, else 0."""
        if not self.digits:
            return 0
        width = self.digits.bit_length() if self.base == 2 else self.written
        size, far = width + self.exponent, _FAR[self.base]
        return (size > far) - (size < -far)

    def exact(self) -> Fraction:
        """The number; only when ``reach`` is 0 and nothing is special."""
        size = Fraction(self.digits)
        if self.digits:
            size *= Fraction(self.base) ** self.exponent
        return -size if self.negative else size


def _exponent(text: str | None) -> int:
    """An exponent, cut where no mantissa of ``MAX_LENGTH`` digits could bring it back."""
    digits = (text or "0").lstrip("+-").lstrip("0")
    size = int(digits or "0") if len(digits) <= 12 else 10**12
    return -size if text and text[0] == "-" else size


def read_numeral(text: str) -> Numeral:
    """Read a decimal, a hex float, ``inf`` or ``nan``, exactly.

    Raises:
        InputsError: it is none of them.
    """
    text = text.strip()
    if len(text) > MAX_LENGTH:
        raise InputsError(f"{shown(text)} is longer than {MAX_LENGTH} characters", MEND)
    if match := _SPECIAL.fullmatch(text):
        return Numeral(text, match[1] == "-", special=match[2].lower()[:3])
    for base, pattern, per_digit in ((2, _HEX, 4), (10, _DECIMAL, 1)):
        match = pattern.fullmatch(text)
        whole, part = (match[2], match[3] or "") if match else ("", "")
        if whole or part:
            # Decimal, because int() refuses long texts where the interpreter is told to
            digits = int(whole + part, 16) if base == 2 else int(Decimal(whole + part))
            exponent = _exponent(match[4]) - per_digit * len(part)
            written = len((whole + part).lstrip("0"))
            return Numeral(text, match[1] == "-", digits, base, exponent, "", written)
    raise InputsError(f"{shown(text)} is not a number", MEND)


def parse_exact(text: str, fmt: Format | None = None) -> Fraction | float:
    """The exact number that a text means.

    Args:
        text: decimal, hex float, ``inf``, ``nan``, or ``bits:0x…`` with ``fmt``.

    Returns:
        A ``Fraction``; or, where it cannot be one, the float ``-0.0``, ``inf``, ``-inf`` or ``nan``.

    Raises:
        InputsError: not a number; bits without a format; beyond the reach of every format.
    """
    if text.strip()[:5].lower() == "bits:":
        if fmt is None:
            raise InputsError(f"{shown(text)} is a bit pattern of an unknown format", "add --dtype")
        value = fmt.value(parse_bits(text, fmt))
        plain = math.isfinite(value) and (value != 0 or math.copysign(1, value) > 0)
        return Fraction(value) if plain else value
    numeral = read_numeral(text)
    if numeral.special:
        return float(("-" if numeral.negative else "") + numeral.special)
    if reach := numeral.reach():
        size = "large" if reach > 0 else "small"
        raise InputsError(
            f"{shown(text)} is too {size} for every format",
            f"a number between 10^-{_FAR[10]} and 10^{_FAR[10]}, or inf",
        )
    return numeral.exact() if numeral.digits or not numeral.negative else -0.0


def parse_bits(text: str, fmt: Format, round_inputs: bool = False) -> int:
    """The pattern of the value of ``fmt`` that a text means.

    Args:
        round_inputs: take the nearest value (ties to even) where the format does not hold the
            number; rounded once, from the exact number.

    Raises:
        InputsError: not a number, not a pattern, or a number that the format does not hold.
    """
    if text.strip()[:5].lower() == "bits:":
        match = _BITS.fullmatch(text.strip())
        if not match:
            raise InputsError(f"{shown(text)} is not a bit pattern", "bits:0x… in hexadecimal")
        bits = int(match[1], 16) if match[1] else int(match[2])
        if bits >> fmt.bits:
            raise InputsError(
                f"{shown(text)} does not fit {fmt.name}",
                f"a pattern has {fmt.bits} bits: at most bits:{(1 << fmt.bits) - 1:#x}",
            )
        return bits
    numeral = read_numeral(text)
    sign = fmt.sign_bit if numeral.negative else 0
    if numeral.special:
        return fmt.nan_bits if numeral.special == "nan" else fmt.infinity_bits | sign
    if reach := numeral.reach():
        bits, held = sign | (fmt.infinity_bits if reach > 0 else 0), False
    else:
        exact = numeral.exact()
        bits = fmt.round(exact) | sign
        held = _holds(numeral, exact, fmt, bits)
    if held or round_inputs:
        return bits
    raise InputsError(
        f"{fmt.name} has no value {shown(numeral.text)[1:-1]}; the nearest is {fmt.value(bits)!r}",
        "write that one, or round with --round-inputs",
    )


def _holds(numeral: Numeral, exact: Fraction, fmt: Format, bits: int) -> bool:
    """Whether ``exact`` is the value with these bits, or how that value is printed."""
    value = fmt.value(bits)
    if math.isinf(value):
        return False
    if exact == Fraction(value):
        return True
    if numeral.base == 2 or value == 0:
        return False
    if numeral.written >= _ROUND_TRIP and exact == Fraction(f"{value:.{numeral.written - 1}e}"):
        return True
    return exact in (Fraction(repr(value)), Fraction(_printed(value, fmt)))


def _printed(value: float, fmt: Format) -> str:
    """How NumPy prints a value of the format; digits only, whatever the print options."""
    scalar = np.array([value]).astype(fmt.dtype)[0]
    if fmt.dtype.kind != "f":
        return f"{value:.6g}"
    # "1.e-01": a Fraction wants a digit after the point
    return np.format_float_scientific(scalar, trim="0")


def parse_value(text: str, fmt: Format, round_inputs: bool = False) -> float:
    """The value of ``fmt`` that a text means, exactly, as a float; see ``parse_bits``."""
    return fmt.value(parse_bits(text, fmt, round_inputs))
