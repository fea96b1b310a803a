"""Expected failures: those that fail as before, worse, or no more; and what is stale."""

from dataclasses import replace
from fractions import Fraction
from importlib import util
from pathlib import Path

import pytest

from gelucheck.errors import StaleError
from gelucheck.gate.baseline.make import baseline_of
from gelucheck.gate.baseline.record import Expected
from gelucheck.gate.baseline.verdict import judged_against
from gelucheck.gate.claims import with_claims
from gelucheck.gate.limit import Limit
from gelucheck.gate.limits import Limits
from gelucheck.gate.verdict import judge
from gelucheck.gate.words import failure_words, notes_lines, verdict_line
from gelucheck.record import Finding, Run

_SPEC = util.spec_from_file_location("made_rows", Path(__file__).with_name("made_rows.py"))
_MADE = util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(_MADE)
made_row, with_figure = _MADE.made_row, _MADE.with_figure
STEPS, ULP = Limits(None, max_steps=2), Limits(None, max_ulp=3.0)
SEAM = Finding("seam", "error", "said at x = 1", None)
BROKEN = with_figure(made_row(), "max_ulp", 1.0).total.max_ulp


def run_of(rows, limits):
    return with_claims(Run({}, tuple(rows) if isinstance(rows, list) else (rows,)), limits)


def held(then, now, limits, now_limits=None, levels=(None, None), forms_asked=(False, False)):
    before, after = run_of(then, limits), run_of(now, now_limits or limits)
    baseline = baseline_of(before, judge(before, limits, forms_asked[0], levels=levels[0]))
    verdict = judge(after, now_limits or limits, forms_asked[1], levels=levels[1])
    return judged_against(after, verdict, baseline, "b.json")


def share(correct):
    return made_row(correct={"total": correct}, correctly_rounded=60)


def large(correct):
    """A share of all finite float32 inputs."""
    return made_row(inputs=2 * 255 * 2**23, correct={"total": correct}, correctly_rounded=60)


def mean(low, high):
    return made_row(means={"total": (Fraction(low), Fraction(high))})


def region(value):
    part = with_figure(made_row(), "max_ulp", value)
    return made_row(parts={"1:2": part})


def scaled(value):
    return made_row(scaled={"total": replace(BROKEN, value=value)})


