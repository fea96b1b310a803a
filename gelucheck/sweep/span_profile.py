"""What a picture needs of a span: by window the signed errors, from those of whole blocks.

Every block lies in one window, and so does every panel: see ``windows``.
"""

import numpy as np

from gelucheck.formats import Format
from gelucheck.measure import declared_function
from gelucheck.reference.blocks import ROWS, geometry, polynomials
from gelucheck.reference.functions import Function
from gelucheck.sweep.span_rows import Rows, unit_above
from gelucheck.sweep.span_ties import HALF
from gelucheck.windows import join, window_of

_ROOM = 1 + 2.0**-40
"""For the roundings of a bound."""


class Profile:
    """The signed errors of the blocks of a batch, and where they belong.

    Where every output was what is due and that is x, x/2 or -0, they are the values of what the
    form is short of it at the ends of the block, an upper bound good to 2^-11 of itself; and for
    |x| < 2^-125 half an ulp or next to nothing. All others are to a few roundings of float64, that
    of the error against GELU being half of 2^-28 ulp or less.

    Args:
        first: the smallest magnitudes of the blocks, in order of the ordinals.
    """

    def __init__(self, fmt: Format, first: np.ndarray, negative: bool):
        self.windows = window_of(geometry(fmt, first)[0], negative)
        # as of a window
        self.figures, self.own = np.zeros((5, first.size)), np.zeros(first.size)
        self.relative: dict[int, float] = {}

    def put(self, which: int, blocks, absolute, ulp, relative) -> None:
        """Note the errors of some blocks.

        Args:
            which: 0: against GELU; else against the declared form, of which ulp is enough.
            absolute, ulp: of each the least and the largest.
        """
        if which:
            self.own[blocks] = np.maximum(-ulp[0], ulp[1])
            return
        calls = np.minimum, np.maximum, np.minimum, np.maximum
        for row, call, end in zip(self.figures, calls, (*absolute, *ulp), strict=False):
            # 0 lies between, and it is not -0
            row[blocks] = call(end, 0.0) + 0.0
        self.figures[4, blocks] = relative

    def look(self, panel: int, rows: Rows, at: int, *, good, errors, powers) -> None:
        """See whether blocks of a panel have the largest relative error of its window.

        Args:
            at: the number of the first in ``rows``; good: which count, by block or for all.
            errors: |ŷ - y|, (ROWS, LENGTH); powers: of a block.
        """
        place, window = slice(at, at + ROWS), int(self.windows[panel * ROWS])
        # what does not count may be anything
        with np.errstate(all="ignore"):
            reach = np.where(good, rows.top[place] / rows.low[place] * _ROOM, 0.0)
        known, used = self.relative.get(window, 0.0), int(rows.degree[at]) + 1
        while True:
            row = int(np.argmax(reach))
            if reach[row] <= known:
                break
            values = np.abs(rows.terms[at + row, :used] @ powers[:used])
            known, reach[row] = max(known, float((errors[row] / values).max())), 0.0
        self.relative[window] = known


def add_profile(batch) -> None:
    """Add the blocks of a batch that were not left to ``measure``."""
    profile, scan = batch.profile, batch.scan
    chosen = np.flatnonzero(batch.mine & (batch.first < scan.fmt.end_bits))
    if not chosen.size:
        return
    for which in range(len(batch.functions)):
        _put_plain(batch, which)
    windows = profile.windows[chosen]
    starts = np.flatnonzero(np.diff(windows, prepend=-1))
    calls = (np.minimum, np.maximum, np.minimum, np.maximum, np.maximum)
    columns = [
        call.reduceat(column[chosen], starts).tolist()
        for call, column in zip(calls, profile.figures, strict=True)
    ]
    own = np.maximum.reduceat(profile.own[chosen], starts).tolist()
    if len(batch.functions) == 1:
        own = [max(-low, high) for low, high in zip(*columns[2:4], strict=True)]
    if declared_function(scan.implementation) is None:
        own = [None] * starts.size
    for window, *ends, relative, error in zip(windows[starts].tolist(), *columns, own, strict=True):
        found = *ends, max(relative, profile.relative.get(window, 0.0)), error
        before = scan.windows.get(window)
        scan.windows[window] = found if before is None else join(before, found)


def _put_plain(batch, which: int) -> None:
    """Note the blocks that were not treated value by value."""
    profile, plain, rows = batch.profile, batch.plain[which], batch.rows[which]
    kinds = np.repeat(batch.labels[which], ROWS)
    regular = kinds == ""
    some = plain[regular]
    ends = (-rows.top, rows.top) if rows.ends is None else (-rows.ends[1], -rows.ends[0])
    ends = [end[some] for end in ends]
    unit = rows.unit[some]
    profile.put(which, plain & regular, ends, [end / unit for end in ends], 0.0)
    even_blocks = np.repeat(batch.even_panels, ROWS)
    for even in (False, True):
        ties = plain & (kinds == "tie") & (even_blocks == even)
        if ties.any():
            # the first odd input of a block, of which half an ulp is the largest share
            least = batch.first[ties] + 1
            low = -1.0 if even else 0.0
            profile.put(which, ties, (low * HALF, HALF), (low / 2, 0.5), 1.0 / least)
    simple = plain & ~regular & (kinds != "tie") & (kinds != "nan")
    if simple.any():
        found = _simple(batch.functions[which], batch, simple, kinds[simple])
        profile.put(which, simple, *found)


def _simple(function: Function, batch, some: np.ndarray, kinds: np.ndarray):
    """The errors of blocks where what is due came, which is less than half an ulp off.

    x/2 is below GELU, and so below on either side of 0; x far right and -0 far left are above.
    """
    fmt, first = batch.scan.fmt, batch.first[some]
    half, zero = kinds == "half", kinds == "zero"
    middle, radius = geometry(fmt, first)
    low = middle - radius
    size, unit = np.zeros((2, first.size))
    if half.any():
        found = polynomials(function, fmt, first[half], batch.negative, 0.5)
        size[half] = np.abs(found.terms).sum(axis=1)
        unit[half] = unit_above(fmt, low[half] / 2)
    if not half.all():
        found = polynomials(function, fmt, first[~half], function.side < 0)
        size[~half] = np.abs(found.terms).sum(axis=1)
        unit[~half] = fmt.smallest_subnormal if batch.negative else unit_above(fmt, low[~half])
    ulp = np.minimum(size / unit, 0.5)
    # the largest of x/2 is at the far end, and of x at the near one
    value = np.where(half, (middle + radius) / 2, low)
    relative = np.where(zero, 0.0, size / value)
    ends = [(np.where(half, -each, 0.0), np.where(half, 0.0, each)) for each in (size, ulp)]
    return *ends, relative
