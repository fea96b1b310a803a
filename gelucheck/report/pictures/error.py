"""The signed error of a row against x, in ulp and absolute.

Of each window of inputs the least and the largest error; behind them the band of correct rounding
and what rounding the input alone could do.
"""

import numpy as np

from gelucheck.formats import FORMATS
from gelucheck.record import Row, Witness
from gelucheck.report.pictures import exact
from gelucheck.report.pictures.marks import (
    ABSOLUTE,
    IN_ULP,
    against,
    bounds,
    exact_name,
    figures,
    largest,
    missing,
    share,
)
from gelucheck.report.pictures.panel import LINE, Panel, key
from gelucheck.report.pictures.scales import Scale, Signed, spread
from gelucheck.report.pictures.sheet import Sheet
from gelucheck.report.pictures.windows import Table, columns, outline, stretch, table_of

WIDTH = 340.0
_HEIGHT = 112.0
_LEFT, _RIGHT = 54.0, 8.0
_DASH = (4.0, 2.0)
_LINEAR = 6.0  # ulp; a larger error needs powers of ten


def drawable(rows) -> list[Row]:
    """The rows that have a curve."""
    return [row for row in rows if table_of(row).start.size]


def height(rows) -> float:
    return 2 * (24 + _HEIGHT) + 36 + 5 * LINE


def words(rows) -> str:
    """What the picture shows, in sentences."""
    (row,) = rows
    table, cells = table_of(row), figures(row)
    across = stretch([table])
    told = [
        f"Signed error against {against(row)} for x from {across.low:.4g} to {across.high:.4g}, "
        "in ulp and absolute: its least and its largest value in each window of inputs.",
        f"The largest errors are {largest(cells.max_ulp, 'ulp')} and "
        f"{largest(cells.max_abs, 'absolute')}.",
    ]
    if row.evaluation is not None:
        own = largest(cells.evaluation, "ulp")
        told.append(f"Against the form that it declares the largest error is {own}.")
    return " ".join([*told, f"{share(row)}.", *missing(row)])


def paint(sheet: Sheet, rows, left: float, top: float) -> None:
    """Both panels and the key."""
    (row,) = rows
    table, cells, fmt = table_of(row), figures(row), FORMATS.get(row.dtype)
    across = stretch([table])
    width = WIDTH - _LEFT - _RIGHT
    xs = spread(across, 240)
    place = left + _LEFT, top + 22
    seen = table.some((table.stop > across.low) & (table.start < across.high))
    ulp = Panel(sheet, *place, width, _HEIGHT, across, _scale(seen.ulp_low, seen.ulp_high))
    size = _scale(seen.abs_low, seen.abs_high, absolute=True)
    absolute = Panel(sheet, place[0], ulp.bottom + 24, width, _HEIGHT, across, size)
    band = units = None
    if fmt is not None and row.function in exact.REFERENCES:
        band = exact.envelope(fmt, row.function, xs)
        units = exact.unit(fmt, exact.values(row.function, xs))
    ulp.axes(below=False)
    absolute.axes(name="x (linear within ±½, powers of two beyond)")
    _behind(ulp, xs, np.full(xs.size, 0.5), band)
    if units is not None:
        _behind(absolute, xs, units / 2, None if band is None else band * units)
    _curve(ulp, table, table.ulp_low, table.ulp_high, row.total.max_ulp)
    _curve(absolute, table, table.abs_low, table.abs_high, row.total.max_abs)
    for panel, known in ((ulp, IN_ULP), (absolute, ABSOLUTE)):
        for bound, label in bounds([row], known):
            panel.level(bound, label)
            panel.level(-bound)
    ulp.heading(f"in ulp: largest {largest(cells.max_ulp, '').replace('  ', ' ')}")
    absolute.heading(f"absolute: largest {largest(cells.max_abs, '').replace('  ', ' ')}")
    _key(sheet, left + 8, absolute.bottom + 36, row, band is not None)


def _scale(low: np.ndarray, high: np.ndarray, absolute: bool = False) -> Scale:
    """A scale that holds every peak, and the band of half an ulp."""
    least, most = 1.08 * float(low.min()), 1.08 * float(high.max())
    least, most = max(least, -1.7e308), min(most, 1.7e308)
    if absolute:
        size = max(-least, most)
        if size < 1e-300:
            return Scale(-1e-10, 1e-10) if size == 0 else Scale(-1e-299, 1e-299)
        return Scale(min(least, -size / 12), max(most, size / 12))
    if max(-least, most) <= _LINEAR:
        return Scale(min(least, -0.8), max(most, 0.8))
    return Signed(min(least * 1.5, -1.0), max(min(most * 1.5, 1.7e308), 1.0))


def _behind(panel: Panel, xs, half: np.ndarray, wide: np.ndarray | None) -> None:
    """The band of correct rounding, and the envelope."""
    at = panel.x(xs)
    panel.sheet.shape(
        np.concatenate([at, at[::-1]]),
        np.concatenate([panel.y(half), panel.y(-half)[::-1]]),
        *("c3", 0.25),
    )
    if wide is None:
        return
    for sign in (1, -1):
        beyond = (sign * wide > panel.up.high) | (sign * wide < panel.up.low)
        heights = np.where(beyond, np.nan, panel.y(sign * wide))
        panel.sheet.line(at, heights, "c2", 1.0, _DASH)


def _curve(panel: Panel, table: Table, low, high, peak: Witness | None) -> None:
    for column in columns(table, panel.across, low, high, panel.width):
        at, heights = outline(column)
        panel.sheet.shape(panel.left + at * panel.width, panel.y(heights), "c1", 0.45, 0.8)
    if peak is not None and peak.value and panel.across.low <= peak.x <= panel.across.high:
        sign = 1.0 if peak.got > peak.want else -1.0
        place = float(panel.x(peak.x)), float(panel.y(sign * float(peak.value)))
        panel.sheet.mark(*place, "o", "ink", 6.0, hollow=True)
    if not (np.any(low) or np.any(high)):
        middle = panel.left + panel.width / 2
        panel.sheet.text(middle, panel.top + 24, "no error", "ink", "center")
    panel.frame()


def _key(sheet: Sheet, left: float, top: float, row: Row, envelope: bool) -> None:
    name = exact_name(row)
    lines = [
        ("fill", "c1", 0.45, f"ŷ − {name}(x), from least to largest in a window"),
        ("mark", "ink", "o", "the largest"),
        ("fill", "c3", 0.25, "±½ ulp: a correct rounding"),
    ]
    if envelope:
        lines += [
            ("line", "c2", _DASH, f"±(½ ulp + k·|{name}/x|·½ulp(x)), k = |x·{name}′/{name}|:"),
            ("", "ink", None, "x is rounded first, then the result"),
        ]
    key(sheet, left, top, lines)
