"""What is said of a row, and on which side of its bound."""

from dataclasses import replace

import pytest

from gelucheck.export.cells import cells_of
from gelucheck.export.claim_words import claims_in_words
from gelucheck.export.marks import marks_of
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
    assert claims_in_words(rows) == [
        "|error| ≤ 0.001 + ½ ulp at every input",
        "max ulp ≤ 2 (against the form)",
    ]


@pytest.mark.parametrize("name, verdicts", [
    ("pass", [("pass", "", ""), ("pass", "", "")]),
    ("fail", [("FAIL", "max_steps", "max_steps"), ("pass", "", "")]),
    ("unjudged", [("no answer", "", ""), ("pass", "", "")]),
    ("finding", [("FAIL", "finding cancellation", "finding"), ("pass", "", "")]),
    ("baseline", [("FAIL", "baseline max_ulp", "baseline"), ("pass", "", "")]),
    ("expected", [("(FAIL)", "max_steps", "max_steps"), ("pass", "", "")]),
])  # fmt: skip
def test_a_verdict_decides(scenes, name, verdicts):
    run, verdict = scenes[name]
    marks = marks_of(run, verdict)
    cells = [cells_of(row, mark=marks[id(row)]) for row in run.rows]
    assert [(each.verdict, each.limits, each.figures) for each in cells] == verdicts


@pytest.mark.parametrize("names, figures", [
    (("max_ulp/(1+k)", "max_ulp against gelu", "max_steps in -6.0:-2.0"), "max_ulp, max_steps"),
    (("correctly_rounded", "mean_abs"), "rounded, mean_abs"),
])  # fmt: skip
def test_what_narrows_a_limit_has_no_room_in_a_table(run, names, figures):
    claims = tuple(Claim(name, 1.0, "fail", "evaluation", None, None) for name in names)
    cells = cells_of(replace(run.rows[0], claims=claims))
    assert (cells.limits, cells.figures) == (", ".join(names), figures)


def test_a_limit_counts_for_every_form(run):
    """Only the claim of old is not made of the sigmoid form."""
    claims = (
        Claim("atol", 1e-3, "fail", "method", None, None),
        Claim("max_ulp", 9.0, "pass", None, 1.0, None),
    )
    row = replace(run.rows[0], form="sigmoid", claims=claims)
    assert cells_of(row).verdict == "pass"
    assert cells_of(replace(row, claims=claims[:1])).verdict == "(FAIL)"


def test_the_digits_follow_a_limit_on_the_absolute_error(run, make_witness):
    errors = replace(run.rows[0].total, max_abs=make_witness("float16", 0.00200004, 2.0))
    claim = Claim("max_abs against gelu", 2e-3, "fail", "evaluation", None, None)
    row = replace(run.rows[0], total=errors, claims=(claim,))
    assert cells_of(row).max_abs[0] == "2.00004e-3"
