"""Tightening lowers, never loosens, and does so once."""

from dataclasses import replace
from fractions import Fraction
from importlib import util
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gelucheck.errors import InputsError
from gelucheck.gate.baseline.make import baseline_of
from gelucheck.gate.baseline.record import Expected
from gelucheck.gate.baseline.tighten import tightened
from gelucheck.gate.baseline.verdict import judged_against
from gelucheck.gate.claims import with_claims
from gelucheck.gate.limits import Limits
from gelucheck.gate.verdict import judge
from gelucheck.record import Finding, Run
from gelucheck.sweep.plan import Selection

_SPEC = util.spec_from_file_location("made_rows", Path(__file__).with_name("made_rows.py"))
_MADE = util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(_MADE)
made_row, with_figure = _MADE.made_row, _MADE.with_figure
LIMITS = Limits(None, max_steps=2, max_ulp=3.0)
FOUND = tuple(Finding(slug, "error", "", None) for slug in ("seam", "zero-sign"))

ROWS = st.builds(
    lambda ulp, above, steps, rel, mean, rounded, nan, found: with_figure(
        with_figure(
            with_figure(
                made_row(
                    means={"total": mean},
                    correctly_rounded=rounded,
                    faithful=rounded + nan,
                    counts={"nan": nan},
                    findings=FOUND[:found],
                ),
                *("max_ulp", ulp, "total", above),
            ),
            *("max_steps", steps),
        ),
        *("max_rel", rel),
    ),
    st.sampled_from([1.0, 3.0, 3.5, 4.0]),
    st.booleans(),
    st.integers(0, 4),
    st.sampled_from([None, 0.25, 0.5]),
    st.sampled_from([(Fraction(1, 8),) * 2, (Fraction(1, 9), Fraction(1, 8))]),
    st.integers(0, 90),
    st.integers(0, 3),
    st.integers(0, 2),
)


def run_of(*rows):
    return with_claims(Run({"numpy": "1"}, rows), LIMITS)


def made(run):
    return baseline_of(run, judge(run, LIMITS))


def lower(baseline, run):
    return tightened(baseline, run, judge(run, LIMITS))


def at_most(one, other):
    """Whether every bound of an entry is as tight as another's."""
    pairs = [(getattr(one.own, name), getattr(other.own, name)) for name in vars(one.own)]
    tight = all(b is None or (a is not None and a <= b) for a, b in pairs)
    counts = all(one.counts.get(name, 0) <= count for name, count in other.counts.items())
    old = {(each.name, each.bound): each.needed for each in other.failing}
    return (
        tight
        and counts
        and set(one.counts) <= set(other.counts)
        and set(one.findings) <= set(other.findings)
        and one.correctly_rounded >= other.correctly_rounded
        and one.faithful >= other.faithful
        and all(each.needed <= old[each.name, each.bound] for each in one.failing)
    )


@given(ROWS, ROWS)
def test_it_never_loosens_and_does_it_once(then, now):
    baseline, run = made(run_of(then)), run_of(now)
    tight = lower(baseline, run)
    assert at_most(tight.entries[0], baseline.entries[0])
    # as tight as the run's own, where that is better
    own = made(run).entries[0]
    for name, value in vars(tight.entries[0].own).items():
        assert value in (getattr(own.own, name), getattr(baseline.entries[0].own, name))
    assert lower(tight, run) == tight
    # nor does going back to what was first loosen it
    assert lower(tight, run_of(then)) == tight or at_most(
        lower(tight, run_of(then)).entries[0], tight.entries[0]
    )


@given(ROWS, ROWS)
def test_what_passed_passes_still_and_has_no_room(then, now):
    baseline, run = made(run_of(then)), run_of(now)
    verdict = judge(run, LIMITS)
    before = judged_against(run, verdict, baseline, "b.json")
    after = judged_against(run, verdict, lower(baseline, run), "b.json", headroom=0.0)
    assert before.exit_code == after.exit_code
    assert len(before.failures) == len(after.failures)
    assert {note.kind for note in after.notes} <= {"expected"}


