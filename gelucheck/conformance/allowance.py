"""How far an output may be from the exact function before anything is held against it.

The default limits: one step in a 16-bit format, ``5·(1 + k)`` ulp above, with the condition number
``k = |x·F'(x)/F(x)|``: one rounding of x costs k ulp.
"""

import numpy as np

from gelucheck.formats import Format
from gelucheck.reference.evaluate import evaluate, tier_of
from gelucheck.reference.fast import Approximation, approximate
from gelucheck.reference.functions import REFERENCES, Function

ROUNDINGS = 5


def values_of(exact: Approximation) -> np.ndarray:
    """Exact values to the nearest float64 or so."""
    return exact.high if exact.scale is None else exact.high / exact.scale


def spacing(fmt: Format, y: np.ndarray) -> np.ndarray:
    """u(y) of a format at finite float64 values; that of zero is the smallest subnormal."""
    exponent = np.frexp(y)[1] - 1
    exponent = np.where(y == 0, fmt.emin, np.maximum(exponent, fmt.emin))
    return np.ldexp(1.0, exponent - fmt.precision + 1)


def slope(function: Function, x: np.ndarray, fmt: Format) -> np.ndarray:
    """F'(x) at finite float64 inputs, to a few digits.

    The derivatives of the forms are known; of those it is a difference quotient.
    """
    tier = tier_of(fmt)
    derivative = REFERENCES.get(f"{function.name}_grad")
    if derivative is not None:
        return values_of(approximate(derivative, x, tier))
    # far from 0 the derivatives go like exp(-x²/2): a step must be small beside 1/x
    step = 2.0**-10 / np.maximum(1.0, np.abs(x))
    right, left = (values_of(approximate(function, x + h, tier)) for h in (step, -step))
    return (right - left) / (2 * step)


def allowance(
    function: Function, x: np.ndarray, fmt: Format
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What is due at values of a format, and how far from it is allowed.

    Args:
        x: 1-D, of ``fmt.dtype``, finite.

    Returns:
        RN(F(x)) of the format's dtype; F(x) in float64; the largest |ŷ - F(x)| allowed, absolute.
    """
    reference = evaluate(function, x, fmt)
    exact, wide = values_of(reference.exact), x.astype(np.float64)
    unit = spacing(fmt, exact)
    if fmt.bits <= 16:
        # half a unit to RN(y), and a step from there, which may be of the next binade
        return reference.rounded, exact, 2.5 * unit
    with np.errstate(all="ignore"):
        moved = np.abs(wide * slope(function, wide, fmt))
        # k·u(F), but an F of less than one unit is not more at risk than one of a unit
        cost = moved * (unit / np.maximum(np.abs(exact), unit))
    return reference.rounded, exact, ROUNDINGS * (unit + cost)
