"""A verdict in words."""

import math
from dataclasses import replace
from fractions import Fraction

import pytest

from gelucheck.gate.limit import Limit, Place
from gelucheck.gate.limits import Limits
from gelucheck.gate.slack import Note
from gelucheck.gate.verdict import Failure, Unjudged, Verdict, judge
from gelucheck.gate.words import (
    failure_line,
    failure_words,
    findings_told,
    notes_lines,
    unjudged_words,
    verdict_line,
)
from gelucheck.record import Claim, Finding, Run, Witness

HALF = ("float16",)
MORE = Limits(
    None,
    more=(
        Limit("max_ulp", 5.0, True, place=Place("pyproject.toml", 3)),
        Limit("max_abs", 0.5, region="0.0:1.0", place=Place("pyproject.toml", 4)),
        Limit("max_steps", 2, dtypes=HALF, place=Place("pyproject.toml", 7)),
    ),
)


def verdict(judged, rows, unjudged=0):
    """One in which each of some rows fails twice: a row can fail several limits, and is one row."""
    claim = Claim("atol", 1e-3, "fail", "method", -1.0, None)
    failures = tuple(Failure(row, claim) for row in rows for _ in range(2))
    passed = judged > 0 and not failures and not unjudged
    return Verdict(
        passed, judged, failures, (Unjudged(Limit("atol", 1.0), None, "a reason"),) * unjudged
    )


LAST = [
    # rows judged, failed, limits without an answer, limits, the line
    (8, 0, 0, Limits(), "PASS: 8 of 8 rows within 0.001"),
    (8, 2, 0, Limits(), "FAIL: 6 of 8 rows within 0.001"),
    (1, 1, 0, Limits(atol=1e-9), "FAIL: 0 of 1 rows within 1e-09"),
    (2, 0, 0, Limits(max_ulp=1.5), "PASS: 2 of 2 rows within 0.001 and 1.5 ulp"),
    (2, 0, 0, Limits(atol=None, max_steps=1), "PASS: 2 of 2 rows within 1 step"),
    (2, 0, 0, Limits(None, "5(1+k)", 2), "PASS: 2 of 2 rows within 5(1+k) ulp and 2 steps"),
    (2, 0, 0, Limits(against="gelu"), "PASS: 2 of 2 rows within 0.001"),
    (2, 0, 0, Limits(None, max_steps=2, against="gelu"),
     "PASS: 2 of 2 rows within max_steps 2 steps against gelu"),
    (2, 0, 0, Limits(None, max_rel=0.1, correctly_rounded=0.9),
     "PASS: 2 of 2 rows within max_rel 0.1 and correctly_rounded 0.9"),
    (2, 0, 0, MORE,
     "PASS: 2 of 2 rows within 5(1+k) ulp and max_abs 0.5 in 0.0:1.0 and 1 limit on some rows"),
    (2, 0, 0, replace(MORE, more=MORE.more[2:]), "PASS: 2 of 2 rows within 1 limit on some rows"),
    (2, 0, 0, replace(MORE, more=MORE.more[2:] * 2),
     "PASS: 2 of 2 rows within 2 limits on some rows"),
    # of two on one figure the closer counts: rows of it may be beyond the other
    (2, 0, 0, Limits(None, max_steps=1, max_ulp=2, more=MORE.more[2:]),
     "PASS: 2 of 2 rows within 2 ulp and 1 step (but for some rows) and 1 limit on some rows"),
    (2, 0, 0, Limits(None), "PASS: 2 of 2 rows"),
    (0, 0, 0, Limits(), "NO ANSWER: no row was judged: nothing is claimed of "
     "these, and no limit is set: set one, as max_steps"),
    (3, 0, 1, Limits(), "NO ANSWER: 1 limit without an answer"),
    (3, 0, 2, Limits(), "NO ANSWER: 2 limits without an answer"),
    (3, 1, 2, Limits(), "FAIL: 2 of 3 rows within 0.001; 2 limits without an answer"),
    # rows that only a baseline judged
    (0, 1, 0, Limits(), "FAIL: 0 of 1 rows within 0.001"),
]  # fmt: skip


@pytest.mark.parametrize("judged, failed, unjudged, limits, line", LAST, ids=[c[4] for c in LAST])
def test_the_last_line(made, judged, failed, unjudged, limits, line):
    rows = [made() for _ in range(failed)]
    assert verdict_line(verdict(judged, rows, unjudged), limits) == line


def test_a_finding_alone_fails_one_row_of_one(made):
    row = made(findings=(Finding("zero-sign", "error", "a zero of the other sign", None),))
    found = judge(Run({}, (row,)), Limits(None), levels={"zero-sign": "error"})
    assert verdict_line(found, Limits(None)) == "FAIL: 0 of 1 rows"
    assert failure_line(found.failures[0]) == (
        "FAIL made · float16: finding zero-sign: a zero of the other sign"
    )


