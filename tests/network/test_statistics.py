"""Figures of activations against their definitions, in fractions."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gelucheck.network.statistics import Statistics

SEED = st.lists(st.floats(-100, 100), min_size=1, max_size=8)


def of(*seeds):
    statistics = Statistics()
    for values in seeds:
        statistics.add(np.array(values))
    return statistics.activations("n1")


@given(st.lists(SEED, min_size=1, max_size=3))
def test_figures_are_those_of_the_definition(seeds):
    numbers = [Fraction(value) for values in seeds for value in values]
    mean = sum(numbers) / len(numbers)
    variance = sum((value - mean) ** 2 for value in numbers) / len(numbers)
    found = of(*seeds)
    assert (found.node, found.count, found.mean) == ("n1", len(numbers), float(mean))
    # a number less the mean is rounded, squared and rounded
    assert found.std == pytest.approx(math.sqrt(variance), rel=1e-14, abs=1e-150)
    assert (found.low, found.high) == (min(numbers), max(numbers))
    assert found.tail == sum(value < -2 for value in numbers) / len(numbers)


@pytest.mark.parametrize("value", [0.1, -1e300, 5e-324, 0.0])
def test_one_number_again_and_again_has_no_deviation(value):
    found = of([value] * 3, [value] * 2)
    assert (found.mean, found.std, found.low, found.high) == (value, 0, value, value)


def test_a_mean_far_from_0_costs_no_digits():
    """2^40 + 0, 1, 2: the deviation is sqrt(2/3); a mean of squares would have 8 bits of it."""
    assert of([2.0**40, 2.0**40 + 1], [2.0**40 + 2]).std == pytest.approx(math.sqrt(2 / 3))


def test_minus_2_itself_is_not_in_the_tail():
    assert of([[-2.0, math.nextafter(-2.0, -3.0)], [3.0, -5.0]]).tail == 0.5
