"""One page of HTML that needs no other file: the verdict, what fails, the table, the findings, what
is proved, and where the figures are from.

No script, no font and no picture; the template's engine escapes all text, and a character that a
reader could obey (a control, a mark of direction) is spelled out.
"""

from functools import cache
from importlib.resources import files

from gelucheck.export.cases import cases_of
from gelucheck.export.cells import SEARCHED, Cells, cells_of, theorems_in_words
from gelucheck.export.claim_words import claims_in_words
from gelucheck.export.figures import NOTHING, clean, format_count
from gelucheck.export.findings import tell, where
from gelucheck.export.marks import WORDS, headline, marks_of, note_words, verdict_of
from gelucheck.record import Row, Run

_TEMPLATE = "page.html.j2"
_HEAD = (
    "implementation",
    "dtype",
    # so far to the left that a telephone shows it
    "claim",
    "arithmetic",
    "evidence",
    "inputs",
    "max abs",
    "max ulp",
    "evaluation max ulp",
    "method max abs",
    "correctly rounded",
)
_ROOM = 13  # places for an x; the commands and run.json have all its digits


def render(run: Run, *, color=False, width=100, forms_asked=False, verdict=None, path=None) -> str:
    """The page, for light and dark screens. Clock and host are in its last part only."""
    marks = marks_of(run, verdict)
    rows = [
        (row, cells_of(row, forms_asked=forms_asked, room=_ROOM, mark=marks.get(id(row))))
        for row in run.rows
    ]
    verdict = verdict_of(run, verdict, forms_asked)
    problems = [
        {
            "word": "FAIL" if case.outcome == "fail" else "NO ANSWER",
            "row": case.label,
            "words": case.words,
            "again": clean(case.failure.again) if case.failure else "",
        }
        for case in cases_of(run, verdict, forms_asked)
        if case.is_problem
    ]
    page = _template().render(
        headline=clean(headline(verdict)),
        kind=WORDS[verdict.exit_code].replace(" ", "-"),
        problems=problems,
        notes=[(clean(note.kind), note_words(note)) for note in verdict.notes],
        head=_HEAD,
        rows=[_cells(*pair) for pair in rows],
        about=_about(run, rows),
        findings=[
            (
                item.finding.level,
                clean(item.finding.slug),
                clean(item.finding.sentence),
                clean(where(item, len(run.rows))),
            )
            for item in tell(run)
        ],
        theorems=[clean(known) for known in theorems_in_words(run)],
        provenance=_provenance(run),
    )
    return page.rstrip("\n") + "\n"


@cache
def _template():
    from jinja2 import Environment, StrictUndefined

    engine = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    text = files("gelucheck.export").joinpath(_TEMPLATE).read_text("utf-8")
    return engine.from_string(text)


def _cells(row: Row, cells: Cells) -> dict:
    """What the template shows of a row: pairs of a figure and where it is reached."""
    note = ""
    if row.form != row.implementation:
        note = f"form {clean(row.form)}" if row.form else "no form declared"
    if row.function != "gelu":
        note = ", ".join(filter(None, (note, clean(row.function))))
    return {
        "name": clean(row.implementation),
        "note": note,
        "dtype": clean(row.dtype),
        "arithmetic": row.arithmetic or NOTHING,
        "evidence": clean(row.evidence),
        "numbers": (
            (format_count(row.inputs), ""),
            cells.max_abs,
            cells.max_ulp,
            cells.evaluation,
            cells.method,
            (cells.share, ""),
        ),
        "verdict": cells.verdict,
        "kind": {True: "pass", False: "fail", None: "no-answer"}[cells.passed],
        "why": ", ".join(filter(None, (cells.limits, cells.cause))),
    }


def _about(run: Run, rows: list[tuple[Row, Cells]]) -> list[str]:
    """What the columns and the words in the table mean."""
    lines = [
        "max: against exact GELU (of gelu_grad, its derivative). evaluation: against the row's own "
        "form. method: the form itself. Under each figure is the input where it is reached."
    ]
    if any(row.evidence == "search" for row in run.rows):
        lines.append(SEARCHED.capitalize())
    if claims := claims_in_words(run.rows):
        lines.append(f"Claim: {'; '.join(claims)}.")
    if any(cells.verdict.startswith("(") for _, cells in rows):
        lines.append("In parentheses: shown, not claimed.")
    return lines


def _provenance(run: Run) -> list[tuple[str, str]]:
    pairs = [pair for pair in run.provenance.items() if pair[0] != "implementations"]
    pairs += (run.provenance.get("implementations") or {}).items()
    return [(clean(name), clean(value)) for name, value in pairs if value is not None]
