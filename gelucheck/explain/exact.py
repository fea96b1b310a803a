"""The exact functions at X: digits, distance from GELU, condition."""

import math
from fractions import Fraction
from functools import lru_cache

from gelucheck.errors import UndecidedError
from gelucheck.explain.digits import fraction_digits, settle_digits
from gelucheck.explain.record import Exact
from gelucheck.reference.enclosure import arb_precision
from gelucheck.reference.functions import REFERENCES, Function
from gelucheck.reference.oracle import MOST_BITS, enclose, special

FAR = 1 << 20
"""From here on every function is within 10^-100000 of its limit, or of x.

The slowest is the sigmoid form: u·e^(-1.702u) < 10^-775000 at u = 2^20, and decreasing.
"""

PART_DIGITS = 17
"""Of differences: as many as tell float64 values apart."""


MOST_SMALL_BITS = 1 << 18
"""Precision for |x| < 1, where series are short; enough for 10^-6000."""


def exact_values(x: Fraction | float, function: str, digits: int) -> tuple[Exact, ...]:
    """GELU and its other forms (or their derivatives) at X.

    Args:
        x: a ``Fraction``, or a float where it cannot be one: -0.0, ±inf, nan.
        function: "gelu" or "gelu_grad".
        digits: significant decimal digits of the values.
    """
    forms = [name + function.removeprefix("gelu") for name in ("gelu", "tanh", "sigmoid")]
    first = REFERENCES[forms[0]]
    return tuple(_exact(REFERENCES[name], first, x, digits) for name in forms)


def _exact(function: Function, first: Function, x, digits: int) -> Exact:
    if isinstance(x, float) or x == 0:
        return _at_special(function, first, float(x))
    far = abs(x) >= FAR
    difference = None
    if function is not first:
        difference = sum_digits(Fraction(0), ((1, function), (-1, first)), x)
    value = _far_value(function, x, digits) if far else _value(function, x, digits)
    return Exact(function.name, value, difference, condition(function, x), far)


def _at_special(function: Function, first: Function, x: float) -> Exact:
    value, other = special(function, x), special(first, x)
    difference = None
    if function is not first and math.isfinite(value - other):
        difference = "0"
    # near 0 the forms are x/2, and their derivatives 1/2
    at_zero = 0.0 if function.at_zero else 1.0
    text = repr(value).removesuffix(".0")
    return Exact(function.name, text, difference, at_zero if x == 0 else None)


def _never(function: Function, x: Fraction):
    """A number next to f(x) that it is not: f > x/2 for every x but 0, and f < x for x > 0."""
    if not function.half:
        return None
    return (x, -1) if x > 1 else (x / 2, 1)


def _value(function: Function, x: Fraction, digits: int) -> str:
    most = max(MOST_BITS, 4 * (int(digits * 3.33) + 40))
    text = settle_digits(lambda bits: enclose(function, x, bits), digits, most, _never(function, x))
    if text is None:
        raise UndecidedError(f"{digits} digits of {function.name} are not decided at this input")
    return text


def _far_value(function: Function, x: Fraction, digits: int) -> str:
    limit = function.limits()[x > 0]
    if math.isfinite(limit):
        return repr(limit).removesuffix(".0")
    shown = fraction_digits(x, digits)
    # a tie is not met: the value is below x
    below = fraction_digits(x * (1 - Fraction(1, 10 ** (digits + 9))), digits)
    return below if _is_tie(x, digits) else shown


def _is_tie(x: Fraction, digits: int) -> bool:
    longer = fraction_digits(x, digits + 1)
    mantissa = longer.partition("e")[0].lstrip("-0.").replace(".", "")
    return Fraction(longer) == x and len(mantissa) == digits + 1 and mantissa[-1] == "5"


def left_part(function: Function, x: Fraction) -> tuple[Fraction, int, Fraction]:
    """f(x) = constant + sign·f(at), at <= 0, where nothing hides f behind x or 1."""
    if x > 0 and function.fold == "x_plus":
        return x, 1, -x
    if x > 0 and function.fold == "one_minus":
        return Fraction(1), -1, -x
    return Fraction(0), 1, x


@lru_cache(maxsize=1 << 10)
def sum_digits(number: Fraction, terms: tuple[tuple[int, Function], ...], x: Fraction) -> str:
    """number + the sum of sign·f(x), in decimal, to ``PART_DIGITS``.

    Args:
        number: dyadic, with at most 2,200 bits.
        terms: pairs of a sign and a function; not both of one function.
        x: not zero. From 2^20 on the limit (or x) stands for f(x).
    """
    parts = [(sign, function, *left_part(function, x)) for sign, function in terms]
    number += sum(sign * constant for sign, _, constant, _, _ in parts)
    if abs(x) >= FAR or not parts:
        return fraction_digits(number, PART_DIGITS)

    def interval(bits):
        lower = upper = 0
        for sign, function, _, inner, at in parts:
            ends = enclose(function, at, bits)
            mp = ends[0].context
            with mp.workprec(bits + 2400):
                low, high = sorted(sign * inner * end for end in ends)
                lower, upper = lower + low, upper + high
        with mp.workprec(bits + 2400):
            exact = mp.mpf(number.numerator) / number.denominator
            return lower + exact, upper + exact

    # near zero the forms differ by x^2 to x^4 only
    text = settle_digits(interval, PART_DIGITS, MOST_BITS if abs(x) > 1 else MOST_SMALL_BITS)
    if text is None:
        raise UndecidedError(f"a difference from {terms[-1][1].name} is not decided at this input")
    return text


def condition(function: Function, x: Fraction) -> float | None:
    """|x·F'(x)/F(x)|, to float64, by Arb; None where 16,384 bits do not tell, or it overflows."""
    from flint import arb, arb_series

    if x >= FAR:
        # f is x, or its derivative 1, to 100,000 digits
        return 1.0 if function.half else 0.0
    for bits in (256, 2048, MOST_BITS):
        with arb_precision(bits, 2):
            at = arb(x.numerator) / x.denominator
            try:
                series = function.arb(arb_series([at, 1], prec=2))
            except ValueError:
                continue  # a ball that is not known to be apart from zero
            ratio = abs(at * series[1] / series[0])
            if ratio.is_finite() and ratio.rel_accuracy_bits() > 60:
                value = float(ratio.mid())
                return value if math.isfinite(value) else None
    return None
