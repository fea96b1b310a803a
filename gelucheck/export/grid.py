"""The grid of a table for the terminal: cells of some lines, under the implementations."""

from dataclasses import dataclass, replace

from gelucheck.export.figures import clean
from gelucheck.record import Row

NARROWEST = 80
WIDEST = 100


@dataclass(frozen=True)
class Layout:
    """How much room there is.

    Attributes:
        indent: blanks before the rows of an implementation.
        gap: blanks between columns.
        room: places for an x.
        lines: of a row; in the third the share stands under the verdict.
    """

    indent: int
    gap: int
    room: int
    lines: int

    @classmethod
    def of(cls, width: int) -> "Layout":
        return cls(2, 2, 11, 2) if width >= WIDEST else cls(1, 1, 10, 3)


def group_of(row: Row) -> tuple[str, str | None, str]:
    """What rows stand under one _heading: those of one implementation and function."""
    return row.implementation, row.form, row.function


def print_groups(console, head: list, groups: dict[tuple, list[list]], layout: Layout) -> None:
    """A head, and under a _heading each the rows of some groups.

    Args:
        head: its columns, each what ``stack`` gives.
        groups: by ``group_of``, the columns of each row.
    """
    from rich.text import Text

    everything = [head, *(row for rows in groups.values() for row in rows)]
    widths = [
        max(line.cell_len for cell in column for line in cell)
        for column in zip(*everything, strict=True)
    ]
    layout = _squeeze(widths, layout, console.width)
    _print_rows(console, [head], widths, layout)
    console.print(Text("─" * _full(widths, layout), "dim"))
    for number, (key, rows) in enumerate(groups.items()):
        if number:
            console.print()
        console.print(_heading(*key))
        _print_rows(console, rows, widths, layout)


def _full(widths: list[int], layout: Layout) -> int:
    return layout.indent + sum(widths) + layout.gap * (len(widths) - 1)


def _squeeze(widths: list[int], layout: Layout, room: int) -> Layout:
    """Make ``widths`` fit: first the gaps, then the widest figures, which go on below."""
    if _full(widths, layout) > room:
        layout = replace(layout, gap=1)
    while _full(widths, layout) > room:
        widest = max(range(2, len(widths)), key=widths.__getitem__)
        widths[widest] -= 1
    return layout


def _print_rows(console, rows, widths: list[int], layout: Layout) -> None:
    from rich.padding import Padding
    from rich.table import Table

    grid = Table.grid(padding=(0, layout.gap, 0, 0), pad_edge=False)
    for place, width in enumerate(widths):
        words = place in (0, len(widths) - 1)
        grid.add_column(width=width, justify="left" if words else "right", overflow="fold")
    for row in rows:
        for line in zip(*row, strict=True):
            grid.add_row(*line)
    console.print(Padding(grid, (0, 0, 0, layout.indent), expand=False))


def stack(lines, layout: Layout, styles=("", "dim", "dim")) -> list:
    """A column of a row: the rich texts of its lines."""
    from rich.text import Text

    blank = [""] * (layout.lines - len(lines))
    pairs = zip([*lines, *blank], styles, strict=False)
    return [Text(line, style) for line, style in pairs]


def _heading(implementation: str, form: str | None, function: str):
    from rich.text import Text

    text = Text(clean(implementation), "bold", overflow="fold")
    notes = []
    if form != implementation:
        notes.append(f"form {clean(form)}" if form else "no form declared")
    if function != "gelu":
        notes.append(clean(function))
    return text.append("".join(f" · {note}" for note in notes), "not bold dim")
