"""Which step loses the digits of a result, and why: in a sentence."""

import math
from collections.abc import Sequence

from gelucheck.explain.trace import Operation
from gelucheck.formats import Format

MILD = 1.0
"""An evaluation error in ulp up to which no digit is called lost: the last one may be off."""

LOSES = 2.0
"""Bits by which an error grows at a step that is blamed; roundings that only add up stay below."""


def lost_bits(error: float | None, came: Sequence[float | None], precision: int) -> float | None:
    """How far a step's relative error is beyond what came in and one rounding, in bits.

    Args:
        error: after the step; came: of its operands.
        precision: p of the arithmetic.

    Returns:
        0 or more; inf for an overflow of finite operands; None where there is no error.
    """
    known = [each for each in came if each is not None]
    if error is None or len(known) < len(came):
        return None
    before = max([2.0**-precision, *known])
    if error <= before:
        return 0.0
    return math.log2(error / before) if math.isfinite(error) else math.inf


def blame(
    operations: Sequence[Operation],
    values: Sequence[float],
    errors: Sequence[float | None],
    lost: Sequence[float | None],
    *,
    due: float,
    evaluation_ulp: float | None,
    apart: float = 0.0,
    formats: Sequence[Format] = (),
) -> tuple[int | None, str]:
    """The index of the step that loses the digits, or None, and the sentence.

    Args:
        operations, values, errors, lost: of the steps; the last one is the result.
        due: the form's correctly rounded value.
        evaluation_ulp: the evaluation error of the result; None where it has none.
        apart: how far the formula is from the form without rounding, in ulp.
        formats: that each step was rounded to; left out, IEEE 754's.
    """
    result = values[-1]
    if math.isnan(due):
        return None, "NaN in, NaN out"
    if math.isnan(result) or (math.isinf(result) and math.isfinite(due)):
        return _first_special(operations, values, formats)
    if evaluation_ulp is None or abs(evaluation_ulp) <= MILD:
        return None, "no step loses digits" + _healed(operations, errors, result)
    if apart > MILD and apart >= abs(evaluation_ulp) / 2:
        amount = f"{apart:.3g}" if math.isfinite(apart) else "over 1e308"
        return None, f"no step: the formula itself, without rounding, is {amount} ulp off its form"
    index = _worst(operations, values, errors, lost)
    if index is None:
        return None, f"no single step: the roundings add up to {abs(evaluation_ulp):.3g} ulp"
    return index, _reason(operations, values, lost, index)


def _first_special(operations, values, formats) -> tuple[int, str]:
    """Where the NaN, or else the infinity, of the result comes from."""
    wrong = math.isnan if math.isnan(values[-1]) else math.isinf
    index = next(i for i, value in enumerate(values) if wrong(value))
    if wrong is math.isinf:
        return index, f"{_said(operations[index])} overflows"
    if formats and not formats[index].infinities:
        name = formats[index].name
        return index, f"{_said(operations[index])} overflows: NaN, for {name} has no infinity"
    # a product is NaN for infinity times 0, a sum for infinities of unlike sign
    why = "infinity times 0" if operations[index].kind == "*" else "infinity less infinity"
    return index, f"{_said(operations[index])} is NaN: {why}"


def _healed(operations, errors, result: float) -> str:
    """An overflow on the way to a good result, in words; "" where there is none."""
    index = next((i for i, error in enumerate(errors) if error == math.inf), None)
    if index is None or not math.isfinite(result):
        return ""
    return f": {_said(operations[index])} overflows, to no harm"


def _worst(operations, values, errors, lost) -> int | None:
    """Back from the result along the operand that is worst, the step where most is lost.

    What is wrong elsewhere does not reach the result. Constants are rounded, not lost.
    """
    index, best = len(operations) - 1, None
    while index is not None and errors[index]:
        if (lost[index] or 0) >= LOSES and (best is None or lost[index] > lost[best]):
            best = index
        before = [i for i in operations[index].operands if i is not None]
        if operations[index].kind == "choose":
            before = [i for i in before if values[i] == values[index]]
        index = max(before, key=lambda i: errors[i] or 0.0, default=None)
    return best


def _reason(operations, values, lost, index: int) -> str:
    operation, said = operations[index], _said(operations[index])
    if math.isinf(lost[index]):
        return f"{said} overflows"
    amount = f"{said} loses {lost[index]:.1f} bits"
    if operation.kind in "+-":
        rest = "nothing is left" if values[index] == 0 else "their errors remain"
        return f"{amount}: its terms cancel, and {rest}"
    if operation.kind in "*/" or operation.kind in ("round", "cube", "narrow", "half"):
        return f"{amount}: the value is below the normal range"
    if values[index] == 0:
        return f"{amount}: the value is too small for the format"
    return f"{amount}: it magnifies the rounding of its argument"


def _said(operation: Operation) -> str:
    """The operation written out, or on names where that is too long to read."""
    written = operation.expression
    return written if len(written) <= 48 else f"{operation.name} = {operation.short}"
