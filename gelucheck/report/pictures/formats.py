"""Error against x of all rows: absolute above, in ulp below, formats side by side.

A colour and a marker are an implementation, a dash an arithmetic. What is drawn is the largest
error of each window, so that no peak is lost. Where windows are few, as of 8-bit formats, lines are
thin and have more markers, none of a row where another's is. How many outputs of a row are no
numbers, which no curve shows, is told below.
"""

import math

import numpy as np

from gelucheck.export.figures import format_count
from gelucheck.record import Row
from gelucheck.report.pictures.look import DASHES, series_look, short, width_of
from gelucheck.report.pictures.marks import (
    ABSOLUTE,
    IN_ULP,
    all_evidence,
    bounds,
    exact_words,
    figures,
    largest,
    missing,
)
from gelucheck.report.pictures.panel import DOTS, Panel
from gelucheck.report.pictures.scales import Deep, Log, Scale
from gelucheck.report.pictures.sheet import Sheet
from gelucheck.report.pictures.windows import Table, columns, stretch, table_of, with_curve

WIDTH = 1000.0
_LEFT, _RIGHT, _APART = 52.0, 10.0, 56.0
_HEIGHT = 150.0
_BAND = 2 * _HEIGHT + 96
_ABREAST = 4  # formats side by side
_LINE = 18.0
_DECADES = 9  # of absolute error, below the largest
_LEAST_ULP = 0.05  # what is less is drawn at the bottom
_DEEP = 1e10  # ulp; beyond, the powers of ten are drawn denser
_FAINTEST, _TALLEST = 1e-20, 1e300
_PIXELS = 2.0  # to a point of a curve
_MARKS = 7  # to a curve
_FEW = 254  # windows: as many as 8 bits have values, and a curve is a line from one to the next
_MARKS_OF_FEW = 14
_DASH = 4.0  # px: a window that has no neighbours


drawable = with_curve


def height(rows) -> float:
    bands = math.ceil(len(_groups(rows)) / _ABREAST)
    return _key_height(rows) + 8 + _BAND * bands


def words(rows) -> str:
    """What the picture shows, in sentences."""
    told = [
        f"For each row the largest error against {exact_words(rows)} in each window of x, "
        f"absolute and in ulp, formats side by side; {format_count(len(rows))} "
        f"{'row' if len(rows) == 1 else 'rows'}."
    ]
    for row in rows:
        cells = figures(row)
        told.append(
            f"{short(row.label, 96)}: {largest(cells.max_abs, 'absolute')}, "
            f"{largest(cells.max_ulp, 'ulp')}."
        )
        told += missing(row) if _lost(row) else []
    return " ".join(told)


def paint(sheet: Sheet, rows, left: float, top: float) -> None:
    """The key, and two panels for each format."""
    tables = {id(row): table_of(row) for row in rows}
    groups = _groups(rows)
    looks = _looks(rows)
    _key(sheet, left, top, rows, any(map(_are_few, tables.values())))
    abreast = min(_ABREAST, len(groups))
    width = (WIDTH - _LEFT - _RIGHT - _APART * (abreast - 1)) / abreast
    absolute = _absolute(rows, tables)
    top += _key_height(rows) + 8
    for number, (name, members) in enumerate(groups.items()):
        place = left + _LEFT + (number % abreast) * (width + _APART)
        down = top + number // abreast * _BAND
        across = stretch([tables[id(row)] for row in members])
        upper = Panel(sheet, place, down + 22, width, _HEIGHT, across, absolute)
        lower = Panel(
            sheet, place, upper.bottom + 24, width, _HEIGHT, across, _ulps(members, tables)
        )
        upper.axes(below=False)
        lower.axes(name="x")
        for panel, known in ((upper, ABSOLUTE), (lower, IN_ULP)):
            for bound, _ in bounds(members, known):
                panel.level(bound)
        lower.level(0.5)
        for row in members:
            table = tables[id(row)]
            look = (*looks[row.implementation, row.arithmetic], DASHES.get(row.arithmetic))
            shift = list(looks).index((row.implementation, row.arithmetic))
            for panel, sizes in ((upper, table.abs_size), (lower, table.ulp_size)):
                _curve(panel, table, sizes, look, shift / len(looks))
        if not any(tables[id(row)].ulp_size.any() for row in members):
            for panel in (upper, lower):
                middle = panel.left + panel.width / 2
                sheet.text(middle, panel.top + 60, "no error", "ink", "center")
        upper.heading(f"{name}: absolute error" if width > 160 else name)
        if width > 240:
            told = short(all_evidence(members), 32)
            sheet.text(upper.right, upper.top - 6, told, "muted", "right")
        lower.heading("error in ulp")
        _note(lower, members)
        upper.frame()
        lower.frame()


def _lost(row: Row) -> int:
    """At how many finite inputs the output is no number."""
    # a stored run does not say where the first one is
    at_infinity = any(finding.slug == "nan-at-minus-inf" for finding in row.findings)
    return row.counts.get("nan", 0) + row.counts.get("inf", 0) - at_infinity


