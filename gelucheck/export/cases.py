"""A run as a list of cases: each row against each limit, and what became of it."""

import hashlib
import json
import posixpath
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from gelucheck.export.claim_limits import FINDING, limit_of
from gelucheck.export.figures import clean
from gelucheck.export.marks import Mark, counting, key_of, marks_of
from gelucheck.gate.limit import Limit, Place
from gelucheck.gate.slack import Note
from gelucheck.gate.verdict import Failure, Unjudged, Verdict
from gelucheck.gate.words import failure_words, unjudged_words
from gelucheck.record import Claim, Finding, Row, Run

FALLBACK = Place("pyproject.toml", 1)
"""Where a problem is shown that was written nowhere, in a format that must have a place: the file
that limits belong into."""


@dataclass(frozen=True)
class Case:
    """A limit on a row, or what else a verdict holds a row to.

    Attributes:
        outcome: "pass", "fail", "open" (no answer) or "aside" (shown, and does not count).
        name: of the limit, as its claims have it; "verdict" where no row was judged at all.
        row: None where there is no row like that.
    """

    outcome: str
    name: str
    row: Row | None
    claim: Claim | None = None
    failure: Failure | None = None
    unjudged: Unjudged | None = None

    @property
    def limit(self) -> Limit | None:
        """The limit behind it, if it is one and is known."""
        if self.failure:
            return self.failure.limit
        if self.unjudged:
            return self.unjudged.limit
        return limit_of(self.claim) if self.claim else None

    @property
    def place(self) -> Place | None:
        """Where the limit was written, or that the finding counts."""
        if self.failure:
            return self.failure.place
        limit = self.limit
        return limit.place if limit else None

    @property
    def rule(self) -> str:
        """The kind of it: a figure's name, "finding SLUG", "baseline" or "verdict"."""
        if self.limit:
            return self.limit.figure
        return self.name if self.name.startswith(f"{FINDING} ") else self.name.partition(" ")[0]

    @property
    def words(self) -> str:
        """What is wrong, in one line without an end; "" where nothing is."""
        if self.failure:
            return clean(failure_words(self.failure))
        if self.unjudged is None:
            return "no row was judged" if self.name == "verdict" else ""
        if self.unjudged.limit:
            return clean(unjudged_words(self.unjudged))
        return clean(f"no answer: {self.unjudged.reason}")

    @property
    def is_problem(self) -> bool:
        """Whether it stands in the way of a pass."""
        return self.outcome in ("fail", "open")

    @property
    def told(self) -> str:
        """What is wrong, with the row in front."""
        return f"{self.label}: {self.words}" if self.label else self.words

    @property
    def label(self) -> str:
        """The row in words; "" where there is none."""
        return clean(self.row.label) if self.row else ""

    @property
    def parts(self) -> tuple:
        """What tells it from all other cases: no figure, bound or version is in it."""
        if self.row:
            return (*key_of(self.row), self.name)
        return (*(self.limit.selectors if self.limit else ()), self.name)


def cases_of(run: Run, verdict: Verdict, forms_asked: bool = False) -> tuple[Case, ...]:
    """All cases, in the order of the rows.

    Args:
        verdict: on the run; see ``marks.verdict_of``.
    """
    marks = marks_of(run, verdict)
    cases = [case for row in run.rows for case in _of_row(row, marks[id(row)], forms_asked)]
    told = {id(item) for mark in marks.values() for item in (*mark.failures, *mark.unjudged)}
    cases += [_failed(item) for item in verdict.failures if id(item) not in told]
    cases += [_open(item) for item in verdict.unjudged if id(item) not in told]
    if verdict.exit_code == 2 and not verdict.unjudged:
        # an output without a problem in it would look green
        cases.append(Case("open", "verdict", None))
    return tuple(cases)


def _of_row(row: Row, mark: Mark, forms_asked: bool) -> list[Case]:
    left = list(mark.failures)
    counted = {id(claim) for claim in counting(row, forms_asked, mark)}
    cases = []
    for claim in row.claims:
        at = next((n for n, failure in enumerate(left) if failure.claim.name == claim.name), None)
        if at is not None:
            cases.append(_failed(left.pop(at)))
        else:
            passes = claim.verdict == "pass" and id(claim) in counted
            cases.append(Case("pass" if passes else "aside", claim.name, row, claim))
    return [*cases, *map(_failed, left), *map(_open, mark.unjudged)]


def _failed(item: Failure) -> Case:
    return Case("fail", item.claim.name, item.row, item.claim, failure=item)


def _open(item: Unjudged) -> Case:
    return Case("open", item.limit.name if item.limit else "inputs", item.row, unjudged=item)


def digest(parts: Iterable) -> str:
    """64 hexadecimal digits that stand for names, the same in every run."""
    return hashlib.sha256(json.dumps(list(parts)).encode("ascii")).hexdigest()


def digests(items: Iterable[Iterable]) -> list[str]:
    """A digest for each; what is named alike gets another one by its number."""
    seen: Counter[str] = Counter()
    found = []
    for parts in items:
        name = digest(parts)
        seen[name] += 1
        found.append(name if seen[name] == 1 else digest([name, seen[name]]))
    return found


def without_counted(run: Run, verdict: Verdict) -> Run:
    """The run without the findings that are failures of the verdict, or are off."""
    marks = marks_of(run, verdict)
    return replace(run, rows=tuple(_told_only(row, marks[id(row)]) for row in run.rows))


def _told_only(row: Row, mark: Mark) -> Row:
    counted = {failure.claim.name for failure in mark.failures}
    told = (
        finding
        for finding in row.findings
        if finding.level != "off" and f"{FINDING} {finding.slug}" not in counted
    )
    return replace(row, findings=tuple(told))


def findings_told(run: Run, verdict: Verdict) -> list[tuple[Row, Finding]]:
    """The findings of a run that are told and do not count."""
    rows = without_counted(run, verdict).rows
    return [(row, finding) for row in rows for finding in row.findings]


def parts_of(note: Note) -> tuple:
    """What tells a note from all other notes and cases, as ``Case.parts`` does."""
    key = key_of(note.row) if note.row else ()
    return (note.kind, *key, note.limit.name if note.limit else "")


def path_of(place: Place | None) -> str:
    """The path of a place as outputs have it: with slashes, without "./" before it."""
    path = (place or FALLBACK).path.replace("\\", "/")
    return clean(posixpath.normpath(path)) if path else FALLBACK.path
