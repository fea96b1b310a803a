"""A writing under an arithmetic, as an implementation."""

import numpy as np
import pytest

from gelucheck.formats import FORMATS
from gelucheck.forms.catalogue import WRITINGS
from gelucheck.implementations.writing import from_writing

NARROW = tuple(name for name in FORMATS if name != "float64")


@pytest.mark.parametrize("name", WRITINGS)
@pytest.mark.parametrize("arithmetic, formats", [("native", tuple(FORMATS)), ("upcast", NARROW)])
def test_what_it_says_of_itself(name, arithmetic, formats):
    writing = WRITINGS[name]
    item = from_writing(writing, arithmetic)
    assert (item.name, item.writing) == (name, name)
    assert (item.form, item.function) == (writing.form, writing.function)
    assert (item.arithmetic, item.formats) == (arithmetic, formats), "float64 has native only"


@pytest.mark.parametrize("name", WRITINGS)
@pytest.mark.parametrize("arithmetic", ["native", "upcast"])
def test_it_keeps_shape_dtype_and_input(name, arithmetic):
    item = from_writing(WRITINGS[name], arithmetic)
    for fmt in map(FORMATS.get, item.formats):
        x = np.array([np.nan, -np.inf, np.inf, 0.0, -0.0, 1.0, -3.0, fmt.largest], fmt.dtype)
        before = fmt.bits_of_values(x).copy()
        got = item.call(x, fmt)
        assert got.shape == x.shape and got.dtype == fmt.dtype
        assert np.array_equal(fmt.bits_of_values(x), before)
        assert np.isnan(got[0].astype(float)) and item.call(x[:0], fmt).shape == (0,)
        limit = {"erf-clip10": 10.0}.get(name, np.inf)
        assert got[2].astype(float) in (limit, np.inf) or np.isnan(got[2].astype(float))


def test_a_hand_made_value():
    """x·sigmoid(1.702x) at 0 and far out needs no rounding: 0 and x."""
    item = from_writing(WRITINGS["sigmoid"], "native")
    fmt = FORMATS["float16"]
    x = np.array([0.0, -0.0, 100.0, -100.0], np.float16)
    assert fmt.bits_of_values(item.call(x, fmt)).tolist() == [0, 0x8000, 0x5640, 0x8000]
