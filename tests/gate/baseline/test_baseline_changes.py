"""What is said of a loss and of a gain: in digits that agree with the verdict."""

import math
from importlib import util
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gelucheck.gate.baseline.make import baseline_of
from gelucheck.gate.baseline.verdict import judged_against
from gelucheck.gate.limits import Limits
from gelucheck.gate.verdict import judge
from gelucheck.gate.words import failure_line, notes_lines
from gelucheck.record import Finding, Run

_SPEC = util.spec_from_file_location("made_rows", Path(__file__).with_name("made_rows.py"))
_MADE = util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(_MADE)
made_row, with_figure = _MADE.made_row, _MADE.with_figure
NONE = Limits(None)
DOWN = math.nextafter(4.0, 0)


def finding(slug):
    return Finding(slug, "error", "said at x = 1", made_row().total.max_ulp)


def held(then, now, *, headroom=None):
    """The verdict on a row against the baseline of another."""
    before, after = (Run({}, (row,)) for row in (then, now))
    baseline = baseline_of(before, judge(before, NONE))
    return judged_against(after, judge(after, NONE), baseline, "b.json", headroom=headroom)


def test_what_is_said_of_a_loss():
    (failure,) = held(made_row(), with_figure(made_row(), "max_ulp", 5.25)).failures
    assert (failure.value, failure.needed, failure.claim.atol) == (5.25, 5.25, 4.0)
    assert failure.claim.margin == -1.25 and failure.claim.witness.value == 5.25
    assert failure_line(failure) == (
        "FAIL made · float16: baseline max_ulp: 5.250 ulp, was 4.000 ulp (b.json), 1.25 more, "
        "at x = 1.0 (0x1p+0, bits 0x3c00) came 0.0 where 0.5 was due"
    )
    lines = [
        failure_line(held(made_row(), now).failures[0])
        for now in (
            with_figure(made_row(), "max_steps", 4),
            made_row(faithful=60),
            made_row(counts={"nan": 3}),
            made_row(findings=(finding("seam"),)),
        )
    ]
    assert [line.partition(": ")[2] for line in lines] == [
        "baseline max_steps: 4 steps, was 3 steps (b.json), 1 more, "
        "at x = 1.0 (0x1p+0, bits 0x3c00) came 0.0 where 0.5 was due",
        "baseline faithful: 60 of 100, was 80 of 100 (b.json), 20 fewer",
        "baseline nan: 3, was 0 (b.json), 3 more",
        "baseline finding seam: new (b.json): said at x = 1",
    ]


@given(st.floats(1e-300, 1e300), st.integers(1, 2000))
def test_the_text_never_contradicts_the_verdict(then, more):
    now = then
    for _ in range(min(more, 3)):
        now = math.nextafter(now, math.inf)
    now *= 1 if more < 4 else 1 + more / 2**40
    rows = [with_figure(made_row(), "max_ulp", value) for value in (then, now)]
    (failure,) = held(*rows).failures
    is_text, _, was_text = failure.sentence.partition(" (")[0].partition(" ulp, was ")
    assert float(is_text) > float(was_text.removesuffix(" ulp"))


BETTER = [
    # now, headroom, lines; then max_ulp is 4, 60 of 100 are correctly rounded
    (with_figure(made_row(), "max_ulp", 3.0), None, ["better: max_ulp 3.000 ulp, was 4.000 ulp"]),
    (with_figure(made_row(), "max_ulp", 3.0), 0.25, ["better: max_ulp 3.000 ulp, was 4.000 ulp"]),
    (with_figure(made_row(), "max_ulp", 2.99), 0.25, ["slack: max_ulp 2.990 ulp, was 4.000 ulp"]),
    (with_figure(made_row(), "max_ulp", DOWN), 0.0, ["slack: max_ulp 3.9999999999999996 ulp, was"]),
    (made_row(), 0.0, []),
    (made_row(correctly_rounded=70), 0.25, ["better: correctly_rounded 70 of 100, was 60 of 100"]),
    (made_row(correctly_rounded=71), 0.25, ["slack: correctly_rounded 71 of 100, was 60 of 100"]),
    (
        with_figure(made_row(correctly_rounded=61), "max_ulp", 1.0),
        0.25,
        ["better: correctly_rounded 61", "slack: max_ulp 1.000 ulp"],
    ),
    (
        with_figure(made_row(faithful=81), "max_steps", 1),
        None,
        ["better: max_steps 1 step, was 3 steps; faithful 81 of 100, was 80 of 100: --tighten"],
    ),
]


@pytest.mark.parametrize("now, headroom, lines", BETTER)
def test_better_and_slack(now, headroom, lines):
    verdict = held(made_row(), now, headroom=headroom)
    assert verdict.exit_code == 0
    said = [line.replace(" made · float16", "", 1) for line in notes_lines(verdict)]
    assert len(said) == len(lines)
    assert all(one.startswith(start) for one, start in zip(said, lines, strict=True))


@pytest.mark.parametrize("now, kind", [(0.7, "better"), (math.nextafter(0.7, 0), "slack")])
def test_headroom_is_a_decimal(now, kind):
    """1 - 0.7 is more than 0.3 as float64."""
    then = with_figure(made_row(), "max_ulp", 1.0)
    verdict = held(then, with_figure(made_row(), "max_ulp", now), headroom=0.3)
    assert [note.kind for note in verdict.notes] == [kind]


@pytest.mark.parametrize("then", [None, math.inf])
def test_what_had_no_bound_has_all_of_its_room(then):
    verdict = held(with_figure(made_row(), "max_ulp", then), made_row(), headroom=0.9)
    assert [note.kind for note in verdict.notes] == ["slack"]


def test_a_finding_or_a_category_that_is_gone_is_better():
    then = made_row(counts={"nan": 2}, findings=(finding("seam"),))
    (note,) = held(then, made_row()).notes
    assert note.sentence.startswith("nan 0, was 2; finding seam gone: ")