NAN = made_row(first={"broken": BROKEN}, counts={"nan": 1})
IN_REGION = Limits(None, more=(Limit("max_ulp", 3.0, region="1:2"),))
SCALED = Limits(None, max_ulp="3(1+k)")
SHARE, MEAN = Limits(None, correctly_rounded=0.9), Limits(None, mean_abs=0.1)
CASES = [
    # then, now, limits, kinds of notes, names of failures, why
    (made_row(), made_row(), STEPS, ["expected"], [], "fails as it did"),
    (
        made_row(),
        with_figure(made_row(), "max_steps", 4),
        STEPS,
        [],
        ["max_steps", "baseline max_steps"],
        "fails worse",
    ),
    (
        with_figure(made_row(), "max_steps", 9),
        with_figure(made_row(), "max_steps", 3),
        STEPS,
        ["expected", "better"],
        [],
        "fails, and less so",
    ),
    (
        made_row(),
        with_figure(made_row(), "max_steps", 2),
        STEPS,
        ["kept", "better"],
        [],
        "passes now",
    ),
    (made_row(), made_row(), STEPS, ["expected"], [], "a limit of steps"),
    (
        with_figure(made_row(), "max_ulp", 4.0, above=True),
        with_figure(made_row(), "max_ulp", 4.0, above=True),
        ULP,
        ["expected"],
        [],
        "fails as it did, above its rounding",
    ),
    (
        made_row(),
        with_figure(made_row(), "max_ulp", 4.0, above=True),
        ULP,
        [],
        ["max_ulp", "baseline max_ulp"],
        "fails worse by less than a float64",
    ),
    (
        with_figure(made_row(), "max_ulp", 1e6, above=True),
        with_figure(made_row(), "max_ulp", 1e6, above=True),
        ULP,
        ["expected"],
        [],
        "more than a limit could be, as it was",
    ),
    (
        scaled(1e6),
        scaled(2e6),
        SCALED,
        [],
        ["max_ulp/(1+k)"],
        "more than a limit could be, and worse",
    ),
    (NAN, NAN, ULP, ["expected"], [], "NaN as then"),
    (NAN, made_row(), ULP, ["expected", "better"], [], "a number for the NaN, and beyond"),
    (
        made_row(),
        NAN,
        ULP,
        [],
        ["max_ulp", "baseline nan"],
        "NaN where a number was",
    ),
    (share(50), share(50), SHARE, ["expected"], [], "a share as it was"),
    (share(50), share(49), SHARE, [], ["correctly_rounded"], "a smaller share"),
    (share(50), share(90), SHARE, ["kept"], [], "a share that is enough"),
    (share(0), share(0), SHARE, ["expected"], [], "no share at all"),
    (large(10**9), large(10**9), SHARE, ["expected"], [], "a share of many digits"),
    (large(10**9), large(10**9 - 1), SHARE, [], ["correctly_rounded"], "one output fewer"),
    (mean("1/8", "1/8"), mean("1/8", "1/8"), MEAN, ["expected"], [], "a mean as it was"),
    (
        mean("1/8", "1/8"),
        mean("3/24", "126/1000"),
        MEAN,
        ["expected"],
        [],
        "a mean that may be as it was",
    ),
    (
        mean("1/8", "1/8"),
        mean("126/1000", "126/1000"),
        MEAN,
        [],
        ["mean_abs", "baseline mean_abs"],
        "a larger mean",
    ),
    (region(5.0), region(5.0), IN_REGION, ["expected"], [], "in a region"),
    (region(5.0), region(6.0), IN_REGION, [], ["max_ulp in 1:2"], "worse in a region alone"),
    (region(5.0), region(3.0), IN_REGION, ["kept"], [], "passes in a region"),
    (scaled(5.0), scaled(5.0), SCALED, ["expected"], [], "times the condition"),
    (scaled(5.0), scaled(5.5), SCALED, [], ["max_ulp/(1+k)"], "worse times the condition"),
]


@pytest.mark.parametrize(
    "then, now, limits, kinds, names, why", CASES, ids=[case[5] for case in CASES]
)
def test_expected_failures(then, now, limits, kinds, names, why):
    verdict = held(then, now, limits)
    assert [failure.claim.name for failure in verdict.failures] == names
    assert [note.kind for note in verdict.notes] == kinds
    assert verdict.exit_code == (1 if names else 0)


FINDINGS = [
    # findings then and now, levels now, kinds of notes, exit code
    ((SEAM,), (SEAM,), "error", ["expected"], 0),
    ((SEAM,), (), "error", ["kept", "better"], 0),
    ((), (SEAM,), "error", [], 1),
]


@pytest.mark.parametrize("then, now, level, kinds, code", FINDINGS)
def test_expected_findings(then, now, level, kinds, code):
    rows = [made_row(findings=some) for some in (then, now)]
    levels = {"seam": level}
    verdict = held(*rows, Limits(None, max_ulp=4.0), levels=(levels, levels))
    assert ([note.kind for note in verdict.notes], verdict.exit_code) == (kinds, code)
    # it counts by itself: told once
    assert [failure.claim.name for failure in verdict.failures] == ["finding seam"] * code


