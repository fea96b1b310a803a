"""One wrong value among thousands of right ones: where every other error is much the same."""

import numpy as np
import pytest

from gelucheck.block import Block
from gelucheck.formats import FORMATS, STANDARD
from gelucheck.implementations.interface import Implementation
from gelucheck.measure import measure
from gelucheck.reference.evaluate import oracle

# from, to: where GELU is simple, next to zero, and where it bends
STRETCHES = [
    (-3e4, -2e4),
    (-2000.0, -20.0),
    (-14.0, -9.0),
    (-5.0, -1.0),
    (-1e-3, -1e-6),
    (1e-38, 1e-37),
    (1.0, 3.0),
    (6.0, 9.0),
    (2.0**13, 2.0**15),
]


@pytest.mark.parametrize("dtype", STANDARD)
@pytest.mark.parametrize("left, right", STRETCHES)
@pytest.mark.parametrize("share", [0.0, 0.31, 0.5, 0.77, 1.0])
def test_one_wrong_value_is_the_worst(dtype, left, right, share):
    """60000 for a number of at most some thousands, or 3 for a small one, is the largest error."""
    fmt = FORMATS[dtype]
    low, high = fmt.ordinals(fmt.round_array(np.array([left, right])))
    x = fmt.values(np.unique(np.linspace(low, high, 3000).astype(np.int64)))
    at = int(share * (x.size - 1))
    planted = fmt.round_array(np.array([-60000.0]))[0]

    def call(values, fmt):
        outputs = oracle(values, fmt.name)
        outputs[at] = planted
        return outputs

    item = Implementation("planted", "gelu", "erf", None, None, call, (dtype,))
    tally = measure(item, Block(fmt, x))
    peaks = tally.total.peaks
    witness = int(fmt.bits_of_values(x[at : at + 1])[0])
    assert peaks["absolute"].x == peaks["excess"].x == witness
    if abs(right) < 100:
        # further right an ulp is large, and a value two binades away is not so many steps off
        assert peaks["ulp"].x == peaks["steps"].x == witness
    assert peaks["absolute"].value > 59000
