"""The condition number of a reference function: what one rounding of x costs.

k = |x·F'(x)/F(x)|, once for many inputs, from closed forms in float64 that neither cancel nor
underflow in the tails, and once exactly, by mpmath. Of x·s(x) it is |1 + x·s'/s|, and s'/s is known
far left too. At 0 it is the limit: 1 of a form, 0 of a derivative. At a root of F it is infinite;
none of the roots but 0 is a float.
"""

import math
from functools import lru_cache

import numpy as np

from gelucheck.errors import UndecidedError
from gelucheck.reference import in_mpmath
from gelucheck.reference.constants import QUICK
from gelucheck.reference.context import private_context
from gelucheck.reference.fast import Approximation, approximate
from gelucheck.reference.functions import OPERATIONS, Function
from gelucheck.reference.oracle import GUARD, MOST_BITS, PRECISION, exact
from gelucheck.reference.slopes import SLOPES

ROOM = 2.0**-36
"""How far 1 + k may be off in relation to itself, beside what y does to it. Not proved: the closed
forms are within 2^-44 of Arb on a dense sample, see the tests."""

_ROOT_8_PI = 2 * 0.7978845608028654
_FAR = 2.0**60
"""From here on left k is |x·w'(x)| to 2^-50, e^w being what s is."""
_TAIL = -8.0
_FRACTIONS = 24
_MOST_MORE = 2400
_EXTREME = 2.0**200

_INNER = {
    # w, w', w'' of x·sigmoid(w(x))
    "sigmoid": lambda x: (1.702 * x, 1.702, 0.0),
    "tanh": lambda x: (
        _ROOT_8_PI * (x + 0.044715 * x * x * x),
        _ROOT_8_PI * (1 + 3 * 0.044715 * x * x),
        _ROOT_8_PI * 6 * 0.044715 * x,
    ),
    # far left s is φ/|x|: e^w, w = -x²/2
    "gelu": lambda x: (None, -x, -1.0),
}


def condition(function: Function, x: np.ndarray, y: np.ndarray | None = None) -> np.ndarray:
    """k at float64 inputs, to ``ROOM``; infinite where it overflows, 0 for NaN.

    Args:
        function: one of ``REFERENCES``.
        y: the exact values: beside a root nothing else is as good; None: they are found here.
    """
    return _conditions(function, x, y, 0.0)[0]


def bounds(function: Function, x: np.ndarray, y: Approximation) -> tuple[np.ndarray, np.ndarray]:
    """Between what 1 + k lies, at float64 inputs.

    Args:
        y: the exact values, with what these may be off by.
    """
    high, bound = (v if y.scale is None else v / y.scale for v in (y.high, y.bound))
    least, most = _conditions(function, x, high, bound)
    room = np.where(x == 0, 0.0, ROOM)
    with np.errstate(over="ignore"):
        return (1 + least) * (1 - room), (1 + most) * (1 + room)


def _conditions(function: Function, x, y, bound):
    """The least and the largest k, for y within a bound."""
    name = function.name.removesuffix("_grad")
    with np.errstate(all="ignore"):
        x = np.where(np.isnan(x), 0.0, x)
        inner = np.clip(x, -_FAR, _FAR)
        k, rise = _gauss(inner) if name == "gelu" else _logistic(inner, *_INNER[name](inner))
        far = x < -_FAR
        if far.any():
            power = np.abs(x * _INNER[name](x)[1])
            k, rise = np.where(far, power, k), np.where(far, power, rise)
        if name == function.name:
            k = np.abs(k)
            return k, k
        # over F' itself beside its root near -0.75
        near = np.abs(x + 0.75) < 0.25
        if not near.any():
            rise = np.abs(rise)
            return rise, rise
        if y is None:
            y = approximate(function, np.where(near, x, 0.0), "double").high
        size = np.abs(y)
        ends = (np.abs(rise / np.where(near, size + s * bound, 1.0)) for s in (1, -1))
        least, most = ends
        return least, np.where(near & (size <= bound), np.inf, most)


