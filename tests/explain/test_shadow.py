"""Exact steps: each against mpmath, and the last one against the form."""

import math
from fractions import Fraction

import pytest
from flint import arb
from mpmath import MPContext

from gelucheck.explain.shadow import ball_digits, relative_error, shadow_steps
from gelucheck.forms.catalogue import ALL, find_writing
from gelucheck.reference.enclosure import arb_precision
from gelucheck.reference.functions import REFERENCES
from gelucheck.reference.oracle import enclose


def context(bits=3000):
    mp = MPContext()
    mp.prec = bits
    return mp


def test_the_steps_of_the_erf_writing():
    mp = context()
    x = mp.mpf(-5.5)
    z = x / mp.sqrt(2)
    due = [x / 2, mp.sqrt(2), z, -mp.erf(-z), mp.erfc(-z), x / 2 * mp.erfc(-z)]
    for step, value in zip(shadow_steps(find_writing("erf"), -5.5), due, strict=True):
        with arb_precision(300):
            text = ball_digits(arb(mp.nstr(value, 60)), 20)
        assert ball_digits(step.result.value, 20) == text, step


INPUTS = [-38.0, -5.5, -1e-30, 5e-324, 0.75, 3.0, 40.5, 100.0]


@pytest.mark.parametrize("writing", ALL, ids=lambda w: f"{w.function}-{w.name}")
def test_the_last_step_is_the_form(writing):
    """Without rounding, an exact writing is its form: the two are known to 2^-100, and agree at
    every input; one that is not exact is something else at one of them."""
    same = [is_the_form(writing, x) for x in INPUTS]
    assert all(same) == writing.exact, same


def is_the_form(writing, x):
    name = "gelu" if writing.form == "erf" else writing.form
    function = REFERENCES[name + writing.function.removeprefix("gelu")]
    value = shadow_steps(writing, x)[-1].result.value
    if value.rel_accuracy_bits() <= 100:
        # not told from 0, which no form is
        assert not writing.exact
        return False
    lower, upper = enclose(function, x, 120)
    with arb_precision(200):
        low, high = (arb(lower.context.nstr(end, 60)) for end in (lower, upper))
        slack = arb(2) ** -99 * abs(low)
        return bool(low - slack < value < high + slack)


def test_what_cannot_be_told_from_zero_is_said_so():
    # 1 + erf(-46000) is about 10^-931729735
    steps = shadow_steps(find_writing("erf"), -65504.0)
    assert ball_digits(steps[-1].result.value, 10) == "~0"


@pytest.mark.parametrize(
    ("ball", "digits", "text"),
    [
        (arb(0), 5, "0"),
        (arb(-2.75), 10, "-2.75"),
        (arb(3) ** 40, 4, "1.216e19"),
        (arb(0, 1), 5, "~0"),
        (arb(2) ** -(10**7), 5, "~0"),
        (arb(2) ** (10**7), 5, "~inf"),
        (arb("inf"), 5, None),
        (arb("nan"), 5, None),
    ],
)
def test_ball_digits(ball, digits, text):
    assert ball_digits(ball, digits) == text


@pytest.mark.parametrize(
    ("value", "ball", "error"),
    [
        (3.0, arb(2), 0.5),
        (-3.0, arb(2), 2.5),
        (0.0, arb(2), 1.0),
        (2.0, arb(2), 0.0),
        (0.0, arb(0), 0.0),
        (1.0, arb(0), math.inf),
        (0.0, arb(0, 1e-300), 1.0),
        (math.inf, arb(2), math.inf),
        (math.nan, arb(2), None),
        (1.0, arb("nan"), None),
    ],
)
def test_relative_error(value, ball, error):
    assert relative_error(value, ball) == error


def test_relative_error_of_a_nearest_double():
    third = Fraction(1 / 3) / Fraction(1, 3) - 1
    with arb_precision(300):
        ball = arb(1) / 3
    assert math.isclose(relative_error(1 / 3, ball), abs(float(third)), rel_tol=1e-12)
