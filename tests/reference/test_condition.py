"""The condition number against the derivatives of the forms by mpmath."""

import mpmath
import numpy as np
import pytest

from gelucheck.reference.condition import condition

FORMS = {
    "erf": lambda x: x * mpmath.erfc(-x / mpmath.sqrt(2)) / 2,
    "tanh": lambda x: (
        x / (1 + mpmath.exp(-mpmath.sqrt(8 / mpmath.pi) * (x + mpmath.mpf("0.044715") * x**3)))
    ),
    "sigmoid": lambda x: x / (1 + mpmath.exp(-mpmath.mpf("1.702") * x)),
}
AT = [-300.0, -37.2, -13.0, -8.5, -7.9, -3.0, -1.0001, -0.76, -0.6, 1e-3, 1.4, 7.0, 30.0]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("function, order", [("gelu", 0), ("gelu_grad", 1)])
def test_condition(form, function, order):
    with mpmath.workdps(60):
        values, due = [], []
        for x in map(mpmath.mpf, AT):
            value, slope = (mpmath.diff(FORMS[form], x, n) for n in (order, order + 1))
            values.append(float(value))
            due.append(float(abs(x * slope / value)))
    found = condition(form, function, np.array(AT), np.array(values))
    np.testing.assert_allclose(found, due, rtol=1e-4, atol=1e-6)


def test_a_root_has_none():
    """The derivative's root: k is without bound, and what is not known is 0."""
    k = condition("erf", "gelu_grad", np.array([-0.75179152469356445746]), np.array([6e-18]))
    assert k[0] > 1e15
    assert condition("erf", "gelu", np.array([np.nan]), np.array([np.nan]))[0] < 10
