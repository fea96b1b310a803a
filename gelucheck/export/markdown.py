"""A table for GitHub, then the findings as a list."""

from gelucheck.export import network_markdown, theorem_markdown
from gelucheck.export.cells import (
    SEARCHED,
    Cells,
    cells_of,
    theorems_in_tables,
    theorems_in_words,
)
from gelucheck.export.claim_words import claims_in_words
from gelucheck.export.expected import OWN, expected_cells
from gelucheck.export.figures import NOTHING, format_count
from gelucheck.export.findings import tell, where
from gelucheck.export.markdown_table import escape, table
from gelucheck.export.marks import Mark, marks_of
from gelucheck.gate.verdict import Verdict
from gelucheck.record import Row, Run

_HEAD = (
    "implementation",
    "dtype",
    "arithmetic",
    "evidence",
    "inputs",
    "max abs",
    "at x",
    "max ulp",
    "at x",
    "evaluation max ulp",
    "at x",
    "method max abs",
    "correctly rounded",
    "claim",
)
_LEFT = (0, 1, 2, 3, 13)
_EXPECTED = (
    "implementation",
    "dtype",
    "arithmetic",
    "inputs as",
    "evidence",
    "measured",
    "values",
    "expected abs",
    "worst abs",
    "expected ulp",
    "worst ulp",
    "expected evaluation ulp",
    "worst ulp",
)
_EXPECTED_LEFT = (0, 1, 2, 3, 4)


def render(run: Run, *, color=False, width=100, forms_asked=False, verdict=None, path=None) -> str:
    """The rows as a table of GitHub Markdown; a form or function that isn't plain is named. What
    there is of networks, and what is proved, stands below, or alone."""
    more = network_markdown.lines_of(run.networks)
    theorems = list(theorem_markdown.lines_of(theorems_in_tables(run)))
    if theorems:
        more += ["", *theorems] if more else theorems
    if more and not run.rows:
        return "\n".join(more) + "\n"
    shown = _all_cells(run.rows, marks_of(run, verdict), forms_asked)
    lines = table(_HEAD, [_cells(*pair) for pair in shown], _LEFT)
    notes = [f"Claim: {'; '.join(claims)}." for claims in [claims_in_words(run.rows)] if claims]
    if any(row.evidence == "search" for row in run.rows):
        notes.insert(0, SEARCHED.capitalize())
    if any(cells.verdict.startswith("(") for _, cells in shown):
        notes.append("In parentheses: shown, not claimed.")
    notes += [f"On the whole real line {escape(known)}." for known in theorems_in_words(run)]
    if notes:
        lines += ["", " ".join(notes)]
    lines += _expected(run.rows)
    told = tell(run)
    if told:
        lines += ["", "Findings:", ""]
    for item in told:
        finding = item.finding
        place = escape(where(item, len(run.rows)))
        lines.append(
            f"- **{finding.level}** {escape(finding.slug)}: {escape(finding.sentence)} ({place})"
        )
    if more:
        lines += ["", *more]
    return "\n".join(lines) + "\n"


def rows_table(rows, *, forms_asked: bool = False, marks: dict[int, Mark] | None = None):
    """The lines of the table of rows.

    Args:
        marks: what a verdict says of the rows; see ``marks.marks_of``.
    """
    shown = _all_cells(rows, marks or {}, forms_asked)
    return table(_HEAD, [_cells(*pair) for pair in shown], _LEFT)


def rows_lines(run: Run, verdict: Verdict | None, *, forms_asked: bool = False):
    """The two lines of the table's head, and the lines of its rows."""
    lines = rows_table(run.rows, forms_asked=forms_asked, marks=marks_of(run, verdict))
    return lines[:2], lines[2:]


def _all_cells(rows, marks: dict[int, Mark], forms_asked: bool) -> list[tuple[Row, Cells]]:
    # room for every digit of a float64: here the lines are as long as they need be
    return [
        (row, cells_of(row, forms_asked=forms_asked, room=25, mark=marks.get(id(row))))
        for row in rows
    ]


def _expected(rows) -> list[str]:
    """The lines of what is expected of the rows, where anything is."""
    shown = [(row, expected_cells(row, item)) for row in rows for item in row.expected]
    if not shown:
        return []
    cells = [
        [
            *(_name(row), row.dtype, row.arithmetic or NOTHING, escape(each.weights)),
            *(each.evidence, each.share, each.inputs, *each.abs, *each.ulp, *each.own),
        ]
        for row, each in shown
    ]
    return ["", f"Expected errors ({OWN}):", "", *table(_EXPECTED, cells, _EXPECTED_LEFT)]


def _name(row: Row) -> str:
    name = escape(row.implementation)
    if row.form != row.implementation:
        name += f" (form {escape(row.form)})" if row.form else " (no form declared)"
    return name if row.function == "gelu" else f"{name} {escape(row.function)}"


def _cells(row: Row, cells: Cells) -> list[str]:
    verdict = f"**{cells.verdict}**" if cells.verdict == "FAIL" else cells.verdict
    return [
        _name(row),
        row.dtype,
        row.arithmetic or NOTHING,
        row.evidence,
        format_count(row.inputs),
        *cells.max_abs,
        *cells.max_ulp,
        *cells.evaluation,
        cells.method[0],
        cells.share,
        " ".join(filter(None, (verdict, escape(cells.limits), cells.cause))),
    ]
