"""Certified suprema by interval branch and bound, in Arb.

A figure from here is a theorem: every step is an enclosure, and what is left out is bounded.
"""

import heapq
import math
from itertools import pairwise

from gelucheck.reference.enclosure import arb_precision
from gelucheck.reference.functions import REFERENCES, Function
from gelucheck.reference.theorems import Supremum

BITS = 120
FAR = 16
WIDTH = 1 + 2.0**-49


def difference(form: Function, gelu: Function):
    """|form(x) - gelu(x)|'s signed inside, for Arb balls and series.

    Both satisfy f(x) - f(-x) = x (the derivatives f(x) + f(-x) = 1), so the difference is even
    (odd), and its absolute value needs looking at for x <= 0 only.
    """
    return lambda x: form.arb(x) - gelu.arb(x)


def method_supremum(name: str) -> Supremum:
    """sup over the real line of |form - gelu| for "tanh", "sigmoid", or their derivatives.

    Beyond -16 the difference is at most the sum of the two tails (see ``functions``).
    """
    from flint import arb

    form = REFERENCES[name]
    gelu = REFERENCES["gelu_grad" if name.endswith("_grad") else "gelu"]
    found = supremum(difference(form, gelu), -FAR, 0)
    with arb_precision(BITS):
        beyond = form.tail(arb(FAR)) + gelu.tail(arb(FAR))
        if not beyond < found.lower:
            raise ArithmeticError(f"the tail of {name} is not below its supremum")
    return found


def supremum(function, left: float, right: float) -> Supremum:
    """sup of |f| over an interval, enclosed to a relative width of 2^-49.

    On a piece with centre c and radius r, f lies in f(c) + f'(piece)·[-r, r] (the mean value
    theorem); pieces that cannot hold the supremum are dropped, the most promising one is halved.
    """
    with arb_precision(BITS, 3):
        best, at = -1.0, left
        pieces: list[tuple[float, float, float]] = []

        def look(low: float, high: float) -> None:
            nonlocal best, at
            upper, lower, centre = _bounds(function, low, high)
            if lower > best:
                best, at = lower, centre
            if upper >= best:
                heapq.heappush(pieces, (-upper, low, high))

        for low, high in pairwise(left + (right - left) * i / 64 for i in range(65)):
            look(low, high)
        while -pieces[0][0] > best * WIDTH:
            _, low, high = heapq.heappop(pieces)
            middle = (low + high) / 2
            look(low, middle)
            look(middle, high)
        # the pieces left hold the supremum; the best centre is polished to show where it is
        at = _polished(function, at)
        lower = max(best, _below(function(arb_of(at)).abs_lower()))
        return Supremum(lower, max(lower, -pieces[0][0]), at)


def _polished(function, at: float) -> float:
    """A few Newton steps towards the zero of f' next to a point."""
    from flint import arb_series

    for _ in range(4):
        _, slope, bend = (function(arb_series([at, 1]))[k] for k in range(3))
        at = float((arb_of(at) - slope / (2 * bend)).mid())
    return at


def arb_of(number: float):
    """A float as an exact Arb number."""
    from flint import arb

    return arb(number)


def _bounds(function, low: float, high: float) -> tuple[float, float, float]:
    """Upper bound of |f| on a piece, lower bound of |f| at its centre, and the centre."""
    from flint import arb, arb_series

    centre = (low + high) / 2
    radius = arb(high) - arb(low)
    value = function(arb(centre))
    slope = function(arb_series([arb(centre).union(arb(low)).union(arb(high)), 1]))[1]
    upper = value.abs_upper() + slope.abs_upper() * radius / 2
    return _above(upper), _below(value.abs_lower()), centre


def _above(number) -> float:
    """A float64 not below an Arb number."""
    value = float(number.upper())
    return value if number.upper() <= value else _next(value, 1)


def _below(number) -> float:
    """A float64 not above an Arb number."""
    value = float(number.lower())
    return value if number.lower() >= value else _next(value, -1)


def _next(value: float, direction: int) -> float:
    return math.nextafter(value, math.inf * direction)
