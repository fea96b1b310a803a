"""Where no input can be hard to round, proved; and where all are, and are not counted.

With u = |x| and g the base side of f, limit 0, the tails of ``functions`` bound |g|. Then:

* far left |f| is below a quarter of the smallest subnormal: 1/4 and more from the midpoint;
* far right f is x (or 1) and less than an eighth of the spacing there: that of x (or 1) is not
  smaller, and half as wide at the most below a power of two, so again 1/4 and more;
* a derivative near 0 is 1/2 and at most |x|, for |f''| <= 1 on [-1/8, 1/8]: a quarter of the
  spacing below 1/2 where |x| <= 2^-(p + 3).

Not counted are the x of a form near 0 whose result is x/2 by theorem, a tie rounded upwards: f(x) =
x/2 + δ, 0 < δ <= x², comes as near to x/2 as one likes, and x/2 is a boundary for half of the x
below twice the smallest normal number. They end on each side at the first x, seen from 0, whose
result is another one: it and those behind it are counted.
"""

from fractions import Fraction
from functools import cache

from gelucheck.formats import Format
from gelucheck.reference.enclosure import arb_precision
from gelucheck.reference.functions import Function
from gelucheck.reference.oracle import rounded_bits

_TAIL_FROM = 5  # where the bounds of the tails begin
_STEP = Fraction(1, 4)


@cache
def stretches(function: Function, fmt: Format) -> tuple[range, range]:
    """Magnitudes (patterns without the sign) of the negative and the positive inputs that can be
    hard to round, and are counted."""
    first = near_zero(function, fmt)
    far = far_left(function, fmt), far_right(function, fmt)
    largest = fmt.bits_of(fmt.largest)
    return tuple(
        range(low, min(fmt.round(end), largest) + 1) for low, end in zip(first, far, strict=True)
    )


def near_zero(function: Function, fmt: Format) -> tuple[int, int]:
    """The smallest magnitudes that are counted, left and right."""
    if not function.half:
        return (fmt.round(Fraction(1, 1 << (fmt.precision + 3))),) * 2
    return tuple(_half_end(function, fmt, sign) for sign in (-1, 1))


def _half_end(function: Function, fmt: Format, sign: int) -> int:
    """The smallest magnitude whose result is not x/2, ties upwards.

    δ over half of the spacing of x/2 grows within a binade, and is below 1 in all binades before
    [2^-(p+1), 2^-p): at their ends 2·0.4256·2^(e+1+p) < 1 for e <= -(p + 2). In this one it gets to
    2·0.3989 and more at the end, times 2 for the spacing: beyond 1.
    """
    low, high = (fmt.round(Fraction(1, 1 << (fmt.precision + k))) for k in (1, 0))
    low -= 1
    while high - low > 1:
        middle = (low + high) // 2
        if is_half(function, fmt, sign * fmt.value(middle)):
            low = middle
        else:
            high = middle
    return high


def is_half(function: Function, fmt: Format, x: float) -> bool:
    """Whether f(x), rounded, is x/2, ties upwards, as the format has them."""
    half = Fraction(x) / 2
    # above x/2 by less than half of what separates boundaries
    above = half + Fraction(2) ** (fmt.quantum - 60)
    return fmt.value(rounded_bits(function, x, fmt)) == fmt.value(fmt.round(above))


def far_left(function: Function, fmt: Format) -> Fraction:
    """From its negative down, nothing is hard."""
    return _first(function, lambda _: Fraction(2) ** (fmt.quantum - 2))


def far_right(function: Function, fmt: Format) -> Fraction:
    """From here on, nothing is hard."""

    def room(u: Fraction) -> Fraction:
        value = u if function.fold == "x_plus" else Fraction(1)
        spacing = Fraction(2) ** (int(value).bit_length() - fmt.precision)
        # 1 has half of that spacing below it
        return spacing / (8 if function.fold == "x_plus" else 16)

    return _first(function, room)


def _first(function: Function, room) -> Fraction:
    """The first u, by quarters, beyond which the tail is proved to be below ``room(u)``."""
    from flint import arb

    u = Fraction(_TAIL_FROM)
    with arb_precision(100):
        while True:
            limit = room(u)
            bound = function.tail(arb(u.numerator) / u.denominator)
            if bound < arb(limit.numerator) / limit.denominator:
                return u
            u += _STEP
