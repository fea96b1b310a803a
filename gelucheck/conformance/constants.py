"""Constants that are found in GELU code, with where they were read; and which one a value is."""

import math
from dataclasses import dataclass

from gelucheck.formats import STANDARD, Format


@dataclass(frozen=True)
class Known:
    """A constant as code has it.

    Attributes:
        text: how it is written.
        value: the nearest float64.
        source: where it is used, or what it is.
    """

    text: str
    value: float
    source: str


def _decimals(*rows: tuple[str, str]) -> tuple[Known, ...]:
    return tuple(Known(text, float(text), source) for text, source in rows)


KNOWN = {
    "sqrt(2)": (
        Known("sqrt(2)", math.sqrt(2), "the form itself"),
        *_decimals(
            ("1.41421", "Megatron-LM, megatron/core/transformer/utils.py"),
            ("1.4142", "four decimals of sqrt(2)"),
            ("1.414", "three decimals of sqrt(2)"),
        ),
        Known("1", 1.0, "x/sqrt(2) without the root of two: erf(x)"),
        Known("2", 2.0, "x/2 instead of x/sqrt(2)"),
        Known("1/sqrt(2)", math.sqrt(0.5), "divided where it is multiplied"),
    ),
    "sqrt(2/pi)": (
        Known("sqrt(2/pi)", math.sqrt(2 / math.pi), "the form itself; 0.7978845608028654"),
        *_decimals(
            ("0.79788456", "Megatron-LM, fused_bias_gelu.py; flash-attention; FlagGems"),
            ("0.79788452", "ncnn, layer/gelu.cpp"),
            ("0.797885", "candle and burn, derivatives of the tanh form"),
        ),
        Known("sqrt(2/3.141593)", math.sqrt(2 / 3.141593), "ExecuTorch Vulkan, unary_op.yaml"),
        *_decimals(
            ("0.7988", "Page 1977 (with 0.04417)"),
            ("0.8", "J. D. Cook, tanh(0.8 x)"),
        ),
        Known("0.044715", 0.044715, "the two constants of the form changed places"),
        Known("sqrt(pi/2)", math.sqrt(math.pi / 2), "the quotient upside down"),
        Known("2/pi", 2 / math.pi, "the root left out"),
    ),
    "0.044715": (
        Known("0.044715", 0.044715, "the form itself"),
        *_decimals(
            ("0.0447149", "the minimax coefficient for Phi, in seven decimals"),
            ("0.04472", "four significant digits"),
            ("0.0447", "three significant digits"),
            ("0.0445", "0.044715 in fewer digits"),
            ("0.04417", "Page 1977 (with 0.7988)"),
            ("0.0443829", "the minimax coefficient for GELU itself"),
        ),
        Known("(4-pi)/(6*pi)", (4 - math.pi) / (6 * math.pi), "the Taylor coefficient, 0.04553992"),
        Known("0", 0.0, "no cubic term"),
        Known("sqrt(2/pi)", math.sqrt(2 / math.pi), "the two constants changed places"),
        Known("0.79788456", 0.79788456, "the same, in eight decimals"),
        Known("0.44715", 0.44715, "a digit lost"),
        Known("0.0044715", 0.0044715, "a digit too many"),
    ),
    "1.702": (
        Known("1.702", 1.702, "the form itself"),
        *_decimals(
            ("1.7017516", "the minimax scale for Phi"),
            ("1.7", "item response theory's D"),
            ("1.749", "Savalei 2006"),
            ("1.773", "mlx issue 744"),
            ("1.7729335", "the minimax scale for GELU itself"),
            ("1.782", "a scale between those of Phi and GELU; no source known"),
            ("1.5957691216", "sqrt(8/pi): the tanh form without its cubic term"),
            ("1.72", "1.702 with a digit lost"),
            ("1.6", "J. D. Cook, tanh(0.8 x)"),
        ),
        Known("1", 1.0, "SiLU, also called swish"),
    ),
}
"""By the name of the constant in ``families``; the first of each is the form's own."""


def variants(name: str, fmt: Format | None = None) -> list[tuple[str, float]]:
    """Every known value of a constant with its text: as it is, and as it or its reciprocal comes
    out rounded to the format; the form's own also as rounded to a narrower one by mistake.

    Args:
        name: a key of ``KNOWN``.
    """
    found = []
    for known in KNOWN[name]:
        found.append((known.text, known.value))
        if fmt is not None:
            found += [(known.text, value) for value in _rounded(known.value, fmt)]
    if fmt is not None:
        own = KNOWN[name][0]
        for other in STANDARD.values():
            if other.precision < fmt.precision:
                text = f"{own.text} rounded to {other.name}"
                found += [(text, value) for value in _rounded(own.value, other)]
    return found


def _rounded(value: float, fmt: Format) -> list[float]:
    rounded = [fmt.value(fmt.round(value))]
    return [*rounded, 1 / fmt.value(fmt.round(1 / value))] if value else rounded


def nearest_known(name: str, value: float, uncertainty: float, fmt: Format | None = None) -> str:
    """The text of the known constant that a value is, or "".

    Of several the first in the table: the form's own wherever it is within the uncertainty.
    """
    for text, known in variants(name, fmt):
        if abs(known - value) <= uncertainty:
            return text
    return ""


def value_of(name: str, text: str, value: float, fmt: Format | None = None) -> float:
    """The value of a known constant's text; of one rounded elsewhere, the nearest to a value."""
    same = [each for known, each in variants(name, fmt) if known == text]
    if any(known.text == text for known in KNOWN[name]):
        return same[0]
    return min(same, key=lambda each: abs(each - value))


def shortest(value: float, uncertainty: float) -> float:
    """The number with the fewest significant digits that is within the uncertainty."""
    for digits in range(1, 17):
        number = float(f"{value:.{digits}g}")
        if abs(number - value) <= uncertainty:
            return number
    return value
