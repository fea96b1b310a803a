"""A writing at one input, step by step, beside the exact values of the same steps."""

import math
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np

from gelucheck.explain.blame import blame, lost_bits
from gelucheck.explain.digits import fraction_digits
from gelucheck.explain.exact import PART_DIGITS, sum_digits
from gelucheck.explain.record import Held, Step, Trace
from gelucheck.explain.shadow import apart_ulp, ball_digits, relative_error, shadow_steps
from gelucheck.explain.trace import Operation, recording
from gelucheck.formats import FORMATS, Format
from gelucheck.forms.arithmetic import ARITHMETICS, compute
from gelucheck.forms.writing import Writing
from gelucheck.reference.functions import REFERENCES, Function
from gelucheck.reference.oracle import exact, rounded_bits, special
from gelucheck.rows import shortest_hex
from gelucheck.ulp import unit_exact

_FEWEST = 5  # digits of an exact value, however few bits a format has
_SMALLEST_POWER = -1000
"""A power of ten, far below what float64 can say of a number in ulp."""


def held(fmt: Format, bits: int) -> Held:
    """A value of a format, spelt out."""
    value = fmt.value(bits)
    ordinal = None if math.isnan(value) else fmt.ordinal(bits)
    return Held(fmt.name, value, shortest_hex(value), f"0x{bits:0{fmt.bits // 4}x}", ordinal)


def error_ulp(function: Function, x: float, got: float, fmt: Format) -> float | None:
    """(got - f(x))/u(f(x)), to float64, infinite beyond it; None where either is not finite."""
    if not (math.isfinite(got) and math.isfinite(fmt.value(rounded_bits(function, x, fmt)))):
        return None
    error = Decimal(_less(got, function, x))
    if error.adjusted() < _SMALLEST_POWER:
        return 0.0
    unit = float(unit_exact(fmt, exact(function, x)))
    try:
        return float(Fraction(error) / Fraction(unit))
    except OverflowError:
        return math.copysign(math.inf, error)


def _less(got: float, function: Function, x: float) -> str:
    """got - f(x) in decimal; both finite."""
    if not x or math.isinf(x):
        return fraction_digits(Fraction(got) - Fraction(special(function, x)), PART_DIGITS)
    return sum_digits(Fraction(got), ((-1, function),), Fraction(x))


def trace(writing: Writing, arithmetic: str, fmt: Format, x: float) -> Trace:
    """Evaluate a writing at a value of a format, and tell every step.

    Args:
        arithmetic: one that applies to the format.
        x: a value of the format.
    """
    inside = ARITHMETICS[arithmetic](fmt)
    operations: list[Operation] = []
    at = fmt.values_of_bits([fmt.round(x)])
    result = compute(recording(writing, operations), at, fmt, arithmetic)
    bits = int(fmt.bits_of_values(result)[0])
    values = [_value(operation.result.value) for operation in operations]
    shadows = [s.result.value for s in shadow_steps(writing, x)] if math.isfinite(x) else None
    precisions = [_precision(operation, inside, fmt) for operation in operations]
    formats = [inside] * len(operations)
    if inside is not fmt:
        operations, values = _with_rounding(operations, values, fmt, fmt.value(bits))
        precisions.append(fmt.precision)
        formats.append(fmt)
        shadows = shadows and [*shadows, shadows[-1]]
    operations[-1] = replace(operations[-1], name="y")
    errors = [
        relative_error(value, shadows[i]) if shadows else None for i, value in enumerate(values)
    ]
    lost = [
        lost_bits(errors[i], _came(operation, errors), precisions[i])
        for i, operation in enumerate(operations)
    ]
    gelu = REFERENCES[writing.function]
    form = _form(writing)
    due = fmt.value(rounded_bits(gelu, x, fmt))
    got = fmt.value(bits)
    evaluation_ulp = error_ulp(form, x, got, fmt)
    due_form = fmt.value(rounded_bits(form, x, fmt))
    apart = 0.0
    if not writing.exact and shadows and x:
        unit = float(unit_exact(fmt, exact(form, x)))
        apart = apart_ulp(shadows[-1], form, x, unit)
    blamed, sentence = blame(
        *(operations, values, errors, lost),
        due=due_form,
        evaluation_ulp=evaluation_ulp,
        apart=apart,
        formats=formats,
    )
    total, method, evaluation = _parts(gelu, form, x, got, due)
    digits = [max(_FEWEST, math.ceil(precision * 0.30103) + 2) for precision in precisions]
    steps = tuple(
        Step(
            operation.name,
            operation.short,
            operation.expression,
            values[i],
            ball_digits(shadows[i], digits[i]) if shadows else None,
            errors[i],
            lost[i],
            i == blamed,
        )
        for i, operation in enumerate(operations)
    )
    return Trace(
        writing=writing.name,
        form=writing.form,
        text=writing.text,
        dtype=fmt.name,
        arithmetic=arithmetic,
        x=x,
        steps=steps,
        result=held(fmt, bits),
        due=due,
        total=total,
        method=method,
        evaluation=evaluation,
        total_ulp=error_ulp(gelu, x, got, fmt),
        evaluation_ulp=evaluation_ulp,
        distance=_distance(fmt, bits, due),
        sentence=sentence,
    )


def _precision(operation: Operation, inside: Format, row: Format) -> int:
    """Of the format that an operation rounds to."""
    to = {"narrow": row, "half": FORMATS["float16"]}.get(operation.kind, inside)
    return min(to.precision, inside.precision)


def _value(array) -> float:
    return float(np.ravel(np.asarray(array).astype(np.float64))[0])


def _form(writing: Writing) -> Function:
    name = "gelu" if writing.form == "erf" else writing.form
    return REFERENCES[name + writing.function.removeprefix("gelu")]


def _with_rounding(operations, values, fmt: Format, rounded: float):
    """The steps and the one rounding to the format that upcast ends with."""
    last = operations[-1]
    short, told, came = f"{fmt.name}({last.name})", f"rounding to {fmt.name}", len(operations) - 1
    final = Operation("round", "y", short, told, (came,), last.result)
    return [*operations, final], [*values, rounded]


def _came(operation: Operation, errors: Sequence[float | None]) -> list[float | None]:
    return [errors[i] for i in operation.operands if i is not None]


def _parts(gelu: Function, form: Function, x: float, got: float, due: float):
    """total, method and evaluation: total = method + evaluation exactly, each then to 17 digits."""
    if not (math.isfinite(x) and math.isfinite(got) and math.isfinite(due)):
        return None, None, None
    method = "0"
    if x and form is not gelu:
        method = sum_digits(Fraction(0), ((1, form), (-1, gelu)), Fraction(x))
    return _less(got, gelu, x), method, _less(got, form, x)


def _distance(fmt: Format, bits: int, due: float) -> int | None:
    got = fmt.value(bits)
    if math.isnan(got) or math.isnan(due):
        return None
    left, right = (fmt.ranks(fmt.values_of_bits([b]))[0] for b in (bits, fmt.round(due)))
    return abs(int(left) - int(right))


def exactly(x: Fraction | float) -> Fraction | None:
    """X as a rational number; None for an infinity or a NaN."""
    return Fraction(x) if isinstance(x, Fraction) or math.isfinite(x) else None
