"""Exact sums against sums of fractions."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gelucheck.sums import as_fraction, exact_sum, root, sum_above

SIZES = st.floats(min_value=0, allow_nan=False, allow_infinity=False)
LARGEST = 1.7976931348623157e308

TABLE = [
    ([], "nothing"),
    ([0.0, -0.0], "zeros"),
    ([5e-324], "the smallest there is"),
    ([5e-324, 5e-324, LARGEST], "from one end of float64 to the other"),
    ([LARGEST] * 5, "beyond float64"),
    ([0.1] * 1000, "a thousand tenths: not 100"),
    ([2.0**-1022, 2.0**-1022 - 5e-324], "the smallest normal and what lies below"),
    ([1.0, 2.0**-53, 2.0**-53], "what a float64 sum loses"),
]


@pytest.mark.parametrize("values, why", TABLE, ids=[row[1] for row in TABLE])
def test_sum(values, why):
    total = exact_sum(np.array(values, np.float64))
    assert isinstance(total, int) and as_fraction(total) == sum(map(Fraction, values)), why


@given(st.lists(SIZES, max_size=50))
def test_any_sum_is_that_of_the_fractions(values):
    assert as_fraction(exact_sum(np.array(values))) == sum(map(Fraction, values))


@given(st.lists(SIZES, max_size=30), st.randoms(use_true_random=False))
def test_no_order_and_no_grouping_matters(values, random):
    shuffled = list(values)
    random.shuffle(shuffled)
    cut = random.randint(0, len(values))
    parts = [np.array(shuffled[:cut]), np.array(shuffled[cut:])]
    assert sum(map(exact_sum, parts)) == exact_sum(np.array(values))


def test_a_block_of_the_largest_size_is_exact():
    """2^16 copies of a value with every bit set: the halves' sums stay below 2^53."""
    value = math.nextafter(2.0, 0.0)
    assert as_fraction(exact_sum(np.full(1 << 16, value))) == Fraction(value) * (1 << 16)


@given(st.lists(SIZES, max_size=50))
def test_sum_above_bounds_from_above_by_at_most_two(values):
    exact, bound = sum(map(Fraction, values)), as_fraction(sum_above(np.array(values)))
    assert exact <= bound <= 2 * exact


@given(st.lists(SIZES, max_size=50))
def test_squares_are_summed_whatever_float64_can_hold(values):
    """Each square is rounded to 53 bits; the sum of those is exact."""
    total = as_fraction(exact_sum(np.array(values), squares=True), squares=True)
    due = sum(Fraction(value) ** 2 for value in values)
    assert abs(total - due) <= due / 2**53
    bound = as_fraction(sum_above(np.array(values), squares=True), squares=True)
    assert due <= bound <= 4 * due


ROOTS = [
    (Fraction(4), 2.0, "a square"),
    (Fraction(2), math.sqrt(2), "an irrational root"),
    (Fraction(1, 2**2148), 2.0**-1074, "a square that float64 has not: too small"),
    (Fraction(2) ** 2040, 2.0**1020, "or too large"),
    (Fraction(9, 10**600), 3e-300, "and not dyadic"),
]


@pytest.mark.parametrize("number, due, why", ROOTS, ids=[row[2] for row in ROOTS])
def test_root(number, due, why):
    assert root(number) == pytest.approx(due, rel=2**-51, abs=0), why
