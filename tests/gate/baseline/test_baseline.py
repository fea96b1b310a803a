"""What a baseline keeps of a row: bounds that this very row keeps, and no more room."""

import math
from dataclasses import replace
from fractions import Fraction
from importlib import util
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gelucheck.errors import UsageError
from gelucheck.gate.baseline.make import baseline_of, bound_of, figures_of, parts_of
from gelucheck.gate.baseline.record import Conditions, Expected, key_of
from gelucheck.gate.limits import Limits
from gelucheck.gate.verdict import judge
from gelucheck.record import LOST, Finding, Run
from gelucheck.sweep.plan import Selection

_SPEC = util.spec_from_file_location("made_rows", Path(__file__).with_name("made_rows.py"))
_MADE = util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(_MADE)
made_row, with_figure = _MADE.made_row, _MADE.with_figure


def test_a_figure_above_its_rounding_is_rounded_up():
    for name, value in (("max_ulp", 4.0), ("max_abs", 0.25), ("max_rel", 0.5)):
        assert bound_of(with_figure(made_row(), name, value), "own", name) == value
        above = with_figure(made_row(), name, value, above=True)
        assert bound_of(above, "own", name) == math.nextafter(value, math.inf)
    # another part's mark is not this one's
    marked = replace(made_row(), above=frozenset({"evaluation.max_ulp"}))
    assert bound_of(marked, "own", "max_ulp") == 4.0


def test_parts():
    row = made_row(form="tanh", own={"max_ulp": 2.0})
    assert parts_of(row) == ("own", "gelu")
    assert figures_of(row, "own").max_ulp == 2.0 and figures_of(row, "gelu").max_ulp == 4.0
    # GELU itself is declared, or nothing: there is one part
    for form in ("erf", None):
        assert parts_of(made_row(form=form)) == ("own",)


@given(st.fractions(0, 1000), st.integers(0, 60))
def test_a_mean_is_bounded_from_above(low, bits):
    """The bound is above, and above by less than a tenth and the slack's tenfold."""
    high = low + low / 2**bits
    bound = figures_of(made_row(means={"total": (low, high)}), "own").mean_abs
    assert bound >= high
    if high:
        assert bound <= high + max(high / 10**13, min(high * 10, (high - low) * 1000))


MEANS = [
    # low, high, bound, why
    (Fraction(0), Fraction(0), 0.0, "nothing is off"),
    (Fraction(1, 4), Fraction(1, 4), 0.25, "exact"),
    # known to one part in 1235, 3 digits; one fewer is kept
    (Fraction("1.2341"), Fraction("1.2351"), 1.3, "to the sure digits, up"),
    # known to one part in 1.2e11, 11 digits
    (Fraction("1.2341"), Fraction("1.23410000001"), 1.234100001, "more digits are sure"),
    (Fraction(0), Fraction("0.0032"), 0.004, "nothing is sure: one digit, up"),
]


@pytest.mark.parametrize("low, high, bound, why", MEANS, ids=[case[3] for case in MEANS])
def test_means(low, high, bound, why):
    assert figures_of(made_row(means={"total": (low, high)}), "own").mean_abs == bound, why


def test_nothing_measured_is_none():
    row = made_row(means={})
    for name in ("max_abs", "max_ulp", "max_rel", "max_steps"):
        row = with_figure(row, name, None)
    figures = figures_of(row, "own")
    assert set(vars(figures).values()) == {None}


def test_an_entry_has_what_the_row_has():
    findings = tuple(
        Finding(slug, "warning", "", None) for slug in ("zero-sign", "inaccurate", LOST)
    )
    row = made_row(findings=findings, counts={"nan": 2, "flushed": 0, "sign": 1})
    run = Run({"version": "1", "numpy": "2", "flint": None}, (row,))
    verdict = judge(run, Limits(None, max_steps=2, max_ulp=4.0))
    baseline = baseline_of(run, verdict, Selection(seed=7, ulp="fine"))
    (entry,) = baseline.entries
    assert (entry.key, entry.inputs, entry.gelu) == (key_of(row), 100, None)
    assert (entry.correctly_rounded, entry.faithful) == (60, 80)
    assert entry.counts == {"nan": 2, "sign": 1}
    # what was not measured is of that run alone
    assert entry.findings == ("inaccurate", "zero-sign")
    # 3 steps of 2, so 3 is what would pass; 4 ulp of 4 pass
    assert entry.failing == (Expected("max_steps", 2, 3),)
    assert baseline.conditions == Conditions(7, "strict", "fine")
    assert baseline.versions == {"gelucheck": "1", "numpy": "2"}


def test_entries_are_sorted_and_each_is_there_once():
    rows = [made_row(name, arithmetic=where) for name in "ba" for where in ("upcast", "native")]
    run = Run({}, tuple(rows))
    verdict = judge(run, Limits())
    labels = [entry.label for entry in baseline_of(run, verdict).entries]
    assert labels == [
        "a · float16 · native", "a · float16 · upcast",
        "b · float16 · native", "b · float16 · upcast",
    ]  # fmt: skip
    with pytest.raises(UsageError, match=r"two rows are called b · float16 · upcast"):
        baseline_of(replace(run, rows=(*rows, rows[0])), verdict)


def test_real_figures_are_those_of_the_row(real, real_verdict):
    entries = {entry.key: entry for entry in baseline_of(real, real_verdict).entries}
    assert len(entries) == len(real.rows) == 7
    for row in real.rows:
        entry = entries[key_of(row)]
        own = row.evaluation or row.total
        assert entry.own.max_steps == own.max_steps.value
        assert own.max_ulp.value <= entry.own.max_ulp <= math.nextafter(own.max_ulp.value, 9e9)
        assert (entry.gelu is None) == (row.form == "erf")
