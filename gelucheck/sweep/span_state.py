"""What is kept while a span is scanned: sums, counts, and the inputs that may hold a maximum."""

from dataclasses import dataclass, field

import numpy as np

from gelucheck.block import Block
from gelucheck.formats import Format
from gelucheck.implementations.interface import Implementation
from gelucheck.measure import NOTHING, More, measure
from gelucheck.reference.blocks import LENGTH, PANEL
from gelucheck.sums import exact_sum
from gelucheck.tally import Count, Measured, RegionTally, Tally
from gelucheck.windows import Figures

MOST_BLOCKS = 64
ENDS = 4
_MOST = 1 << 18


def stored(implementation: Implementation, got: np.ndarray) -> Implementation:
    """An implementation that gives what the real one gave."""
    return Implementation(
        implementation.name,
        implementation.function,
        implementation.form,
        implementation.writing,
        implementation.arithmetic,
        lambda x, fmt: got,
        implementation.formats,
    )


@dataclass
class Sums:
    """Errors against one reference, summed; ints in the units of ``sums``."""

    count: int = 0
    absolute: int = 0
    square: int = 0
    slack: int = 0
    slack_square: int = 0

    def add(self, count: int, absolute, square, slack, times: int = 1) -> None:
        """Add arrays of non-negative float64 sums, an entry for each block of LENGTH values.

        Args:
            times: how often each of the blocks is there; count: of all values.
            slack: how far the sum of a block may be off: LENGTH times what one error may be, and
                2^-40 of the sum at most for the additions; rounded up here. The sum of squares is
                off by no more than 2^-40 of itself besides.
        """
        self.count += count
        self.absolute += times * exact_sum(np.maximum(absolute, 0.0))
        root = np.sqrt(np.maximum(square, 0.0))
        self.square += times * exact_sum(root, squares=True)
        slack = 1.001 * np.asarray(slack)
        self.slack += times * exact_sum(slack)
        self.slack_square += times * exact_sum(slack / LENGTH**0.5 + 2.0**-40 * root, squares=True)

    def measured(self, peaks: dict) -> Measured:
        return Measured(
            self.count, self.absolute, self.square, self.slack, self.slack_square, peaks
        )


@dataclass
class Scan:
    """The state of one span.

    Attributes:
        known: what is known of other inputs.
        sums: against GELU, and against the declared form where that is another.
        steps, faithful, inputs, asked: as in ``Tally``; regions: inputs by region.
        points: (ordinals, outputs) that may hold a maximum; methods: (starts, bounds) of blocks
            that may hold the largest difference of the exact functions.
        flags: scratch.
        windows: as ``Tally.profile``.
        odd: (ordinals, outputs) for ``measure``, element by element.
        more: what is measured besides.
    """

    implementation: Implementation
    fmt: Format
    convention: str
    known: Tally = field(default_factory=Tally)
    sums: tuple[Sums, Sums] = field(default_factory=lambda: (Sums(), Sums()))
    steps: list[int] = field(default_factory=lambda: [0] * 5)
    faithful: int = 0
    inputs: int = 0
    asked: int = 0
    regions: dict[int, int] = field(default_factory=dict)
    counts: dict[str, Count] = field(default_factory=dict)
    windows: dict[int, Figures] = field(default_factory=dict)
    points: list = field(default_factory=list)
    methods: list = field(default_factory=list)
    odd: list = field(default_factory=list)
    method_floor: float = -np.inf  # at first what is known
    held: int = 0
    flags: np.ndarray = field(default_factory=lambda: np.empty(PANEL, bool))
    tally: Tally = field(default_factory=Tally)
    more: More = NOTHING

    def __post_init__(self):
        if self.known.method is not None:
            # one below, for it may have been rounded up
            self.method_floor = float(np.nextafter(self.known.method.value, -np.inf))

    def leave(self, ordinals: np.ndarray, got: np.ndarray) -> None:
        """Leave some values to ``measure``."""
        self.odd.append((ordinals, got))
        self.held += ordinals.size
        if self.held >= _MOST:
            self.clear()

    def count(self, name: str, found: Count) -> None:
        """Count a category."""
        self.counts[name] = self.counts[name].merge(found) if name in self.counts else found

    def clear(self) -> None:
        """Measure what was left."""
        if self.held:
            ordinals, got = (np.concatenate(column) for column in zip(*self.odd, strict=True))
            self.tally = self.tally.merge(self._measure(ordinals, got))
            self.odd, self.held = [], 0

    def offer_method(self, starts: np.ndarray, lower: np.ndarray, upper: np.ndarray) -> None:
        """Blocks of which the largest |form - gelu| is within bounds."""
        self.methods.append((starts, upper))
        self.method_floor = max(self.method_floor, float(lower.max()))
        starts, upper = (np.concatenate(column) for column in zip(*self.methods, strict=True))
        keep = upper >= self.method_floor
        self.methods = [(starts[keep], upper[keep])]

    def _method_inputs(self) -> np.ndarray:
        starts = np.sort(self.methods[0][0])
        if starts.size > MOST_BLOCKS:
            # within the bounds it is the same everywhere, next to nothing, and grows towards an
            # end: as ``settle`` does, look at both
            last = int(starts[-1]) + LENGTH
            return np.r_[starts[0] : starts[0] + ENDS, last - ENDS : last]
        return (starts[:, None] + np.arange(LENGTH)).ravel()

    def _measure(self, ordinals, got) -> Tally:
        block = Block(self.fmt, self.fmt.values(ordinals))
        item, known = stored(self.implementation, got), self.known.merge(self.tally)
        return measure(item, block, self.convention, known, self.more)

    def finish(self, gelu, form, start: int) -> Tally:
        """The tally of the span: the maxima are those of the points, settled as ever.

        Args:
            start: the first ordinal.
        """
        self.clear()
        found = Tally()
        if self.points:
            ordinals, got = (np.concatenate(column) for column in zip(*self.points, strict=True))
            ordinals, first = np.unique(ordinals, return_index=True)
            found = self._measure(ordinals, got[first])
        method = None
        if form is gelu and self.inputs:
            # no difference anywhere: the first finite input stands for all
            first = np.array([max(start, -self.fmt.end_bits)])
            block = Block(self.fmt, self.fmt.values(first))
            method = block.method(block.reference(gelu), block.reference(gelu), None)
        if self.methods and self.methods[0][0].size:
            block = Block(self.fmt, self.fmt.values(self._method_inputs()))
            known = self.known.method
            method = block.method(block.reference(form), block.reference(gelu), known)
        total = self.sums[0].measured(found.total.peaks)
        other = total if form is gelu else self.sums[1].measured(found.evaluation.peaks)
        regions = {
            index: RegionTally(count, found.regions[index].peaks if index in found.regions else {})
            for index, count in sorted(self.regions.items())
        }
        mine = Tally(
            inputs=self.inputs,
            regions=regions,
            total=total,
            evaluation=other if form is not None else Measured(),
            method=method,
            steps=tuple(self.steps),
            faithful=self.faithful,
            counts=self.counts,
            profile=self.windows,
            asked=self.asked,
        )
        return self.tally.merge(mine)
