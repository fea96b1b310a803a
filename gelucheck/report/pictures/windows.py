"""The windows of a row as a picture has room for them: the extremes of each column of pixels."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np

from gelucheck.formats import FORMATS, Format
from gelucheck.record import Row, Window
from gelucheck.report.pictures.scales import Across, Scale

SEEN = 0.05  # ulp; what is less is the error of exact results that are next to x
_END = 128.0  # where the outermost windows, which have no end, are drawn to
_USUAL = 8.0
_LARGEST = 1e308


@dataclass(frozen=True)
class Table:
    """Windows as columns of float64, in ascending x; infinite figures are the largest float."""

    start: np.ndarray
    stop: np.ndarray
    abs_low: np.ndarray
    abs_high: np.ndarray
    ulp_low: np.ndarray
    ulp_high: np.ndarray
    rel: np.ndarray

    @property
    def abs_size(self) -> np.ndarray:
        return np.maximum(-self.abs_low, self.abs_high)

    @property
    def ulp_size(self) -> np.ndarray:
        return np.maximum(-self.ulp_low, self.ulp_high)

    def some(self, where) -> "Table":
        return Table(*(column[where] for column in vars(self).values()))


def table_of(row: Row) -> Table:
    """The profile of a row, as far as there is room for it; it may be empty."""
    windows: Sequence[Window] = [window[:7] for window in row.profile]
    found = np.array(windows, float).reshape(-1, 7)
    found = found[~np.isnan(found).any(axis=1)]
    found = found[np.argsort(found[:, 0], kind="stable")]
    found[:, :2] = np.clip(found[:, :2], -_END, _END)
    found = found[found[:, 0] < found[:, 1]]
    _close(found, FORMATS.get(row.dtype))
    return Table(*np.clip(found, -_LARGEST, _LARGEST).T)


def _close(found: np.ndarray, fmt: Format | None) -> None:
    """Close the gaps between windows in which the format has no value: the window that is nearer to
    zero reaches to the other."""
    if fmt is None or fmt.bits > 16:
        return
    stop, start = found[:-1, 1], found[1:, 0]
    # the end nearer to zero is in a window
    for side, positive in (("left", True), ("right", False)):
        below, above = (np.searchsorted(_finite(fmt), end, side) for end in (stop, start))
        empty = (below == above) & (start > stop) & ((stop >= 0) == positive)
        if positive:
            found[:-1, 1][empty] = start[empty]
        else:
            found[1:, 0][empty] = stop[empty]


@cache
def _finite(fmt: Format) -> np.ndarray:
    return fmt.values(np.arange(-fmt.end_bits, fmt.end_bits)).astype(np.float64)


def with_curve(rows) -> list[Row]:
    """The rows that have a curve."""
    return [row for row in rows if table_of(row).start.size]


def stretch(tables: Sequence[Table], least: float = SEEN) -> Across:
    """The scale of x on which the errors of some rows are seen; at least one window in all."""
    busy = [table.some(table.ulp_size >= least) for table in tables]
    if not any(table.start.size for table in busy):
        # no error to be seen: where GELU is neither x nor nothing
        busy = [table.some((table.stop > -_USUAL) & (table.start < _USUAL)) for table in tables]
        busy = busy if any(table.start.size for table in busy) else tables
    low = min(float(table.start.min()) for table in busy if table.start.size)
    high = max(float(table.stop.max()) for table in busy if table.start.size)
    if low == high:
        low, high = low - 1.0, high + 1.0
    return Across(low, high)


def ends(across: Scale) -> str:
    """From where to where a scale of x goes: "-14.5 to 5.5"."""
    below = "far below -64" if across.low <= -_END else f"{across.low:.4g}"
    above = "far above 64" if across.high >= _END else f"{across.high:.4g}"
    return f"{below} to {above}"


@dataclass(frozen=True)
class Column:
    """Columns of pixels next to each other: their ends between 0 and 1, and extremes."""

    edges: np.ndarray
    low: np.ndarray
    high: np.ndarray


def columns(
    table: Table, across: Scale, low: np.ndarray, high: np.ndarray, room: float
) -> Iterator[Column]:
    """Stretches of windows without a gap, cut into columns of a pixel or more.

    No peak is lost: of the windows in a column the least and the largest is kept.

    Args:
        low, high: by window, what is drawn; room: the width in pixels.
    """
    inside = (table.stop > across.low) & (table.start < across.high)
    if not inside.any():
        return
    start, stop = (across.place(each[inside]) for each in (table.start, table.stop))
    low, high = low[inside], high[inside]
    pixel = np.floor(start * room + 1e-6)
    # a column begins with the first window of a pixel, and behind a gap that can be seen
    gap = np.concatenate([[True], start[1:] - stop[:-1] > 1 / room])
    first = np.flatnonzero(gap | np.concatenate([[True], pixel[1:] != pixel[:-1]]))
    least, most = np.minimum.reduceat(low, first), np.maximum.reduceat(high, first)
    last = stop[np.append(first[1:], start.size) - 1]
    breaks = np.append(np.flatnonzero(gap[first]), first.size)
    for a, b in pairwise(breaks):
        edges = np.append(start[first[a:b]], last[b - 1])
        yield Column(edges, least[a:b], most[a:b])


def outline(column: Column) -> tuple[np.ndarray, np.ndarray]:
    """The steps around a stretch, x between 0 and 1: above from left to right, and below back."""
    xs = np.repeat(column.edges, 2)[1:-1]
    return (
        np.concatenate([xs, xs[::-1]]),
        np.concatenate([np.repeat(column.high, 2), np.repeat(column.low, 2)[::-1]]),
    )
