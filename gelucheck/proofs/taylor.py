"""What is known of a function on a box, by Taylor's formula about its middle."""

from typing import Protocol

from gelucheck.proofs.intervals import above, ball, widened


class Function(Protocol):
    """f with its derivatives, for Arb balls."""

    def value(self, x): ...
    def slope(self, x): ...
    def bend(self, x): ...


class Local:
    """A function on [low, high]; call it at the working precision.

    Direct evaluation over a box forgets that the parts of a difference move together; in the middle
    they do not move, and over the box only f'' is evaluated.

    Attributes:
        middle: a float64 about half way.
        value: f(middle), an Arb ball.
        slope: holds f' all over the box.
        bend: holds f'' all over the box.
        reach: |f(x) - f(middle)| on the box is at most this.

    Args:
        spare: take f'' over a box twice as wide: what holds then, holds with room to spare, so that
            another program with other formulas comes to the same.
    """

    def __init__(self, function: Function, low: float, high: float, spare: bool = False):
        from flint import arb

        self.low, self.high = low, high
        self.middle = low + (high - low) / 2
        right, left = arb(high) - self.middle, arb(self.middle) - low
        radius = right if right >= left else left if left > right else max(right, left, key=above)
        self.value = function.value(arb(self.middle))
        self.bend = function.bend(widened(low, high) if spare else ball(low, high))
        self.slope = function.slope(arb(self.middle)) + self.bend * arb(0, radius)
        self.reach = self.slope.abs_upper() * radius
