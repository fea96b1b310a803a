"""The value of a format that a text means: exactly, or rounded once.

When a format *holds* a numeral:

* a hexadecimal numeral, ``inf``, ``nan`` or ``bits:``: the value is exactly one of the format;
* a decimal: the same, or it is how such a value is printed as a float64. 0.1 is no binary number,
  but it is how float64 prints 0x1.999999999999ap-4, and that is what is meant; float32 and the
  16-bit formats have no such value. Printed means: Python's ``repr`` of the value, or the value
  correctly rounded to 17 digits or more, as ``numpy.savetxt`` and C's ``%.17g`` write it.
"""

import math
import re
from fractions import Fraction

from gelucheck.errors import InputsError
from gelucheck.formats import Format
from gelucheck.inputs.numerals import FAR, Numeral, read_numeral, shown

# Digits that tell every float64 value from its neighbours.
_ROUND_TRIP = 17
_BITS = re.compile(r"bits:(?:0x([0-9a-f]{1,32})|(\d{1,39}))", re.ASCII | re.I)


def parse_exact(text: str, fmt: Format | None = None) -> Fraction | float:
    """The exact number that a text means.

    Args:
        text: decimal, hex float, ``inf``, ``nan``, or ``bits:0x…`` with ``fmt``.

    Returns:
        A ``Fraction``; or, where it cannot be one, the float -0.0, inf, -inf or nan.

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
            f"a number between 10^-{FAR[10]} and 10^{FAR[10]}, or inf",
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
        if numeral.special == "nan":
            return fmt.nan_bits
        bits, held = fmt.end_bits | sign, fmt.infinities
    elif reach := numeral.reach():
        bits, held = sign | (fmt.end_bits if reach > 0 else 0), False
    else:
        exact = numeral.exact()
        bits = fmt.round(exact) | sign
        held = _holds(numeral, exact, fmt, bits)
    if held or round_inputs:
        return bits
    value = fmt.value(bits)
    near = f"the nearest is {value!r}"
    if math.isnan(value):
        near = f"its values end at {math.copysign(fmt.largest, -1 if sign else 1)!r}"
    raise InputsError(
        f"{fmt.name} has no value {shown(numeral.text)[1:-1]}; {near}",
        "write that one, or round with --round-inputs",
    )


def _holds(numeral: Numeral, exact: Fraction, fmt: Format, bits: int) -> bool:
    """Whether ``exact`` is the value with these bits, or how that value is printed."""
    value = fmt.value(bits)
    if not math.isfinite(value):
        return False
    if exact == Fraction(value):
        return True
    if numeral.base == 2 or value == 0:
        return False
    if numeral.written >= _ROUND_TRIP and exact == Fraction(f"{value:.{numeral.written - 1}e}"):
        return True
    return exact == Fraction(repr(value))


def parse_value(text: str, fmt: Format, round_inputs: bool = False) -> float:
    """The value of ``fmt`` that a text means, exactly, as a float; see ``parse_bits``."""
    return fmt.value(parse_bits(text, fmt, round_inputs))
