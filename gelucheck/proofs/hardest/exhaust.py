"""Every input of a format of up to 32 bits: which come nearest to a boundary, as a theorem.

The certified tables give f(x) with a proved bound, so a distance with one. An input whose distance
may be as small as the best so many upper ends seen is a candidate; candidates are settled exactly.
So none is missed: the list is complete, whatever the tables are off by.
"""

from collections.abc import Callable, Iterator

import numpy as np

from gelucheck.formats import Format
from gelucheck.proofs.hardest.distance import distance_of
from gelucheck.proofs.hardest.simple import stretches
from gelucheck.proofs.hardest.stretch import has_blocks, scan, whole_blocks
from gelucheck.reference.blocks import LENGTH
from gelucheck.reference.fast import approximate
from gelucheck.reference.functions import Function

CHUNK = 1 << 16
EIGHT_BITS = 32
KEPT = 50
QUARTER = 0.25


def kept_of(fmt: Format) -> int:
    """How many inputs a list has at most."""
    return EIGHT_BITS if fmt.bits <= 8 else KEPT


class Nearest:
    """The inputs that may be among the nearest so many of all that were offered."""

    def __init__(self, count: int):
        self.count = count
        self.ordinals, self.lower, self.upper = np.zeros(0, np.int64), np.zeros(0), np.zeros(0)

    @property
    def limit(self) -> float:
        """What a distance must not exceed."""
        return _smallest(self.upper, self.count)

    def offer(self, ordinals: np.ndarray, lower: np.ndarray, upper: np.ndarray) -> None:
        """Take in inputs with bounds of their distances."""
        # the best of many first, so that few are sorted
        some = np.flatnonzero(lower <= min(self.limit, _smallest(upper, self.count)))
        if len(some):
            self.ordinals = np.concatenate([self.ordinals, ordinals[some]])
            self.lower = np.append(self.lower, lower[some])
            self.upper = np.append(self.upper, upper[some])
            keep = self.lower <= self.limit
            self.ordinals, self.lower, self.upper = (
                column[keep] for column in (self.ordinals, self.lower, self.upper)
            )


def exhaustive(
    function: Function, fmt: Format, count: int, say: Callable[[int], None] = lambda done: None
) -> tuple[np.ndarray, int]:
    """The hardest inputs of a format, hardest first, and how many inputs were looked at.

    The others of the format are simple by theorem: see ``simple``.

    Args:
        say: called with the number of inputs done, now and then.

    Returns:
        int64 ordinals, ``count`` of them, or all that are nearer than 1/4.
    """
    found = Nearest(count)
    looked = 0
    for magnitudes, negative in zip(stretches(function, fmt), (True, False), strict=True):
        for done in look(function, fmt, magnitudes, negative, found):
            looked += done
            say(looked)
    return settled(function, fmt, found.ordinals.tolist(), count), looked


def look(
    function: Function, fmt: Format, magnitudes: range, negative: bool, found: Nearest
) -> Iterator[int]:
    """Offer every input of a range of magnitudes and a sign; yields how many each step was."""
    firsts = whole_blocks(magnitudes) if has_blocks(fmt) else range(0)
    if not firsts:
        yield from _one_by_one(function, fmt, magnitudes, negative, found)
        return
    yield from _one_by_one(function, fmt, range(magnitudes.start, firsts.start), negative, found)
    for first, bound, offset in scan(function, fmt, firsts, negative):
        if offset is None:
            for start in first.tolist():
                span = range(start, start + LENGTH)
                yield from _one_by_one(function, fmt, span, negative, found)
            continue
        np.abs(offset, out=offset)
        if (offset.min(axis=1) - bound).min() <= found.limit:
            near = offset <= (found.limit + bound)[:, None]
            row, column = np.nonzero(near)
            distance = offset[near]
            ordinals = _ordinals(first[row] + column, negative)
            found.offer(ordinals, distance - bound[row], distance + bound[row])
        yield len(first) * LENGTH
    rest = range(firsts.stop, magnitudes.stop)
    yield from _one_by_one(function, fmt, rest, negative, found)


def _one_by_one(function, fmt, magnitudes: range, negative: bool, found: Nearest) -> Iterator[int]:
    for start in range(magnitudes.start, magnitudes.stop, CHUNK):
        stop = min(start + CHUNK, magnitudes.stop)
        ordinals = _ordinals(np.arange(start, stop, dtype=np.int64), negative)
        found.offer(ordinals, *distances(function, fmt, ordinals))
        yield stop - start


def _ordinals(magnitudes: np.ndarray, negative: bool) -> np.ndarray:
    return -1 - magnitudes if negative else magnitudes


def settled(function: Function, fmt: Format, ordinals: list[int], count: int) -> np.ndarray:
    """The hardest of some inputs, hardest first, by exact distances; int64.

    Those that are 1/4 and more from a boundary are none: ``simple`` proves no more of the others.
    """
    distances = (
        (float(distance_of(function, fmt, fmt.value(fmt.bits_at(ordinal))).lower), ordinal)
        for ordinal in set(ordinals)
    )
    ranked = sorted(pair for pair in distances if pair[0] < QUARTER)
    return np.array([ordinal for _, ordinal in ranked[:count]], np.int64)


def _smallest(upper: np.ndarray, count: int) -> float:
    """The so-manieth smallest number, infinite where there are fewer."""
    return np.partition(upper, count - 1)[count - 1] if len(upper) >= count else np.inf


def distances(
    function: Function, fmt: Format, ordinals: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Lower and upper bounds of the distances of inputs, in ulps, float64.

    All of it is exact but the sum with ``low`` and the bound itself, which are widened. A value
    next to a power of two may be on the other side of it, where the ulp is another: there it is
    half an ulp from the boundary, and both bounds are about that.
    """
    x = fmt.values(ordinals).astype(np.float64)
    value = approximate(function, x, "single")
    size = np.abs(value.high)
    exponent = np.maximum(np.frexp(size)[1] - fmt.precision, fmt.quantum)
    scaled = np.ldexp(size, -exponent)
    low = np.ldexp(np.copysign(1.0, value.high) * value.low, -exponent)
    # scaled has 53 bits, and its part below 1 is exact
    distance = np.abs(scaled - np.floor(scaled) - 0.5 + low)
    bound = np.ldexp(value.bound, -exponent) * (1 + 2.0**-50) + 2.0**-50 * np.abs(low)
    bound += 2.0**-52
    return distance - bound, distance + bound
