"""Flushed zeros: accepted where a subnormal is due or given, and nowhere else."""

import numpy as np
import pytest

from gelucheck.formats import FORMATS
from gelucheck.implementations.flushing import accept_flushes, flushed
from gelucheck.implementations.interface import Implementation

# float32: the smallest normal number is 2^-126, so that of GELU near zero, x/2, is subnormal for
# x < 2^-125; GELU(-13) = -13·Φ(-13) = -7.95e-38 is normal, GELU(-13.5) = -1.1e-40 is subnormal
TINY = 2.0**-126


@pytest.mark.parametrize(
    ("x", "due", "why"),
    [
        (TINY, TINY / 2, "a subnormal is due"),
        (1.5 * TINY, 0.75 * TINY, "a subnormal is due"),
        (-TINY, -TINY / 2, "of either sign"),
        (2.0**-130, 2.0**-131, "the input is subnormal too"),
        (4 * TINY, None, "2^-125 is due, which is normal"),
        (-13.0, None, "a normal number is due"),
        (-30.0, None, "zero is due"),
        (0.0, None, "zero is due"),
        (1.0, None, "0.84 is due"),
        (-2000.0, None, "zero is due, as everywhere far out"),
    ],
)
def test_where_a_zero_is_accepted(x, due, why):
    fmt = FORMATS["float32"]
    given = np.array([x], fmt.dtype)
    for zero in (0.0, -0.0):
        places, values = flushed(np.array([zero], fmt.dtype), given, fmt, "gelu")
        assert values.tolist() == ([] if due is None else [due]), why
        assert places.tolist() == ([] if due is None else [0])


def test_a_subnormal_in_the_tail():
    fmt = FORMATS["float32"]
    places, values = flushed(np.zeros(1, fmt.dtype), np.array([-13.5], fmt.dtype), fmt, "gelu")
    assert places.tolist() == [0]
    # x·erfc(-x/sqrt 2)/2 = -1.0506e-40, by mpmath
    import mpmath

    exact = float(mpmath.mpf("-13.5") * mpmath.ncdf(mpmath.mpf("-13.5")))
    assert abs(float(values[0]) - exact) <= 2.0**-150


def test_what_is_not_zero_stays():
    fmt = FORMATS["float32"]
    x = np.array([TINY, TINY, np.nan, np.inf, -np.inf, 1.0], fmt.dtype)
    wrong = np.array([TINY, 0.0, np.nan, np.inf, 0.0, 3.0], fmt.dtype)
    item = Implementation("f", "gelu", "erf", None, None, lambda x, fmt: wrong, ("float32",))
    got = accept_flushes(item, "gelu").call(x, fmt)
    assert got.tobytes() == np.array([TINY, TINY / 2, np.nan, np.inf, 0.0, 3.0], "f4").tobytes()
    assert wrong[1] == 0, "the implementation's own array is left alone"


def test_it_is_part_of_what_the_figures_depend_on():
    item = Implementation("f", "gelu", None, None, None, abs, (), version="torch 2.0")
    assert accept_flushes(item, "gelu").version == "torch 2.0, subnormals flush"
