"""A claim's name tells its limit, and what is no limit is none."""

import math
from dataclasses import replace

import pytest

from gelucheck.export.claim_limits import failure_of, limit_of
from gelucheck.gate.limit import Limit
from gelucheck.record import Claim, Finding

LIMITS = [
    Limit("atol", 1e-3),
    Limit("max_ulp", 2.0),
    Limit("max_ulp", 5.0, scaled=True),
    Limit("max_steps", 2, region="-6.0:-2.0"),
    Limit("max_abs", 1e-4, against="gelu"),
    Limit("max_ulp", 5.0, True, "gelu", "0x1p-3:1"),
    Limit("mean_abs", 1e-6),
    Limit("correctly_rounded", 0.99),
]


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.name)
def test_there_and_back(limit):
    """The name is the gate's own: ``Limit.name``."""
    claim = Claim(limit.name, float(limit.bound), "pass", None, None, None)
    found = limit_of(claim)
    assert found == limit
    assert type(found.bound) is type(limit.bound)


@pytest.mark.parametrize(
    "name", ["finding wrong-form", "baseline max_ulp", "rtol", "", "max_ulp in", "max_ulp/(1+k"]
)
def test_what_is_no_limit(name):
    assert limit_of(Claim(name, 0, "fail", None, None, None)) is None


def test_a_bound_that_is_no_number():
    assert limit_of(Claim("max_steps", math.inf, "fail", None, None, None)).bound == math.inf


@pytest.mark.parametrize("name, bound, margin, value, why", [
    ("mean_abs", 0.5, -0.25, 0.75, "0.5 less 0.75 is the margin"),
    ("correctly_rounded", 0.5, -0.25, 0.25, "a quarter, where half is asked"),
    ("max_ulp", 0.5, None, None, "NaN decided"),
])  # fmt: skip
def test_the_value_of_a_failure(run, name, bound, margin, value, why):
    claim = Claim(name, bound, "fail", "evaluation", margin, None)
    assert failure_of(run.rows[0], claim).value == value, why


def test_the_sentence_of_a_finding(run):
    row = replace(run.rows[0], findings=(Finding("wrong-form", "error", "It is tanh.", None),))
    claim = Claim("finding wrong-form", 0, "fail", "evaluation", None, None)
    assert failure_of(row, claim).sentence == "It is tanh."
