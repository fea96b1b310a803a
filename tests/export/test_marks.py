"""A verdict by row; and without a verdict the one of the claims."""

from dataclasses import replace

import pytest

from gelucheck.export.marks import (
    counting,
    headline,
    marks_of,
    note_words,
    verdict_of,
    with_failures,
)
from gelucheck.gate.slack import Note
from gelucheck.gate.verdict import Failure, Verdict
from gelucheck.record import LOST, Claim, Finding


def claim(name, verdict):
    return Claim(name, 1.0, verdict, None, None, None)


@pytest.mark.parametrize("form, claims, lost, asked, code, judged, why", [
    ("erf", [("atol", "pass")], False, False, 0, 1, "kept"),
    ("erf", [("atol", "fail")], False, False, 1, 1, "broken"),
    ("erf", [], False, False, 2, 0, "nothing is claimed"),
    ("sigmoid", [("atol", "fail")], False, False, 2, 0, "shown only"),
    ("sigmoid", [("atol", "fail")], False, True, 1, 1, "asked for"),
    ("sigmoid", [("atol", "fail"), ("max_ulp", "pass")], False, False, 0, 1, "a limit counts"),
    ("sigmoid", [("max_ulp", "fail")], False, False, 1, 1, "and fails"),
    ("erf", [], True, False, 2, 0, "not all was measured"),
    ("erf", [("max_ulp", "fail")], True, False, 1, 1, "which can still fail"),
])  # fmt: skip
def test_without_a_verdict(run, form, claims, lost, asked, code, judged, why):
    findings = (Finding(LOST, "error", "Lost.", None),) if lost else ()
    given = tuple(claim(*each) for each in claims)
    row = replace(run.rows[0], form=form, claims=given, findings=findings)
    verdict = verdict_of(replace(run, rows=(row,)), None, asked)
    assert (verdict.exit_code, verdict.judged) == (code, judged), why


def test_a_verdict_is_what_it_is(run):
    verdict = Verdict(True, 3)
    assert verdict_of(run, verdict) is verdict


def test_a_verdict_decides_what_counts(run):
    """A claim that fails, and that the verdict does not count, is an expected failure."""
    row = replace(run.rows[0], claims=(claim("atol", "pass"), claim("max_ulp", "fail")))
    both = replace(run, rows=(row,))
    expected = marks_of(both, Verdict(True, 1))[id(row)]
    assert [each.name for each in counting(row, False, expected)] == ["atol"]
    failed = Verdict(False, 1, (Failure(row, row.claims[1]),))
    assert [each.name for each in counting(row, False, marks_of(both, failed)[id(row)])] == [
        *("atol", "max_ulp")
    ]


def test_a_row_made_anew_is_found_by_its_names(run):
    row, other = run.rows[:2]
    verdict = Verdict(False, 1, (Failure(replace(row), claim("atol", "fail")),))
    marks = marks_of(run, verdict)
    assert len(marks[id(row)].failures) == 1
    assert not marks[id(other)].failures


def test_twins_are_told_apart(run):
    twins = replace(run, rows=(run.rows[0], replace(run.rows[0])))
    verdict = Verdict(False, 2, (Failure(twins.rows[1], claim("atol", "fail")),))
    marks = marks_of(twins, verdict)
    assert [len(marks[id(row)].failures) for row in twins.rows] == [0, 1]


def test_failures_that_are_no_limits_become_claims(scenes):
    run, verdict = scenes["finding"]
    names = [[each.name for each in row.claims] for row in with_failures(run, verdict).rows]
    assert names == [["max_steps", "finding cancellation"], ["max_steps"]]
    assert with_failures(run, None) == run


@pytest.mark.parametrize("name, line", [
    ("pass", "PASS: 2 of 2 rows pass"),
    ("fail", "FAIL: 1 of 2 rows fail"),
    ("many", "FAIL: 500 of 500 rows fail"),
    ("unjudged", "NO ANSWER: 2 limits without an answer"),
    ("nothing", "NO ANSWER: no row was judged: nothing is claimed of these, and no limit is set: "
     "set one, as max_steps"),
])  # fmt: skip
def test_headline(scenes, name, line):
    assert headline(scenes[name][1]) == line


def test_a_finding_alone_fails_a_row_that_no_limit_is_about(run):
    verdict = Verdict(False, 0, (Failure(run.rows[0], claim("finding a", "fail")),))
    assert headline(verdict) == "FAIL: 1 of 1 rows fail"


def test_a_note_is_one_line(run):
    row = run.rows[0]
    assert note_words(Note("better", row, None, "a\nb")) == "erf · float16 · native: a\\nb"
    assert note_words(Note("versions", None, None, "a")) == "a"
