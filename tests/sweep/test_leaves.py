"""Intervals with maxima: nothing is lost in dividing, and the best of every size is taken."""

import numpy as np
import pytest

from gelucheck.sweep.leaves import PARTS, POINTS, Leaves

RAW = np.random.PCG64(7).random_raw


def raw(count):
    return RAW(count)


def leaves(*cuts, figures=1):
    return Leaves(np.array(cuts, np.int64), figures)


def test_note_keeps_the_largest_and_its_first_place():
    some = leaves(-100, 0, 100, 200, figures=2)
    ordinals = np.array([-100, -3, 0, 7, 99, 500])
    errors = np.array([[1.0, 4, 2, 5, 5, 99], [0, 0, 3, 0, 0, 99]])
    some.note(ordinals, errors)
    assert some.best.tolist() == [[4, 5, -1], [0, 3, -1]]
    assert some.at[:, :2].tolist() == [[-3, 7], [-100, 0]]
    # less than before changes nothing, more does
    some.note(np.array([1, 150]), np.array([[4.5, 8], [4, 8]]))
    assert some.best.tolist() == [[4, 5, 8], [0, 4, 8]]
    assert some.at[1, 1] == 1


@pytest.mark.parametrize(
    "low, high", [(0, 1), (0, POINTS), (-5, PARTS * POINTS - 5), (-(1 << 52), 0), (3, 1000)]
)
def test_parts_cover_an_interval_once(low, high):
    some = leaves(low, high)
    drawn = some.divide(np.array([0]), raw)
    assert np.all((drawn >= low) & (drawn < high)) and np.unique(drawn).size == drawn.size
    size = high - low
    if size <= PARTS * POINTS:
        assert drawn.tolist() == list(range(low, high)) and not some.low.size
        return
    assert some.low[0] == low and some.high[-1] == high - 1
    assert np.array_equal(some.low[1:], some.high[:-1] + 1)
    widths = some.high - some.low
    assert some.low.size == PARTS and widths.max() - widths.min() <= 1
    inside = np.searchsorted(some.low, drawn, "right") - 1
    assert np.bincount(inside).tolist() == [POINTS] * PARTS


def test_a_part_keeps_what_was_observed_in_it():
    some = leaves(0, 8000, figures=2)
    some.note(np.array([10, 7990]), np.array([[3.0, 1], [1, 2]]))
    some.divide(np.array([0]), raw)
    assert some.best[:, 0].tolist() == [3, -1] and some.best[:, -1].tolist() == [-1, 2]
    assert np.all(some.best[:, 1:-1] == -1)


def test_the_best_of_every_size_is_promising():
    # two of 8, two of 1024 values, and one without a fault
    some = leaves(0, 8, 16, 1040, 2064, 4000)
    some.note(np.array([1, 9, 20, 1100, 3000]), np.array([[1.0, 2, 7, 5, 0]]))
    assert some.promising(0, 1, 0, 1 << 20).tolist() == [2, 1]
    assert sorted(some.promising(0, 2, 0, 1 << 20).tolist()) == [0, 1, 2, 3]
    assert some.promising(0, 2, 0, 15).tolist() == [1, 0]
    assert not some.promising(0, 1, 2064, 5000).size


def test_thinning_keeps_the_best_of_each_figure():
    some = leaves(*range(0, 8 * 101, 8), figures=2)
    errors = np.array([np.arange(100.0), np.arange(100.0)[::-1]])
    some.note(some.low, errors)
    some.thin(40)
    assert some.low.size == 20
    assert some.best[0].max() == some.best[1].max() == 99
