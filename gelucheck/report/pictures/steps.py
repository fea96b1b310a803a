"""How many steps the results of a row are from the correct rounding: how many inputs of each."""

from gelucheck.export.figures import figure, format_count, format_share
from gelucheck.record import HISTOGRAM, Row
from gelucheck.report.pictures.look import width_of
from gelucheck.report.pictures.marks import evidence, missing
from gelucheck.report.pictures.panel import Panel
from gelucheck.report.pictures.scales import Log, Scale
from gelucheck.report.pictures.sheet import Sheet

WIDTH = 340.0
_LEFT, _RIGHT = 76.0, 148.0  # the count and share of all of float32 find room
_BAR = 22.0
_ROOM = 0.7  # of an input: the axis begins below one
_WORDS = {"0": "0 (correct)", "1": "1 step", "more": "more"}
_NONE = "no number"


def drawable(rows) -> list[Row]:
    """The rows that have a histogram."""
    return [row for row in rows if any(count for _, count in _bars(row))]


def height(rows) -> float:
    return 22 + _BAR * max(len(_bars(row)) for row in rows) + 36


def words(rows) -> str:
    """What the picture shows, in sentences."""
    (row,) = rows
    parts = []
    for name, count in _bars(row):
        if name == _NONE:
            continue
        away = {"0": "no step", "1": "1 step", "more": "more than 3 steps"}.get(
            name, f"{name} steps"
        )
        parts.append(f"{format_count(count)} ({format_share(count, row.inputs)}) are {away} away")
    steps = row.total.max_steps
    told = [f"Of {evidence(row)}, counted in steps from the correct rounding: {', '.join(parts)}."]
    if steps is not None and steps.value:
        far = format_count(steps.value) if steps.value < 10**9 else figure(steps.value)
        told.append(f"The furthest is {far} {'step' if steps.value == 1 else 'steps'} away.")
    return " ".join([*told, *missing(row)])


def paint(sheet: Sheet, rows, left: float, top: float) -> None:
    """Bars on a logarithmic scale, each with its count and share."""
    (row,) = rows
    bars = _bars(row)
    most = max(10, *(count for _, count in bars))
    # as much as stands behind the longest bar
    right = max(_RIGHT, *(width_of(_told(row, count)) + 12 for _, count in bars))
    panel = Panel(
        *(sheet, left + _LEFT, top + 22, WIDTH - _LEFT - right, _BAR * len(bars)),
        *(Log(_ROOM, float(most)), Scale(0.0, float(len(bars)))),
    )
    panel.axes(beside=False, rows=False, name="inputs (logarithmic)")
    for number, (name, count) in enumerate(bars):
        middle = panel.top + _BAR * (number + 0.5)
        label = _WORDS.get(name, name if name == _NONE else f"{name} steps")
        sheet.text(panel.left - 6, middle + 4, label, "ink", "right")
        end = panel.left
        if count:
            end = float(panel.x(count))
            role = "c3" if name == "0" else "c1"
            sheet.box(panel.left, middle - 7, end - panel.left, 14, role, 0.6, 1.0)
        sheet.text(end + 5, middle + 4, _told(row, count), "ink" if count else "muted")
    panel.frame()
    steps = row.total.max_steps
    if steps is not None:
        far = int(steps.value)
        told = format_count(far) if far < 10**9 else figure(far)
        sheet.text(left + 8, panel.top - 6, f"steps from the correct rounding: at most {told}")


def _told(row: Row, count: int) -> str:
    return f"{format_count(count)} · {format_share(count, row.inputs)}" if count else "none"


def _bars(row: Row) -> list[tuple[str, int]]:
    bars = [(name, row.histogram.get(name, 0)) for name in HISTOGRAM]
    rest = row.inputs - sum(count for _, count in bars)
    return [*bars, (_NONE, rest)] if rest > 0 else bars
