"""Findings that count, and what all inputs say of them."""

from dataclasses import replace

import pytest

from gelucheck.gate.found import wrong
from gelucheck.record import LOST, Finding, Witness

ZERO = Witness(0.0, -8.0, "-0x1p+3", "0xc800", 0.0, -0.0)
FOUND = Finding("zero-sign", "warning", "a zero of the other sign", ZERO)
SEEN = {"zero_sign": ZERO}

CASES = [
    # findings, categories that occurred, function, slugs that count, slugs that are broken, why
    ((), {}, "gelu", {"zero-sign"}, [], "nothing"),
    ((FOUND,), {}, "gelu", set(), [], "nobody asked"),
    ((FOUND,), {}, "gelu", {"layout"}, [], "another was asked about"),
    ((FOUND,), {}, "gelu", {"zero-sign"}, ["zero-sign"], "found"),
    ((), SEEN, "gelu", {"zero-sign"}, ["zero-sign"], "not found, and counted among all inputs"),
    ((), SEEN, "gelu", {"layout"}, [], "counted, and nobody asked"),
    ((FOUND,), SEEN, "gelu", {"zero-sign"}, ["zero-sign"], "told once"),
    ((), SEEN, "gelu_grad", {"zero-sign"}, [], "a slope of 0 has no sign"),
    ((), {"missing_nan": ZERO}, "gelu_grad", {"nan-not-kept"}, ["nan-not-kept"], "a NaN has"),
    ((FOUND, FOUND), {}, "gelu", {"zero-sign"}, ["zero-sign"] * 2, "twice is twice"),
    ((replace(FOUND, slug=LOST),), {}, "gelu", {LOST}, [], "what is lost is no fault"),
]


@pytest.mark.parametrize(
    "findings, first, function, counting, slugs, why", CASES, ids=[c[5] for c in CASES]
)
def test_what_counts(made, findings, first, function, counting, slugs, why):
    row = replace(made(findings=findings, function=function), first=first)
    broken = list(wrong(row, counting))
    assert [claim.name for claim, _ in broken] == [f"finding {slug}" for slug in slugs]
    for claim, said in broken:
        assert claim.verdict == "fail" and claim.witness == ZERO and said


@pytest.mark.parametrize(
    "count, said",
    [
        (1, "0.0 at x = -8.0, where -0.0 is due"),
        (1024, "0.0 at x = -8.0, where -0.0 is due; at 1,024 inputs in all"),
    ],
)
def test_what_is_said(made, count, said):
    row = replace(made(), first=SEEN, counts={"zero_sign": count})
    assert [told for _, told in wrong(row, {"zero-sign"})] == [said]
