"""What is counted apart, beside the size of errors: see ``record.COUNTS``.

Held against the declared form, or GELU where none is declared: what the form's exact values round
to is due. Over all inputs, infinities and NaN included.
"""

from collections.abc import Callable

import numpy as np

from gelucheck.peaks import Peak
from gelucheck.reference.evaluate import Reference
from gelucheck.tally import Count


def categories(
    x: np.ndarray,
    got: np.ndarray,
    form: Reference,
    order: np.ndarray,
    make: Callable[[int, float], Peak],
) -> dict[str, Count]:
    """Count the categories that occur.

    Args:
        x: the inputs, float64.
        got: the outputs, in the format.
        form: the reference that is due.
        order: indices of all inputs in ordinal order: the first of a category is its witness.
        make: index and value -> peak.

    Returns:
        by category. ``nan``: NaN where a number is due; ``missing_nan``: a number for NaN; ``inf``:
        infinite where a finite value is due; ``missing_inf``: finite where an infinite one is;
        ``sign``: not zero, and of the sign that y does not have; ``zero_sign``: a zero for a zero
        of the other sign; ``flushed``: zero where RN(y) is not; ``range``: outside the function's
        range, after rounding. And ``broken``: NaN or infinite at a finite input where RN(y) is
        finite; ``nan_left``: NaN at -inf.
    """
    with np.errstate(invalid="ignore"):  # a signalling NaN
        output, due = got.astype(np.float64), form.rounded.astype(np.float64)
    number = ~np.isnan(due)
    finite_due = np.isfinite(due)
    sign_due, sign_got = np.signbit(due), np.signbit(output)
    nan, zero = np.isnan(output), output == 0
    lowest, highest = bounds_of(form, x)
    with np.errstate(invalid="ignore"):
        found = {
            "nan": nan & number,
            "missing_nan": ~nan & ~number,
            "inf": np.isinf(output) & finite_due,
            "missing_inf": np.isfinite(output) & np.isinf(due),
            "sign": ~nan & ~zero & number & (sign_got != sign_due) & ((x != 0) | (due != 0)),
            "zero_sign": zero & (due == 0) & (sign_got != sign_due),
            "flushed": zero & number & (due != 0),
            "range": finite_due & np.isfinite(output) & ((output < lowest) | (output > highest)),
            "broken": ~np.isfinite(output) & finite_due & np.isfinite(x),
            "nan_left": nan & (x == -np.inf),
        }
    counts = {}
    for name, where in found.items():
        number_of = int(np.count_nonzero(where))
        if number_of:
            first = order[where[order]][0]
            counts[name] = Count(number_of, make(first, 0.0))
    return counts


def bounds_of(form: Reference, x: np.ndarray):
    """What the outputs must lie between: the function's range, rounded outwards.

    x·s(x) is at least the function's minimum and at most max(x, 0). A value a step outside of the
    minimum can be its correct rounding, so the bound is the value of the format at or below it.
    """
    lowest, highest = form.function.range
    down, up = (_outward(form.fmt, value, step) for value, step in ((lowest, -1), (highest, 1)))
    return down, np.maximum(x, 0.0) if form.function.half else up


def _outward(fmt, value, step: int) -> float:
    """The value of the format at or beyond a ``Fraction`` (or an infinity), in a direction."""
    if isinstance(value, float):
        return value
    bits = fmt.round(value)
    nearest = fmt.value(bits)
    if nearest <= value if step < 0 else nearest >= value:
        return nearest
    return fmt.value(fmt.bits_at(fmt.ordinal(bits) + step))
