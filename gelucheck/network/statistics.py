"""What goes into the GELUs of the reference run, as figures that no order of work changes."""

from fractions import Fraction

import numpy as np

from gelucheck.networks import Activations
from gelucheck.sums import as_fraction, exact_sum

TAIL = -2.0
"""Below it the forms differ most in relation to GELU."""


class Statistics:
    """Of one GELU: gathers the arrays of each seed."""

    def __init__(self):
        self.count = self.below = 0
        self.low, self.high = np.inf, -np.inf
        # count, exact mean, and the squares around a number near it: what a variance is made of
        # without the loss of digits that a mean far from 0 means
        self.parts: list[tuple[int, Fraction, Fraction]] = []

    def add(self, values: np.ndarray) -> None:
        """Take in an array of finite float64 numbers of any shape, at least one."""
        flat = values.ravel()
        self.count += flat.size
        self.below += int(np.count_nonzero(flat < TAIL))
        self.low = min(self.low, float(flat.min()))
        self.high = max(self.high, float(flat.max()))
        mean = as_fraction(exact_sum(flat[flat > 0]) - exact_sum(-flat[flat < 0])) / flat.size
        centre = float(mean)
        apart = exact_sum(np.abs(flat - centre), squares=True)
        around = as_fraction(apart, squares=True) - flat.size * (mean - Fraction(centre)) ** 2
        self.parts.append((flat.size, mean, around))

    def activations(self, node: str) -> Activations:
        """The figures of all that was added."""
        mean = sum(count * mean for count, mean, _ in self.parts) / self.count
        squares = sum(around + count * (own - mean) ** 2 for count, own, around in self.parts)
        return Activations(
            node=node,
            count=self.count,
            mean=float(mean),
            std=float(np.sqrt(float(max(squares, 0) / self.count))),
            low=self.low,
            high=self.high,
            tail=self.below / self.count,
        )
