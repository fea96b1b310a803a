"""Where no input is hard, and where all are: against mpmath and Arb."""

import sys
from fractions import Fraction
from pathlib import Path

import pytest
from flint import arb

from gelucheck.formats import FORMATS
from gelucheck.proofs.hardest.simple import far_left, far_right, near_zero, stretches
from gelucheck.reference import in_arb
from gelucheck.reference.functions import REFERENCES

sys.path.insert(0, str(Path(__file__).parent))
import hard_by_hand

by_format = pytest.mark.parametrize("fmt", FORMATS.values(), ids=lambda fmt: fmt.name)


@by_format
@pytest.mark.parametrize("name", ["gelu", "tanh", "sigmoid_grad"])
def test_beyond_the_ends_nothing_is_hard(fmt, name):
    """The first value beyond, and powers of two with their neighbours."""
    function = REFERENCES[name]
    for sign, end in ((-1, far_left(function, fmt)), (1, far_right(function, fmt))):
        first = fmt.round(end)
        powers = [fmt.round(2.0**k) for k in range(3, 10) if 2.0**k > end]
        for magnitude in [first, *(p + step for p in powers for step in (-1, 0, 1))]:
            x = sign * fmt.value(magnitude)
            if abs(x) > 150 or magnitude > fmt.bits_of(fmt.largest):
                continue
            y = hard_by_hand.value(name, x)
            assert hard_by_hand.place(fmt, y)[0] >= Fraction(1, 4), x


@by_format
@pytest.mark.parametrize("name", ["gelu", "sigmoid"])
def test_not_counted_is_where_the_result_is_half_of_x(fmt, name):
    function = REFERENCES[name]
    for sign, first in zip((-1, 1), near_zero(function, fmt), strict=True):
        for magnitude in range(max(1, first - 3), first + 1):
            x = sign * fmt.value(magnitude)
            half = hard_by_hand.is_half(fmt, x, hard_by_hand.value(name, x))
            assert half == (magnitude < first)
        # subnormal and smallest normal x: ties go upwards
        for magnitude in [1, 2, 3, 5, (1 << (fmt.precision - 1)) + 1]:
            x = sign * fmt.value(magnitude)
            assert magnitude >= first or hard_by_hand.is_half(fmt, x, hard_by_hand.value(name, x))


@by_format
@pytest.mark.parametrize("name", ["gelu_grad", "tanh_grad", "sigmoid_grad"])
def test_next_to_zero_a_derivative_is_far_from_a_boundary(fmt, name):
    left, right = (fmt.value(first) for first in near_zero(REFERENCES[name], fmt))
    for x in (-left, right, -left / 2, right / 2):
        assert hard_by_hand.place(fmt, hard_by_hand.value(name, x))[0] >= Fraction(1, 4)


@pytest.mark.parametrize("bend", ["gelu_bend", "tanh_form_bend", "sigmoid_form_bend"])
def test_second_derivatives_next_to_zero_are_below_one(bend):
    for k in range(-16, 16):
        interval = arb((2 * k + 1) / 256, 1 / 256)
        assert abs(getattr(in_arb, bend)(interval)) < 1


def test_what_is_counted_of_float16():
    """Facts: 27,637 of float16 are neither x, nor -0, nor x/2. What is counted besides is so near
    them that its distance is not known to be 1/4."""
    negative, positive = stretches(REFERENCES["gelu"], FORMATS["float16"])
    assert 27_637 <= len(negative) + len(positive) <= 29_000
