"""Which blocks may hold a maximum: those that reach what is already known to be reached."""

from dataclasses import dataclass, field

import numpy as np

from gelucheck.sweep.span_rows import Rows
from gelucheck.tally import EDGES

MOST = 256


def _none() -> np.ndarray:
    return np.full(len(EDGES), -np.inf)


@dataclass
class Floors:
    """Lower bounds of the maxima so far, against one reference.

    Attributes:
        absolute, ulp, steps: by region (against the declared form all regions are one).
        relative, excess: over all.
        regional: whether regions count.
    """

    regional: bool
    absolute: np.ndarray = field(default_factory=_none)
    ulp: np.ndarray = field(default_factory=_none)
    steps: np.ndarray = field(default_factory=_none)
    relative: float = -np.inf
    excess: float = -np.inf

    def _places(self, rows: Rows):
        return rows.region if self.regional else np.zeros_like(rows.region)

    def gate(self, rows: Rows) -> np.ndarray:
        """By block: the largest error from which on it must be looked at."""
        at = self._places(rows)
        gates = (
            self.absolute[at],
            self.ulp[at] * rows.unit,
            self.excess + rows.unit / 2,
            self.relative * rows.low,
            (np.maximum(self.steps[at], -1.0) + 0.5) * rows.unit,
        )
        return np.minimum.reduce(gates) - 2 * rows.slack

    def reach(self, kind: str, region: int, upper: np.ndarray, lower: np.ndarray) -> np.ndarray:
        """Raise one floor by bounds of errors; the places that may hold the maximum."""
        at = region if self.regional else 0
        known = getattr(self, kind)
        floor = known[at] if isinstance(known, np.ndarray) else known
        best = lower.max(initial=-np.inf)
        # of equal numbers of steps the first is the witness, and it has been seen
        if kind == "steps" and best <= floor:
            return np.zeros(0, np.intp)
        floor = max(floor, best)
        if isinstance(known, np.ndarray):
            known[at] = floor
        else:
            setattr(self, kind, floor)
        return ends_of(np.flatnonzero(upper >= floor))

    def look(self, rows: Rows, row: int, errors: np.ndarray, values: np.ndarray) -> np.ndarray:
        """Raise the floors by a block; returns the places in it that may hold a maximum.

        Args:
            errors: |ŷ - y| of the block; values: y.
        """
        at = int(rows.region[row]) if self.regional else 0
        unit, slack, top = rows.unit[row], 2 * rows.slack[row], rows.top[row]
        found = [np.flatnonzero(errors >= top - 2 * slack)]
        relative = errors / np.abs(values)
        best, room = relative.max(), 2 * slack / rows.low[row]
        if best + room >= self.relative:
            found.append(np.flatnonzero(relative >= best - 2 * room))
        # in steps: those that are sure, and before the first of them those that are not
        for some in {np.floor((top + slack) / unit + 0.5), np.floor((top - slack) / unit + 0.5)}:
            at_least = (some - 0.5) * unit
            found.append(np.flatnonzero(errors >= at_least + slack)[:1])
            found.append(np.flatnonzero(np.abs(errors - at_least) <= slack))
        self.absolute[at] = max(self.absolute[at], top - slack)
        self.ulp[at] = max(self.ulp[at], (top - slack) / unit)
        self.steps[at] = max(self.steps[at], np.floor((top - slack) / unit + 0.5))
        self.excess = max(self.excess, top - slack - unit / 2)
        self.relative = max(self.relative, best - room)
        return np.unique(np.concatenate([ends_of(places) for places in found]))


def ends_of(places: np.ndarray) -> np.ndarray:
    """All places, or the first and the last: as ``peaks.settle`` does."""
    if places.size <= 2 * MOST:
        return places
    return np.concatenate([places[:MOST], places[-MOST:]])
