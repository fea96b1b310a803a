"""Whether the form itself is beyond a bound, or the arithmetic."""

from dataclasses import replace
from fractions import Fraction

import pytest

from gelucheck.gate.claims import claims_of
from gelucheck.gate.limit import Limit
from gelucheck.gate.limits import Limits
from gelucheck.record import Witness

# the sigmoid form at x = -3: GELU(-3) = -0.00404969…, and -3/(1 + e^5.106) = -0.0180713…: 3.46
# times GELU(-3) off, and in float16 about 986 + 1024 + 160 steps (to 2^-7, to 2^-6, beyond)
X, GELU, QUICK = -3.0, -0.004049694094890287, -0.01807130970778597


def witness(value, got):
    return Witness(value, X, "-0x1.8p+1", "0xc200", got, GELU)


def against_gelu(made, figure, value, got, **rest):
    row = made(form="sigmoid", **rest)
    field = {figure: witness(value, got)}
    return replace(row, total=replace(row.total, **field))


FAR = abs(QUICK - GELU)

CASES = [
    # the largest error against GELU in the unit of the figure, what came, bound, cause, why
    ("max_rel", FAR / -GELU, QUICK, 0.01, "method", "all of it is the form's"),
    ("max_rel", 10.0, GELU * 11, 0.01, "method", "most is not, but the form's is beyond too"),
    ("max_rel", 10.0, GELU * 11, 5.0, "evaluation", "the form's 3.46 would keep it"),
    ("max_ulp", 3000.0, QUICK, 2.0, "method", "all of it is the form's"),
    ("max_ulp", 3000.0, QUICK, 2999.0, "method", "nearly to the last ulp"),
    ("max_ulp", 6000.0, QUICK + (QUICK - GELU), 3500.0, "evaluation", "half of it is"),
    ("max_steps", 4000, QUICK, 2, "method", "the form is 2,170 steps off"),
    ("max_steps", 4000, 1.0, 2100, "method", "that many are the form's"),
    ("max_steps", 4000, 1.0, 2200, "evaluation", "the form is not so far off"),
]


@pytest.mark.parametrize("figure, value, got, bound, cause, why", CASES)
def test_at_the_witness(made, figure, value, got, bound, cause, why):
    row = against_gelu(
        made, figure, value, got, dtype="float64" if figure == "max_ulp" else "float16"
    )
    (claim,) = claims_of(row, Limits(None, more=(Limit(figure, bound, against="gelu"),)))
    assert (claim.verdict, claim.cause) == ("fail", cause), why


FORM = [
    # limit, fields of the row, cause, why
    (Limit("max_ulp", 2.0), {"own": {"max_ulp": 3.0}}, "evaluation", "the form is what is due"),
    (Limit("max_abs", 2.0), {"own": {"max_abs": 3.0}, "method": 9.0}, "evaluation", "likewise"),
    (Limit("max_abs", 2.0, against="gelu"), {"total": {"max_abs": 3.0}, "method": 2.5}, "method",
     "the form is as far off"),
    (Limit("max_abs", 2.0, against="gelu"), {"total": {"max_abs": 3.0}, "method": 2.0},
     "evaluation", "the form keeps it"),
    (Limit("atol", 2.0), {"excess": 3.0, "method": 2.5}, "method", "the claim is of GELU"),
    (Limit("atol", 2.0), {"excess": 3.0, "form": None}, "evaluation", "no form is declared"),
    (Limit("max_ulp", 2.0, against="gelu"), {"total": {"max_ulp": 3.0}, "form": None},
     "evaluation", "no form is declared"),
    (Limit("max_abs", 2.0, against="gelu"), {"broken": True, "method": 9.0}, "evaluation",
     "NaN is no form's"),
    (Limit("correctly_rounded", 0.5, against="gelu"), {"correct": {"total": 1, "evaluation": 90}},
     "method", "the form is computed well"),
    (Limit("correctly_rounded", 0.5, against="gelu"), {"correct": {"total": 1, "evaluation": 2}},
     "evaluation", "it is not"),
    (Limit("correctly_rounded", 0.5, against="gelu"), {"correct": {"total": 1}}, "evaluation",
     "that was not looked at"),
    (Limit("mean_abs", 2.0, against="gelu"),
     {"means": {"total": (Fraction(3), Fraction(3)), "evaluation": (Fraction(2), Fraction(3))}},
     "evaluation", "it may be the arithmetic's"),
]  # fmt: skip


@pytest.mark.parametrize("limit, fields, cause, why", FORM)
def test_by_the_form(made, limit, fields, cause, why):
    (claim,) = claims_of(made(**fields), Limits(None, more=(limit,)))
    assert (claim.verdict, claim.cause) == ("fail", cause), why


def test_of_a_region_its_own_form_counts(made):
    limit = Limit("max_abs", 2.0, against="gelu", region="0.0:1.0")
    part = made({"max_abs": 3.0}, method=1.0)
    row = made({"max_abs": 3.0}, method=9.0, parts={"0.0:1.0": part})
    (claim,) = claims_of(row, Limits(None, more=(limit,)))
    assert claim.cause == "evaluation", "it is elsewhere that the form is beyond"
