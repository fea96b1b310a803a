"""The table: one line a row, each figure with the input where it is reached."""

import math
from dataclasses import dataclass

from gelucheck.export.cells import SEARCHED, Cells, cells_of
from gelucheck.export.figures import NOTHING, clean, format_count
from gelucheck.export.marks import Mark
from gelucheck.record import Errors, Row, Run, Witness
from gelucheck.report.labels import note_of, short

KINDS = {
    "pass": "pass",
    "fail": "fail",
    "aside": "not claimed",
    "no-answer": "no answer",
    "none": "no claim",
}
"""What can become of a row, in words."""
_ROOM = 13  # places for an x; the details have all its digits


@dataclass(frozen=True)
class Column:
    """A column: its head, and whether its cells are figures, that are sorted by their value."""

    name: str
    figures: bool = False


COLUMNS = (
    Column("implementation"),
    Column("format"),
    # so far to the left that a telephone shows it
    Column("claim"),
    Column("arithmetic"),
    Column("max abs", True),
    Column("max ulp", True),
    Column("evaluation max ulp", True),
    Column("method max abs", True),
    Column("correctly rounded", True),
    Column("inputs", True),
)


@dataclass(frozen=True)
class Cell:
    """A figure in the table.

    Attributes:
        text: as it is shown.
        below: the input where it is reached (of the inputs, the evidence), or empty.
        value: all its digits, as a script reads them; None where there is none.
    """

    text: str
    below: str = ""
    value: str | None = None


@dataclass(frozen=True)
class TableRow:
    """A line of the table, all of it harmless text.

    Attributes:
        kind: of the verdict: one of ``KINDS``.
        why: what fails, and whose fault it is.
        figures: in the order of ``COLUMNS``, "max abs" to "inputs".
    """

    name: str
    note: str
    dtype: str
    arithmetic: str
    verdict: str
    kind: str
    why: str
    figures: tuple[Cell, ...]


def table_row(row: Row, mark: Mark | None, forms_asked: bool = False) -> TableRow:
    """The line of a row; arguments as ``cells_of``."""
    cells = cells_of(row, forms_asked=forms_asked, room=_ROOM, mark=mark)
    evaluation = row.evaluation or Errors(*[None] * 6)
    share = row.correctly_rounded / row.inputs if row.inputs else None
    return TableRow(
        name=short(row.implementation),
        note=note_of(row),
        dtype=clean(row.dtype),
        arithmetic=clean(row.arithmetic or NOTHING),
        verdict=cells.verdict,
        kind=_kind(cells),
        why=", ".join(filter(None, (cells.limits, cells.cause))),
        figures=(
            _cell(cells.max_abs, row.total.max_abs),
            _cell(cells.max_ulp, row.total.max_ulp),
            _cell(cells.evaluation, evaluation.max_ulp),
            _cell(cells.method, row.method),
            Cell(cells.share, "", _number(share)),
            Cell(format_count(row.inputs), clean(row.evidence), str(row.inputs)),
        ),
    )


def about(run: Run, rows: list[TableRow]) -> list[str]:
    """What the columns and the words in the table mean, in sentences."""
    lines = [
        "The largest errors against exact GELU; evaluation is against the row's own form, method "
        "is the form itself. Under each figure is the input x where it is reached."
    ]
    if any(row.function != "gelu" for row in run.rows):
        lines.append("A row of gelu_grad is held against the derivative of GELU.")
    if any(row.evidence == "search" for row in run.rows):
        lines.append(SEARCHED.capitalize())
    if any(row.kind == "aside" for row in rows):
        lines.append("In parentheses: shown, not claimed.")
    return lines


def _kind(cells: Cells) -> str:
    if cells.verdict.startswith("("):
        return "aside"
    if cells.verdict == NOTHING:
        return "none"
    return {True: "pass", False: "fail", None: "no-answer"}[cells.passed]


def _cell(pair: tuple[str, str], witness: Witness | None) -> Cell:
    return Cell(*pair, _number(witness.value if witness else None))


def _number(value: float | None) -> str | None:
    """A number as JavaScript reads it."""
    if value is None or math.isnan(value):
        return None
    return repr(value) if math.isfinite(value) else f"{'-' * (value < 0)}Infinity"
