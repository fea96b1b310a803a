"""Claims on one row: edges of the bound, cause, margin and witness."""

import math

import pytest

from gelucheck.gate.claims import claims_of, with_claims
from gelucheck.gate.limits import Limits
from gelucheck.record import Errors, Row, Run, Witness

BELOW, ABOVE = math.nextafter(1e-3, 0), math.nextafter(1e-3, 1)


def at(value, x=1.0):
    return Witness(value, x, float(x).hex(), "0x0", 0.0, 0.0)


def row(excess=0.0, ulp=0.5, steps=0, method=0.0, above=(), first=None, form="erf"):
    """A row of which only what is judged matters; None for a figure that was not measured."""

    def figure(value):
        return None if value is None else at(value)

    errors = Errors(figure(0.0), figure(ulp), figure(0.0), figure(steps), 0.0, 0.0)
    return Row(
        implementation=form or "made",
        form=form,
        writing=None,
        dtype="float16",
        arithmetic=None,
        function="gelu",
        evidence="given",
        inputs=1,
        total=errors,
        evaluation=errors if form else None,
        method=figure(method) if form else None,
        correctly_rounded=1,
        faithful=1,
        histogram={},
        counts={},
        excess=figure(excess),
        above=frozenset(above),
        first=first or {},
    )


ATOL = [
    # row, bound, verdict, cause, why
    (row(BELOW), 1e-3, "pass", None, "just below"),
    (row(1e-3), 1e-3, "pass", None, "equal, and the exact figure is not above its rounding"),
    (row(1e-3, above=["excess"]), 1e-3, "fail", "evaluation", "equal, and the exact one is above"),
    (row(1e-3, above=["evaluation.max_ulp"]), 1e-3, "pass", None, "another figure is above"),
    (row(ABOVE), 1e-3, "fail", "evaluation", "just above"),
    (row(BELOW, above=["excess"]), 1e-3, "pass", None, "the float below the bound is below it"),
    (row(0.02, method=0.0203), 1e-3, "fail", "method", "the form itself is beyond"),
    (row(0.02, method=1e-3), 1e-3, "fail", "evaluation", "the form just keeps it"),
    (row(0.02, method=ABOVE), 1e-3, "fail", "method", "the form just doesn't"),
    (row(BELOW, method=0.5), 1e-3, "pass", None, "a coarse format hides the form's fault"),
    (row(0.02, form=None), 1e-3, "fail", "evaluation", "no form is declared"),
    (row(0.0), 0.0, "pass", None, "nothing is asked beyond a correct rounding"),
    (row(0.0, above=["excess"]), 0.0, "fail", "evaluation", "and it is missed by less than 1e-308"),
    (row(math.inf), 1e308, "fail", "evaluation", "beyond float64"),
]


@pytest.mark.parametrize("judged, bound, verdict, cause, why", ATOL, ids=[c[4] for c in ATOL])
def test_atol(judged, bound, verdict, cause, why):
    (claim,) = claims_of(judged, Limits(atol=bound))
    assert (claim.name, claim.atol, claim.verdict, claim.cause) == ("atol", bound, verdict, cause)
    assert claim.witness == judged.excess and claim.margin == bound - judged.excess.value


LIMITS = [
    (row(ulp=2.0), Limits(None, max_ulp=2.0), "pass", "equal"),
    (
        row(ulp=2.0, above=["evaluation.max_ulp"]),
        Limits(None, max_ulp=2.0),
        "fail",
        "the exact one is above",
    ),
    (row(ulp=2.0000000000000004), Limits(None, max_ulp=2.0), "fail", "a float64 above"),
    (row(steps=1), Limits(None, max_steps=1), "pass", "one step of one"),
    (row(steps=2), Limits(None, max_steps=1), "fail", "two steps of one"),
    (row(steps=2**63 + 1), Limits(None, max_steps=2**63), "fail", "beyond float64's integers"),
    (row(steps=0), Limits(None, max_steps=0), "pass", "none of none"),
]


@pytest.mark.parametrize("judged, limits, verdict, why", LIMITS, ids=[c[3] for c in LIMITS])
def test_limits(judged, limits, verdict, why):
    (claim,) = claims_of(judged, limits)
    assert claim.verdict == verdict, why
    assert claim.cause == ("evaluation" if verdict == "fail" else None)


def test_nan_for_a_number_keeps_no_bound():
    broken = at(0.0, x=-2.0)
    limits = Limits(1e300, max_ulp=1e300, max_steps=2**63)
    for judged in (row(first={"broken": broken}), row(None, None, None, first={"broken": broken})):
        claims = claims_of(judged, limits)
        assert [claim.name for claim in claims] == ["atol", "max_ulp", "max_steps"]
        for claim in claims:
            assert (claim.verdict, claim.cause) == ("fail", "evaluation")
            assert claim.margin is None and claim.witness == broken


def test_nan_at_minus_infinity_is_no_breach():
    assert claims_of(row(first={"nan_left": at(0.0)}), Limits())[0].verdict == "pass"


def test_nothing_asked_and_nothing_measured_claim_nothing():
    assert claims_of(row(), Limits(None)) == ()
    assert claims_of(row(None, None, None), Limits(1e-3, 1.0, 1)) == ()


def test_with_claims_puts_them_into_every_row():
    run = Run({}, (row(0.0), row(1.0)))
    assert [r.claims[0].verdict for r in with_claims(run, Limits()).rows] == ["pass", "fail"]
    assert [r.claims for r in run.rows] == [(), ()], "the run given stays as it is"
