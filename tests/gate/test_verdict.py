"""The verdict: a table of edge cases."""

from dataclasses import replace

import pytest

from gelucheck.gate.limit import Limit
from gelucheck.gate.limits import Limits
from gelucheck.gate.verdict import Failure, Unjudged, Verdict, is_claimed, judge, with_verdict
from gelucheck.record import Claim, Errors, Finding, Row, Run, Witness


def at(value):
    return Witness(value, 1.0, "0x1p+0", "0x3c00", 0.0, 0.0)


def row(form, excess=0.0, ulp=0.5, first=None):
    errors = Errors(at(0.0), at(ulp), at(0.0), at(0), 0.0, 0.0)
    return Row(
        form or "made", form, None, "float16", "native", "gelu", "given", 1, errors, errors,
        at(0.0), 1, 1, {}, {}, excess=at(excess), first=first or {},
    )  # fmt: skip


def unmeasured(form):
    none = Errors(None, None, None, None, None, None)
    return replace(row(form), total=none, evaluation=none, excess=None)


ERF, TANH, SIGMOID, OTHER = (row(form) for form in ("erf", "tanh", "sigmoid", None))
BAD_ERF, BAD_SIGMOID = row("erf", 0.1), row("sigmoid", 0.02)
NAN = row("sigmoid", first={"broken": at(0.0)})
CLAIM, BOTH, ULP, NONE = Limits(), Limits(max_ulp=1.0), Limits(None, max_ulp=1.0), Limits(None)

VERDICTS = [
    # rows, limits, forms asked, exit code, judged, failures, why
    ([ERF, TANH], CLAIM, False, 0, 2, 0, "all keep it"),
    ([ERF, BAD_ERF], CLAIM, False, 1, 2, 1, "one does not"),
    ([], CLAIM, False, 2, 0, 0, "no rows are never green"),
    ([ERF], NONE, False, 2, 0, 0, "nor is nothing asked"),
    ([SIGMOID], CLAIM, False, 2, 0, 0, "sigmoid alone, not asked for: nothing judged"),
    ([ERF, BAD_SIGMOID], CLAIM, False, 0, 1, 0, "sigmoid is shown, but does not count"),
    ([ERF, BAD_SIGMOID], CLAIM, True, 1, 2, 1, "it counts when asked for"),
    ([SIGMOID], CLAIM, True, 0, 1, 0, "and may pass"),
    ([BAD_SIGMOID], BOTH, False, 0, 1, 0, "a limit counts for sigmoid, the claim does not"),
    ([row("sigmoid", 0.0, 2.0)], BOTH, False, 1, 1, 1, "and fails it"),
    ([row("sigmoid", 0.0, 2.0)], ULP, False, 1, 1, 1, "with no claim at all"),
    ([row("erf", 0.1, 2.0)], BOTH, False, 1, 1, 2, "one row, two failures"),
    ([NAN], CLAIM, False, 2, 0, 0, "NaN in a row whose claim does not count"),
    ([NAN], CLAIM, True, 1, 1, 1, "NaN where it does"),
    ([OTHER], CLAIM, False, 0, 1, 0, "an implementation that declares nothing is held to GELU"),
    ([row(None, 0.1)], CLAIM, False, 1, 1, 1, "and may fail"),
    ([unmeasured("erf")], CLAIM, False, 2, 0, 0, "nothing measured"),
    ([ERF, unmeasured("tanh")], CLAIM, False, 2, 1, 0, "a part not measured: no answer"),
    ([BAD_ERF, unmeasured("tanh")], CLAIM, False, 1, 1, 1, "a failure is one all the same"),
    ([ERF, unmeasured("sigmoid")], CLAIM, False, 0, 1, 0, "not judged, so not missed"),
]


@pytest.mark.parametrize(
    "rows, limits, asked, code, judged, failures, why", VERDICTS, ids=[case[6] for case in VERDICTS]
)
def test_verdict(rows, limits, asked, code, judged, failures, why):
    verdict = judge(Run({}, tuple(rows)), limits, asked)
    assert (verdict.exit_code, verdict.judged, len(verdict.failures)) == (code, judged, failures)
    assert verdict.passed == (code == 0)
    for failure in verdict.failures:
        assert failure.row in rows and failure.claim.verdict == "fail"


