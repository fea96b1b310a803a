"""Calls as a user makes them, and what is seen of them from another process."""

import numpy as np
import pytest

from gelucheck.errors import ImplementationError
from gelucheck.formats import FORMATS
from gelucheck.implementations import apart
from gelucheck.implementations.guest import Guest, Layout, here

pytestmark = [
    pytest.mark.skipif(not apart.POSSIBLE, reason="needs another system: no poll"),
    pytest.mark.usefixtures("yard_of_ours"),
]

F32 = FORMATS["float32"]


def guest(function, **words):
    return Guest("python", f"yard_of_ours:{function}", **words)


def test_probes():
    memory = np.arange(6, dtype=np.float32)
    two, again = guest("in_place").probe(memory, F32, times=2)
    assert (two.modified, two.aliased, two.raised) == (True, True, "")
    assert two.got.tolist() == again.got.tolist() == [7] * 6
    assert memory.tolist() == [0, 1, 2, 3, 4, 5]
    # every other of the six, backwards, as two rows
    layout = Layout((1, 3), (0, -8), 20)
    (seen,) = guest("same").probe(memory, F32, layout)
    assert seen.got.tolist() == [[5, 3, 1]]
    assert (seen.modified, seen.aliased) == (False, True)
    (raised,) = guest("mute").probe(memory, F32)
    assert (raised.got, raised.raised) == (None, "Mute")
    (large,) = guest("endless").probe(memory, F32)
    assert large.got is None and "too large" in large.raised


@pytest.mark.parametrize(
    ("function", "shape", "dtype"),
    [("wide", (6,), ">f8"), ("record", (2,), "V6"), ("things", (2,), "O")],
)
def test_a_probe_shows_shape_and_dtype(function, shape, dtype):
    (seen,) = guest(function).probe(np.arange(6, dtype=np.float32), F32)
    assert (seen.got.shape, seen.got.dtype) == (shape, np.dtype(dtype))


def test_a_probe_of_bfloat16():
    fmt = FORMATS["bfloat16"]
    (seen,) = guest("same").probe(fmt.values_of_bits([0x3FC0, 0x7FC1]), fmt)
    assert seen.got.dtype == fmt.dtype
    assert fmt.bits_of_values(seen.got).tolist() == [0x3FC0, 0x7FC1]


def test_a_probe_that_crashes_says_with_which_shape():
    with pytest.raises(ImplementationError) as caught:
        guest("aborts").probe(np.ones(6, np.float32), F32, Layout((2, 3), (12, 4)))
    assert "crashed (abort), at 6 float32 inputs" in str(caught.value)
    assert "with shape (2, 3)" in str(caught.value)


def test_a_probe_here_is_the_same():
    memory = np.arange(6, dtype=np.float32)
    with here():
        (mine,) = guest("in_place").probe(memory, F32)
        (mute,) = guest("mute").probe(memory, F32)
    (theirs,) = guest("in_place").probe(memory, F32)
    assert mine.got.tolist() == theirs.got.tolist()
    assert (mine.modified, mine.aliased) == (theirs.modified, theirs.aliased) == (True, True)
    assert mute.raised == "Mute"