def at(value):
    """tanh, float16, at its worst input: 2.97265625 = 0x1.7c8p+1 has the pattern 0x41f2."""
    return Witness(value, 2.97265625, "0x1.7c8p+1", "0x41f2", 2.970703125, 2.968265)


SEEN = "at x = 2.97265625 (0x1.7c8p+1, bits 0x41f2) came 2.970703125 where 2.968265 was due"
PLACED = Limit("max_ulp", 2.0, place=Place("pyproject.toml", 12), dtypes=HALF)

LINES = [
    # fields of a row, its worst errors in ulp, limit, what is said
    (3.5, (), PLACED,
     f"max_ulp 3.500 is beyond 2 ulp (pyproject.toml:12), cause evaluation, {SEEN}; "
     "the limit 3.5 would pass"),
    (2.0000001, (), PLACED,
     f"max_ulp 2.0000001 is beyond 2 ulp (pyproject.toml:12), cause evaluation, {SEEN}; "
     "the limit 2.0000001 would pass"),
    (2.0, ("evaluation.max_ulp",), PLACED,
     f"max_ulp 2 and a little is beyond 2 ulp (pyproject.toml:12), cause evaluation, {SEEN}; "
     "the limit 2.0000000000000004 would pass"),
    (3000.0, (), PLACED,
     f"max_ulp 3000 is beyond 2 ulp (pyproject.toml:12), cause evaluation, {SEEN}; "
     "no limit of use would pass"),
    (math.inf, (), PLACED,
     f"max_ulp inf is beyond 2 ulp (pyproject.toml:12), cause evaluation, {SEEN}; "
     "no limit of use would pass"),
]  # fmt: skip


@pytest.mark.parametrize("value, above, limit, said", LINES)
def test_a_failure_says_what_came_and_what_was_due(made, value, above, limit, said):
    row = made(own={"max_ulp": value}, above=above, arithmetic="native", name="tanh")
    row = replace(row, evaluation=replace(row.evaluation, max_ulp=at(value)))
    (failure,) = judge(Run({}, (row,)), Limits(None, more=(limit,))).failures
    assert failure_line(failure) == f"FAIL tanh · float16 · native: {said}"
    assert failure_line(replace(failure, again="gelucheck check")).endswith(
        "; again: gelucheck check"
    )


FIGURES = [
    # fields of a row, limit, how the line begins, how it ends
    ({"own": {"max_steps": 3}}, Limit("max_steps", 1), "max_steps 3 is beyond 1 step,",
     "; the limit 3 would pass"),
    ({"scaled": {"evaluation": 7.25}}, Limit("max_ulp", 5.0, True),
     "max_ulp/(1+k) 7.250 is beyond 5(1+k) ulp,", "; the limit 7.25(1+k) would pass"),
    ({"scaled": {"total": 7.25}}, Limit("max_ulp", 5.0, True, "gelu"),
     "max_ulp/(1+k) 7.250 against gelu is beyond 5(1+k) ulp,", "limit 7.25(1+k) would pass"),
    ({"means": {"evaluation": (Fraction(1, 4),) * 2}}, Limit("mean_abs", 0.125),
     "mean_abs 0.2500 is beyond 0.125,", "cause evaluation; the limit 0.25 would pass"),
    ({"correct": {"evaluation": 93}}, Limit("correctly_rounded", 0.95),
     "correctly_rounded 0.9300 is below 0.95,", "cause evaluation; the limit 0.93 would pass"),
    ({"correct": {"evaluation": 5}, "inputs": 6}, Limit("correctly_rounded", 0.8333333333333334),
     "correctly_rounded a little less than 0.8333333333333334 is below 0.8333333333333334,",
     "; the limit 0.833333 would pass"),
    ({"correct": {"evaluation": 0}}, Limit("correctly_rounded", 0.95),
     "correctly_rounded 0 is below 0.95,", "; no limit of use would pass"),
    ({"broken": True}, Limit("max_steps", 2), "max_steps nan is beyond 2 steps, cause evaluation,",
     "came nan where -0.0454 was due; no limit of use would pass"),
    ({"broken": True}, Limit("correctly_rounded", 0.9), "correctly_rounded nan is below 0.9,",
     "came nan where -0.0454 was due; no limit of use would pass"),
]  # fmt: skip


@pytest.mark.parametrize("fields, limit, begin, end", FIGURES, ids=[c[2] for c in FIGURES])
def test_each_figure(made, fields, limit, begin, end):
    (failure,) = judge(Run({}, (made(**fields),)), Limits(None, more=(limit,))).failures
    line = failure_line(failure).removeprefix("FAIL made · float16: ")
    assert line.startswith(begin) and line.endswith(end)


