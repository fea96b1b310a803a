"""Roots between neighbouring float64."""

import math
from collections.abc import Callable

from gelucheck.proofs.intervals import sign


def root_between(function: Callable, low: float, high: float) -> tuple[float, float] | None:
    """Float64 p < q, neighbours or nearly, between which a function changes its sign.

    By false position and bisection on Arb values; call it at the working precision. None where the
    signs at low and high are not opposite.

    Args:
        function: an Arb ball -> an Arb ball, with one sign change between low and high.
    """
    from flint import arb

    first, last = (function(arb(x)) for x in (low, high))
    if sign(first) * sign(last) >= 0:
        return None
    side, turn = sign(first), 0
    while math.nextafter(low, high) < high:
        turn += 1
        guess = low + (high - low) / 2
        if turn % 3:
            # towards the root by the secant, and a little beyond, so that both ends close in
            steep = float((first / (first - last)).mid())
            shift = (high - low) * steep
            guess = low + shift * (1 + 2.0**-26 * (1 if turn % 3 == 1 else -1))
            spare = max(abs(guess) * 2.0**-51, 5e-324)
            guess += spare if turn % 3 == 1 else -spare
        if not low < guess < high:
            guess = low + (high - low) / 2
            if not low < guess < high:
                break
        value = function(arb(guess))
        found = sign(value)
        if not found:
            return _around(function, guess)
        if found == side:
            low, first = guess, value
        else:
            high, last = guess, value
    return low, high


def _around(function: Callable, root: float) -> tuple[float, float] | None:
    """The neighbours of a float64 that is a root, or so near one that no sign can be told."""
    from flint import arb

    low, high = math.nextafter(root, -math.inf), math.nextafter(root, math.inf)
    opposite = sign(function(arb(low))) * sign(function(arb(high))) < 0
    return (low, high) if opposite else None
