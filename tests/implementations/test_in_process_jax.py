"""Callables of JAX, jitted ones included."""

from functools import partial
from importlib.util import find_spec

import numpy as np
import pytest

from gelucheck import assert_accurate
from gelucheck.errors import ImplementationError
from gelucheck.formats import FORMATS
from gelucheck.implementations.in_process import InProcess, from_callable

pytestmark = pytest.mark.skipif(find_spec("jax") is None, reason="needs jax")


@pytest.fixture
def jax():
    import jax

    return jax


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_a_jitted_function_needs_no_kind(jax, dtype):
    item = from_callable(jax.jit(lambda x: x * 2))
    assert item.guest.kind == "jax" and "jax " in item.version
    x = np.array([1.5, -2], FORMATS[dtype].dtype)
    got = item.call(x, FORMATS[dtype])
    assert got.dtype == x.dtype and got.tolist() == [3, -4]


def test_the_library_s_own(jax):
    sound = partial(jax.nn.gelu, approximate=False)
    run = assert_accurate(sound, dtype="float32", max_abs=1e-5, samples=2000)
    assert run.rows[0].label == "gelu · float32"
    # its default is the tanh form
    with pytest.raises(AssertionError, match='declares="tanh"'):
        assert_accurate(jax.nn.gelu, dtype="float32", max_abs=1e-5, samples=2000)


def test_gradients_are_vjp_s(jax):
    item = from_callable(InProcess(lambda x: x * x / 2, kind="jax"), "gelu_grad")
    # d/dx x²/2 = x
    assert item.call(np.array([1.5, -2], np.float32), FORMATS["float32"]).tolist() == [1.5, -2]


def test_what_it_raises(jax):
    @jax.jit
    def branches(x):
        return x if x.sum() > 0 else -x

    with pytest.raises(ImplementationError, match="branches raised TracerBoolConversionError"):
        assert_accurate(branches, inputs="1:1")
