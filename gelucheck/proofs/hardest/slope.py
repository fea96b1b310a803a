"""All inputs of a derivative next to 0, in a format of any width: which come nearest to a boundary.

There f(x) = 1/2 + a·x + b·x³ + r(x), |r| <= C·|x|⁵, and x has far more digits than f(x): the
boundaries are 1/2 ± (n + 1/2)·u, u the spacing on that side of 1/2, and each has one root, of which
the inputs to both sides are the nearest, and the next are one spacing h of x farther, a·h/u ulps.
In units of h a root is (2n + 1)·s less (b/a)·x³/h and an error that is bounded; s = u/(2·a·h) in
fixed point, so that its digits after the point are integers modulo 2^64.
"""

import math
from dataclasses import dataclass

import numpy as np

from gelucheck.formats import Format
from gelucheck.proofs.hardest.exhaust import QUARTER, Nearest, settled
from gelucheck.proofs.hardest.simple import near_zero
from gelucheck.reference.enclosure import arb_precision
from gelucheck.reference.functions import Function

_BITS = 256  # of 1/a
_MANY = 1 << 10  # roots in a binade, where two inputs of each are enough
_CHUNK = 1 << 18
_HALF = np.uint64(32)
_LOW = np.uint64((1 << 32) - 1)


@dataclass(frozen=True)
class Slope:
    """f(x) = 1/2 + a·x + b·x³ + r(x): 2^_BITS/a, rounded down; a and b/a as floats; C/a, a bound;
    and what f' is off from a by at the most, as a part of it."""

    inverse: int
    a: float
    bend: float
    rest: float
    spread: float


def slope_of(function: Function, top: int) -> Slope:
    """The coefficients of a derivative, and bounds that hold up to 2^top and a hundredth beyond."""
    from flint import arb, arb_series

    with arb_precision(_BITS + 64, terms=7):
        series = function.arb(arb_series([0, 1]))
        a = series[1]
        reach = arb(0, 1.01 * 2.0**top)
        wide = function.arb(arb_series([reach, 1]))
        inverse = (2**_BITS / a).mid().floor()
        return Slope(
            int(inverse.unique_fmpz()),
            float(a),
            float(series[3] / a),
            float((abs(wide[5]) / a).upper()),
            float((abs(wide[1] - a) / a).upper()),
        )


def beside_half(function: Function, fmt: Format, top: int, count: int) -> tuple[np.ndarray, int]:
    """The hardest inputs of a derivative below 2^top in magnitude; and how many inputs those are.

    Nearer to 0 than ``near_zero`` says none is hard, and those are not among them.

    Args:
        top: low enough for x⁵ to be little of a spacing; -28 for float64 takes a quarter of
            a minute, and one more twice as long.

    Returns:
        int64 ordinals, hardest first: a list without a gap.
    """
    slope = slope_of(function, top)
    shift = fmt.precision - 1
    first = near_zero(function, fmt)[0]
    end = fmt.round(2.0**top)
    found = Nearest(count)
    room = math.inf
    for negative in (True, False):
        for binade in range(first >> shift, end >> shift):
            exponent = binade - 1 + fmt.quantum + shift
            room = min(room, _binade(slope, fmt, exponent, negative, found))
    if found.limit > room:
        raise ValueError(f"inputs farther from a root than {room} were not looked at")
    return settled(function, fmt, found.ordinals.tolist(), count), 2 * (end - first)


def _binade(slope: Slope, fmt: Format, exponent: int, negative: bool, found: Nearest) -> float:
    """Offer the inputs around every root of a binade; the others are this far from a boundary."""
    step = exponent - fmt.precision + 1  # log2(h)
    unit = -fmt.precision - negative  # log2(u): half as much below 1/2
    ulps = slope.a * 2.0 ** (step - unit)  # what one h is worth
    low, high = 1 << (fmt.precision - 1), 1 << fmt.precision
    first = max(0, math.floor(ulps * low * (1 - slope.spread) - 2))
    last = math.ceil(ulps * high * (1 + slope.spread) + 2)
    reach = 1 if last - first > _MANY else found.count
    off = _off(slope, exponent, step, last)
    base = (exponent - fmt.emin) << (fmt.precision - 1)
    for start in range(first, last, _CHUNK):
        odd = 2 * np.arange(start, min(start + _CHUNK, last), dtype=np.uint64) + np.uint64(1)
        whole, part = _roots(slope, odd, unit - 1 - step, step)
        for move in range(-reach, reach + 2):
            inside = (whole + move >= low) & (whole + move < high)
            apart = np.abs(part - move)
            lower = ulps * (1 - slope.spread) * (apart - off) * (1 - 2.0**-50)
            near = np.flatnonzero(inside & (lower < QUARTER))
            upper = ulps * (1 + slope.spread) * (apart[near] + off) * (1 + 2.0**-50)
            magnitudes = base + whole[near] + move
            ordinals = -1 - magnitudes if negative else magnitudes
            found.offer(ordinals, lower[near], upper)
    return ulps * (1 - slope.spread) * (reach - off)


def _roots(slope: Slope, odd: np.ndarray, shift: int, step: int) -> tuple[np.ndarray, np.ndarray]:
    """Roots in units of h: int64 whole parts, and the rests, from 0 to 1."""
    bits = _BITS - shift - 64
    scaled = slope.inverse >> bits if bits >= 0 else slope.inverse << -bits  # s·2^64
    whole, high, low = (
        np.uint64(scaled >> place & most)
        for place, most in ((64, (1 << 64) - 1), (32, (1 << 32) - 1), (0, (1 << 32) - 1))
    )
    least = odd * low
    middle = odd * high + (least >> _HALF)
    x = (odd * whole + (middle >> _HALF)).astype(np.int64)
    part = np.ldexp(((middle & _LOW) << _HALF | least & _LOW).astype(np.float64), -64)
    # (b/a)·x³/h
    size = (x + part) * 2.0**step
    part -= slope.bend * size * size * (x + part)
    more = np.floor(part)
    return x + more.astype(np.int64), part - more


def _off(slope: Slope, exponent: int, step: int, last: int) -> float:
    """What a root is off by at the most, in h.

    x = d/a - (b/a)·x³ - r/a, and d/a stands for x in x³; of s 2^-64 and less is cut off, the floats
    are rounded to 2^-53 of numbers of the size of 1 and of the cube.
    """
    size = 1.01 * 2.0 ** (exponent + 1)
    cube, rest = abs(slope.bend) * size**3, slope.rest * size**5
    error = 3 * abs(slope.bend) * size**2 * (cube + rest) + rest
    return (1.01 * error + 2.0**-49 * cube) / 2.0**step + (2 * last + 1) * 2.0**-64 + 2.0**-51