OPEN = [
    # limit, fields of a row or None, what is said
    (Limit("max_ulp", 2.0, region="0.0:1.0", place=Place("a.toml", 3)), {},
     "made · float16: max_ulp 2 ulp in 0.0:1.0 (a.toml:3) has no answer: no input in 0.0:1.0"),
    (Limit("max_ulp", 2.0), {"inputs": 0},
     "made · float16: max_ulp 2 ulp has no answer: no input was measured"),
    (Limit("max_ulp", 2.0), {},
     "made · float16: max_ulp 2 ulp has no answer: max_ulp was not measured"),
    (Limit("max_ulp", 2.0), {"lost": True, "own": {"max_ulp": 1.0}},
     "made · float16: max_ulp 2 ulp has no answer: some inputs were not measured"),
    (Limit("mean_abs", 2.0), {"means": {"evaluation": (Fraction(1), Fraction(5))}},
     "made · float16: mean_abs 2 has no answer: the figure is too close to the bound to tell; "
     "5 would pass"),
    (Limit("max_ulp", 2.0, dtypes=("float32", "float64"), functions=("gelu",)), None,
     "max_ulp 2 ulp has no answer: nothing was measured that it is about "
     "(float32 or float64, gelu)"),
    (Limit("max_ulp", 2.0), None,
     "max_ulp 2 ulp has no answer: nothing was measured that it is about"),
]  # fmt: skip


@pytest.mark.parametrize("limit, fields, said", OPEN, ids=[c[2][-40:] for c in OPEN])
def test_a_limit_without_an_answer(made, limit, fields, said):
    rows = () if fields is None else (made(**fields),)
    (item,) = judge(Run({}, rows), Limits(None, more=(limit,))).unjudged
    assert unjudged_words(item) == said


def test_a_row_without_an_answer(made):
    item = Unjudged(None, made(), "there is no entry of it")
    assert unjudged_words(item) == "made · float16 has no answer: there is no entry of it"


def test_limits_and_rows_without_an_answer(made):
    items = [Unjudged(Limit("atol", 1.0), None, "a reason")] + [Unjudged(None, made(), "a")] * 2
    found = Verdict(False, 3, (), tuple(items))
    assert verdict_line(found, Limits()) == "NO ANSWER: 1 limit and 2 rows without an answer"


def test_a_hostile_name_stays_on_its_line(made):
    row = made(name="a\n::error::b\x1b[2J\u2028", own={"max_ulp": 3.0})
    found = judge(
        Run({}, (row, made(name="b\r", lost=True, own={"max_ulp": 1.0}))), Limits(None, 2)
    )
    for text in (failure_line(found.failures[0]), unjudged_words(found.unjudged[0])):
        assert text.isprintable()


HOSTILE = "a\n::error::b\x1b[2J\u202e\ud800"


def test_whatever_comes_from_elsewhere_stays_on_its_line(made):
    """Paths, names, and what stands in a baseline; a line that begins with :: is a command to
    GitHub Actions."""
    row, place = made(own={"max_ulp": 3.0}), Place(HOSTILE, 3)
    limit = Limit("max_ulp", 2.0, place=place)
    claim = Claim("max_ulp", 2.0, "fail", "evaluation", -1.0, None)
    failure = Failure(row, claim, limit, 3.0, 3.0, HOSTILE, HOSTILE)
    aside = Failure(row, replace(claim, name=f"baseline {HOSTILE}"), sentence=HOSTILE, again="x\ny")
    unjudged = (Unjudged(limit, None, HOSTILE), Unjudged(None, row, HOSTILE))
    notes = (Note(HOSTILE, None, None, HOSTILE), Note("kept", row, None, HOSTILE))
    found = Verdict(False, 1, (failure, aside), unjudged, notes)
    lines = [*map(failure_line, found.failures), *map(unjudged_words, unjudged)]
    lines += map(failure_words, found.failures)
    lines += [*notes_lines(found), verdict_line(found, Limits(), HOSTILE)]
    assert [line for line in lines if not line.isprintable()] == []


def test_findings_that_do_not_count_are_counted(made):
    found = Finding("layout", "error", "another order", None)
    warning = replace(found, level="warning")
    rows = [made(findings=(found, warning)), made(writing="tanh", findings=(found,)), made()]
    assert findings_told(Run({}, tuple(rows))) == "1 finding"
    assert findings_told(Run({}, tuple(rows * 2))) == "2 findings"
    assert findings_told(Run({}, tuple(rows[1:]))) == ""
