"""Branch points: the inputs lead to the arguments, checked with mpmath."""

import math

import mpmath
import numpy as np
import pytest

from gelucheck.formats import FORMATS
from gelucheck.inputs.branches import BRANCHES, branch_inputs, branch_ordinals, tanh_input


@pytest.mark.parametrize("z", [2.0**-55, 1e-3, 0.625, 1.0, 22.0, 745.0])
def test_the_input_of_tanh_solves_its_cubic(z):
    with mpmath.workdps(40):
        x = mpmath.mpf(tanh_input(z))
        back = mpmath.sqrt(2 / mpmath.pi) * (x + mpmath.mpf("0.044715") * x**3)
        # the cubic magnifies an error of x by 3 at most
        assert abs(back / z - 1) < 2.0**-50


@pytest.mark.parametrize(
    "function, z, x, why",
    [
        ("erf", 1.25, 1.25, "a kernel that branches on x"),
        ("erf", 6.0, 6 * math.sqrt(2), "erf(x/sqrt 2): the last break of fdlibm"),
        ("exp", 32.0, 8.0, "exp(-x*x/2)"),
        ("exp", 1.702, 1.0, "exp(-1.702x)"),
        ("tanh", 1.0, tanh_input(1.0), "tanh of the cubic"),
        ("exp", 2.0, tanh_input(1.0), "tanh by way of exp(2z)"),
    ],
)
def test_a_branch_leads_to_an_input(function, z, x, why):
    assert any(abs(found - x) <= 2.0**-51 * x for found in branch_inputs(function, z)), why


@pytest.mark.parametrize("fmt", FORMATS.values(), ids=list(FORMATS))
def test_ordinals_are_finite_distinct_and_of_both_signs(fmt):
    ordinals = branch_ordinals(fmt)
    assert np.array_equal(ordinals, np.unique(ordinals))
    assert set(ordinals.tolist()) == {-1 - ordinal for ordinal in ordinals.tolist()}
    assert np.all(np.isfinite(fmt.values(ordinals).astype(np.float64)))


def test_the_breaks_of_fdlibm_are_there():
    # s_erf.c: 0.84375, 1.25, 1/0.35, 6, 28; s_tanh.c: 1, 22
    for function, due in (("erf", {0.84375, 1.25, 1 / 0.35, 6.0, 28.0}), ("tanh", {1.0, 22.0})):
        assert due <= {branch.z for branch in BRANCHES if branch.function == function}
