"""Intervals of ordinals with the largest errors observed in each: what a search divides.

The intervals are disjoint. The most promising of each size are cut in equal parts; each part is
sampled, and what was observed in the whole stays with the part where it was (A. Gladman,
V. Innocente, J. Mather, P. Zimmermann, "Accuracy of Mathematical Functions in Single, Double,
Double Extended, and Quadruple Precision", divide the interval of the largest error observed; to
take the best of every size is from D. Jones, C. Perttunen, B. Stuckman, "Lipschitzian Optimization
Without the Lipschitz Constant", 1993, and keeps one narrow peak from taking it all).
"""

import numpy as np

PARTS = 4
"""Parts that an interval is cut in."""
POINTS = 8
"""Values that are tried in a part; a part of no more values is tried whole, and is done with."""
MOST = 1 << 15
"""Intervals that are kept; the least promising are given up beyond."""
_LEVEL = 2  # log2 of PARTS


class Leaves:
    """Intervals in ascending order.

    Args:
        cuts: int64, ascending: the first ordinal of each interval, and one past the last.
        figures: how many kinds of error are kept.

    Attributes:
        low, high: first and last ordinal, int64.
        best: float64, figures × intervals: the largest error observed, -1 where none was.
        at: int64, the same shape: where.
    """

    def __init__(self, cuts: np.ndarray, figures: int):
        self.low, self.high = cuts[:-1].copy(), cuts[1:] - 1
        self.best = np.full((figures, self.low.size), -1.0)
        self.at = np.zeros((figures, self.low.size), np.int64)

    def note(self, ordinals: np.ndarray, errors: np.ndarray) -> None:
        """Keep what was observed.

        Args:
            ordinals: int64, ascending; one that lies in no interval is passed over.
            errors: float64, figures × ordinals.
        """
        if not self.low.size:
            return
        leaf = np.searchsorted(self.low, ordinals, "right") - 1
        inside = (leaf >= 0) & (ordinals <= self.high[leaf])
        leaf, ordinals, errors = leaf[inside], ordinals[inside], errors[:, inside]
        if not leaf.size:
            return
        first = np.flatnonzero(np.diff(leaf, prepend=-1))
        run = np.cumsum(np.diff(leaf, prepend=-1) != 0) - 1
        for figure, found in enumerate(errors):
            top = np.maximum.reduceat(found, first)
            # the first place of each run where its maximum stands
            places = np.flatnonzero(found == top[run])
            places = places[np.diff(run[places], prepend=-1) != 0]
            better = top > self.best[figure, leaf[first]]
            where = leaf[first][better]
            self.best[figure, where] = top[better]
            self.at[figure, where] = ordinals[places[better]]

    def promising(self, figure: int, count: int, low: int, high: int) -> np.ndarray:
        """Indices of the ``count`` intervals of each size with the largest errors of a kind, among
        those that begin at ordinals from ``low`` to ``high``; the largest sizes first."""
        start, stop = np.searchsorted(self.low, [low, high + 1])
        best = self.best[figure, start:stop]
        some = np.flatnonzero(best > 0)
        if not some.size:
            return some
        size = (self.high[start:stop] - self.low[start:stop])[some].astype(np.float64) + 1
        level = np.frexp(size)[1] // _LEVEL
        order = np.lexsort((some, -best[some], -level))
        level = level[order]
        first = np.flatnonzero(np.diff(level, prepend=-1))
        run = np.cumsum(np.diff(level, prepend=-1) != 0) - 1
        rank = np.arange(level.size) - first[run]
        return start + some[order[rank < count]]

    def divide(self, chosen: np.ndarray, raw) -> np.ndarray:
        """Cut some intervals, and draw values in their parts.

        Args:
            chosen: indices, each once.
            raw: count -> that many random uint64.

        Returns:
            Ordinals to try, ascending; int64.
        """
        low, high, parent = _parts(self.low[chosen], self.high[chosen])
        small = high - low < POINTS
        drawn = np.sort(np.concatenate([_whole(low, high, small), _drawn(low, high, ~small, raw)]))
        best, at = self.best[:, chosen[parent]], self.at[:, chosen[parent]]
        # what was observed elsewhere in the whole
        best = np.where((at >= low) & (at <= high), best, -1.0)
        keep = np.ones(self.low.size, bool)
        keep[chosen] = False
        self._take(
            np.concatenate([self.low[keep], low[~small]]),
            np.concatenate([self.high[keep], high[~small]]),
            np.concatenate([self.best[:, keep], best[:, ~small]], axis=1),
            np.concatenate([self.at[:, keep], at[:, ~small]], axis=1),
        )
        return drawn

    def thin(self, most: int = MOST) -> None:
        """Give up intervals when there are more than ``most``: those that are among the best half
        of that number in no kind of error."""
        if self.low.size <= most:
            return
        keep = np.zeros(self.low.size, bool)
        each = max(1, most // 2 // len(self.best))
        for found in self.best:
            keep[np.argsort(-found, kind="stable")[:each]] = True
        self._take(self.low[keep], self.high[keep], self.best[:, keep], self.at[:, keep])

    def _take(self, low, high, best, at) -> None:
        order = np.argsort(low, kind="stable")
        self.low, self.high = low[order], high[order]
        self.best, self.at = best[:, order], at[:, order]


def _parts(low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """First and last ordinal of the parts of some intervals, and whose part it is."""
    parts = np.minimum(PARTS, high - low + 1)
    parent = np.repeat(np.arange(low.size), parts)
    number = np.arange(parent.size) - np.repeat(np.cumsum(parts) - parts, parts)
    # they differ by one at most, the wider ones first
    width, wider = np.divmod(high - low + 1, parts)
    width, wider = width[parent], wider[parent]
    first = low[parent] + number * width + np.minimum(number, wider)
    return first, first + width + (number < wider) - 1, parent


def _whole(low: np.ndarray, high: np.ndarray, small: np.ndarray) -> np.ndarray:
    """Every ordinal of the small parts."""
    ordinals = low[small, None] + np.arange(POINTS)
    return ordinals[ordinals <= high[small, None]]


def _drawn(low: np.ndarray, high: np.ndarray, large: np.ndarray, raw) -> np.ndarray:
    """One ordinal in each of ``POINTS`` equal stretches of the large parts."""
    width = (high - low + 1)[large] // POINTS
    chance = raw(width.size * POINTS).reshape(-1, POINTS) % width[:, None].astype(np.uint64)
    start = low[large, None] + np.arange(POINTS) * width[:, None]
    return (start + chance.astype(np.int64)).ravel()
