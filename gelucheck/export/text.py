"""The table for the terminal: rows under the implementation they are of, then the findings.

Two lines a row: the figures, and under each the input where it is reached. Plain text of at most
the width asked for; nothing is left out of a narrower terminal, it only stands closer.
"""

import io

from gelucheck.export.cells import (
    SEARCHED,
    Cells,
    cells_of,
    theorems_in_tables,
    theorems_in_words,
)
from gelucheck.export.claim_words import claims_in_words
from gelucheck.export.figures import clean, format_count
from gelucheck.export.findings import tell, where
from gelucheck.export.grid import (
    WIDEST,
    Layout,
    console_of,
    group_of,
    print_groups,
    stack,
    stripped,
)
from gelucheck.export.marks import marks_of
from gelucheck.record import Row, Run

_COLORS = {"error": "red", "warning": "yellow", "pass": "green", "FAIL": "bold red"}


def render(
    run: Run,
    *,
    color: bool = False,
    width: int = WIDEST,
    forms_asked: bool = False,
    verdict=None,
    path=None,
    every: bool = False,
) -> str:
    """The table, what the columns mean, and the findings in words; then what there is of networks,
    and what is proved.

    Args:
        color: whether to use ANSI colours.
        width: columns of the terminal; the table is never wider than 100 and needs 80.
        forms_asked: whether the claim is made of every form.
        verdict: decides what is said of each row; without one its claims do.
        every: of networks all operators in all formats, where they are many; of theorems both
            ends.
    """
    out = io.StringIO()
    console = console_of(out, width, color)
    if run.rows:
        shown = _all_cells(run, Layout.of(console.width).room, forms_asked, verdict)
        _print_table(console, run, shown)
        _print_notes(console, run, shown)
        if any(row.expected for row in run.rows):
            from gelucheck.export.expected import print_expected

            print_expected(console, run)
        _print_findings(console, run)
    elif not run.networks and not run.theorems:
        console.print("no rows")
    parts = [stripped(out)] if out.getvalue() else []
    if run.networks:
        from gelucheck.export import network_text

        parts.append(network_text.render(run.networks, color=color, width=width, every=every))
    theorems = theorems_in_tables(run)
    if theorems:
        from gelucheck.export import theorem_text

        parts.append(theorem_text.render(theorems, color=color, width=width, every=every))
    return "\n".join(parts)


def _all_cells(run: Run, room: int, forms_asked: bool, verdict) -> dict[int, Cells]:
    """The cells of each row, by its ``id``."""
    marks = marks_of(run, verdict)
    return {
        id(row): cells_of(row, forms_asked=forms_asked, room=room, mark=marks.get(id(row)))
        for row in run.rows
    }


def _print_table(console, run: Run, shown: dict[int, Cells]) -> None:
    layout = Layout.of(console.width)
    groups: dict[tuple, list[list]] = {}
    for row in run.rows:
        groups.setdefault(group_of(row), []).append(_columns(row, layout, shown[id(row)]))
    print_groups(console, _head(layout), groups, layout)


def _head(layout: Layout) -> list:
    names = [
        ("dtype", "arithmetic"),
        ("evidence", "inputs"),
        ("max abs", "at x"),
        ("max ulp", "at x"),
        ("evaluation", "ulp, at x"),
        ("method", "abs, at x"),
    ]
    last = [("correctly", "rounded"), ("claim", "cause")]
    if layout.lines == 3:
        last = [("claim", "cause", "rounded")]
    return [stack(name, layout, ("bold", "dim", "dim")) for name in names + last]


def _columns(row: Row, layout: Layout, cells: Cells) -> list:
    """The columns of a row, each the rich texts of its lines."""
    style = _COLORS.get(cells.verdict, "dim")
    pairs = [
        (row.dtype, row.arithmetic or ""),
        (row.evidence, format_count(row.inputs)),
        cells.max_abs,
        cells.max_ulp,
        cells.evaluation,
        cells.method,
    ]
    columns = [stack(pair, layout) for pair in pairs]
    verdict = (f"{cells.verdict} {cells.figures}".rstrip(), cells.cause)
    if layout.lines == 3:
        return [*columns, stack((*verdict, cells.share), layout, (style, style, ""))]
    return [*columns, stack((cells.share,), layout), stack(verdict, layout, (style, style))]


def _print_notes(console, run: Run, shown: dict[int, Cells]) -> None:
    from rich.text import Text

    exact = "exact GELU"
    if any(row.function != "gelu" for row in run.rows):
        exact = "the exact function"
    notes = [f"max: against {exact}. evaluation: against the row's form. method: the form itself."]
    if any(row.evidence == "search" for row in run.rows):
        notes.append(SEARCHED)
    claims = claims_in_words(run.rows)
    if claims:
        notes.append(f"claim: {'; '.join(claims)}.")
    if any(cells.verdict.startswith("(") for cells in shown.values()):
        notes[-1] += " In parentheses: shown, not claimed."
    notes += [f"theorem, on the whole real line: {known}." for known in theorems_in_words(run)]
    console.print()
    for note in notes:
        console.print(Text(note, "dim"))


def _print_findings(console, run: Run) -> None:
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    told = tell(run)
    if not told:
        return
    console.print()
    console.print(Text("findings", "bold"))
    grid = Table.grid(padding=(0, 2, 0, 0), pad_edge=False)
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for item in told:
        finding = item.finding
        sentence = Text(clean(finding.sentence))
        sentence.append(f" ({clean(finding.slug)}: {clean(where(item, len(run.rows)))})", "dim")
        grid.add_row(Text(finding.level, _COLORS[finding.level]), sentence)
    console.print(Padding(grid, (0, 0, 0, 2), expand=False))
