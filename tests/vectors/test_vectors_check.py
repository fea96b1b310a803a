"""Planted faults in vectors are counted, sized and named; what is right is right."""

from dataclasses import replace
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from gelucheck.errors import UsageError
from gelucheck.formats import FORMATS
from gelucheck.reference.evaluate import oracle
from gelucheck.vectors.check import check_given
from gelucheck.vectors.checked import Tolerance
from gelucheck.vectors.given import Given, own

SINGLE = FORMATS["float32"]
X = np.array([-3.0, -1.5, -0.25, 0.5, 1.0, 2.0], np.float32)


def given(x, y, fmt=SINGLE):
    return Given("theirs", fmt.name, None, fmt.bits_of_values(x), fmt.bits_of_values(y))


def right(x=X, function="gelu"):
    return oracle(x, "float32", function)


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_made_is_right(made, name):
    for each in made.sets:
        if each.dtype == name:
            found = check_given(own(each, each.sha256))
            assert (found.passed, found.wrong, found.damage) == (True, 0, ())
            assert found.correct == found.faithful == found.count == 41
            assert found.fits[0].function == each.function


def test_a_value_that_is_off_is_counted_and_sized():
    y = right()
    y[1] = np.nextafter(np.nextafter(y[1], np.float32(1)), np.float32(1))
    found = check_given(given(X, y))
    assert (found.passed, found.wrong, found.correct) == (False, 1, 5)
    assert found.max_steps.value == 2 and found.max_steps.x == -1.5
    with mpmath.workprec(200):
        exact = mpmath.mpf(-1.5) * mpmath.ncdf(-1.5)
        # |G(-1.5)| is in [1/16, 1/8), where an ulp is 2^-27
        due = abs(mpmath.mpf(float(y[1])) - exact) * mpmath.mpf(2) ** 27
    assert found.max_ulp.value == float(due)
    assert (found.max_ulp.bits, found.max_ulp.x_hex) == ("0xbfc00000", "-0x1.8p+0")
    assert found.max_ulp.got == float(y[1])


@pytest.mark.parametrize(
    ("steps", "tolerance", "passes"),
    [
        (0, Tolerance(), True),
        (1, Tolerance(), False),
        (1, Tolerance(max_steps=1), True),
        (2, Tolerance(max_steps=1), False),
        (1, Tolerance(max_ulp=1.5), True),
        (2, Tolerance(max_ulp=1.4), False),
        (1, Tolerance(max_ulp=1.5, max_steps=0), False),
        (0, Tolerance(max_ulp=0.5), True),
        (1, Tolerance(max_ulp=0.5), False),
    ],
)
def test_tolerances(steps, tolerance, passes):
    # of a value off by n steps the error is within n ± 0.5 ulp
    y = right()
    for _ in range(steps):
        y[3] = np.nextafter(y[3], np.float32(9))
    assert check_given(given(X, y), tolerance=tolerance).passed is passes


def test_a_bound_next_to_the_error_is_decided_exactly():
    y = right()
    y[4] = np.nextafter(y[4], np.float32(9))
    with mpmath.workprec(400):
        exact = abs(mpmath.mpf(float(y[4])) - mpmath.ncdf(1)) * mpmath.mpf(2) ** 24
        numerator = Fraction(int(mpmath.floor(exact * 2**200)), 2**200)
    bound = float(numerator)
    below = bound if Fraction(bound) < numerator else np.nextafter(bound, 0)
    assert check_given(given(X, y), tolerance=Tolerance(np.nextafter(below, 9))).passed
    assert not check_given(given(X, y), tolerance=Tolerance(below)).passed


@pytest.mark.parametrize(
    ("x", "y", "wrong", "why"),
    [
        (np.nan, np.nan, 0, "NaN for NaN"),
        (np.nan, 1.0, 1, "a number for NaN"),
        (1.0, np.nan, 1, "NaN for a number"),
        (1.0, np.inf, 1, "infinite for a number"),
        (np.inf, np.inf, 0, "the limit"),
        (np.inf, 3.4028234663852886e38, 1, "one step, and infinitely far"),
        (-np.inf, -0.0, 0, "the limit"),
        (-np.inf, 0.0, 0, "a zero for a zero"),
        (-np.inf, np.nan, 1, "what frameworks give"),
        (-20.0, 0.0, 0, "a zero for a zero"),
    ],
)
def test_special_values(x, y, wrong, why):
    with np.errstate(all="ignore"):
        pair = given(*(np.array([v]).astype(np.float32) for v in (x, y)))
    loose = check_given(pair, tolerance=Tolerance(max_ulp=1e9, max_steps=10**9))
    assert (check_given(pair).wrong, loose.wrong) == (wrong, wrong), why
    assert (loose.first is not None) is (wrong == 1)


def test_zeros_of_the_wrong_sign_are_told():
    found = check_given(given(np.array([-20.0], np.float32), np.array([0.0], np.float32)))
    assert found.passed and found.zero_signs == 1


def test_faithful_is_one_of_the_two_neighbours():
    y = right()
    y[4] = np.nextafter(y[4], np.float32(0))  # Φ(1) = .84134474607 lies between these two
    assert float(y[4]) < 0.841344746068543 < float(right()[4])
    found = check_given(given(X, y))
    assert (found.correct, found.faithful) == (5, 6)
    y[4] = np.nextafter(y[4], np.float32(0))
    assert check_given(given(X, y)).faithful == 5


def test_the_best_form_is_said():
    found = check_given(given(X, right(function="sigmoid")))
    assert not found.passed
    assert (found.fits[0].function, found.fits[0].wrong) == ("sigmoid", 0)
    assert check_given(given(X, right(function="sigmoid")), "sigmoid").passed
    slopes = check_given(given(X, right(function="tanh_grad")), "gelu_grad")
    assert slopes.fits[0].function == "tanh_grad"


def test_inputs_with_two_outputs_are_counted():
    x = np.array([1.0, 2.0, 1.0, 1.0], np.float32)
    y = right(x)
    assert check_given(given(x, y)).repeated == 0
    y[2] = 0.8
    assert check_given(given(x, y)).repeated == 1


@pytest.mark.parametrize("column", ["outputs", "below", "above", "tags"])
def test_a_change_of_ours_is_damage(made, column):
    whole = made.sets[0]
    changed = getattr(whole, column).copy()
    changed[20] ^= 1
    found = check_given(own(replace(whole, **{column: changed}), whole.sha256))
    assert not found.passed and "hash" in found.damage[0]
    told = [words for words in found.damage if column in words]
    assert len(told) == (column != "tags")


def test_bounds_that_mean_nothing_are_refused():
    for wrong in ({"max_ulp": 0.4}, {"max_ulp": float("nan")}, {"max_steps": -1}):
        with pytest.raises(UsageError, match="--max-"):
            Tolerance(**wrong)
    assert Tolerance(2.0, 3).words == "within 2 ulp and 3 steps"
    assert Tolerance(0.5).words == Tolerance().words == "correctly rounded"
