"""The verdict: a table of edge cases."""

from dataclasses import replace

import pytest

from gelucheck.gate.limits import Limits
from gelucheck.gate.verdict import is_claimed, judge
from gelucheck.record import Errors, Row, Run, Witness


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
