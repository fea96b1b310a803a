"""The forms with free constants against mpmath: values, and every derivative by differences."""

import mpmath
import numpy as np
import pytest

from gelucheck.conformance.families import FAMILIES, values

X = (-9.0, -3.25, -1.0, -0.125, 0.5, 1.75, 4.0)
CONSTANTS = [
    ("erf", (2**0.5,)),
    ("erf", (1.41421,)),
    ("tanh", (0.7978845608028654, 0.044715)),
    ("tanh", (0.044715, 0.7978845608028654)),
    ("sigmoid", (1.702,)),
    ("sigmoid", (1.0,)),
]


def exact(form, x, constants):
    """x·S(z) as the formula has it, in mpmath."""
    if form == "erf":
        return x * mpmath.erfc(-x / constants[0]) / 2
    if form == "sigmoid":
        return x / (1 + mpmath.exp(-constants[0] * x))
    return x / (1 + mpmath.exp(-2 * constants[0] * (x + constants[1] * x**3)))


def of(function, form, x, constants):
    if function == "gelu":
        return exact(form, x, constants)
    return mpmath.diff(lambda v: exact(form, v, constants), x)


@pytest.mark.parametrize("form, constants", CONSTANTS)
@pytest.mark.parametrize("function", ["gelu", "gelu_grad"])
def test_values_and_derivatives(form, constants, function):
    found = values(FAMILIES[form], np.array(X), constants, function)
    with mpmath.workdps(60):
        exactly = [mpmath.mpf(c) for c in constants]
        for i, x in enumerate(X):
            at = mpmath.mpf(x)
            y = of(function, form, at, exactly)
            slope = mpmath.diff(lambda v: of(function, form, v, exactly), at)
            assert found.y[i] == pytest.approx(float(y), rel=1e-12)
            assert found.slope[i] == pytest.approx(float(slope), rel=1e-11, abs=1e-300)
            for k in range(len(constants)):

                def moved(c, at=at, k=k):
                    return of(function, form, at, [*exactly[:k], c, *exactly[k + 1 :]])

                by = mpmath.diff(moved, exactly[k])
                assert found.by[k, i] == pytest.approx(float(by), rel=1e-11, abs=1e-300)


@pytest.mark.parametrize("form", FAMILIES)
def test_the_standard_constants_are_the_forms(form):
    """√2, √(2/π), 0.044715 and 1.702, each the nearest float64."""
    due = {
        "erf": (mpmath.sqrt(2),),
        "tanh": (mpmath.sqrt(2 / mpmath.pi), mpmath.mpf("0.044715")),
        "sigmoid": (mpmath.mpf("1.702"),),
    }[form]
    assert FAMILIES[form].standard == tuple(map(float, due))


def test_condition_far_left_is_about_x_squared():
    """x·φ(x)·(1 - 1/x² …) over φ(x)·(1 - 1/x² …): k = x² + O(1)."""
    x = np.array([-8.0])
    k = values(FAMILIES["erf"], x, FAMILIES["erf"].standard).condition(x)
    assert 63 < k[0] < 66


def test_condition_at_a_zero_is_zero():
    x = np.array([0.0])
    assert values(FAMILIES["tanh"], x, FAMILIES["tanh"].standard).condition(x) == 0
