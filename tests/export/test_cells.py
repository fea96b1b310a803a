"""What is said of a row, and on which side of its bound."""

from dataclasses import replace

import pytest

from gelucheck.export.cells import cells_of
from gelucheck.export.claim_words import claims_in_words
from gelucheck.gate.verdict import is_claimed
from gelucheck.record import Claim


@pytest.mark.parametrize(
    ("form", "asked", "claimed"),
    [
        ("erf", False, True),
        ("tanh", False, True),
        ("sigmoid", False, False),
        ("sigmoid", True, True),
        (None, False, True),
        (None, True, True),
    ],
)
def test_whose_verdict_counts(run, form, asked, claimed):
    assert is_claimed(replace(run.rows[0], form=form), asked) is claimed


@pytest.mark.parametrize(
    ("claims", "verdict", "limits", "cause", "passed"),
    [
        ((), "—", "", "", None),
        ((("atol", None),), "pass", "", "", True),
        ((("atol", "method"),), "FAIL", "", "method", False),
        ((("atol", None), ("max_ulp", "evaluation")), "FAIL", "max_ulp", "evaluation", False),
        (
            (("atol", "method"), ("max_ulp", "evaluation"), ("max_steps", "evaluation")),
            *("FAIL", "max_ulp, max_steps", "method, evaluation", False),
        ),
    ],
)
def test_verdicts(run, claims, verdict, limits, cause, passed):
    given = tuple(
        Claim(name, 1.0, "fail" if why else "pass", why, None, None) for name, why in claims
    )
    cells = cells_of(replace(run.rows[0], claims=given))
    assert (cells.verdict, cells.limits, cells.cause, cells.passed) == (
        *(verdict, limits, cause),
        passed,
    )


def test_a_figure_is_on_the_side_of_its_bound(run, make_witness):
    """Just above the claim in the method's share too."""
    row = replace(run.rows[0], method=make_witness("float16", 0.00100004, 2.0))
    assert cells_of(row).method == ("1.00004e-3", "2")


def test_a_zero_has_no_place(run):
    assert cells_of(run.rows[0]).method == ("0", "")


def test_a_format_that_is_not_known_here(run):
    assert cells_of(replace(run.rows[0], dtype="float8")).max_abs[1] == "2.939453125"


def test_each_claim_is_told_once(run):
    limit = Claim("max_ulp", 2.0, "pass", None, None, None)
    rows = [replace(row, claims=(*row.claims, limit)) for row in run.rows]
    assert claims_in_words(rows) == ["|error| ≤ 0.001 + ½ ulp at every input", "max ulp ≤ 2"]
