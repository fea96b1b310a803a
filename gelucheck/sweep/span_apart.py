"""What is counted apart in a block: see ``categories``."""

import numpy as np

from gelucheck.categories import bounds_of, categories
from gelucheck.peaks import Peak
from gelucheck.reference.blocks import PANEL
from gelucheck.reference.evaluate import Reference
from gelucheck.reference.functions import Function
from gelucheck.sweep.span_state import Scan
from gelucheck.tally import Count


def add_categories(scan: Scan, function: Function, ordinals, got, due) -> None:
    """Count some blocks of finite outputs on one side of zero.

    Args:
        ordinals, got, due: (blocks, LENGTH), the outputs and what was due, in the format.
    """
    fmt = scan.fmt
    if not got.any():
        # all zeros: flushed where a number is due, else perhaps of the wrong sign
        nothing = due == 0
        _count(scan, "flushed", ordinals, got, ~nothing)
        _count(scan, "zero_sign", ordinals, got, nothing & (np.signbit(got) != np.signbit(due)))
        return
    reference = Reference(function, fmt, due, None, 0)
    low, high = got.min(), got.max()
    alike = np.signbit(low) == np.signbit(high) == np.signbit(due[0, 0])
    alike &= low != 0 and high != 0
    x = fmt.values(ordinals[:, [0, -1]].ravel()).astype(np.float64)
    lowest, highest = bounds_of(reference, np.array([x.min()]))
    if alike and low >= lowest and high <= highest[0]:
        return
    for row, outputs in enumerate(got):
        _categories(scan, Reference(function, fmt, due[row], None, 0), ordinals[row], outputs)


def _categories(scan: Scan, reference: Reference, ordinals, got) -> None:
    fmt = scan.fmt
    x = fmt.values(ordinals)
    patterns, outputs = fmt.bits_of_values(x), fmt.bits_of_values(got)

    def make(i, value):
        return Peak(value, int(ordinals[i]), int(patterns[i]), int(outputs[i]))

    counts = categories(x.astype(np.float64), got, reference, np.arange(x.size), make)
    for name, count in counts.items():
        scan.count(name, count)


def add_zero_signs(scan: Scan, start: int, bits: np.ndarray) -> None:
    """Count zeros that are not -0, which is due; bits: their patterns."""
    number = bits.size - int(np.count_nonzero(bits))
    if number:
        at = start + int(np.argmin(bits))
        scan.count("zero_sign", Count(number, Peak(0.0, at, scan.fmt.bits_at(at), 0)))


def all_zero_signs(scan: Scan, start: int) -> Count:
    """As many as a panel has; start: its first ordinal."""
    return Count(PANEL, Peak(0.0, start, scan.fmt.bits_at(start), 0))


def _count(scan: Scan, name: str, ordinals: np.ndarray, got: np.ndarray, where: np.ndarray) -> None:
    number = int(np.count_nonzero(where))
    if number:
        at = int(np.argmax(where))
        ordinal, value = int(ordinals.ravel()[at]), got.ravel()[at : at + 1]
        bits = int(scan.fmt.bits_of_values(value)[0])
        scan.count(name, Count(number, Peak(0.0, ordinal, scan.fmt.bits_at(ordinal), bits)))
