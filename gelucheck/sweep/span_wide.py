"""Large errors, and blocks where the binade of y changes: value by value, in whole arrays."""

from dataclasses import dataclass

import numpy as np

from gelucheck.categories import categories
from gelucheck.peaks import Peak
from gelucheck.reference.evaluate import Reference
from gelucheck.reference.functions import Function
from gelucheck.sweep.span_floors import Floors
from gelucheck.sweep.span_state import Scan, Sums
from gelucheck.tally import Count

_SIGN = np.int64(1 << 31)


@dataclass
class Wide:
    """Errors of some values against one reference; arrays (blocks, LENGTH).

    Attributes:
        y: f as a polynomial gives it, off by at most ``slack``; rounded: RN(y), float32.
        error: |ŷ - y|; unit: u(y).
        doubt: where the rounding, the unit or the side is not decided; nothing else counts there.
        steps, faithful: see ``ulp``.
    """

    y: np.ndarray
    slack: np.ndarray
    rounded: np.ndarray
    error: np.ndarray
    unit: np.ndarray
    doubt: np.ndarray
    steps: np.ndarray
    faithful: np.ndarray

    def choose(self, rows: np.ndarray) -> "Wide":
        """Some of the blocks."""
        return Wide(*(array[rows] for array in vars(self).values()))


def widely(fmt, y: np.ndarray, slack: np.ndarray, got: np.ndarray, negative: bool) -> Wide:
    """Measure.

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
    doubt = rounded.view(np.uint32) != other.view(np.uint32)
    low, high = np.minimum(np.abs(lower), np.abs(upper)), np.maximum(np.abs(lower), np.abs(upper))
    least = fmt.smallest_subnormal
    exponents = [
        np.maximum(np.frexp(np.maximum(end, least))[1] - 1, fmt.emin) for end in (low, high)
    ]
    # a power of two itself belongs to the enclosure's upper part
    doubt |= exponents[0] != exponents[1]
    unit = np.ldexp(1.0, exponents[0] - fmt.precision + 1)
    error = np.abs(got - y)
    steps = np.abs(_ranks(got) - _ranks(rounded))
    # one step off is faithful when ŷ and RN(y) lie on either side of y
    close = steps == 1
    side = rounded - y
    doubt |= close & ((np.abs(side) <= slack) | (error <= slack))
    faithful = (steps == 0) | (close & (np.sign(side) != np.sign(got - y)))
    return Wide(y, slack, rounded, error, unit, doubt, steps, faithful)


def _ranks(values: np.ndarray) -> np.ndarray:
    bits = values.view(np.uint32).astype(np.int64)
    return np.where(bits >= _SIGN, _SIGN - bits, bits)


def add_steps(scan: Scan, found: Wide) -> None:
    """Add the steps of all values."""
    counts = np.bincount(np.minimum(found.steps, 4).ravel(), minlength=5)
    for n in range(5):
        scan.steps[n] += int(counts[n])
    scan.faithful += int(np.count_nonzero(found.faithful))


def add_sums(sums: Sums, found: Wide) -> None:
    """Add the errors of all values."""
    total, square = found.error.sum(axis=1), np.square(found.error).sum(axis=1)
    sums.add(found.error.size, total, square, (found.slack + 2.0**-40 * found.error).sum(axis=1))


def add_categories(scan: Scan, function: Function, ordinals, got, found: Wide) -> None:
    """Count what is counted apart.

    Args:
        ordinals: ascending; got: of the same shape.
    """
    fmt = scan.fmt
    ordinals, got, rounded = ordinals.ravel(), got.ravel(), found.rounded.ravel()
    x = fmt.values(ordinals)
    patterns, outputs = fmt.bits_of_values(x), fmt.bits_of_values(got)

    def make(i, value):
        return Peak(value, int(ordinals[i]), int(patterns[i]), int(outputs[i]))

    due = Reference(function, fmt, rounded, None, 0)
    counts = categories(x.astype(np.float64), got, due, np.arange(x.size), make)
    for name, count in counts.items():
        scan.count(name, count)


def add_zero_signs(scan: Scan, ordinals: np.ndarray, got: np.ndarray) -> None:
    """Count zeros of the wrong sign; got: zeros, where -0 is due; ordinals ascend."""
    wrong = np.flatnonzero(~np.signbit(got))
    if wrong.size:
        at = int(ordinals[wrong[0]])
        scan.count("zero_sign", Count(int(wrong.size), Peak(0.0, at, scan.fmt.bits_at(at), 0)))


def candidates(floors: Floors, found: Wide, region: int) -> np.ndarray:
    """Raise the floors; the places, flat, that may hold a maximum in a region."""
    slack = 2 * found.slack + 2.0**-48 * found.error
    kinds = {
        "absolute": (found.error, slack),
        "ulp": (found.error / found.unit, slack / found.unit),
        "excess": (found.error - found.unit / 2, slack),
        "steps": (found.steps.astype(np.float64), 0.0),
    }
    with np.errstate(all="ignore"):
        size = np.abs(found.y)
        relative = found.error / size
        room = 4 * slack / size * (1 + relative)
        # relative to a value that rounds to zero nothing is said
        nothing = found.rounded == 0
        kinds["relative"] = np.where(nothing, -np.inf, relative), np.where(nothing, 0.0, room)
    places = [
        floors.reach(kind, region, (values + room).ravel(), (values - room).ravel())
        for kind, (values, room) in kinds.items()
    ]
    return np.unique(np.concatenate(places))
