"""A second opinion on what proofs are about: mpmath at 60 digits, by tanh and ncdf."""

from collections.abc import Callable
from fractions import Fraction

import mpmath
import pytest

USUAL = {"tanh": Fraction("0.044715"), "sigmoid": Fraction("1.702")}


class Exact:
    """Functions and their maxima, in an mpmath context of their own."""

    def __init__(self):
        self.mp = mpmath.MPContext()
        self.mp.dps = 60

    def number(self, value):
        """A Fraction or a float, as mpmath has it."""
        exact = Fraction(value)
        return self.mp.mpf(exact.numerator) / exact.denominator

    def factor(self, form: str, constant: Fraction | None = None) -> Callable:
        """What x is multiplied by: (1 + tanh w)/2, or Φ of "erf"."""
        mp = self.mp
        if form == "erf":
            return mp.ncdf
        c = self.number(USUAL[form] if constant is None else constant)
        if form == "tanh":
            root = mp.sqrt(2 / mp.pi)
            return lambda x: (1 + mp.tanh(root * (x + c * x**3))) / 2
        return lambda x: (1 + mp.tanh(c * x / 2)) / 2

    def function(self, form: str, of: str, constant: Fraction | None = None) -> Callable:
        """The form, its derivative or its factor; the derivative by differences."""
        factor = self.factor(form, constant)
        if of == "phi":
            return factor
        if of == "gelu":
            return lambda x: x * factor(x)
        return lambda x: self.mp.diff(lambda t: t * factor(t), x)

    def difference(self, form: str, of: str, constant: Fraction | None = None) -> Callable:
        mine, gelu = self.function(form, of, constant), self.function("erf", of)
        return lambda x: mine(x) - gelu(x)

    def ratio(self, form: str, constant: Fraction | None = None) -> Callable:
        mine = self.factor(form, constant)
        return lambda x: mine(x) / self.mp.ncdf(x) - 1

    def extremes(self, f: Callable, low: float, high: float, pieces: int) -> list[tuple]:
        """(x, f(x)) where f' is 0, between the points of a grid where differences turn."""
        mp = self.mp
        grid = [mp.mpf(low) + (mp.mpf(high) - low) * k / pieces for k in range(pieces + 1)]
        values = [f(x) for x in grid]
        found = []
        for k in range(1, pieces):
            if (values[k] - values[k - 1]) * (values[k + 1] - values[k]) < 0:
                slope = lambda x: mp.diff(f, x)  # noqa: E731
                at = mp.findroot(slope, (grid[k - 1], grid[k + 1]), solver="anderson", tol=1e-70)
                found.append((at, f(at)))
        return found

    def roots(self, f: Callable, low: float, high: float, pieces: int) -> list:
        """Where f is 0, between the points of a grid where it changes its sign."""
        mp = self.mp
        grid = [mp.mpf(low) + (mp.mpf(high) - low) * k / pieces for k in range(pieces + 1)]
        values = [f(x) for x in grid]
        return [
            mp.findroot(f, (grid[k], grid[k + 1]), solver="anderson", tol=1e-90)
            for k in range(pieces)
            if values[k] * values[k + 1] < 0
        ]


@pytest.fixture(scope="session")
def exact():
    return Exact()
