"""What a picture needs of a span: by window the largest errors, from those of whole blocks.

A block that lies in two windows is left to ``measure``.
"""

import numpy as np

from gelucheck.formats import Format
from gelucheck.reference.blocks import LENGTH, ROWS, geometry, polynomials
from gelucheck.sweep.span_rows import unit_above
from gelucheck.sweep.span_ties import HALF
from gelucheck.tally import WINDOWS


def windows_of(fmt: Format, first: np.ndarray, negative: bool) -> tuple[np.ndarray, np.ndarray]:
    """Index into WINDOWS of each block, and whether it lies in that window whole."""
    middle, radius = geometry(fmt, first)
    sign = -1.0 if negative else 1.0
    # the largest magnitude is one step short of the end
    last = middle + radius * (1 - 2 / LENGTH)
    ends = [np.digitize(sign * each, WINDOWS) - 1 for each in (middle - radius, last)]
    return ends[0], ends[0] == ends[1]


def add_profile(batch) -> None:
    """Add the blocks of a batch that were not left to ``measure``."""
    windows, _ = windows_of(batch.scan.fmt, batch.first, batch.negative)
    finite = batch.mine & (batch.first < batch.scan.fmt.infinity_bits)
    kinds = np.repeat(batch.labels[0], ROWS)
    absolute, ulp = batch.tops
    plain = batch.plain[0]
    rows, regular = batch.rows[0], kinds == ""
    absolute[regular & plain] = rows.top[plain[regular]]
    ulp[regular & plain] = (rows.top / rows.unit)[plain[regular]]
    ties = plain & (kinds == "tie")
    absolute[ties], ulp[ties] = HALF, 0.5
    simple = plain & ~regular & ~ties & (kinds != "nan")
    if simple.any():
        absolute[simple], ulp[simple] = _simple(batch, simple, kinds[simple])
    for index in np.unique(windows[finite]):
        some = finite & (windows == index)
        errors = float(absolute[some].max()), float(ulp[some].max())
        before = batch.scan.windows.get(int(index), (0.0, 0.0))
        batch.scan.windows[int(index)] = tuple(map(max, before, errors))


def _simple(batch, some: np.ndarray, kinds: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The largest errors of blocks where what is due came: at an end, and less than half an ulp."""
    function, fmt = batch.functions[0], batch.scan.fmt
    first, half = batch.first[some], kinds == "half"
    middle, radius = geometry(fmt, first)
    low = middle - radius
    size, unit = np.zeros((2, first.size))
    if half.any():
        found = polynomials(function, fmt, first[half], batch.negative, 0.5)
        size[half] = np.abs(found.terms[:, 0]) + found.spread
        unit[half] = unit_above(fmt, low[half] / 2)
    if not half.all():
        found = polynomials(function, fmt, first[~half], function.side < 0)
        size[~half] = np.abs(found.terms[:, 0]) + found.spread
        unit[~half] = fmt.smallest_subnormal if batch.negative else unit_above(fmt, low[~half])
    return size, np.minimum(size / unit, 0.5)
