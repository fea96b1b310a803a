"""What can be asked, and what cannot."""

import math

import pytest

from gelucheck.errors import UsageError
from gelucheck.gate.limits import Limits


def test_by_default_the_claim_alone():
    assert Limits() == Limits(atol=1e-3, max_ulp=None, max_steps=None)


@pytest.mark.parametrize("name", ["atol", "max_ulp", "max_steps"])
@pytest.mark.parametrize("bound", [math.nan, -1, -math.inf])
def test_a_bound_that_nothing_can_be_held_to_is_refused(name, bound):
    """Nothing is above NaN: such a limit would pass everything."""
    with pytest.raises(UsageError, match=name):
        Limits(**{name: bound})


@pytest.mark.parametrize("name", ["atol", "max_ulp", "max_steps"])
def test_an_infinite_bound_would_pass_everything(name):
    with pytest.raises(UsageError, match=name):
        Limits(**{name: math.inf})


@pytest.mark.parametrize("bound", [0, 0.0, None])
def test_bounds(bound):
    assert Limits(bound, bound, bound).max_ulp == bound
