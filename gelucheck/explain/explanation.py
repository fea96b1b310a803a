"""Everything about one input: the door of this room."""

import math
from collections.abc import Sequence
from fractions import Fraction

from gelucheck.errors import InputsError, UsageError, unknown
from gelucheck.explain.digits import fraction_digits
from gelucheck.explain.exact import exact_values
from gelucheck.explain.record import Due, Explanation, Input
from gelucheck.explain.steps import error_ulp, exactly, held, trace
from gelucheck.formats import STANDARD, Format, find_format
from gelucheck.forms.arithmetic import ARITHMETICS
from gelucheck.forms.catalogue import FORMS, find_writing
from gelucheck.inputs.parse import parse_bits, parse_exact
from gelucheck.reference.functions import REFERENCES
from gelucheck.reference.oracle import rounded_bits
from gelucheck.rows import shortest_hex

FUNCTIONS = ("gelu", "gelu_grad")
MOST_DIGITS = 10_000


def explain(
    text: str,
    *,
    dtypes: Sequence[str] = (),
    forms: Sequence[str] = (),
    arithmetics: Sequence[str] = (),
    function: str = "gelu",
    digits: int = 30,
) -> Explanation:
    """Put one input under the microscope.

    Args:
        text: decimal, hex float, "inf", "nan", or "bits:0x…" with one dtype; read exactly.
        dtypes, forms, arithmetics: names, as ``compare`` takes them; none means the default:
            the four of ``formats.STANDARD``, the three forms, both arithmetics.
        function: "gelu" or "gelu_grad".
        digits: significant decimal digits of the exact values, 1 to 10,000.

    Raises:
        UsageError: an unknown name, no digits or too many, or nothing to evaluate.
        InputsError: not a number; a pattern without its format.
    """
    if not 1 <= digits <= MOST_DIGITS:
        raise UsageError(f"{digits} digits", f"ask for 1 to {MOST_DIGITS:,}")
    if function not in FUNCTIONS:
        raise unknown("function", function, FUNCTIONS)
    formats = [find_format(name) for name in dict.fromkeys(dtypes or STANDARD)]
    writings = [find_writing(name, function) for name in dict.fromkeys(forms or FORMS)]
    chosen = tuple(dict.fromkeys(arithmetics or ARITHMETICS))
    for name in chosen:
        if name not in ARITHMETICS:
            raise unknown("arithmetic", name, ARITHMETICS)
    cases = [(f, a) for f in formats for a in chosen if ARITHMETICS[a](f) is not None]
    if not cases:
        asked = ", ".join((*(fmt.name for fmt in formats), *chosen))
        raise UsageError(f"nothing to evaluate in {asked}", "float64 has native arithmetic only")
    x, bits = _read(text, formats, bool(dtypes))
    values = {fmt.name: fmt.value(bits[fmt.name]) for fmt in formats}
    gelu = REFERENCES[function]
    return Explanation(
        text=text.strip(),
        decimal=_decimal(x, digits),
        hex=_hex(x),
        function=function,
        digits=digits,
        inputs=tuple(_input(x, fmt, bits[fmt.name]) for fmt in formats),
        exact=exact_values(x, function, digits),
        due=tuple(_due(gelu, values[fmt.name], fmt) for fmt in formats),
        traces=tuple(
            trace(writing, arithmetic, fmt, values[fmt.name])
            for writing in writings
            for fmt, arithmetic in cases
        ),
    )


def _read(text: str, formats: Sequence[Format], told: bool):
    """X exactly, and its pattern in each format, rounded once where it must be."""
    if text.strip()[:5].lower() == "bits:" and told and len(formats) > 1:
        raise InputsError(
            f"{text.strip()[:60]!r} is a pattern of one format, and there are {len(formats)}",
            "give one --dtype",
        )
    x = parse_exact(text, formats[0] if told else None)
    return x, {fmt.name: parse_bits(text, fmt, round_inputs=True) for fmt in formats}


def _input(x: Fraction | float, fmt: Format, bits: int) -> Input:
    number = held(fmt, bits)
    exact = exactly(x)
    same = exact == exactly(number.value) if exact is not None else True
    return Input(number, not same)


def _decimal(x: Fraction | float, digits: int) -> str:
    if isinstance(x, Fraction):
        return fraction_digits(x, digits)
    return repr(x).removesuffix(".0")


def _hex(x: Fraction | float) -> str | None:
    """X in hexadecimal, where float64 holds it."""
    if isinstance(x, float):
        return shortest_hex(x) if math.isfinite(x) else None
    try:
        near = float(x)
    except OverflowError:
        return None
    return shortest_hex(near) if math.isfinite(near) and Fraction(near) == x else None


def _due(function, x: float, fmt: Format) -> Due:
    bits = rounded_bits(function, x, fmt)
    return Due(held(fmt, bits), error_ulp(function, x, fmt.value(bits), fmt))
