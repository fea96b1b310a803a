"""The minima: against mpmath, the published one of GELU, and those that the records keep."""

from fractions import Fraction

import pytest

from gelucheck.proofs.extremes import extremes
from gelucheck.reference.functions import REFERENCES

NAMES = ("gelu", "tanh", "sigmoid", "gelu_grad", "tanh_grad", "sigmoid_grad")


@pytest.fixture(scope="module")
def proved():
    return {one.name: one for one in extremes()}


def test_each_once(proved):
    assert list(proved) == [f"min {name}" for name in NAMES]


@pytest.mark.parametrize("name", NAMES)
def test_the_minimum_is_where_mpmath_finds_it(name, proved, exact):
    form = name.removesuffix("_grad").replace("gelu", "erf")
    function = exact.function(form, "gelu_grad" if name.endswith("_grad") else "gelu")
    at, value = min(exact.extremes(function, -6, 0, 40), key=lambda one: one[1])
    one = proved[f"min {name}"]
    assert one.lower <= value <= one.upper
    assert one.at[0] <= at <= one.at[1]
    assert one.upper - one.lower <= 1e-15 * abs(one.lower)


@pytest.mark.parametrize("name", NAMES)
def test_the_range_of_the_record_is_in_the_enclosure(name, proved):
    one = proved[f"min {name}"]
    assert Fraction(one.lower) <= REFERENCES[name].range[0] <= Fraction(one.upper)


def test_the_published_minimum_of_gelu(proved):
    """DESIGN, section 5."""
    one = proved["min gelu"]
    assert Fraction(one.lower) <= Fraction("-0.16997120747990366951") <= Fraction(one.upper)
    assert Fraction(one.at[0]) <= Fraction("-0.75179152469356445746") <= Fraction(one.at[1])


def test_the_derivative_of_gelu_is_least_at_the_root_of_two(proved, exact):
    """gelu'' = φ(x)(2 - x²)."""
    one, root = proved["min gelu_grad"], exact.mp.sqrt(2)
    assert one.at[0] <= -root <= one.at[1]
    assert one.lower <= exact.mp.ncdf(-root) - root * exact.mp.npdf(root) <= one.upper
