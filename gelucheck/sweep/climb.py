"""Hill climbing over ordinals: everything around the largest errors, and leaps of all lengths."""

import numpy as np

from gelucheck.sweep.aims import Aim

NEAREST = 16
"""Ordinals on each side that are tried at first; twice as many whenever nothing larger is found."""


class Summits:
    """The largest error observed for each aim, and where."""

    def __init__(self, aims: tuple[Aim, ...]):
        self.aims = aims
        self.best = np.full(len(aims), -1.0)
        self.at = np.zeros(len(aims), np.int64)

    def note(self, ordinals: np.ndarray, errors: np.ndarray) -> bool:
        """Keep what is larger (ordinals ascending; errors figures × ordinals); whether any is."""
        found = False
        for place, aim in enumerate(self.aims):
            start, stop = np.searchsorted(ordinals, [aim.low, aim.high + 1])
            if start == stop:
                continue
            top = start + int(np.argmax(errors[aim.figure, start:stop]))
            if errors[aim.figure, top] > self.best[place]:
                self.best[place], self.at[place] = errors[aim.figure, top], ordinals[top]
                found = True
        return found

    def around(self, reach: int, widest: int, raw, aims: int | None = None) -> np.ndarray:
        """Ordinals around the summits, not sorted; int64.

        Args:
            aims: of how many aims, the first ones; None: of all.
            reach: how far on each side all are tried, times the weight of the aim.
            widest: log2 of the longest leap.
            raw: count -> that many random uint64.
        """
        weights: dict[int, int] = {}
        for aim, best, at in list(zip(self.aims, self.best, self.at, strict=True))[:aims]:
            if best > 0:
                weights[int(at)] = max(weights.get(int(at), 0), aim.weight)
        leaps = np.int64(1) << np.arange(widest, dtype=np.int64)
        found = [np.zeros(0, np.int64)]
        for at, weight in weights.items():
            near = np.arange(-reach * weight, reach * weight + 1)
            # from 2^k to 2^(k+1)
            chance = raw(2 * leaps.size).reshape(2, -1) % leaps.astype(np.uint64)
            far = leaps + chance.astype(np.int64)
            found += [at + near, at + far[0], at - far[1]]
        return np.concatenate(found)
