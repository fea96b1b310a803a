"""Summits, and what is tried around them."""

import numpy as np

from gelucheck.sweep.aims import Aim
from gelucheck.sweep.climb import Summits

AIMS = (Aim(0, -100, 99, 2), Aim(1, 0, 99, 1))


def test_the_largest_within_the_ordinals_that_count():
    summits = Summits(AIMS)
    ordinals = np.array([-200, -50, 10, 20])
    assert summits.note(ordinals, np.array([[9.0, 1, 3, 2], [9, 9, 1, 2]]))
    assert (summits.best.tolist(), summits.at.tolist()) == ([3, 2], [10, 20])
    # no larger than before
    assert not summits.note(np.array([30]), np.array([[3.0], [2]]))
    assert summits.note(np.array([30]), np.array([[3.5], [2]]))
    assert summits.at.tolist() == [30, 20]


def test_everything_near_and_leaps_of_every_length():
    summits = Summits(AIMS)
    summits.note(np.array([0, 50]), np.array([[5.0, 1], [0, 0]]))
    around = summits.around(3, 20, np.random.PCG64(1).random_raw)
    # the weight of the aim doubles the reach
    assert set(range(-6, 7)) <= set(around.tolist())
    far = np.abs(around[13:])
    for k in range(20):
        assert np.count_nonzero((far >= 1 << k) & (far < 2 << k)) == 2


def test_nothing_observed_is_no_summit():
    summits = Summits(AIMS)
    summits.note(np.array([1, 2]), np.zeros((2, 2)))
    assert not summits.around(3, 20, np.random.PCG64(1).random_raw).size
