"""A run against a baseline: what is worse, what is better, and what cannot be told."""

import math
from dataclasses import replace
from fractions import Fraction
from importlib import util
from pathlib import Path

import pytest

from gelucheck.errors import InputsError
from gelucheck.gate.baseline.make import baseline_of
from gelucheck.gate.baseline.text import baseline_text, parse_baseline
from gelucheck.gate.baseline.verdict import NO_ENTRY, judged_against
from gelucheck.gate.limits import Limits
from gelucheck.gate.verdict import judge
from gelucheck.gate.words import notes_lines, unjudged_words
from gelucheck.record import LOST, Finding, Run
from gelucheck.sweep.plan import Selection

_SPEC = util.spec_from_file_location("made_rows", Path(__file__).with_name("made_rows.py"))
_MADE = util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(_MADE)
made_row, with_figure = _MADE.made_row, _MADE.with_figure
NONE = Limits(None)
TANH = made_row(form="tanh", own={"max_ulp": 2.0, "max_abs": 0.125})
UP, DOWN = math.nextafter(4.0, 9), math.nextafter(4.0, 0)


def finding(slug, level="error"):
    return Finding(slug, level, "said at x = 1", made_row().total.max_ulp)


def held(then, now, *, limits=NONE, selections=(None, None)):
    """The verdict on a row (or rows) against the baseline of another."""
    runs = [Run({}, tuple(r) if isinstance(r, list) else (r,)) for r in (then, now)]
    baseline = baseline_of(runs[0], judge(runs[0], limits), selections[0])
    verdict = judge(runs[1], limits)
    chosen = selections[1]
    return judged_against(runs[1], verdict, baseline, "b.json", selection=chosen)


WORSE = [
    # then, now, claims that fail, why
    (made_row(), made_row(), [], "the same"),
    (made_row(), with_figure(made_row(), "max_ulp", UP), ["max_ulp"], "a float64 more"),
    (made_row(), with_figure(made_row(), "max_ulp", DOWN), [], "a float64 less"),
    (made_row(), with_figure(made_row(), "max_ulp", 4.0, above=True), ["max_ulp"], "a bit above"),
    (with_figure(made_row(), "max_ulp", 4.0, above=True), made_row(), [], "above then, not now"),
    (
        with_figure(made_row(), "max_ulp", 4.0, above=True),
        with_figure(made_row(), "max_ulp", 4.0, above=True),
        [],
        "above then and now",
    ),
    (
        with_figure(made_row(), "max_ulp", 4.0, above=True),
        with_figure(made_row(), "max_ulp", UP),
        [],
        "up to the rounded bound",
    ),
    (
        with_figure(made_row(), "max_ulp", 4.0, above=True),
        with_figure(made_row(), "max_ulp", UP, above=True),
        ["max_ulp"],
        "beyond it",
    ),
    (made_row(), with_figure(made_row(), "max_steps", 4), ["max_steps"], "a step more"),
    (
        with_figure(made_row(), "max_steps", 2**63),
        with_figure(made_row(), "max_steps", 2**63 + 1),
        ["max_steps"],
        "a step more, beyond float64's integers",
    ),
    (made_row(), with_figure(made_row(), "max_abs", 0.26), ["max_abs"], "absolute"),
    (made_row(), with_figure(made_row(), "max_rel", math.inf), ["max_rel"], "without bound"),
    (with_figure(made_row(), "max_rel", math.inf), made_row(), [], "was without bound"),
    (made_row(), with_figure(made_row(), "max_abs", None), ["max_abs"], "no number came at all"),
    (with_figure(made_row(), "max_abs", None), made_row(), [], "no number came then"),
    (TANH, with_figure(TANH, "max_ulp", UP), ["max_ulp against gelu"], "total alone"),
    (TANH, with_figure(TANH, "max_ulp", 2.5, "evaluation"), ["max_ulp"], "evaluation alone"),
    (
        TANH,
        with_figure(TANH, "max_ulp", 2.0, "evaluation", above=True),
        ["max_ulp"],
        "evaluation, a bit above",
    ),
    (made_row(), made_row(correctly_rounded=59), ["correctly_rounded"], "one fewer"),
    (made_row(), made_row(correctly_rounded=61), [], "one more"),
    (made_row(), made_row(faithful=79), ["faithful"], "one fewer faithful"),
    (TANH, replace(TANH, faithful=79), ["faithful against gelu"], "of two parts"),
    (made_row(), made_row(counts={"nan": 1}), ["nan"], "a new category"),
    (made_row(counts={"nan": 1}), made_row(counts={"nan": 1, "sign": 0}), [], "an old one"),
    (made_row(counts={"nan": 1}), made_row(counts={"nan": 2}), ["nan"], "one more of it"),
    (made_row(counts={"nan": 2}), made_row(counts={"flushed": 2}), ["flushed"], "another"),
    (made_row(), made_row(findings=(finding("seam"),)), ["finding seam"], "a new error"),
    (made_row(), made_row(findings=(finding("seam", "warning"),)), [], "a new warning"),
    (
        made_row(findings=(finding("seam", "warning"),)),
        made_row(findings=(finding("seam"),)),
        [],
        "known, and of another level",
    ),
    (
        made_row(),
        with_figure(with_figure(made_row(), "max_ulp", 5.0), "max_abs", 0.5),
        ["max_abs", "max_ulp"],
        "two",
    ),
]


