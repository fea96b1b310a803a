"""All inputs of a form next to 0, in a format of any width: which come nearest to a boundary.

There f(x) = x/2 + δ(x), δ(x) = c·x²·(1 + q·x² + …). With x = ±X·h in the binade [2^e, 2^(e+1)), h
its spacing, x/2 is X times the spacing U = h/2 of f(x), and δ/U = D(X) = 2c·h·X²·(1 + q·x² + …).
So |f(x)| is a boundary where D(X) is a half-integer, on both sides alike: one equation for each,
of which a binade has few. Its neighbours of the root are the nearest; the next are one step of D'
farther.

Next to a power of two |f(x)| may lie in another binade than x/2: above, where the spacing is 2U,
the boundaries are where D is an integer; below, with U/2, where it is an odd multiple of 1/4.
"""

import heapq
import math
from dataclasses import dataclass

import numpy as np

from gelucheck.formats import Format
from gelucheck.proofs.hardest.exhaust import settled
from gelucheck.proofs.hardest.simple import near_zero
from gelucheck.reference.enclosure import arb_precision
from gelucheck.reference.functions import Function

_BITS = 200  # of 1/c
_PLACES = 64  # of a root X, after the point
_MANY = 1 << 10  # roots in a binade, where D' is far from small


@dataclass(frozen=True)
class Bend:
    """δ(x) = c·x²·(1 + q·x² + …): 2^_BITS/c, rounded; c and q as floats."""

    inverse: int
    c: float
    q: float


class _Heap:
    """So many pairs of a distance and a magnitude, of those pushed the nearest."""

    def __init__(self, count: int):
        self.count = count
        self.pairs: list[tuple[float, int]] = []

    @property
    def limit(self) -> float:
        """A distance is taken below this."""
        return -self.pairs[0][0] if len(self.pairs) == self.count else math.inf

    def push(self, distance: float, magnitude: int) -> None:
        full = len(self.pairs) == self.count
        (heapq.heapreplace if full else heapq.heappush)(self.pairs, (-distance, magnitude))


def bend_of(function: Function) -> Bend:
    """The coefficients of a form, by Arb."""
    from flint import arb_series

    with arb_precision(_BITS + 64, terms=6):
        series = function.arb(arb_series([0, 1]))
        inverse = (2**_BITS / series[2]).mid().floor()
        return Bend(int(inverse.unique_fmpz()), float(series[2]), float(series[4] / series[2]))


def origin(function: Function, fmt: Format, top: int, count: int) -> tuple[np.ndarray, int]:
    """The hardest inputs below 2^top in magnitude, of all that are counted; and how many those are.

    Args:
        top: low enough for the next term of δ, x⁶/40 or so, to be nothing: -20 for float32, -32
            for float64, where it is below 2^-100 ulps.

    Returns:
        int64 ordinals, hardest first: a list without a gap.
    """
    bend = bend_of(function)
    shift = fmt.precision - 1
    sides = near_zero(function, fmt)
    first = min(sides)
    end = fmt.round(2.0**top)
    nearest = _Heap(2 * count)
    edges: list[int] = []
    room = math.inf
    for binade in range(first >> shift, end >> shift):
        exponent = binade - 1 + fmt.quantum + shift
        low = max(first, binade << shift) - ((binade - 1) << shift)
        room = min(room, _binade(bend, fmt, exponent, low, nearest))
        edges += [each for each in _edges(bend, fmt, exponent) if first <= each < end]
    if nearest.limit > room:
        raise ValueError(f"inputs farther from a root than {room} were not looked at")
    magnitudes = {magnitude for _, magnitude in nearest.pairs} | {*edges, first, end - 1}
    left = [-1 - magnitude for magnitude in magnitudes if magnitude >= sides[0]]
    right = [magnitude for magnitude in magnitudes if magnitude >= sides[1]]
    return settled(function, fmt, left + right, count), 2 * end - sum(sides)


def _binade(bend: Bend, fmt: Format, exponent: int, low: int, nearest: "_Heap") -> float:
    """Push the inputs around every root of a binade; the others are this far from a boundary."""
    high = 1 << fmt.precision
    slope = 2 * bend.c * 2.0 ** (exponent - fmt.precision + 2)  # D' = slope·X
    base = (exponent - fmt.emin) << (fmt.precision - 1)
    first, last = math.floor(slope * low * low / 2), math.ceil(slope * high * high / 2)
    reach = 1 if last > _MANY else nearest.count
    for m in range(max(0, first - 2), last + 2):
        whole, part = _root(bend, fmt, exponent, 2 * m + 1)
        for step in range(-reach, reach + 2):
            x = whole + step
            distance = slope * x * abs(part - step)
            if low <= x < high and distance < nearest.limit:
                nearest.push(distance, base + x)
    return slope * low * reach


def _root(bend: Bend, fmt: Format, exponent: int, numerator: int, halves: int = 1):
    """X with D(X) = numerator/2^halves: its whole part, and the rest as a float."""
    shift = fmt.precision - 2 - exponent - halves + 2 * _PLACES - _BITS
    product = numerator * bend.inverse
    root = math.isqrt(product << shift if shift >= 0 else product >> -shift)
    whole = root >> _PLACES
    part = math.ldexp(root - (whole << _PLACES), -_PLACES)
    spacing = 2.0 ** (exponent - fmt.precision + 1)
    return whole, part - whole * bend.q / 2 * (whole * spacing) ** 2


def _edges(bend: Bend, fmt: Format, exponent: int) -> list[int]:
    """Magnitudes around the roots that count where f(x) is not in the binade of x/2."""
    base = (exponent - fmt.emin) << (fmt.precision - 1)
    found = []
    for end, halves in ((1 << fmt.precision, 0), (1 << (fmt.precision - 1), 2)):
        size = bend.c * 2.0 ** (exponent - fmt.precision + 2) * end * end
        middle = round(size * 2**halves)
        for numerator in range(max(1, middle - 3), middle + 4):
            whole, _ = _root(bend, fmt, exponent, numerator, halves)
            found += [base + whole + step for step in (-1, 0, 1, 2)]
    return found
