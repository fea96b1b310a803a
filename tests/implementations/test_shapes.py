"""Any number of values through a model of one shape."""

import numpy as np
import pytest

from gelucheck.implementations.shapes import is_free, shaped


@pytest.mark.parametrize(
    "shape", [[], [1], [3], [None], [2, 3], [None, 4], [None, None], [2, None]]
)
@pytest.mark.parametrize("given", [(), (0,), (1,), (7,), (24,), (4, 6)])
def test_each_value_comes_back_in_its_place(shape, given):
    seen = []

    def call(x):
        seen.append(x.shape)
        return x * x

    x = np.arange(np.prod(given, dtype=int), dtype=np.float32).reshape(given)
    got = shaped(shape, call)(x)
    assert got.shape == given and np.array_equal(got, x * x)
    for part in seen:
        assert len(part) == len(shape)
        assert all(want in (None, width) for want, width in zip(shape, part, strict=True))
    assert not is_free(shape)


def test_any_shape():
    assert is_free(None)
    assert shaped(None, np.copy) is np.copy


def test_a_model_that_changes_the_shape():
    with pytest.raises(ValueError, match=r"returned shape \(\) for shape \(3,\)"):
        shaped([3], np.sum)(np.ones(5, np.float32))