def test_what_is_worse_stays_as_it_is():
    baseline = made(run_of(made_row(counts={"nan": 1})))
    worse = with_figure(made_row(correctly_rounded=1, faithful=1, counts={"nan": 5}), "max_abs", 9)
    assert lower(baseline, run_of(worse)) == baseline


def test_expected_failures_that_pass_are_taken_out():
    baseline = made(run_of(made_row()))
    assert baseline.entries[0].failing == (
        Expected("max_steps", 2, 3), Expected("max_ulp", 3.0, 4.0)
    )  # fmt: skip
    row = with_figure(with_figure(made_row(), "max_ulp", 3.0), "max_steps", 3)
    assert lower(baseline, run_of(row)).entries[0].failing == (Expected("max_steps", 2, 3),)
    # one that still fails, and less so, is lowered
    row = with_figure(made_row(), "max_ulp", 3.5)
    assert lower(baseline, run_of(row)).entries[0].failing[1] == Expected("max_ulp", 3.0, 3.5)
    # and none is put in
    tight = made(run_of(with_figure(row, "max_steps", 0)))
    assert lower(tight, run_of(made_row())) == tight


def test_a_share_is_raised():
    limits = Limits(None, correctly_rounded=0.9)
    rows = [made_row(correct={"total": n}, correctly_rounded=n) for n in (50, 60, 40)]
    runs = [with_claims(Run({}, (row,)), limits) for row in rows]
    baseline = baseline_of(runs[0], judge(runs[0], limits))
    tight = [tightened(baseline, run, judge(run, limits)).entries[0] for run in runs[1:]]
    assert [entry.failing[0].needed for entry in tight] == [0.6, 0.5]
    assert [entry.correctly_rounded for entry in tight] == [60, 50]


def test_what_has_no_answer_is_not_taken_out():
    limits = Limits(None, mean_abs=0.1)
    means = [(Fraction(1, 8), Fraction(1, 8)), (Fraction(1, 16), Fraction(1, 4))]
    runs = [with_claims(Run({}, (made_row(means={"total": m}),)), limits) for m in means]
    baseline = baseline_of(runs[0], judge(runs[0], limits))
    assert baseline.entries[0].failing
    tight = tightened(baseline, runs[1], judge(runs[1], limits))
    assert tight.entries[0].failing == baseline.entries[0].failing


OTHERS = [
    # now: 5 ulp less in other circumstances
    {"inputs": 99},
    {"evidence": "sample"},
    {"form": "erf"},
]


@pytest.mark.parametrize("change", OTHERS, ids=str)
def test_a_row_of_other_inputs_lowers_nothing(change):
    baseline = made(run_of(made_row(evidence="exhaustive")))
    better = with_figure(made_row(**{"evidence": "exhaustive"} | change), "max_ulp", 0.5)
    assert lower(baseline, run_of(better)).entries == baseline.entries


def test_figures_that_mean_something_else_lower_nothing():
    run = run_of(made_row())
    with pytest.raises(InputsError, match="--ulp coarse"):
        tightened(made(run), run, judge(run, LIMITS), Selection(ulp="fine"))


def test_rows_that_are_not_there_stay_and_new_ones_stay_out():
    baseline = made(run_of(made_row("a"), made_row("b")))
    tight = lower(baseline, run_of(with_figure(made_row("b"), "max_ulp", 1.0), made_row("c")))
    assert [entry.implementation for entry in tight.entries] == ["a", "b"]
    assert tight.entries[0] == baseline.entries[0]
    assert tight.entries[1].own.max_ulp == 1.0


def test_versions_are_those_of_the_run():
    provenance = {"numpy": "1", "implementations": {"a": "x 1", "gone": "y 1"}}
    baseline = made(replace(run_of(made_row("a")), provenance=provenance))
    newer = {"numpy": "2", "implementations": {"a": "x 2", "other": "z 1"}}
    tight = lower(baseline, replace(run_of(made_row("a")), provenance=newer))
    assert tight.versions == {"numpy": "2"}
    assert tight.implementations == {"a": "x 2", "gone": "y 1"}
