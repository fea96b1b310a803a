"""GitLab's Code Quality report: what a merge request shows beside its changes.

GitLab compares the fingerprints with those of the target branch, so that only what is new, or gone,
is shown: no figure, bound or version is in them. A problem stands at the line of its limit, else
at the first line of pyproject.toml, where limits belong.
"""

import json

from gelucheck.export.cases import (
    FALLBACK,
    FINDING,
    Case,
    cases_of,
    digests,
    findings_told,
    parts_of,
    path_of,
)
from gelucheck.export.figures import clean, cut
from gelucheck.export.marks import key_of, note_words, verdict_of
from gelucheck.gate.limit import Place
from gelucheck.record import Run

_DESCRIPTION = 4000  # characters


def render(run: Run, *, color=False, width=100, forms_asked=False, verdict=None, path=None) -> str:
    """The report as JSON: failures, limits without an answer, notes, and findings that do not
    count."""
    verdict = verdict_of(run, verdict, forms_asked)
    items = [
        (case.parts, case.rule, _severity(case), _describe(case), case.place)
        for case in cases_of(run, verdict, forms_asked)
        if case.is_problem
    ]
    for note in verdict.notes:
        place = note.limit.place if note.limit else None
        items.append((parts_of(note), note.kind, "info", note_words(note), place))
    for row, finding in findings_told(run, verdict):
        name = f"{FINDING} {finding.slug}"
        severity = "minor" if finding.level == "error" else "info"
        items.append(
            ((*key_of(row), name), name, severity, f"{row.label}: {finding.sentence}", None)
        )
    marks = digests(parts for parts, *_ in items)
    report = [_issue(*item[1:], mark) for item, mark in zip(items, marks, strict=True)]
    return json.dumps(report, indent=1, ensure_ascii=False) + "\n"


def _severity(case: Case) -> str:
    """ "blocker" where NaN or infinity came for a number, "critical" of any other failure, "major"
    where there is no answer."""
    if case.outcome == "open":
        return "major"
    broken = case.limit is not None and case.failure.value is None
    return "blocker" if broken else "critical"


def _describe(case: Case) -> str:
    again = case.failure.again if case.failure else ""
    return f"{case.told}; again: {again}" if again else case.told


def _issue(rule: str, severity: str, description: str, place: Place | None, mark: str) -> dict:
    return {
        "description": cut(clean(description), _DESCRIPTION),
        "check_name": f"gelucheck {clean(rule)}",
        "fingerprint": mark,
        "severity": severity,
        "location": {
            "path": path_of(place),
            "lines": {"begin": (place or FALLBACK).line},
        },
    }
