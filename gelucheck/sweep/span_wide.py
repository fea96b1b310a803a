"""Large errors, and blocks where the binade of y changes: value by value, some blocks at a time."""

from dataclasses import dataclass

import numpy as np

from gelucheck.formats import Format
from gelucheck.reference.blocks import LENGTH
from gelucheck.sweep.span_state import Scan

_MAGNITUDE = np.uint32((1 << 31) - 1)
_FIELD = np.uint64(0x7FF0000000000000)


@dataclass(frozen=True)
class Wide:
    """The errors of some blocks against one reference; arrays (blocks, LENGTH).

    Attributes:
        y: f as a polynomial gives it, off by at most ``slack``, (blocks, 1); rounded: RN(y),
            float32.
        error: |ŷ - y|; unit: u(y).
        steps: int64 or int32; faithful: (blocks,), how many are.
        sure: (blocks,) whether no rounding, unit or side is in doubt; the others are to be left.
    """

    y: np.ndarray
    slack: np.ndarray
    rounded: np.ndarray
    error: np.ndarray
    unit: np.ndarray
    steps: np.ndarray
    faithful: np.ndarray
    sure: np.ndarray

    def choose(self, some: np.ndarray) -> "Wide":
        """Some of the blocks."""
        if some.all():
            return self
        return Wide(*(each[some] for each in vars(self).values()))


def widely(fmt: Format, y: np.ndarray, slack: np.ndarray, got: np.ndarray, negative: bool) -> Wide:
    """Measure blocks.

    Args:
        y, slack: float64, (blocks, LENGTH) and (blocks, 1); got: float32, all finite.
        negative: the sign of the inputs.

    A cast to float32 rounds once, to nearest, subnormals too; both ends of the enclosure rounding
    alike decides, and so does the exponent of both for the unit.
    """
    lower, upper = y - slack, y + slack
    if negative:  # left of 0 a form is negative, however near 0
        upper = -np.maximum(-upper, 0.0)
    else:
        lower = np.maximum(lower, 0.0)
    with np.errstate(over="ignore", under="ignore"):
        rounded, other = lower.astype(np.float32), upper.astype(np.float32)
    sure = (rounded.view(np.uint32) == other.view(np.uint32)).all(axis=1)
    unit, alike = _unit(fmt, lower, upper)
    sure &= alike
    steps = _steps(got, rounded)
    correct, close = np.count_nonzero(steps == 0, axis=1), steps == 1
    if close.any():
        # one step off is faithful when ŷ and RN(y) lie on either side of y
        here, side = got - y, rounded - y
        doubtful = close & (np.minimum(np.abs(here), np.abs(side)) <= slack)
        sure &= ~doubtful.any(axis=1)
        correct += np.count_nonzero(close & (np.signbit(here) != np.signbit(side)), axis=1)
    return Wide(y, slack, rounded, np.abs(got - y), unit, steps, correct, sure)


def _unit(fmt: Format, lower: np.ndarray, upper: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """u(y), and by block whether no power of two lies between the ends."""
    fields = [
        np.maximum(np.abs(end), fmt.smallest_normal).view(np.uint64) & _FIELD
        for end in (lower, upper)
    ]
    unit = fields[0].view(np.float64) * 2.0 ** (1 - fmt.precision)
    return unit, (fields[0] == fields[1]).all(axis=1)


def _steps(got: np.ndarray, rounded: np.ndarray) -> np.ndarray:
    bits, due = got.view(np.uint32), rounded.view(np.uint32)
    left, right = ((each & _MAGNITUDE).view(np.int32) for each in (bits, due))
    steps = np.abs(left - right)
    across = ((bits ^ due) > _MAGNITUDE) & (left != 0) & (right != 0)
    if across.any():
        return np.where(across, left.astype(np.int64) + right, steps)
    return steps


def add_wide(scan: Scan, which: int, found: Wide) -> None:
    """Add sums, and where ``which`` is 0 steps."""
    error = found.error
    with np.errstate(over="ignore"):
        # an error too large to be squared is one that no mean is asked about
        square = np.minimum(np.matmul(error[:, None, :], error[:, :, None])[:, 0, 0], 1e300)
    total = error.sum(axis=1)
    slack = LENGTH * found.slack[:, 0] + 2.0**-40 * total
    scan.sums[which].add(error.size, total, square, slack)
    if which:
        return
    scan.faithful += int(found.faithful.sum())
    if found.steps.min() > 3:
        scan.steps[4] += error.size
        return
    counts = np.bincount(np.minimum(found.steps, 4).ravel(), minlength=5)
    for n, count in enumerate(counts):
        scan.steps[n] += int(count)