def _note(panel: Panel, rows) -> None:
    """Which rows have outputs that are no numbers, and how many, under the axis."""
    counts = {
        " · ".join(short(part) for part in (row.implementation, row.arithmetic) if part): _lost(row)
        for row in rows
    }
    told = ", ".join(f"{name} {format_count(count)}" for name, count in counts.items() if count)
    if told:
        most = int((panel.width + _APART - 8) / width_of("x"))
        words = short(f"no number at so many inputs: {told}", most)
        panel.sheet.text(panel.left, panel.bottom + _LINE * 2.5, words, "muted")


def _curve(panel: Panel, table: Table, sizes: np.ndarray, look, shift: float) -> None:
    """The largest error by column, with a marker now and then, each row's at places of its own."""
    role, marker, dash = look
    across, up = [], []
    for column in columns(table, panel.across, -sizes, sizes, panel.width / _PIXELS):
        at = (column.edges[:-1] + column.edges[1:]) / 2
        # one column alone is as wide as it is, or as can be seen; NaN interrupts the line
        across += [*(at if at.size > 1 else _seen(column.edges, panel.width)), np.nan]
        up += [*(column.high if at.size > 1 else [*column.high, *column.high]), np.nan]
    at, heights = panel.left + panel.width * np.array(across), panel.y(np.array(up))
    there = np.flatnonzero(~np.isnan(heights))
    few = _are_few(table)
    panel.sheet.line(at, heights, role, 0.8 if few else 1.2, dash)
    # none, where all windows of the row lie beyond the ends of an axis that others need
    most = (_MARKS_OF_FEW if few else _MARKS) if there.size else 0
    for place in sorted({int(there.size / most * (i + shift)) for i in range(most)}):
        x, y = at[there[place]], heights[there[place]]
        hollow = few and dash is not None
        panel.sheet.mark(float(x), float(y), (role, marker), 5.0, hollow)


def _are_few(table: Table) -> bool:
    return table.start.size <= _FEW


def _seen(edges: np.ndarray, width: float) -> np.ndarray:
    """The ends of a column, apart by so much that a dash is seen."""
    least = _DASH / width
    if edges[1] - edges[0] >= least:
        return edges
    middle = min(max((edges[0] + edges[1]) / 2, least / 2), 1 - least / 2)
    return np.array([middle - least / 2, middle + least / 2])


def _groups(rows) -> dict[str, list[Row]]:
    """The rows of each format, and function."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        parts = [row.dtype, row.function]
        name = " · ".join(short(part, 24) for part in parts if part != "gelu")
        groups.setdefault(name, []).append(row)
    return groups


def _looks(rows) -> dict[tuple[str, str | None], tuple[str, str]]:
    """Colour and marker by implementation and arithmetic."""
    names = list(dict.fromkeys(row.implementation for row in rows))
    series = dict.fromkeys((row.implementation, row.arithmetic) for row in rows)
    return {each: series_look(names.index(each[0])) for each in series}


def _cells(rows) -> tuple[list[str], int]:
    """The words of the key, and how many stand side by side."""
    labels = [" · ".join(short(part) for part in item if part) for item in _looks(rows)]
    levels = [f"{label} (above)" for _, label in bounds(rows, ABSOLUTE)]
    levels += [f"{label} (below)" for _, label in bounds(rows, IN_ULP)]
    labels.append(short(", ".join(["½ ulp (below)", *levels]), 60))
    fit = int((WIDTH - 16) / (max(width_of(label) for label in labels) + 56))
    # full lines of equal length rather than one long and one short
    lines = math.ceil(len(labels) / max(1, fit))
    return labels, math.ceil(len(labels) / lines)


def _key_height(rows) -> float:
    labels, across = _cells(rows)
    return _LINE * math.ceil(len(labels) / across)


def _key(sheet: Sheet, left: float, top: float, rows, few: bool) -> None:
    labels, across = _cells(rows)
    looks = _looks(rows)
    pitch = (WIDTH - 16) / across
    for number, (label, item) in enumerate(zip(labels, [*looks, None], strict=True)):
        x, y = left + 8 + number % across * pitch, top + number // across * _LINE + 9
        sheet.text(x + 40, y + 4, label)
        if item is None:
            sheet.line([x, x + 32], [y, y], "muted", 1.2, DOTS)
            continue
        role, marker = looks[item]
        sheet.line([x, x + 32], [y, y], role, 1.4, DASHES.get(item[1]))
        sheet.mark(x + 16, y, (role, marker), 6.0, hollow=few and DASHES.get(item[1]) is not None)


def _absolute(rows, tables) -> Log:
    """One scale for all formats, as deep as the most accurate of the rows needs."""
    tops = [float(table.abs_size.max()) for table in tables.values()]
    most = max([*tops, *(bound for bound, _ in bounds(rows, ABSOLUTE)), 1e-290])
    depth = min([most * 10.0**-_DECADES, *(top / 100 for top in tops if top > 0)])
    least = max(depth, _FAINTEST) if most > _FAINTEST else most / 1e3
    return Log(least, min(most, _TALLEST) * 4)


def _ulps(rows, tables) -> Scale:
    """A scale for the ulps of one format."""
    most = max(float(tables[id(row)].ulp_size.max()) for row in rows)
    most = 4 * min(max([most, 1.0, *(bound for bound, _ in bounds(rows, IN_ULP))]), _TALLEST)
    return Deep(_LEAST_ULP, most) if most > _DEEP else Log(_LEAST_ULP, most)
