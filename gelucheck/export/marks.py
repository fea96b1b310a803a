"""The verdict that an output tells of, and what it says of each row."""

from dataclasses import dataclass, replace

from gelucheck.export.claim_limits import failure_of
from gelucheck.export.figures import clean
from gelucheck.gate.limits import Limits
from gelucheck.gate.slack import Note
from gelucheck.gate.verdict import Failure, Unjudged, Verdict, is_claimed, rows_judged
from gelucheck.gate.words import verdict_line
from gelucheck.record import Claim, Row, Run

WORDS = {0: "pass", 1: "fail", 2: "no answer"}
"""The verdict in a word, by its exit code."""
_NO_LIMITS = Limits(atol=None)


@dataclass(frozen=True)
class Mark:
    """What a verdict says of one row.

    Attributes:
        failures: what it fails.
        unjudged: limits that have no answer on it.
    """

    failures: tuple[Failure, ...] = ()
    unjudged: tuple[Unjudged, ...] = ()


def verdict_of(run: Run, verdict: Verdict | None, forms_asked: bool = False) -> Verdict:
    """The verdict; where nobody judged, the one that the claims of the rows amount to."""
    if verdict is not None:
        return verdict
    failures, unjudged, judged = [], [], 0
    for row in run.rows:
        claims = counting(row, forms_asked)
        failures += [failure_of(row, claim) for claim in claims if claim.verdict == "fail"]
        if row.incomplete:
            unjudged.append(Unjudged(None, row, "some inputs were not measured"))
        judged += bool(claims)
    passed = judged > 0 and not failures and not unjudged
    return Verdict(passed, judged, tuple(failures), tuple(unjudged))


def counting(row: Row, forms_asked: bool, mark: Mark | None = None) -> list[Claim]:
    """The claims of a row that count.

    Args:
        mark: what a verdict says of the row: then a claim that fails counts where it says so (an
            expected failure does not). None: all count but ``atol`` of a form of which it is not
            claimed.
    """
    claimed = is_claimed(row, forms_asked)
    usual = [claim for claim in row.claims if claimed or claim.name != "atol"]
    if mark is None:
        return usual
    passing = {id(claim) for claim in usual if claim.verdict == "pass"}
    failed = {failure.claim.name for failure in mark.failures}
    return [claim for claim in row.claims if id(claim) in passing or claim.name in failed]


def marks_of(run: Run, verdict: Verdict | None) -> dict[int, Mark]:
    """What a verdict says of each row of a run, by the ``id`` of the row; nothing without one."""
    if verdict is None:
        return {}
    known = {id(row): row for row in run.rows}
    by_key = {key_of(row): row for row in reversed(run.rows)}
    marks = {id(row): Mark() for row in run.rows}
    for name in ("failures", "unjudged"):
        for item in getattr(verdict, name):
            # a row may have been made anew since it was judged
            row = item.row and (known.get(id(item.row)) or by_key.get(key_of(item.row)))
            if row is not None:
                mark = marks[id(row)]
                marks[id(row)] = replace(mark, **{name: (*getattr(mark, name), item)})
    return marks


def key_of(row: Row) -> tuple:
    """What tells a row from all others of a run."""
    return row.implementation, row.form, row.dtype, row.arithmetic, row.function


def with_failures(run: Run, verdict: Verdict | None) -> Run:
    """The run with the failures that are no limits (of findings, of a baseline) among the claims
    of its rows."""
    marks = marks_of(run, verdict)
    return replace(run, rows=tuple(_with_failures(row, marks.get(id(row))) for row in run.rows))


def _with_failures(row: Row, mark: Mark | None) -> Row:
    more = others(row, mark)
    return replace(row, claims=(*row.claims, *more)) if more else row


def others(row: Row, mark: Mark | None) -> list[Claim]:
    """The claims that fail by a mark and are not among those of the row."""
    names = {claim.name for claim in row.claims}
    failures = mark.failures if mark else ()
    return [failure.claim for failure in failures if failure.claim.name not in names]


def note_words(note: Note) -> str:
    """A note in one line."""
    return clean(f"{note.row.label}: {note.sentence}" if note.row else note.sentence)


def headline(verdict: Verdict) -> str:
    """The verdict in one line: "PASS: 6 of 6 rows pass", "FAIL: 2 of 6 rows fail"."""
    if verdict.exit_code == 2:
        return verdict_line(verdict, _NO_LIMITS)
    failed, judged = rows_judged(verdict)
    if failed:
        return f"FAIL: {failed} of {judged} rows fail"
    return f"PASS: {judged} of {judged} rows pass"
