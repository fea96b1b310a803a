"""The constant at which both sides are equal: by the suprema of both sides there."""

from dataclasses import replace
from fractions import Fraction

import pytest

from gelucheck.errors import UndecidedError
from gelucheck.proofs.bound import bound
from gelucheck.proofs.expressions import expression
from gelucheck.proofs.intervals import Work
from gelucheck.proofs.optimum import equalised


@pytest.mark.parametrize("form, of", [("tanh", "gelu"), ("sigmoid", "phi")])
def test_both_sides_are_equal_there(form, of):
    function = expression("difference", form, of)
    constant, error, apart = equalised(function, -6.0, Work("it"))
    there = replace(function, constant=constant)
    plus, minus = (bound(there, side, (-6.0, 0.0), Work("it")) for side in ("plus", "minus"))
    assert plus.lower <= minus.upper and minus.lower <= plus.upper
    assert abs(error - plus.lower) < 1e-15 * error
    # how fast they come apart, by a difference quotient
    step = Fraction(1, 2**20) * constant
    moved = replace(function, constant=constant + step)
    plus, minus = (bound(moved, side, (-6.0, 0.0), Work("it")) for side in ("plus", "minus"))
    assert abs(abs(plus.lower - minus.lower) / float(step) - apart) < 1e-4 * apart
    # elsewhere they are not
    plus, minus = (bound(function, side, (-6.0, 0.0), Work("it")) for side in ("plus", "minus"))
    assert abs(plus.lower - minus.lower) > 1e-6 * plus.lower


def test_where_one_side_has_no_peak_there_is_no_such_constant():
    """A sigmoid of slope 1/100 is below GELU for all x < 0."""
    with pytest.raises(UndecidedError):
        equalised(
            expression("difference", "sigmoid", "gelu", Fraction(1, 100)), -6.0, Work("it", 200)
        )