def _gauss(x):
    mills, density = _mills(x), np.exp(-x * x / 2) / np.sqrt(2 * np.pi)
    near = np.abs(x + 0.75) < 0.25
    # φ·(2 - x²) over Φ + x·φ, both over φ
    bend = x * (2 - x * x)
    return 1 + x / mills, np.where(near, bend * density, bend / (mills + x))


def _mills(x):
    """Φ(x)/φ(x): left of ``_TAIL`` by Laplace's continued fraction, 1/(t + 1/(t + 2/(t + …))), t
    = -x; infinite right of 40."""
    inner = np.clip(x, _TAIL, 40.0)
    tail = approximate(OPERATIONS["op.erfc"], -inner * np.sqrt(0.5), "single").high / 2
    ratio = tail * np.sqrt(2 * np.pi) * np.exp(inner * inner / 2)
    ratio = np.where(x > 40, np.inf, ratio)
    left = x < _TAIL
    if left.any():
        t = -x[left]
        below = t
        for n in range(_FRACTIONS, 0, -1):
            below = t + n / below
        ratio[left] = 1 / below
    return ratio


def _logistic(x, w, slope, bend):
    e = np.exp(-np.abs(w))
    s = np.where(w >= 0, 1.0, e) / (1 + e)
    rest = np.where(w >= 0, e, 1.0) / (1 + e)  # 1 - s
    first = 1 + x * slope * rest
    second = x * rest * (2 * slope + x * (bend + slope * slope * (rest - s)))
    near = np.abs(x + 0.75) < 0.25
    return first, np.where(near, second * s, second / first)


@lru_cache(maxsize=1 << 14)
def exact_condition(function: Function, x: float):
    """1 + k at a finite float, as an mpf, to a relative error below 2^-160.

    Where k is next to 1 or 0 (near 0, far right) what it is off from that is known too, as far as
    it is above 2^-2400.

    Raises:
        UndecidedError: not known at 16,384 bits.
    """
    mp = private_context()
    if x == 0:
        return mp.mpf(1 if function.at_zero else 2)
    more = _more(function, x)
    if abs(x) >= _EXTREME or more >= _MOST_MORE:
        return _extreme(mp, function, x)
    wanted = PRECISION + more
    working = wanted + GUARD + 8
    slope = SLOPES[function.name]
    while working <= MOST_BITS:
        with mp.workprec(working + 20):
            at = mp.mpf(x)
            (value, size), (rise, height) = (each.mp(mp, at) for each in (function, slope))
            size, height = (mp.ldexp(abs(each), GUARD - working) for each in (size, height))
            if size < abs(value) / 4:
                k = abs(at * rise / value)
                # |k - k'| <= (|x|·height + k·size)/(|value| - size)
                off = 2 * (abs(at) * height + k * size) / abs(value)
                if off <= mp.ldexp(1 + k, -wanted):
                    return 1 + k
        working *= 2
    raise UndecidedError(f"the condition of {function.name} at {x!r} is not known")


def _extreme(mp, function: Function, x: float):
    """Where k is |x·w'| to 2^-199, with e^w what s is; or its limit, and next to nothing."""
    if x > 0:
        limit = 1 if function.at_zero else 2
        with mp.workprec(2 * _MOST_MORE):
            return limit + mp.ldexp(1, -_MOST_MORE)
    slopes = {
        "gelu": lambda at: at,
        "tanh": lambda at: in_mpmath.inner(mp, at)[1],
        "sigmoid": lambda at: mp.mpf(QUICK.numerator) / QUICK.denominator,
    }
    with mp.workprec(2 * PRECISION):
        return abs(mp.mpf(x) * slopes[function.name.removesuffix("_grad")](mp.mpf(x)))


def _more(function: Function, x: float) -> int:
    """Bits by which k is next to its limit at 0, or far right."""
    if abs(x) < 1:
        return -math.frexp(x)[1]
    if x < 0:
        return 0
    small = exact(function, -x)
    return max(0, 1 - small.context.mag(small))
