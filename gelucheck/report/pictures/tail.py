"""The left tail of a row, in relative terms: where results grow small and errors are hidden.

The absolute error of a result of 1e-30 says nothing; what is shown is the error over the exact
result, beside half a unit over it, which is what a correct rounding may be off by.
"""

import numpy as np

from gelucheck.export.figures import figure
from gelucheck.formats import FORMATS, Format
from gelucheck.record import Row
from gelucheck.report.pictures import exact
from gelucheck.report.pictures.error import exactly
from gelucheck.report.pictures.marks import against, evidence, exact_name, missing
from gelucheck.report.pictures.panel import DOTS, LINE, Panel, key
from gelucheck.report.pictures.scales import Log, Scale, spread
from gelucheck.report.pictures.sheet import Sheet
from gelucheck.report.pictures.windows import Table, columns, ends, table_of

WIDTH = 340.0
_HEIGHT = 150.0
_LEFT, _RIGHT = 54.0, 10.0
_DASH = (4.0, 2.0)
_FIRST = -1.0  # the tail is what lies left of it
_LEAST, _MOST = 1e-300, 1e300


def drawable(rows) -> list[Row]:
    """The rows that have a curve in the tail."""
    return [row for row in rows if _tail(row).start.size]


def height(rows) -> float:
    return 22 + _HEIGHT + 36 + max(len(_lines(row)) for row in rows) * LINE


def words(rows) -> str:
    """What the picture shows, in sentences."""
    (row,) = rows
    table = _tail(row)
    worst = int(np.argmax(table.rel))
    told = [
        f"Largest relative error against {against(row)} by window of x, "
        f"from {ends(_across(table))}, on a "
        f"logarithmic scale; {evidence(row)}.",
    ]
    here = table.some(slice(worst, worst + 1))
    if table.rel[worst]:
        told.append(
            f"It is largest, {_size(table.rel[worst])}, where x is from {ends(_across(here))}."
        )
        lost = table.rel >= 1
        if lost.any():
            told.append(
                "Results that are off by about all of their size, or more, are only found left "
                f"of x = {table.stop[lost].max():.4g}."
            )
    else:
        told.append("There is no error.")
    if exactly(row):
        half = exact.relative(FORMATS[row.dtype], row.function, np.array([table.stop.max()]))[0]
        told.append(
            f"For scale: at x = {table.stop.max():.4g} half an ulp of the result is "
            f"{figure(half, 2, scientific=True)} of it."
        )
    return " ".join([*told, *missing(row)])


def paint(sheet: Sheet, rows, left: float, top: float) -> None:
    """The panel and the key."""
    (row,) = rows
    table = _tail(row)
    across = _across(table)
    xs = spread(across, 160)
    half = wide = None
    if exactly(row):
        fmt = FORMATS[row.dtype]
        half = exact.relative(fmt, row.function, xs)
        wide = 2 * half * exact.envelope(fmt, row.function, xs)
    panel = Panel(
        *(sheet, left + _LEFT, top + 22, WIDTH - _LEFT - _RIGHT, _HEIGHT),
        *(across, _heights(table, half)),
    )
    panel.axes(name="x")
    at = panel.x(xs)
    if half is not None:
        floor = np.full(xs.size, panel.bottom)
        sheet.shape(
            np.concatenate([at, at[::-1]]), np.concatenate([panel.y(half), floor]), "c3", 0.25
        )
    for column in columns(table, across, np.zeros_like(table.rel), table.rel, panel.width):
        steps = panel.left + panel.width * np.repeat(column.edges, 2)[1:-1]
        sheet.line(steps, panel.y(np.repeat(column.high, 2)), "c1", 1.5)
    if half is not None:
        sheet.line(at, panel.y(half), "c3", 1.0)
        sheet.line(at, panel.y(wide), "c2", 1.0, _DASH)
    panel.level(1.0)
    if not table.rel.any():
        sheet.text(panel.left + panel.width / 2, panel.top + 40, "no error", "ink", "center")
    panel.frame()
    name = exact_name(row)
    panel.heading(f"|ŷ − {name}| / |{name}|: largest {_size(table.rel.max())}", left + 8)
    key(sheet, left + 8, panel.bottom + 36, _lines(row))


def _across(table: Table) -> Scale:
    return Scale(float(table.start.min()), float(table.stop.max()))


def _size(value: float) -> str:
    return figure(value)


def _tail(row: Row) -> Table:
    """The windows of the tail whose results do not round to zero."""
    table = table_of(row)
    there = table.stop <= _FIRST
    if exactly(row):
        fmt = FORMATS[row.dtype]
        ends = np.minimum(table.stop, -1e-6)
        there &= _rounds(fmt, exact.values(row.function, ends))
    else:
        there &= table.rel > 0
    return table.some(there)


def _rounds(fmt: Format, y: np.ndarray) -> np.ndarray:
    """Whether results do not round to zero."""
    return np.abs(y) > fmt.smallest_subnormal / 2


def _heights(table: Table, half: np.ndarray | None) -> Log:
    """From below half a unit to above the largest error."""
    sizes = table.rel[table.rel > 0]
    least = float(half.min()) / 3 if half is not None else float(sizes.min(initial=1e-3)) / 3
    most = max(float(table.rel.max()), float(half.max()) if half is not None else 0.0)
    least = max(least, _LEAST)
    return Log(least, min(max(most, 10 * least) * 3, _MOST))


def _lines(row: Row) -> list[tuple]:
    """The key."""
    name = exact_name(row)
    lines = [("line", "c1", None, "the largest in each window")]
    if exactly(row):
        lines += [
            ("fill", "c3", 0.25, f"up to ½u/|{name}|: a correct rounding"),
            ("line", "c2", _DASH, f"½u/|{name}| + k·½u(x)/|x|, k = |x·{name}′/{name}|:"),
            ("", "ink", None, "rounding x first, then the result"),
        ]
    lines.append(("line", "muted", DOTS, "1: off by all of the result"))
    return lines
