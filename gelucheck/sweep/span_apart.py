"""What is counted apart in a block: see ``categories``."""

import numpy as np

from gelucheck.categories import bounds_of, categories
from gelucheck.peaks import Peak
from gelucheck.reference.blocks import PANEL
from gelucheck.reference.evaluate import Reference
from gelucheck.reference.functions import Function
from gelucheck.sweep.span_state import Scan
from gelucheck.sweep.span_wide import Wide
from gelucheck.tally import Count


def add_categories(scan: Scan, function: Function, start: int, got, found: Wide) -> None:
    """Count a block of finite outputs.

    Args:
        start: its first ordinal.
    """
    due, fmt = found.rounded, scan.fmt
    reference = Reference(function, fmt, due, None, 0)
    if got.any():
        low, high = got.min(), got.max()
        alike = np.signbit(low) == np.signbit(high) == np.signbit(due[0])
        alike &= low != 0 and high != 0
        x = fmt.values(np.array([start, start + got.size - 1])).astype(np.float64)
        lowest, highest = bounds_of(reference, np.array([x.min()]))
        if alike and low >= lowest and high <= highest[0]:
            return
        ordinals = start + np.arange(got.size)
        x = fmt.values(ordinals)
        patterns, outputs = fmt.bits_of_values(x), fmt.bits_of_values(got)

        def make(i, value):
            return Peak(value, int(ordinals[i]), int(patterns[i]), int(outputs[i]))

        counts = categories(x.astype(np.float64), got, reference, np.arange(x.size), make)
        for name, count in counts.items():
            scan.count(name, count)
        return
    # all zeros: flushed where a number is due, else perhaps of the wrong sign
    nothing = due == 0
    _count(scan, "flushed", start, got, ~nothing)
    _count(scan, "zero_sign", start, got, nothing & (np.signbit(got) != np.signbit(due)))


def add_zero_signs(scan: Scan, start: int, bits: np.ndarray) -> None:
    """Count zeros that are not -0, which is due; bits: their patterns."""
    number = bits.size - int(np.count_nonzero(bits))
    if number:
        at = start + int(np.argmin(bits))
        scan.count("zero_sign", Count(number, Peak(0.0, at, scan.fmt.bits_at(at), 0)))


def all_zero_signs(scan: Scan, start: int) -> Count:
    """As many as a panel has; start: its first ordinal."""
    return Count(PANEL, Peak(0.0, start, scan.fmt.bits_at(start), 0))


def _count(scan: Scan, name: str, start: int, got: np.ndarray, where: np.ndarray) -> None:
    number = int(np.count_nonzero(where))
    if number:
        at = int(np.argmax(where))
        bits = int(scan.fmt.bits_of_values(got[at : at + 1])[0])
        peak = Peak(0.0, start + at, scan.fmt.bits_at(start + at), bits)
        scan.count(name, Count(number, peak))