def test_failures_come_in_the_order_of_the_rows():
    rows = [row("tanh", 0.3), row("erf", 0.1), row("tanh", 0.2)]
    verdict = judge(Run({}, tuple(rows)), CLAIM)
    assert [failure.row for failure in verdict.failures] == rows


@pytest.mark.parametrize("form, asked, counts", [
    ("erf", False, True), ("tanh", False, True), ("sigmoid", False, False), ("sigmoid", True, True),
    (None, False, True),
])  # fmt: skip
def test_whose_claim_counts(form, asked, counts):
    assert is_claimed(row(form), asked) is counts


ULP_IN, OTHERS = Limit("max_ulp", 1.0, region="0.0:1.0"), Limit("max_ulp", 1.0, dtypes=("float32",))
FOUND = Finding("zero-sign", "error", "a zero of the other sign", None)
LEVELS = {"zero-sign": "error"}


def only(*more):
    return Limits(None, more=more)


ANSWERS = [
    # fields of a row, limits, levels, exit code, judged, failures, unjudged, why
    ({"lost": True, "own": {"max_ulp": 0.5}}, ULP, {}, 2, 0, 0, 1, "half of it is no pass"),
    ({"lost": True, "own": {"max_ulp": 2.0}}, ULP, {}, 1, 1, 1, 0, "and may be a failure"),
    ({"lost": True, "broken": True}, ULP, {}, 1, 1, 1, 0, "NaN is one in any case"),
    ({"lost": True, "correct": {"evaluation": 1}}, Limits(None, correctly_rounded=0.9), {},
     2, 0, 0, 1, "of a share half says nothing"),
    ({"lost": True, "excess": 0.0, "own": {"max_ulp": 2.0}}, Limits(max_ulp=1.0), {}, 1, 1, 1, 1,
     "one failed, one open"),
    ({"means": {"evaluation": (0, 2)}}, Limits(None, mean_abs=1.0), {}, 2, 0, 0, 1,
     "too close to tell"),
    ({"own": {"max_ulp": 0.5}}, only(ULP_IN), {}, 2, 0, 0, 1, "no such region"),
    ({"own": {"max_ulp": 0.5}}, only(ULP_IN, Limit("max_ulp", 1.0)), {}, 2, 1, 0, 1,
     "no such region, and all else is well"),
    ({"own": {"max_ulp": 0.5}}, only(OTHERS), {}, 2, 0, 0, 1, "a limit that no row is like"),
    ({"own": {"max_ulp": 0.5}}, only(OTHERS, Limit("max_ulp", 1.0)), {}, 2, 1, 0, 1,
     "and all else is well"),
    ({"own": {"max_ulp": 2.0}}, only(OTHERS, Limit("max_ulp", 1.0)), {}, 1, 1, 1, 1,
     "a failure is one all the same"),
    ({"own": {"max_steps": 0}}, ULP, {}, 2, 0, 0, 1, "another figure was measured"),
    ({"findings": (FOUND,)}, NONE, {}, 2, 0, 0, 0, "a finding that nobody asked about"),
    ({"findings": (FOUND,)}, NONE, {"zero-sign": "warning"}, 2, 0, 0, 0, "nor one told"),
    ({"findings": (FOUND,)}, NONE, {"layout": "error"}, 0, 1, 0, 0, "another was asked about"),
    ({"findings": (FOUND,)}, NONE, LEVELS, 1, 1, 1, 0, "one that counts"),
    ({"findings": (FOUND, FOUND)}, NONE, LEVELS, 1, 1, 2, 0, "two of them, one row"),
    ({}, NONE, LEVELS, 0, 1, 0, 0, "it was looked for, and is not there"),
    ({"lost": True}, NONE, LEVELS, 2, 0, 0, 1, "not everywhere"),
    ({"lost": True, "findings": (FOUND,)}, NONE, LEVELS, 1, 1, 1, 0, "it is there in any case"),
    ({"lost": True}, NONE, {"lost-inputs": "error"}, 2, 0, 0, 1, "what is lost is no fault"),
    ({"own": {"max_ulp": 0.5}, "findings": (FOUND,)}, ULP, LEVELS, 1, 1, 1, 0,
     "the limit is kept, the finding counts"),
    ({"own": {"max_ulp": 2.0}, "findings": (FOUND,)}, ULP, LEVELS, 1, 1, 2, 0, "both"),
]  # fmt: skip


