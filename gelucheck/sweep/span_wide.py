"""Large errors, and blocks where the binade of y changes: value by value, a block at a time."""

from dataclasses import dataclass

import numpy as np

from gelucheck.formats import Format
from gelucheck.reference.blocks import LENGTH
from gelucheck.sweep.span_state import Scan

_MAGNITUDE = np.uint32((1 << 31) - 1)
_FIELD = np.uint64(0x7FF0000000000000)


@dataclass
class Wide:
    """The errors of one block against one reference; arrays of LENGTH.

    Attributes:
        y: f as a polynomial gives it, off by at most ``slack``; rounded: RN(y), float32.
        error: |ŷ - y|; unit: u(y), an array or a number.
        steps: int64 or int32; faithful: how many are.
    """

    y: np.ndarray
    slack: float
    rounded: np.ndarray
    error: np.ndarray
    unit: np.ndarray | float
    steps: np.ndarray
    faithful: int


def widely(fmt: Format, y: np.ndarray, slack: float, got: np.ndarray, negative: bool):
    """Measure a block; None where a rounding, a unit or a side is in doubt.

    Args:
        y, slack: float64; got: float32, all finite; negative: the sign of the inputs.

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
    if not np.array_equal(rounded.view(np.uint32), other.view(np.uint32)):
        return None
    unit = _unit(fmt, lower, upper)
    if unit is None:
        return None
    steps = _steps(got, rounded)
    error = np.abs(got - y)
    faithful = 0
    if steps.min() <= 1:
        # one step off is faithful when ŷ and RN(y) lie on either side of y
        close = np.flatnonzero(steps == 1)
        here, side = got[close] - y[close], rounded[close] - y[close]
        if (np.minimum(np.abs(here), np.abs(side)) <= slack).any():
            return None
        beyond = np.count_nonzero(np.sign(here) != np.sign(side))
        faithful = int(np.count_nonzero(steps == 0)) + int(beyond)
    return Wide(y, slack, rounded, error, unit, steps, faithful)


def _unit(fmt: Format, lower: np.ndarray, upper: np.ndarray):
    """u(y), or None where a power of two lies between."""
    ends = [
        np.maximum(np.abs(end), fmt.smallest_normal).view(np.uint64) & _FIELD
        for end in (lower, upper)
    ]
    if not np.array_equal(*ends):
        return None
    power = ends[0].view(np.float64)
    factor = 2.0 ** (1 - fmt.precision)
    return float(power[0]) * factor if power[0] == power[-1] == power.min() else power * factor


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
        square = min(float(error @ error), 1e300)
    total = float(error.sum())
    slack = LENGTH * found.slack + 2.0**-40 * total
    scan.sums[which].add_later(LENGTH, total, square, slack)
    if which:
        return
    scan.faithful += found.faithful
    if found.steps.min() > 3:
        scan.steps[4] += LENGTH
        return
    for n, count in enumerate(np.bincount(np.minimum(found.steps, 4), minlength=5)):
        scan.steps[n] += int(count)