def test_what_is_said():
    verdict = held(made_row(), made_row(), STEPS)
    assert notes_lines(verdict) == ["expected made · float16: max_steps 2 fails, as b.json expects"]
    assert verdict_line(verdict, STEPS, "b.json") == (
        "PASS: 1 of 1 rows within 2 steps and the baseline b.json, but for 1 expected failure"
    )
    verdict = held(made_row(), with_figure(made_row(), "max_steps", 0), STEPS)
    assert notes_lines(verdict)[0] == (
        "kept made · float16: the expected failure max_steps 2 passes: "
        "take it out of b.json, or --tighten"
    )
    verdict = held(made_row(), with_figure(made_row(), "max_steps", 4), STEPS)
    assert failure_words(verdict.failures[0]).endswith(
        "; worse than the 3 that b.json expects; the limit 4 would pass"
    )


STALE = [
    # now, limits now, levels now, what is named, why
    ([made_row("b")], STEPS, None, "no row is a · float16", "another row"),
    ([made_row("a", arithmetic="native")], STEPS, None, "no row is a · float16", "an arithmetic"),
    ([made_row("a", function="gelu_grad")], STEPS, None, "no row is a · float16", "a function"),
    ([made_row("a", dtype="bfloat16")], STEPS, None, "no row is a · float16", "a format"),
    (
        [made_row("a")],
        Limits(None, max_steps=1),
        None,
        "no limit on a · float16 is max_steps 2",
        "another bound",
    ),
    (
        [made_row("a")],
        Limits(None, max_ulp=9.0),
        None,
        "no limit on a · float16 is max_steps 2",
        "another limit",
    ),
]


@pytest.mark.parametrize("now, limits, levels, said, why", STALE, ids=[case[4] for case in STALE])
def test_stale(now, limits, levels, said, why):
    with pytest.raises(StaleError) as caught:
        held([made_row("a")], now, STEPS, limits)
    assert caught.value.what == f"b.json is about what this run does not have: {said}"
    assert caught.value.exit_code == 2 and caught.value.mend


def test_a_finding_that_does_not_count_any_more_is_stale():
    row = made_row(findings=(SEAM,))
    with pytest.raises(StaleError, match=r"no limit on made · float16 is finding seam: "):
        held(row, row, ULP, levels=({"seam": "error"}, {}))


def test_a_claim_that_does_not_count_any_more_is_stale():
    """The sigmoid form's claim counts only where it is asked for."""
    row = made_row(form="sigmoid", excess=replace(BROKEN, value=0.5))
    held(row, row, Limits(), forms_asked=(True, True))
    with pytest.raises(StaleError, match=r"atol 0\.001"):
        held(row, row, Limits(max_steps=3), forms_asked=(True, False))


def test_at_most_nine_are_named():
    rows = [made_row(f"row{number:02}") for number in range(12)]
    with pytest.raises(StaleError) as caught:
        held(rows, [made_row("row00")], ULP)
    named = caught.value.what
    assert named.endswith("no row is row09 · float16; and 2 more")
    assert named.count("no row is") == 9


def test_a_limit_without_an_answer_is_not_stale():
    """The mean may be on either side of the bound."""
    then, now = mean("1/8", "1/8"), mean("1/16", "1/4")
    verdict = held(then, now, MEAN)
    assert verdict.exit_code == 2 and verdict.notes == ()


def test_an_entry_of_other_inputs_excuses_nothing():
    verdict = held(made_row(), made_row(inputs=99), STEPS)
    assert [failure.claim.name for failure in verdict.failures] == ["max_steps"]
    assert verdict.unjudged and verdict.exit_code_for(True) == 2


def test_what_was_not_expected_still_fails():
    before = run_of(made_row(), STEPS)
    baseline = baseline_of(before, judge(before, STEPS))
    (entry,) = baseline.entries
    bare = replace(baseline, entries=(replace(entry, failing=(Expected("max_ulp", 4.0, 9.0),)),))
    limits = Limits(None, max_steps=2, max_ulp=4.0)
    run = run_of(made_row(), limits)
    verdict = judged_against(run, judge(run, limits), bare, "b.json")
    assert [failure.claim.name for failure in verdict.failures] == ["max_steps"]
    assert [note.kind for note in verdict.notes] == ["kept"]