@pytest.mark.parametrize("then, now, names, why", WORSE, ids=[case[3] for case in WORSE])
def test_worse(then, now, names, why):
    verdict = held(then, now)
    assert [each.claim.name for each in verdict.failures] == [f"baseline {n}" for n in names]
    assert verdict.exit_code == (1 if names else 0) and verdict.judged == 1
    for failure in verdict.failures:
        assert failure.limit is None and failure.claim.verdict == "fail"
        assert failure.row is now and "b.json" in failure.sentence


MEANS = [
    # now, whether it fails; then it is 1/8 exactly
    ((Fraction(1, 8), Fraction(1, 8)), False),
    ((Fraction(1, 8) + Fraction(1, 10**30), Fraction(1, 4)), True),
    ((Fraction(1, 8), Fraction(1, 4)), False),
    ((Fraction(0), Fraction(1, 4)), False),
    ((Fraction(1, 16), Fraction(1, 16)), False),
]


@pytest.mark.parametrize("mean, fails", MEANS)
def test_a_mean_fails_where_it_is_surely_larger(mean, fails):
    verdict = held(made_row(), made_row(means={"total": mean}))
    assert bool(verdict.failures) is fails
    if fails:
        assert verdict.failures[0].claim.name == "baseline mean_abs"


OTHER = [
    # now, selections then and now, what is said, why
    ([made_row(), made_row("new")], (None, None), NO_ENTRY, "a row without entry"),
    (made_row(evidence="sample"), (None, None), "100 inputs (given)", "other evidence"),
    (made_row(inputs=99), (None, None), "this is 99 inputs (given)", "fewer inputs"),
    (made_row(form="erf"), (None, None), "no form declared, this is form erf", "another form"),
    (
        made_row(findings=(finding(LOST),)),
        (None, None),
        "some inputs were not measured",
        "inputs that were lost",
    ),
]


@pytest.mark.parametrize("now, selections, said, why", OTHER, ids=[case[3] for case in OTHER])
def test_no_answer(now, selections, said, why):
    verdict = held(made_row(), now, selections=selections)
    assert verdict.exit_code == 2 and not verdict.failures
    (item,) = verdict.unjudged
    assert said in item.reason
    assert unjudged_words(item) == f"{item.row.label} has no answer: {item.reason}"


SEEDS = [
    # evidence, whether another seed is another set of inputs
    ("sample", True),
    ("search", True),
    ("exhaustive", False),
    ("given", False),
]


@pytest.mark.parametrize("evidence, other", SEEDS)
def test_another_seed(evidence, other):
    row = made_row(evidence=evidence)
    verdict = held(row, row, selections=(Selection(seed=1), Selection(seed=2)))
    assert verdict.exit_code == (2 if other else 0)
    if other:
        assert "another seed" in verdict.unjudged[0].reason


@pytest.mark.parametrize("change", [{"ulp": "fine"}, {"subnormals": "flush"}])
def test_figures_that_mean_something_else(change):
    (name,) = change
    with pytest.raises(InputsError, match=rf"b\.json was made with --{name}"):
        held(made_row(), made_row(), selections=(Selection(), Selection(**change)))


def test_versions_are_told_old_and_new():
    then = Run({"numpy": "1.26", "mpmath": "1", "implementations": {"k": "torch 2.1"}}, ())
    row = made_row("k")
    then = replace(then, rows=(row,))
    now = replace(then, provenance={"numpy": "2.0", "mpmath": "1"})
    now.provenance["implementations"] = {"k": "torch 2.2", "other": "x 1"}
    verdict = judged_against(now, judge(now, NONE), baseline_of(then, judge(then, NONE)), "b.json")
    assert notes_lines(verdict) == [
        "versions: the baseline was made with numpy 1.26, this is 2.0",
        "versions: the baseline was made with k torch 2.1, this is torch 2.2",
    ]
    assert verdict.exit_code == 0


@pytest.mark.parametrize("limits", [NONE, Limits(), Limits(max_steps=0, max_ulp=1e-3)])
def test_a_run_keeps_its_own_baseline(real, limits):
    verdict = judge(real, limits)
    baseline = parse_baseline(baseline_text(baseline_of(real, verdict)).encode(), "b.json")
    again = judged_against(real, verdict, baseline, "b.json", headroom=0.0)
    assert again.exit_code == 0 and again.judged == len(real.rows)
    assert {note.kind for note in again.notes} <= {"expected"}
    assert len(again.notes) == len(verdict.failures)


def test_failures_of_limits_and_of_the_baseline_come_by_row():
    rows = [made_row("a"), made_row("b")]
    worse = [with_figure(row, "max_ulp", 9.0) for row in rows]
    limits = Limits(None, max_ulp=8.0)
    names = [
        (f.row.implementation, f.claim.name) for f in held(rows, worse, limits=limits).failures
    ]
    assert names == [
        ("a", "max_ulp"), ("a", "baseline max_ulp"), ("b", "max_ulp"), ("b", "baseline max_ulp")
    ]  # fmt: skip
