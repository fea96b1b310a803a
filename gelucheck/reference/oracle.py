"""The oracle: mpmath, with rising precision until the rounding is decided (Ziv's strategy).

It defines truth. mpmath gives no error bounds, so one is stated here: every elementary function of
mpmath used in ``functions`` returns its value within 2^4 units in the last place of the working
precision, an expression is a handful of them, and so an expression's value is within
``magnitude·2^(GUARD - precision)`` absolutely, with GUARD = 10. Arb (``enclosure``) checks that
claim, rigorously and independently, on a share of every run and on everything published.

The context is private, one for each thread: the caller's ``mpmath.mp`` is neither read nor changed.
"""

import math
from fractions import Fraction
from functools import lru_cache

from gelucheck.errors import UndecidedError
from gelucheck.formats import FORMATS, Format
from gelucheck.reference.context import private_context
from gelucheck.reference.functions import Function

GUARD = 10
MOST_BITS = 1 << 14
PRECISION = 160
LONGEST = 4096


def enclose(function: Function, x: float | Fraction, precision: int):
    """Lower and upper bound of f(x), as mpf of the private context.

    Args:
        x: finite and not zero; exact. A ``Fraction`` is rounded to the working precision, and what
            that does to f is within the bound: ``magnitude`` has the condition number in it.
        precision: working precision in bits.
    """
    mp = private_context()
    mp.prec = precision + 20
    argument = mp.mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else mp.mpf(x)
    value, magnitude = function.mp(mp, argument)
    radius = mp.ldexp(abs(magnitude), GUARD - precision)
    return value - radius, value + radius


def saturated(function: Function, x: float) -> bool:
    """Whether x lies where f is within 2^-1100 of its limit, or of x: beyond every format.

    The tails of ``functions`` are below 2^-1100 there: u·e^(-1.702u) is the slowest of them
    but for e^-u, and 800 is enough for both. Where the limit is infinite f overflows every format.
    """
    return abs(x) >= 800


def special(function: Function, x: float) -> float:
    """f at ±0, ±inf and NaN: the limits; zeros keep the sign of the input where f(0) = 0."""
    if math.isnan(x):
        return math.nan
    if x == 0:
        return function.at_zero or x
    return function.limits()[x > 0]


def _beyond(function: Function, x: float, fmt: Format) -> int | None:
    """Rounded f(x) where it is too near its limit, or x, to be evaluated; None elsewhere.

    Every format holds the limit, so that it is nearest. f(x) = x - τ with 0 < τ <= x·e^(-1.702x)
    < 2^-140 for x >= 64 (the sigmoid form; the others are nearer): what separates two roundings of
    up to 53 bits is a multiple of 2^-48 there, so none lies in [x - 2^-140, x), but x itself may.
    """
    if function.fold == "x_plus" and x >= 64:
        return fmt.round(Fraction(x) - Fraction(1, 1 << 140))
    if saturated(function, x):
        return fmt.round(function.limits()[x > 0])
    return None


def rounded_bits(function: Function, x: float, fmt: Format) -> int:
    """The pattern of the value of the format nearest to f(x).

    Args:
        x: any float, exact; need not be a value of the format.

    Raises:
        UndecidedError: not decided at 16,384 bits.
    """
    # not kept: to a cache the two zeros are one
    if x == 0 or not math.isfinite(x):
        return fmt.round(special(function, x))
    return _rounded_bits(function, x, fmt)


@lru_cache(maxsize=1 << 16)
def _rounded_bits(function: Function, x: float, fmt: Format) -> int:
    simple = _beyond(function, x, fmt)
    if simple is not None:
        return simple
    precision = fmt.precision + 24
    while precision <= MOST_BITS:
        bits = fmt.round_interval(*enclose(function, x, precision))
        if bits is not None:
            return bits
        precision *= 2
    raise UndecidedError(f"the rounding of {function.name}({x!r}) to {fmt.name} is not decided")


@lru_cache(maxsize=1 << 14)
def exact(function: Function, x: float, precision: int = PRECISION):
    """f(x) as an mpf, to a relative error below 2^(-precision) (absolute where f(x) is 0).

    For figures: an error that is settled is ``got - exact``. So the distance from what f(x) is
    next to is as good: from x/2, 1/2 or 1 near 0, from x or 1 where the symmetry gives f(x) from a
    small value. A value that approaches 0 and is below 2^-2400 is off by less than that, its sign
    right: over the smallest subnormal it is still below float64. The mpf may be longer than any
    working precision: an operation on it rounds it.
    """
    mp = private_context()
    if x == 0 or not math.isfinite(x):
        return mp.mpf(special(function, x))
    folded = x * function.side < 0
    if folded and function.fold in ("x_plus", "one_minus"):
        small = exact(function, -x, precision)
        with mp.workprec(LONGEST):
            return x + small if function.fold == "x_plus" else 1 - small
    # e^-1700 is below 2^-2400
    if saturated(function, x) and (abs(x) >= 1700 or function.limit):
        if function.limits()[x > 0] == 0:
            return mp.ldexp(-1 if function.below else 1, -2400)
        return mp.mpf(function.limits()[x > 0])
    # near 0 f(x) is a constant, or x times one, and a term that is smaller by a factor of x
    wanted = precision + max(0, -math.frexp(x)[1])
    working = wanted + GUARD + 8
    while working <= MOST_BITS:
        lower, upper = enclose(function, x, working)
        middle = (lower + upper) / 2
        if upper - lower <= mp.ldexp(abs(middle), -wanted):
            tiny = mp.ldexp(mp.sign(middle), -2400)
            return middle if abs(middle) > abs(tiny) or function.limit else tiny
        working *= 2
    raise UndecidedError(f"{function.name}({x!r}) is not known to {precision} bits")


def nearest_float(function: Function, x: float) -> float:
    """f(x), correctly rounded to float64."""
    double = FORMATS["float64"]
    if x != 0 and math.isfinite(x):
        # what was settled is known already; it decides all but the hardest roundings
        y = exact(function, x)
        with y.context.workprec(LONGEST):
            room = y.context.ldexp(abs(y), 1 - PRECISION)
            bits = double.round_interval(y - room, y + room)
        if bits is not None and y.context.ldexp(1, -1190) < abs(y):
            return double.value(bits)
    return double.value(rounded_bits(function, x, double))