@pytest.mark.parametrize(
    "fields, limits, levels, code, judged, failures, unjudged, why",
    ANSWERS, ids=[case[7] for case in ANSWERS],
)  # fmt: skip
def test_answers(made, fields, limits, levels, code, judged, failures, unjudged, why):
    verdict = judge(Run({}, (made(**fields),)), limits, levels=levels)
    counts = (verdict.judged, len(verdict.failures), len(verdict.unjudged))
    assert (verdict.exit_code, *counts) == (code, judged, failures, unjudged)
    assert verdict.passed == (code == 0) and verdict.undecided == bool(unjudged)
    assert all(item.reason for item in verdict.unjudged)


CODES = [
    # judged, failures, unjudged, exit code, with --exit-zero
    (0, 0, 0, 2, 2, "nothing judged"),
    (0, 0, 1, 2, 2, "nothing judged, and a limit without an answer"),
    (1, 0, 0, 0, 0, "passed"),
    (1, 0, 1, 2, 2, "a limit without an answer"),
    (1, 1, 0, 1, 0, "failed"),
    (1, 1, 1, 1, 2, "failed, and a limit without an answer: that is not forgiven"),
    (0, 1, 0, 1, 0, "failed by a finding alone"),
    (0, 1, 1, 1, 2, "that, and a limit without an answer"),
]


@pytest.mark.parametrize(
    "judged, failures, unjudged, code, zero, why", CODES, ids=[c[5] for c in CODES]
)
def test_exit_codes(judged, failures, unjudged, code, zero, why):
    failure = Failure(ERF, Claim("atol", 1e-3, "fail", "evaluation", -1.0, None))
    item = Unjudged(None, ERF, "a reason")
    passed = judged > 0 and not failures and not unjudged
    verdict = Verdict(passed, judged, (failure,) * failures, (item,) * unjudged)
    assert verdict.exit_code == verdict.exit_code_for(False) == code
    assert verdict.exit_code_for(True) == zero


def test_a_verdict_with_other_parts_follows_from_them():
    verdict = judge(Run({}, (ERF,)), CLAIM)
    assert verdict.passed
    open_now = with_verdict(verdict, unjudged=(Unjudged(None, ERF, "a reason"),))
    assert not open_now.passed and open_now.exit_code == 2
    assert with_verdict(open_now, unjudged=()) == verdict
    assert with_verdict(verdict, judged=0).exit_code == 2


CLAIMS_OF_SIGMOID = [
    # a limit on the claim, whether it counts for a sigmoid form that nobody asked for, why
    (Limit("atol", 1e-3), False, "said of all"),
    (Limit("atol", 1e-3, dtypes=("float16",)), False, "said of a format"),
    (Limit("atol", 1e-3, implementations=("sigmoid",)), True, "said of it"),
    (Limit("atol", 1e-3, implementations=("sig*",)), True, "said of its like"),
    (Limit("atol", 1e-3, implementations=("tanh",)), None, "said of another: without an answer"),
    (Limit("max_abs", 1e-3), True, "no claim, but a limit"),
]


@pytest.mark.parametrize(
    "limit, counts, why", CLAIMS_OF_SIGMOID, ids=[c[2] for c in CLAIMS_OF_SIGMOID]
)
def test_the_claim_counts_for_sigmoid_where_it_is_named(made, limit, counts, why):
    bad = made(own={"max_abs": 0.02}, name="sigmoid", form="sigmoid", excess=0.02)
    verdict = judge(Run({}, (bad,)), only(limit))
    assert len(verdict.failures) == bool(counts)
    assert len(verdict.unjudged) == (counts is None)
    assert len(judge(Run({}, (bad,)), only(limit), True).failures) == (counts is not None)


def test_what_is_needed_goes_with_the_failure(made):
    row = made(own={"max_ulp": 2.5}, above=["evaluation.max_ulp"])
    (failure,) = judge(Run({}, (row,)), ULP).failures
    assert (failure.value, failure.needed) == (2.5, 2.5000000000000004)
    assert failure.limit == Limit("max_ulp", 1.0) and failure.claim.margin == -1.5


def test_the_row_that_is_given_is_not_changed(made):
    row = made(own={"max_ulp": 2.5})
    judge(Run({}, (row,)), ULP)
    assert row == made(own={"max_ulp": 2.5})
