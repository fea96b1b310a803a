"""The largest absolute error of every row in its two parts: the form's and the arithmetic's."""

import math

from gelucheck.export.figures import figure
from gelucheck.record import Row, Witness
from gelucheck.report.pictures.look import short, width_of
from gelucheck.report.pictures.marks import ABSOLUTE, all_evidence, bounds, exact_words, figures
from gelucheck.report.pictures.panel import DOTS, Panel
from gelucheck.report.pictures.scales import Log, Scale
from gelucheck.report.pictures.sheet import Sheet

WIDTH = 1000.0
_LEFT, _RIGHT = 400.0, 20.0
_ZERO = 18.0  # px left of the axis is where a part of 0 stands
_LETTERS = 52
_ROW = 20.0
_TOP = 44.0
_PARTS = (
    # name, role, marker, its size, whether hollow, what it is
    ("method", "c2", "D", 11.0, True, "method: the exact form less {exact}"),
    ("evaluation", "c3", "^", 6.5, False, "evaluation: the output less the exact form"),
    ("total", "c1", "o", 11.0, True, "total: the output less {exact}"),
)
_LEAST, _MOST = 1e-290, 1e300
_DECADES = 20  # below the largest


def drawable(rows) -> list[Row]:
    """The rows that have a largest error."""
    return [row for row in rows if _is(row.total.max_abs)]


def height(rows) -> float:
    return _TOP + _ROW * len(rows) + 40


def words(rows) -> str:
    """What the picture shows, in sentences."""
    told = [
        "For each row the largest absolute error, and the largest of its two parts: of the method "
        f"(the exact form less {exact_words(rows)}) and of the evaluation (the output less the "
        "exact form)."
    ]
    for row in rows:
        cells = figures(row)
        parts = [f"total {cells.max_abs[0]}"]
        if row.method is not None:
            parts.append(f"method {cells.method[0]}")
        if row.evaluation is not None and row.evaluation.max_abs is not None:
            parts.append(f"evaluation {_figure(row.evaluation.max_abs)}")
        told.append(f"{short(row.label, 96)}: {', '.join(parts)}.")
    return " ".join(told)


def paint(sheet: Sheet, rows, left: float, top: float) -> None:
    """A line of markers for each row."""
    found = [_parts(row) for row in rows]
    up = Scale(0.0, float(len(rows)))
    labels = [short(row.label, _LETTERS) for row in rows]
    start = min(_LEFT, max(width_of(label) for label in labels) + 2 * _ZERO + 8)
    place = left + start, top + _TOP, WIDTH - start - _RIGHT, _ROW * len(rows)
    panel = Panel(sheet, *place, _heights(found), up)
    panel.axes(
        rows=False, name=f"largest absolute error (logarithmic); evidence: {all_evidence(rows)}"
    )
    for bound, label in bounds(rows, ABSOLUTE):
        if panel.across.low <= bound <= panel.across.high:
            x = float(panel.x(bound))
            sheet.line([x, x], [panel.top, panel.bottom], "muted", 1.2, DOTS)
            sheet.text(x, panel.top - 5, label, "muted", "center")
    for number, parts in enumerate(found):
        middle = panel.top + _ROW * (number + 0.5)
        sheet.text(panel.left - 2 * _ZERO, middle + 4, labels[number], "ink", "right")
        here = {
            name: float(panel.x(size)) if size else panel.left - _ZERO
            for name, size in parts.items()
        }
        sheet.line([panel.left, panel.right], [middle, middle], "grid", 0.8)
        sheet.line([min(here.values()), max(here.values())], [middle, middle], "muted", 1.0)
        for name, role, marker, size, hollow, _ in _PARTS:
            if name in here:
                sheet.mark(here[name], middle, (role, marker), size, hollow)
    panel.frame()
    sheet.text(panel.left - _ZERO, panel.bottom + 14, "0", "muted", "center")
    slopes = {row.function.endswith("_grad") for row in rows}
    exact = (
        {0: "exact GELU", 1: "exact GELU′"}[min(slopes)] if len(slopes) == 1 else "GELU or GELU′"
    )
    x = left + 8
    for _, role, marker, size, hollow, told in reversed(_PARTS):
        sheet.mark(x + 6, top + 12, (role, marker), size, hollow)
        sheet.text(x + 20, top + 16, told.format(exact=exact))
        x += 330


def _figure(witness: Witness) -> str:
    return figure(witness.value, scientific=True)


def _parts(row: Row) -> dict[str, float]:
    own = row.evaluation.max_abs if row.evaluation else None
    found = {"total": row.total.max_abs, "method": row.method, "evaluation": own}
    return {name: min(abs(float(each.value)), _MOST) for name, each in found.items() if _is(each)}


def _is(witness: Witness | None) -> bool:
    """Whether there is a figure; a stored run may have NaN in its place."""
    return witness is not None and not math.isnan(witness.value)


def _heights(found: list[dict[str, float]]) -> Log:
    sizes = [size for parts in found for size in parts.values() if size]
    most = min(max(sizes, default=1.0), _MOST)
    least = max(min(sizes, default=1e-3), most * 10.0**-_DECADES, _LEAST)
    return Log(least / 3, most * 3)
