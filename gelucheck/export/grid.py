"""Columns of text for a terminal: every cell of some lines, as wide as the room allows."""

import io
from dataclasses import dataclass, replace

from gelucheck.export.figures import clean
from gelucheck.record import Row

NARROWEST = 80
WIDEST = 100
_NAME = 16  # places that a first column of words keeps


@dataclass(frozen=True)
class Layout:
    """How much room there is.

    Attributes:
        indent: blanks before the rows of a group.
        gap: blanks between columns.
        room: places for an x.
        lines: of a row; of three the last has what stands in a column of its own otherwise.
    """

    indent: int
    gap: int
    room: int
    lines: int

    @classmethod
    def of(cls, width: int) -> "Layout":
        return cls(2, 2, 11, 2) if width >= WIDEST else cls(1, 1, 10, 3)


def console_of(out: io.StringIO, width: int, color: bool):
    """A console of rich that writes plain text, of 80 to 100 columns, into ``out``."""
    from rich.console import Console

    return Console(
        file=out,
        width=max(NARROWEST, min(width, WIDEST)),
        height=25,  # with both given, rich asks no terminal for its size
        color_system="standard" if color else None,
        force_terminal=color,
        no_color=not color,
        force_jupyter=False,
        legacy_windows=False,
        highlight=False,
        markup=False,
        emoji=False,
    )


def stripped(out: io.StringIO) -> str:
    """What was written: rich fills cells with blanks, which a reader of plain text does not want at
    the ends of lines."""
    return "".join(line.rstrip() + "\n" for line in out.getvalue().splitlines())


def widths_of(rows) -> list[int]:
    """How wide each column wants to be; a cell is a list of rich texts, a line each."""
    return [
        max(line.cell_len for cell in column for line in cell) for column in zip(*rows, strict=True)
    ]


def full(widths: list[int], layout: Layout) -> int:
    """How wide a line is."""
    return layout.indent + sum(widths) + layout.gap * (len(widths) - 1)


def squeeze(widths: list[int], layout: Layout, room: int, first: int = 2) -> Layout:
    """Make ``widths`` fit: first the gaps, then the widest figures, which go on below.

    Args:
        first: the first column that may be made narrower.
    """
    if full(widths, layout) > room:
        layout = replace(layout, gap=1)
    while full(widths, layout) > room:
        widest = max(range(first, len(widths)), key=widths.__getitem__)
        widths[widest] -= 1
    return layout


def parts_of(widths: list[int], layout: Layout, room: int) -> tuple[Layout, list[list[int]]]:
    """The columns of tables below each other that have room, since a figure is never broken: the
    first column in each, and as many others as fit.

    Args:
        widths: of the columns; a name that leaves figures no room is made narrower there.

    Returns:
        The layout, its gaps smaller where all columns fit so, and the columns of each table.
    """
    for each in (layout, replace(layout, gap=1)):
        if full(widths, each) <= room:
            return each, [list(range(len(widths)))]
    room -= layout.indent
    widths[0] = min(widths[0], max(_NAME, room - layout.gap - max(widths[1:], default=0)))
    parts: list[list[int]] = []
    left = 0
    for place in range(1, len(widths)):
        # only a name can be so long
        widths[place] = min(widths[place], room - widths[0] - layout.gap)
        if not parts or widths[place] + layout.gap > left:
            parts.append([0])
            left = room - widths[0]
        parts[-1].append(place)
        left -= widths[place] + layout.gap
    return layout, parts


def print_rows(console, rows, widths: list[int], layout: Layout, words=(0, -1)) -> None:
    """Lines of cells; ``words`` are the columns that stand to the left."""
    from rich.padding import Padding
    from rich.table import Table

    grid = Table.grid(padding=(0, layout.gap, 0, 0), pad_edge=False)
    left = {place % len(widths) for place in words}
    for place, width in enumerate(widths):
        justify = "left" if place in left else "right"
        grid.add_column(width=width, justify=justify, overflow="fold")
    for row in rows:
        for line in zip(*row, strict=True):
            grid.add_row(*line)
    console.print(Padding(grid, (0, 0, 0, layout.indent), expand=False))


def stack(lines, layout: Layout, styles=("", "dim", "dim")) -> list:
    """A cell of as many lines as a row has."""
    from rich.text import Text

    blank = [""] * (layout.lines - len(lines))
    pairs = zip([*lines, *blank], styles, strict=False)
    return [Text(line, style) for line, style in pairs]


def group_of(row: Row) -> tuple[str, str | None, str]:
    """What rows stand under one heading: those of one implementation and function."""
    return row.implementation, row.form, row.function


def print_groups(console, head: list, groups: dict[tuple, list[list]], layout: Layout) -> None:
    """A head, and under a heading each the rows of some groups.

    Args:
        head: its columns, each what ``stack`` gives.
        groups: by ``group_of``, the columns of each row.
    """
    from rich.text import Text

    everything = [head, *(row for rows in groups.values() for row in rows)]
    widths = widths_of(everything)
    layout = squeeze(widths, layout, console.width)
    print_rows(console, [head], widths, layout)
    console.print(Text("─" * full(widths, layout), "dim"))
    for number, (key, rows) in enumerate(groups.items()):
        if number:
            console.print()
        console.print(_heading(*key))
        print_rows(console, rows, widths, layout)


def _heading(implementation: str, form: str | None, function: str):
    from rich.text import Text

    text = Text(clean(implementation), "bold", overflow="fold")
    notes = []
    if form != implementation:
        notes.append(f"form {clean(form)}" if form else "no form declared")
    if function != "gelu":
        notes.append(clean(function))
    return text.append("".join(f" · {note}" for note in notes), "not bold dim")
