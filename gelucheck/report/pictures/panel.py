"""A panel of a picture: a frame with a scale each way, its grid and the labels of its ticks."""

from dataclasses import dataclass

import numpy as np

from gelucheck.report.pictures.look import TEXT, short, width_of
from gelucheck.report.pictures.scales import Scale
from gelucheck.report.pictures.sheet import Sheet

DOTS = (1.5, 2.5)
"""The dash of what rows are held to."""
_BEFORE = 5.0  # px between a label and its axis


@dataclass(frozen=True)
class Panel:
    """Where on a sheet, in px, and the scales; ``up`` grows upwards."""

    sheet: Sheet
    left: float
    top: float
    width: float
    height: float
    across: Scale
    up: Scale

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def right(self) -> float:
        return self.left + self.width

    def x(self, values) -> np.ndarray:
        return self.left + self.width * self.across.place(values)

    def y(self, values) -> np.ndarray:
        return self.bottom - self.height * self.up.place(values)

    def axes(
        self, *, below: bool = True, beside: bool = True, rows: bool = True, name: str = ""
    ) -> None:
        """The grid, and the labels of x below and of y beside; ``name`` says what x is."""
        sheet = self.sheet
        # one line for the whole grid, interrupted by NaN
        grid = []
        for value, label in self.across.ticks(self.width):
            x = float(self.x(value))
            grid += [(x, self.top), (x, self.bottom), (np.nan, np.nan)]
            if below:
                sheet.text(x, self.bottom + TEXT + 3, label, "muted", "center")
        for value, label in self.up.ticks(self.height, upright=True) if rows else ():
            y = float(self.y(value))
            grid += [(self.left, y), (self.right, y), (np.nan, np.nan)]
            if beside:
                sheet.text(self.left - _BEFORE, y + TEXT * 0.36, label, "muted", "right")
        if grid:
            sheet.line(*np.array(grid).T, "grid", 0.8)
        if name:
            sheet.text(
                *(self.left + self.width / 2, self.bottom + 2 * TEXT + 8),
                *(name, "muted", "center"),
            )

    def frame(self) -> None:
        """Its left and lower edge: to be drawn last."""
        self.sheet.line(
            [self.left, self.left, self.right], [self.top, self.bottom, self.bottom], "muted", 1.0
        )

    def level(self, value: float, label: str = "") -> None:
        """A line across at a height, with what it is; none where it is out of sight."""
        if not self.up.low <= value <= self.up.high:
            return
        y = float(self.y(value))
        self.sheet.line([self.left, self.right], [y, y], "muted", 1.2, DOTS)
        if label:
            # under the line where there is no room above
            above = y - self.top > TEXT + 4
            place = y - 3 if above else y + TEXT + 1
            self.sheet.text(self.left + 4, place, label, "muted")

    def heading(self, words: str, left: float | None = None) -> None:
        """What the panel shows, above it."""
        self.sheet.text(self.left if left is None else left, self.top - 6, words)


LINE = 16.0
"""Height of a line of a key in px."""


def key(sheet: Sheet, left: float, top: float, lines) -> None:
    """What is what, a line each: kind ("fill", "line", "mark", ""), role, dash or marker, words."""
    for number, (kind, role, style, words) in enumerate(lines):
        y = top + LINE * number
        middle = y + LINE / 2
        if kind == "fill":
            sheet.shape(
                *([left, left + 22, left + 22, left], [middle - 4] * 2 + [middle + 4] * 2),
                *(role, style, 1.0),
            )
        elif kind == "line":
            sheet.line([left, left + 22], [middle, middle], role, 1.4, style)
        elif kind == "mark":
            sheet.mark(left + 11, middle, (role, style), hollow=True)
        sheet.text(left + 29, middle + TEXT * 0.36, words)


def title(sheet: Sheet, left: float, top: float, name: str, *, more: str, width: float) -> None:
    """The name of a row above its picture, where pictures of several stand side by side.

    Args:
        more: what is kept whole where the name is too long.
    """
    most = int(width / width_of("x"))
    more = f", {short(more, most // 2)}"
    sheet.text(left, top, short(name, most - len(more)) + more)
