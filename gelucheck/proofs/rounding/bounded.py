"""What is known of a subexpression over boxes, and what a rounding adds to it."""

from dataclasses import dataclass

import numpy as np

from gelucheck.formats import Format
from gelucheck.forms.engine import Engine, Operand, exact_constant, rounded_constant
from gelucheck.proofs.rounding.intervals import above, below, magnitude, mignitude
from gelucheck.rounding import nearest_wide

UP = 1 + 2.0**-46
"""Covers the roundings of a handful of operations on bounds."""
TINY = 2.0**-1074


@dataclass(frozen=True)
class Bounded:
    """What is known of a subexpression, over boxes; float64 arrays.

    Attributes:
        exact: low and high end of its exact value.
        computed: of the computed one; infinite where it may overflow.
        error: at least |computed - exact|, times the engine's scale; infinite where not bounded.
        nan: bool: whether the computed one may be NaN.
    """

    exact: tuple[np.ndarray, np.ndarray]
    computed: tuple[np.ndarray, np.ndarray]
    error: np.ndarray
    nan: np.ndarray


class Rounder(Engine):
    """The part of an engine that knows how results are rounded.

    Args:
        fmt: what every operation rounds to; row: what ``narrow`` does.
        scale: powers of two, one a box: errors are held times it, out of reach of underflow (and
            overflow).
    """

    def __init__(self, fmt: Format, row: Format, scale: np.ndarray):
        self.fmt, self.row, self.scale = fmt, row, scale

    def number(self, text: str) -> Bounded:
        """A constant, rounded once."""
        exact, rounded = exact_constant(text), rounded_constant(text, self.fmt)
        middle = float(exact)
        ends = (middle, middle)
        if exact != middle:
            ends = (np.nextafter(middle, -np.inf), np.nextafter(middle, np.inf))
        off = abs(float(exact - type(exact)(rounded))) * UP * self.scale
        ends = tuple(np.full(self.scale.shape, end) for end in ends)
        computed = np.full(self.scale.shape, rounded)
        return Bounded(ends, (computed, computed), off, off < 0)

    def half_ulp(self, largest, fmt: Format | None = None):
        """At most how far a number of at most this size is from its rounding, times the scale.

        Up to 2^e numbers are within 2^(e - 1 - p) of a value; and never further than 0 is.
        """
        fmt = fmt or self.fmt
        part, exponent = np.frexp(largest)
        exponent = exponent - 1 - (part == 0.5)
        half = np.ldexp(self.scale, np.maximum(exponent, fmt.emin) - fmt.precision)
        half = np.minimum(half, largest * self.scale)
        return np.where(largest > 0, np.maximum(half, TINY), 0.0)

    def result(self, exact, before, computed, *, passed, rounding=None, nan=False) -> Operand:
        """The operand of an operation.

        Args:
            exact: interval of it on exact operands; before: on computed ones, not rounded yet;
                computed: that one rounded.
            passed: what the errors of the operands cost, times the scale.
            rounding: what the rounding costs, where less than half an ulp is known of it.
        """
        exact = opened(np.isnan(exact[0]) | np.isnan(exact[1]), exact)
        largest = magnitude(before)
        step = self.half_ulp(np.where(np.isfinite(largest), largest, 1.0))
        step = np.where(np.isfinite(largest), step, np.inf)
        rounding = step if rounding is None else np.minimum(step, rounding)
        nan = nan | np.isnan(computed[0]) | np.isnan(computed[1])
        computed = opened(nan, computed)
        error = passed + rounding
        error = np.where(error > 0, error * UP + TINY, error)
        low = computed[0] - exact[1]
        high = computed[1] - exact[0]
        apart = np.maximum(np.abs(low), np.abs(high)) * self.scale * UP
        apart = np.where((low != 0) | (high != 0), np.maximum(apart, TINY), 0.0)
        error = np.fmin(np.where(np.isnan(error), np.inf, error), apart)
        error = np.where(nan | np.isinf(computed[0]) | np.isinf(computed[1]), np.inf, error)
        return Operand(self, Bounded(exact, computed, error, nan | np.zeros(error.shape, bool)))

    def rounded(self, values, errors):
        """The interval of the roundings of some results of float64 and what they are off by."""
        if self.fmt.precision == 53:
            # they are rounded
            return values.min(axis=0), values.max(axis=0)
        return tuple(nearest_wide(self.fmt, end) for end in hull_of_any(values, errors))

    def grain(self, interval):
        """A power of two that all values of the format in an interval are multiples of."""
        part, exponent = np.frexp(mignitude(interval))
        exponent = np.where(part == 0, self.fmt.emin, exponent - 1)
        grain = np.ldexp(1.0, np.maximum(exponent, self.fmt.emin) - self.fmt.precision + 1)
        single = (interval[0] == interval[1]) & np.isfinite(interval[0])
        value = np.where(single, np.abs(interval[0]), 1.0)
        part, exponent = np.frexp(value)
        digits = (part * 2.0**53).astype(np.int64)
        lowest = np.ldexp((digits & -digits).astype(np.float64), exponent - 53)
        return np.where(single, np.where(value == 0, np.inf, lowest), grain)


def opened(where, interval):
    """An interval, and where it says nothing all numbers."""
    low, high = interval
    return np.where(where, -np.inf, low), np.where(where, np.inf, high)


def hull_of_any(values, errors):
    """The interval around some results, of which some may be infinite."""
    low = np.where(np.isinf(values), values, below(values, errors)).min(axis=0)
    return low, np.where(np.isinf(values), values, above(values, errors)).max(axis=0)


def times(factor, error):
    """A product, rounded up, where no error means none, whatever the factor."""
    nothing = (error == 0) | (factor == 0)
    return np.where(nothing, 0.0, np.maximum(factor * error * UP, TINY))
