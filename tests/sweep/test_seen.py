"""What was tried is never taken for new; what is new is seldom taken for tried."""

import numpy as np

from gelucheck.sweep.seen import Seen


def test_what_was_tried_is_known():
    rng = np.random.default_rng(1)
    seen = Seen(1 << 14)
    tried = rng.integers(-(1 << 62), 1 << 62, 1 << 14)
    seen.add(tried)
    assert not seen.fresh(tried).size


def test_the_rest_is_fresh_sorted_and_each_once():
    seen = Seen(100)
    seen.add(np.array([5, -7]))
    found = seen.fresh(np.array([9, 5, -1, 9, -7, -(1 << 62)]))
    assert found.tolist() == [-(1 << 62), -1, 9]


def test_few_are_left_out():
    """16 bits a value, two probes: each bit is set with chance 1 - exp(-1/8), so 1.4 % are."""
    seen = Seen(1 << 16)
    seen.add(np.arange(1 << 16))
    others = np.arange(1 << 16) + (1 << 40)
    assert 0.98 < seen.fresh(others).size / others.size <= 1


def test_memory_is_bounded():
    # 2^31 bits are 2^25 words, whatever is to be kept
    assert Seen(1 << 30)._words.size == 1 << 25
