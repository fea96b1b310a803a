"""The mergeable result of measuring a block of inputs.

``merge`` is associative and commutative: any grouping and order of blocks gives the same tally.
"""

from dataclasses import dataclass, field

import numpy as np

from gelucheck.peaks import Peak, larger
from gelucheck.windows import Figures, join_all

FIGURES = ("absolute", "ulp", "relative", "steps", "excess")
SCALED = "scaled"
"""The error in ulp over 1 + k, a figure that is only measured where it is asked for."""
REGIONAL = ("absolute", "ulp", "steps")
EDGES = (-np.inf, -8.0, -5.0, -3.0, -1.0, -0.0625, 0.0, 0.0625, 1.0, 3.0, 6.0, np.inf)
"""Regions: EDGES[i] <= x < EDGES[i+1]; the last one has no end."""


@dataclass(frozen=True)
class Measured:
    """Errors against one reference: how many, maxima by figure, and sums (see ``sums``).

    Attributes:
        absolute, square: exact sums of the absolute errors and of their squares.
        slack, slack_square: bounds of the sums of their slacks and of the squares of these.
        peaks: also "scaled", where it was asked for.
        correct: how many outputs are the reference's value, correctly rounded; None where that was
            not asked for, or is ``Tally.steps[0]``.
    """

    count: int = 0
    absolute: int = 0
    square: int = 0
    slack: int = 0
    slack_square: int = 0
    peaks: dict[str, Peak] = field(default_factory=dict)
    correct: int | None = None

    def merge(self, other: "Measured") -> "Measured":
        return Measured(
            self.count + other.count,
            self.absolute + other.absolute,
            self.square + other.square,
            self.slack + other.slack,
            self.slack_square + other.slack_square,
            merge_peaks(self.peaks, other.peaks),
            _sum(self.correct, other.correct),
        )


@dataclass(frozen=True)
class Count:
    """How often, and the first time in ordinal order (value 0 in the peak means nothing)."""

    count: int
    first: Peak

    def merge(self, other: "Count") -> "Count":
        return Count(self.count + other.count, larger(self.first, other.first))


@dataclass(frozen=True)
class RegionTally:
    """The total error on one region."""

    inputs: int
    peaks: dict[str, Peak]

    def merge(self, other: "RegionTally") -> "RegionTally":
        return RegionTally(self.inputs + other.inputs, merge_peaks(self.peaks, other.peaks))


@dataclass(frozen=True)
class Tally:
    """What is known of an implementation after some inputs.

    Attributes:
        inputs: finite inputs tried.
        regions: by index into ``EDGES``.
        total, evaluation: what was measured against GELU, and against the declared form (nothing
            where none is declared).
        method: the largest difference of the exact form and exact GELU.
        steps: how many outputs are 0, 1, 2, 3 or more steps off, of the measured.
        faithful: how many are.
        counts: the categories of ``record.COUNTS`` that occurred; "finite" is NaN or infinity at a
            finite input where a finite value is due.
        profile: by window, for pictures: see ``windows``.
        asked: roundings that needed the oracle.
        parts: by region "A:B", the tally of those of the inputs that lie in it; only where it was
            asked for. The parts have none themselves.
    """

    inputs: int = 0
    regions: dict[int, RegionTally] = field(default_factory=dict)
    total: Measured = Measured()
    evaluation: Measured = Measured()
    method: Peak | None = None
    steps: tuple[int, ...] = (0, 0, 0, 0, 0)
    faithful: int = 0
    counts: dict[str, Count] = field(default_factory=dict)
    profile: dict[int, Figures] = field(default_factory=dict)
    asked: int = 0
    parts: dict[str, "Tally"] = field(default_factory=dict)

    def merge(self, other: "Tally") -> "Tally":
        """The tally of both blocks."""
        return Tally(
            self.inputs + other.inputs,
            _merge_each(self.regions, other.regions),
            self.total.merge(other.total),
            self.evaluation.merge(other.evaluation),
            larger(self.method, other.method),
            tuple(a + b for a, b in zip(self.steps, other.steps, strict=True)),
            self.faithful + other.faithful,
            _merge_each(self.counts, other.counts),
            join_all(self.profile, other.profile),
            self.asked + other.asked,
            _merge_each(self.parts, other.parts),
        )


def merge_peaks(left: dict[str, Peak], right: dict[str, Peak]) -> dict[str, Peak]:
    """The larger peak of each name."""
    return {
        key: larger(left.get(key), right.get(key)) for key in sorted(left.keys() | right.keys())
    }


def _sum(left: int | None, right: int | None) -> int | None:
    return left if right is None else right if left is None else left + right


def _merge_each(left: dict, right: dict) -> dict:
    """Entries of both, merged where both have one."""
    merged = dict(left)
    for key, value in right.items():
        merged[key] = merged[key].merge(value) if key in merged else value
    return dict(sorted(merged.items()))
