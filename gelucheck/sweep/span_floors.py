"""Which blocks may hold a maximum: those that reach what is already known to be reached."""

from dataclasses import dataclass, field

import numpy as np

from gelucheck.formats import Format
from gelucheck.peaks import Peak
from gelucheck.reference.condition import ROOM, condition
from gelucheck.reference.functions import Function
from gelucheck.sweep.span_rows import Rows, between
from gelucheck.tally import EDGES, SCALED, Measured, RegionTally

MOST = 256


def _none() -> np.ndarray:
    return np.full(len(EDGES), -np.inf)


def _below(peak: Peak) -> float:
    """A value that is reached for sure: that of a peak may have been rounded up."""
    return float(np.nextafter(float(peak.value), -np.inf))


@dataclass
class Floors:
    """Lower bounds of the maxima so far, against one reference.

    Attributes:
        absolute, ulp, steps: by region (against the declared form all regions are one).
        relative, excess: over all.
        regional: whether regions count.
        function: what it is; fmt: the format of the inputs.
        scaled: over all, the error in ulp over 1 + k; None where that is not asked for.
    """

    regional: bool
    function: Function
    fmt: Format
    scaled: float | None = None
    absolute: np.ndarray = field(default_factory=_none)
    ulp: np.ndarray = field(default_factory=_none)
    steps: np.ndarray = field(default_factory=_none)
    relative: float = -np.inf
    excess: float = -np.inf

    def start(self, known: Measured, regions: dict[int, RegionTally]) -> None:
        """Begin with what is known of other inputs; not so steps, of which the first is sought."""
        peaks = {index: region.peaks for index, region in regions.items()}
        if not self.regional:
            peaks = {0: known.peaks}
        for index, found in peaks.items():
            for kind, floor in (("absolute", self.absolute), ("ulp", self.ulp)):
                if kind in found:
                    floor[index] = _below(found[kind])
        for kind in ("relative", "excess") + (() if self.scaled is None else (SCALED,)):
            if kind in known.peaks:
                setattr(self, kind, _below(known.peaks[kind]))

    def _places(self, rows: Rows, some):
        return rows.region[some] if self.regional else np.zeros_like(rows.region[some])

    def gate(self, rows: Rows, some: slice = slice(None)) -> np.ndarray:
        """By block: the largest error from which on it must be looked at."""
        at = self._places(rows, some)
        unit = rows.unit[some]
        gates = (
            self.absolute[at],
            self.ulp[at] * unit,
            self.excess + unit / 2,
            self.relative * rows.low[some],
            (np.maximum(self.steps[at], -1.0) + 0.5) * unit,
        )
        if self.scaled is not None:
            gates = (*gates, self.scaled * rows.least[some] * unit)
        return np.minimum.reduce(gates) - 2 * rows.slack[some]

    def rise(self, rows: Rows, numbers: np.ndarray) -> None:
        """Raise the floors, but for steps, by what some blocks reach for sure."""
        unit = rows.unit[numbers]
        least = rows.top[numbers] - 2 * rows.slack[numbers]
        at = self._places(rows, numbers)
        np.maximum.at(self.absolute, at, least)
        np.maximum.at(self.ulp, at, least / unit)
        self.excess = max(self.excess, float((least - unit / 2).max()))
        self.relative = max(self.relative, float((least / rows.high[numbers]).max()))
        if self.scaled is not None:
            self.scaled = max(self.scaled, float((least / (unit * rows.most[numbers])).max()))

    def wide(self, region: int, found, lost: np.ndarray, ordinals: np.ndarray) -> np.ndarray:
        """As ``look``, for blocks of ``span_wide`` in one region, in order of the ordinals.

        Args:
            lost: where the output is a zero.
            ordinals: of the inputs, (blocks, LENGTH).

        Returns:
            places in all of them.
        """
        error, unit = found.error.ravel(), found.unit.ravel()
        slack = 2 * float(found.slack.max()) + 2.0**-48 * float(error.max())
        places = [
            self._reach("absolute", region, error, slack),
            self._reach("ulp", region, error / unit, slack / float(unit.min())),
            self._reach("excess", region, error - unit / 2, slack),
        ]
        at, most = region if self.regional else 0, found.steps.max()
        if most > self.steps[at]:
            # of equal numbers of steps the first is the witness
            self.steps[at] = most
            places.append(np.flatnonzero(found.steps == most)[:1])
        places.append(self._relative(found, lost, slack))
        if self.scaled is not None:
            ulp, room = found.error / found.unit, slack / unit.min()
            places.append(self._over_condition(ulp, ordinals, room))
        return np.unique(np.concatenate(places))

    def _over_condition(self, ulp: np.ndarray, ordinals: np.ndarray, room: float) -> np.ndarray:
        """Where the error over 1 + k may be the largest; k is found only where it may be."""
        x = self.fmt.values(ordinals.ravel()).astype(np.float64).reshape(ordinals.shape)
        least, _ = between(self.function, x[:, [0, -1]])
        hot = np.flatnonzero(ulp + room >= self.scaled * least[:, None])
        if not hot.size:
            return hot
        values = ulp.ravel()[hot] / (1 + condition(self.function, x.ravel()[hot]))
        return hot[self._reach(SCALED, 0, values, room + 2 * ROOM * float(values.max()))]

    def _relative(self, found, lost: np.ndarray, slack: float) -> np.ndarray:
        """Relative to a value that rounds to zero nothing is said; a zero for another is wrong by
        all of it, exactly: of those the first is the witness."""
        number = found.rounded.ravel() != 0
        lost = lost.ravel()
        first = np.zeros(0, np.intp)
        if lost.any():
            lost = lost & number
            if lost.any() and self.relative < 1.0:
                self.relative, first = 1.0, np.flatnonzero(lost)[:1]
            number &= ~lost
        if not number.any():
            return first
        some = np.flatnonzero(number)
        size = np.abs(found.y.ravel()[some])
        relative = found.error.ravel()[some] / size
        room = 2 * slack / size.min() * (1 + float(relative.max()))
        return np.concatenate([first, some[self._reach("relative", 0, relative, room)]])

    def _reach(self, kind: str, region: int, values: np.ndarray, room: float) -> np.ndarray:
        """Raise one floor by errors within some room; the places that may hold the maximum."""
        at = region if self.regional else 0
        known = getattr(self, kind)
        single = isinstance(known, float)
        floor, best = known if single else known[at], float(values.max())
        if best + room < floor:
            return np.zeros(0, np.intp)
        floor = max(floor, best - room)
        if single:
            setattr(self, kind, floor)
        else:
            known[at] = floor
        return ends_of(np.flatnonzero(values >= floor - room))

    def look(
        self, rows: Rows, row: int, errors: np.ndarray, values: np.ndarray, ordinals: np.ndarray
    ) -> np.ndarray:
        """Raise the floors by a block; returns the places in it that may hold a maximum.

        Args:
            errors: |ŷ - y| of the block; values: y; ordinals: of the inputs.
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
        if self.scaled is not None:
            ulp = (errors / unit)[None]
            found.append(self._over_condition(ulp, ordinals[None], 2 * slack / unit))
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
