"""The largest absolute error of every row in its two parts: the form's and the arithmetic's."""

from gelucheck.export.figures import NOTHING
from gelucheck.record import Row, Witness
from gelucheck.report.pictures.look import short
from gelucheck.report.pictures.marks import ABSOLUTE, bounds, figures
from gelucheck.report.pictures.panel import Panel
from gelucheck.report.pictures.scales import Log, Scale
from gelucheck.report.pictures.sheet import Sheet

WIDTH = 1000.0
_LEFT, _RIGHT = 390.0, 20.0
_ROW = 20.0
_TOP = 44.0
_PARTS = (
    # name, role, marker, whether hollow, what it is
    ("method", "c2", "D", True, "method: the exact form less exact GELU"),
    ("evaluation", "c3", "^", False, "evaluation: the output less the exact form"),
    ("total", "c1", "o", False, "total: the output less exact GELU"),
)
_LEAST, _MOST = 1e-290, 1e300
_DECADES = 20  # below the largest


def drawable(rows) -> list[Row]:
    """The rows that have a largest error."""
    return [row for row in rows if row.total.max_abs is not None]


def height(rows) -> float:
    return _TOP + _ROW * len(rows) + 40


def words(rows) -> str:
    """What the picture shows, in sentences."""
    told = [
        "For each row the largest absolute error, and the largest of its two parts: of the method "
        "(the exact form less exact GELU) and of the evaluation (the output less the exact form)."
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
    place = left + _LEFT, top + _TOP, WIDTH - _LEFT - _RIGHT, _ROW * len(rows)
    panel = Panel(sheet, *place, _heights(found), up)
    panel.axes(rows=False, name="largest absolute error (logarithmic)")
    for bound, label in bounds(rows, ABSOLUTE):
        if panel.across.low <= bound <= panel.across.high:
            x = float(panel.x(bound))
            sheet.line([x, x], [panel.top, panel.bottom], "muted", 1.2, (1.5, 2.5))
            sheet.text(x, panel.top - 5, label, "muted", "center")
    for number, (row, parts) in enumerate(zip(rows, found, strict=True)):
        middle = panel.top + _ROW * (number + 0.5)
        if number and row.dtype != rows[number - 1].dtype:
            pass
        sheet.text(panel.left - 8, middle + 4, short(row.label, 52), "ink", "right")
        sheet.line([panel.left, panel.right], [middle, middle], "grid", 0.8)
        here = [float(panel.x(value)) for value in parts.values() if value]
        if here:
            sheet.line([min(here), max(here)], [middle, middle], "muted", 1.0)
        else:
            sheet.text(panel.left + 6, middle - 2, "no error", "muted")
        for name, role, marker, hollow, _ in _PARTS:
            if parts.get(name):
                x = float(panel.x(parts[name]))
                sheet.mark(x, middle, marker, role, 12.0 if hollow else 7.0, hollow)
    panel.frame()
    x = left + 8
    for _, role, marker, hollow, told in reversed(_PARTS):
        sheet.mark(x + 6, top + 12, marker, role, 9.0 if hollow else 7.0, hollow)
        sheet.text(x + 18, top + 16, told)
        x += 330


def _figure(witness: Witness) -> str:
    from gelucheck.export.figures import figure

    return figure(witness.value, scientific=True) if witness else NOTHING


def _parts(row: Row) -> dict[str, float]:
    own = row.evaluation.max_abs if row.evaluation else None
    found = {"total": row.total.max_abs, "method": row.method, "evaluation": own}
    return {name: abs(float(each.value)) for name, each in found.items() if each is not None}


def _heights(found: list[dict[str, float]]) -> Log:
    sizes = [size for parts in found for size in parts.values() if size]
    most = min(max(sizes, default=1.0), _MOST)
    least = max(min(sizes, default=1e-3), most * 10.0**-_DECADES, _LEAST)
    return Log(least / 3, most * 3)
