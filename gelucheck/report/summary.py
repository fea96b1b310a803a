"""The verdict in sentences: one for each row, on what it fails, or by how much it passes."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from gelucheck.export.cases import Case
from gelucheck.export.claim_words import claims_in_words
from gelucheck.export.figures import clean, cut, figure, format_x
from gelucheck.formats import FORMATS
from gelucheck.gate.words import failure_words
from gelucheck.record import Claim, Row, Run, Witness

MOST = 8
"""How many sentences of a kind are in sight; the others are one click away."""
LONGEST = 600
"""Characters of a sentence; the details of its row have all of it."""
EXCESS = "|error| − ½ ulp ="
"""What is held to the claim; half an ulp is what any result of a format must be allowed."""
_TITLES = {
    "fail": "What fails",
    "open": "No answer",
    "pass": "What passes",
    "aside": "Shown, not claimed",
    "none": "Held to nothing",
}
_CAUSES = {
    "method": "the form itself is beyond it",
    "evaluation": "the form would keep it: the arithmetic breaks it",
}
_FAULTS = {"method": "the form itself", "evaluation": "the arithmetic"}
# nobody is to be told that a limit cannot be had, where it only is not known
_UNKNOWN = "; no limit of use would pass"


@dataclass(frozen=True)
class Line:
    """What is said of one row.

    Attributes:
        row: None where the sentence is of none.
        words: without an end.
        again: a command that shows it again, or empty.
    """

    row: Row | None
    words: str
    again: str = ""


@dataclass(frozen=True)
class Group:
    """Rows of which the same became.

    Attributes:
        kind: "fail", "open", "pass", "aside" or "none".
        title: in words.
        rows: how many.
    """

    kind: str
    title: str
    rows: int
    lines: tuple[Line, ...]


def groups_of(run: Run, cases: Iterable[Case]) -> list[Group]:
    """All rows of a run, and what is wrong with none of them, by what became of them."""
    of_rows: dict[int, list[Case]] = {id(row): [] for row in run.rows}
    lines: dict[str, list[Line]] = {kind: [] for kind in _TITLES}
    rows = dict.fromkeys(_TITLES, 0)
    for case in cases:
        if id(case.row) in of_rows:
            of_rows[id(case.row)].append(case)
        elif case.is_problem:
            lines[case.outcome].append(_line(case))
    for row in run.rows:
        kind = standing(of_rows[id(row)])
        rows[kind] += 1
        lines[kind] += _lines(row, kind, [c for c in of_rows[id(row)] if c.outcome == kind])
    return [
        Group(kind, title, rows[kind], tuple(lines[kind]))
        for kind, title in _TITLES.items()
        if lines[kind]
    ]


def standing(cases: list[Case]) -> str:
    """What becomes of a row by its cases: the worst of them, those that do not count last."""
    outcomes = {case.outcome for case in cases}
    return next((kind for kind in _TITLES if kind in outcomes), "none")


def _lines(row: Row, kind: str, cases: list[Case]) -> list[Line]:
    if kind in ("fail", "open"):
        return [_line(case) for case in cases]
    errors = _errors(row)
    if not cases:
        return [Line(row, "no claim is made of it, and no limit is set" + errors)]
    closest = min((case.claim for case in cases), key=_slack)
    told = margin_words(closest)
    if kind == "aside" and closest.verdict == "fail" and row.form:
        told += f", the fault of {_FAULTS.get(closest.cause, 'both')}"
    if closest.name != "atol":
        told = f"{clean(closest.name)}: {told}"
    more = f" (the closest of {len(cases)})" if len(cases) > 1 else ""
    place = _place(row, closest.witness)
    return [Line(row, told + more + place + errors)]


def _errors(row: Row) -> str:
    """What was found in a row that fails nothing, by name: who reads "pass" is to know."""
    slugs = dict.fromkeys(clean(item.slug) for item in row.findings if item.level == "error")
    return f"; but found: {', '.join(slugs)}" if slugs else ""


def _line(case: Case) -> Line:
    if not case.failure:
        return Line(case.row, cut(case.words, LONGEST))
    again = clean(case.failure.again)
    # half a command is none
    return Line(case.row, cut(_fault(case), LONGEST), again if len(again) <= LONGEST else "")


def _fault(case: Case) -> str:
    """``fault_words``, with no more than the x of the witness, where the figure is known."""
    failure = case.failure
    if not failure.limit or failure.value is None or not failure.claim.witness:
        return fault_words(case)
    bare = replace(failure, claim=replace(failure.claim, witness=None))
    told, *rest = fault_words(replace(case, failure=bare, claim=bare.claim)).split("; ")
    return "; ".join([told + _place(case.row, failure.claim.witness), *rest])


def fault_words(case: Case) -> str:
    """What a case fails, and whose fault it is, in a sentence without an end."""
    failure = case.failure
    cause = cause_words(case.row, case.claim) if failure.limit else ""
    blameless = replace(failure, claim=replace(failure.claim, cause=None))
    told = clean(failure_words(blameless)).removesuffix(_UNKNOWN)
    if failure.limit and failure.value is None:
        told = re.sub(r"^.*? is (beyond|below) ", r"the output is no number, which is \1 ", told)
    if failure.limit and failure.limit.figure == "atol":
        told = told.replace("atol ", f"{EXCESS} ", 1)
    return f"{told}; {cause}" if cause else told


def cause_words(row: Row, claim: Claim) -> str:
    """Whose fault it is that a claim fails: the form's, or that of the arithmetic."""
    # where no form is declared there is nothing to tell apart
    return _CAUSES.get(claim.cause, "") if row.form else ""


def margin_words(claim: Claim) -> str:
    """By how much a claim is kept, or broken."""
    if claim.margin is None:
        return "an output that is no number decides it"
    if claim.verdict == "pass":
        return f"{figure(claim.margin)} to spare"
    return f"{figure(abs(claim.margin))} beyond"


def held_to(run: Run) -> str:
    """What the rows are held to, in a sentence; empty where it is nothing."""
    claims = claims_in_words(run.rows)
    return f"Held to: {'; '.join(claims)}." if claims else ""


def _slack(claim: Claim) -> tuple:
    """The margin as a share of the bound; a claim that fails comes first."""
    margin = claim.margin if claim.margin is not None else 0
    return claim.verdict == "pass", margin / claim.atol if claim.atol else margin


def _place(row: Row, witness: Witness | None) -> str:
    if witness is None:
        return ""
    # no line ends within it
    return f", at\u00a0x\u00a0=\u00a0{format_x(witness.x, FORMATS.get(row.dtype), 13)}"
