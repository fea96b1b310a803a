"""Numbers as people write them, read exactly: decimal, C's hexadecimal floats, bit patterns.

A numeral is a mantissa, a base and an exponent, so it is read without any rounding and
``parse.py`` rounds it into a format once. An exponent too large for every format is never
multiplied out.
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from gelucheck.errors import InputsError

# The exact midpoint of two float64 values needs 1,077 characters; more than this is no number.
MAX_LENGTH = 4096
# Powers of two and ten that no format reaches, with room for binary128.
FAR = {2: 20_000, 10: 6_000}

_DECIMAL = re.compile(r"([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?", re.ASCII | re.I)
_HEX = re.compile(
    r"([+-]?)0x([0-9a-f]*)(?:\.([0-9a-f]*))?(?:p([+-]?\d+))?", re.ASCII | re.IGNORECASE
)
_SPECIAL = re.compile(r"([+-]?)(inf|infinity|nan)", re.ASCII | re.I)

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
        size, far = width + self.exponent, FAR[self.base]
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
