"""Scales: from a figure to a place between 0 and 1, and the ticks that a reader is shown.

They are our own, since the figures go from 5e-324 to 1e308 on either side of 0, where matplotlib's
own scales and ticks overflow; so every place is finite, whatever the figure.
"""

import itertools
import math
from dataclasses import dataclass

import numpy as np

from gelucheck.report.pictures.look import width_of

_GAP = 7.0  # px between two labels
_FEW = 3  # powers; where there are less, others are welcome


def number(value: float) -> str:
    """A round number on an axis."""
    if value == 0:
        return "0"
    sign, size = "−" if value < 0 else "", abs(value)
    if 0.1 <= size < 1e4:
        return f"{sign}{size:g}"
    mantissa, exponent = f"{size:.1e}".split("e")
    return f"{sign}{mantissa.removesuffix('.0')}e{int(exponent)}"


@dataclass(frozen=True)
class Scale:
    """A linear scale from ``low`` to ``high``, finite numbers, low < high."""

    low: float
    high: float

    def bend(self, values) -> np.ndarray:
        """The figures on a ruler of equal parts."""
        # half of each first: the largest floats are further apart than a float can say
        return np.asarray(values, float) / 2 / max(abs(self.low), abs(self.high))

    def place(self, values) -> np.ndarray:
        """Where figures are between 0 and 1; beyond an end: at the end."""
        values = np.clip(np.asarray(values, float), self.low, self.high)
        low, high = self.bend(self.low), self.bend(self.high)
        return (self.bend(values) - low) / (high - low)

    def candidates(self) -> list[float]:
        """Where ticks may be, the most welcome first."""
        step = _nice(self.high / 6 - self.low / 6)
        first, last = math.ceil(self.low / step), math.floor(self.high / step)
        ticks = [i * step for i in range(first, last + 1)]
        return sorted(ticks, key=lambda tick: (tick != 0, abs(tick)))

    def label(self, value: float) -> str:
        return number(value)

    def ticks(self, room: float, upright: bool = False) -> list[tuple[float, str]]:
        """Ticks with their labels, none on another's.

        Args:
            room: the length of the axis in px.
            upright: whether the axis goes up, where labels take their height.
        """
        return self._fitting(self.candidates(), room, upright)

    def _fitting(
        self, candidates: list[float], room: float, upright: bool
    ) -> list[tuple[float, str]]:
        """Those that have room beside the ones before them."""
        taken: list[tuple[float, float]] = []
        chosen = []
        for value in candidates:
            label = self.label(value)
            middle = float(self.place(value)) * room
            half = 7.0 if upright else (width_of(label) + _GAP) / 2
            if all(middle + half <= start or stop <= middle - half for start, stop in taken):
                taken.append((middle - half, middle + half))
                chosen.append((value, label))
        return sorted(chosen)


def _nice(step: float) -> float:
    """1, 2 or 5 times a power of ten, near a step."""
    power = 10.0 ** math.floor(math.log10(step))
    return next(n * power for n in (1, 2, 5, 10) if n * power >= 0.99 * step)


@dataclass(frozen=True)
class Log(Scale):
    """Powers of ten; low > 0."""

    def bend(self, values) -> np.ndarray:
        return np.log10(np.maximum(values, 5e-324))

    def candidates(self) -> list[float]:
        ticks = self._powers(self._step)
        if len(ticks) < _FEW:
            first, last = math.floor(math.log10(self.low)), math.floor(math.log10(self.high))
            more = (n * 10.0**p for p in range(first, last + 1) for n in (2, 5))
            ticks += [tick for tick in more if self.low <= tick <= self.high]
        return ticks

    def ticks(self, room: float, upright: bool = False) -> list[tuple[float, str]]:
        """As of any scale; where one power has no room it goes with others: the rest is even."""
        for step in itertools.count(self._step):
            due = self._powers(step)
            if len(due) < _FEW:
                break
            found = self._fitting(due, room, upright)
            if len(found) == len(due):
                return found
        return super().ticks(room, upright)

    @property
    def _step(self) -> int:
        return max(1, round((math.log10(self.high) - math.log10(self.low)) / 5))

    def _powers(self, step: int) -> list[float]:
        powers = range(math.ceil(math.log10(self.low)), math.floor(math.log10(self.high)) + 1)
        # float() of a text is right where 10.0**p is not
        return [float(f"1e{p}") for p in powers if p % step == 0]


@dataclass(frozen=True)
class Deep(Scale):
    """Powers of ten that grow denser, so that 1 and 1e300 are both seen; low > 0."""

    def bend(self, values) -> np.ndarray:
        decades = np.log10(np.maximum(values, self.low)) - math.log10(self.low)
        return np.log1p(decades)

    def candidates(self) -> list[float]:
        powers = (0, 2, 4, 8, 16, 32, 64, 128, 256, 1)
        return [tick for power in powers if (tick := float(f"1e{power}")) <= self.high]


@dataclass(frozen=True)
class Signed(Scale):
    """Linear within ±1, powers of ten beyond; low <= -1, high >= 1.

    The linear part has a quarter of the longer side at least, so that half a unit is seen beside
    1e7 and 1e40 alike.
    """

    def bend(self, values) -> np.ndarray:
        values = np.asarray(values, float)
        size = np.abs(values)
        decades = np.log10(np.maximum(size, 1.0))
        return np.sign(values) * np.where(size <= 1, size, 1 + decades * self._share)

    @property
    def _share(self) -> float:
        most = math.log10(max(-self.low, self.high))
        return min(1.0, 3 / most) if most else 1.0

    def candidates(self) -> list[float]:
        most = math.log10(max(-self.low, self.high))
        step = max(1, math.ceil(most / 3))
        powers = [float(f"1e{p}") for p in range(step, math.floor(most) + 1, step)]
        sizes = [1.0, *powers, 0.5]
        both = [0.0, *(sign * size for size in sizes for sign in (1, -1))]
        return [tick for tick in both if self.low <= tick <= self.high]


@dataclass(frozen=True)
class Across(Scale):
    """The scale of x: linear within ±½, powers of two beyond, each binade as wide as [0, ½).

    So the left tail and what is near 0 are both seen.
    """

    def bend(self, values) -> np.ndarray:
        values = np.asarray(values, float)
        size = np.abs(values)
        binades = np.log2(np.maximum(size, 0.5)) + 2
        return np.sign(values) * np.where(size <= 0.5, 2 * size, binades)

    def unbend(self, places) -> np.ndarray:
        """The x at places of the ruler."""
        size = np.abs(places)
        return np.sign(places) * np.where(size <= 1, size / 2, 2.0 ** (np.maximum(size, 1) - 2))

    def candidates(self) -> list[float]:
        sizes = [2.0**p for p in (0, 1, 2, 3, 4, 5, 6, -1)]
        ticks = [0.0, *(sign * size for size in sizes for sign in (-1, 1))]
        inside = [tick for tick in ticks if self.low <= tick <= self.high]
        return inside if len(inside) > 1 else super().candidates()


def spread(scale: Scale, count: int) -> np.ndarray:
    """x evenly over a scale of x, as one sees it; 0 is not among them."""
    if isinstance(scale, Across):
        low, high = scale.bend(scale.low), scale.bend(scale.high)
        xs = scale.unbend(np.linspace(low, high, count))
    else:
        xs = np.linspace(scale.low, scale.high, count)
    return np.where(xs == 0, 1e-3 * scale.high, xs)
