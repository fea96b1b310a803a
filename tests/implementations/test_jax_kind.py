"""JAX: what an array is given, and what comes of its own GELU."""

import sys
from importlib.util import find_spec
from types import ModuleType

import numpy as np
import pytest

from gelucheck.errors import UsageError
from gelucheck.formats import FORMATS, STANDARD
from gelucheck.implementations.jax import KIND

pytestmark = pytest.mark.skipif(find_spec("jax") is None, reason="needs jax")


def load(target, function="gelu", device=None):
    return KIND.load(target, function, device)


@pytest.mark.parametrize("name", FORMATS)
def test_every_pattern_gets_there_and_back(name, patterns):
    fmt, x = FORMATS[name], patterns(name)
    found = load("jax.numpy.array")
    assert name in found.formats and not found.modes
    assert found.apply(x, fmt).tobytes() == x.tobytes()


@pytest.mark.parametrize("target, form", [("gelu", "erf"), ("gelu-tanh", "tanh")])
@pytest.mark.parametrize("function", ["gelu", "gelu_grad"])
def test_its_own_gelu(target, form, function, errors):
    found = load(target, function)
    assert (found.declares, found.formats, found.device) == (form, tuple(FORMATS), "cpu:0")
    assert found.version.startswith("jax ")
    for name in STANDARD:
        off, limits = errors(found.apply, name, form, function)
        assert all(error <= limit for error, limit in zip(off, limits, strict=True)), name


def test_the_two_forms_are_two(steps):
    # |tanh - gelu| is 4.73e-4 at 2.69894 (DESIGN, section 5): 2,000 steps of float32 there
    for target, own, other in (("gelu", "erf", "tanh"), ("gelu-tanh", "tanh", "erf")):
        apply = load(target).apply
        assert steps(apply, "float32", other, [2.69894])[0] > 1000
        assert steps(apply, "float32", own, [2.69894])[0] <= 4


def test_float64_changes_nothing_for_others():
    import jax

    fmt, x = FORMATS["float32"], np.linspace(-9, 5, 99, dtype=np.float32)
    apply = load("gelu").apply
    before = apply(x, fmt)
    wide = apply(x.astype(np.float64), FORMATS["float64"])
    assert wide.dtype == np.float64
    assert apply(x, fmt).tobytes() == before.tobytes()
    assert before.tobytes() == np.asarray(jax.nn.gelu(x, approximate=False)).tobytes()
    assert not jax.config.jax_enable_x64, "as a user finds it"


@pytest.mark.parametrize(
    ("target", "declares"),
    [
        ("jax.nn.gelu", "tanh"),
        ("jax.nn.gelu(approximate=False)", "erf"),
        ("jax.nn.gelu(approximate=[1])", None),
        ("jax.nn.silu", None),
    ],
)
def test_what_it_declares(target, declares):
    found = load(target)
    assert found.declares == declares
    if "gelu" in target:
        assert dict(found.documented) == {True: "tanh", False: "erf"}
        fmt, x = FORMATS["float32"], np.array([2.69894], np.float32)
        apart = found.approximate(True)(x, fmt) - found.approximate(False)(x, fmt)
        assert abs(abs(apart[0]) - 4.7323552e-4) < 1e-6


@pytest.mark.parametrize("name", ["bfloat16", "float32"])
def test_layouts(name, layouts):
    fmt = FORMATS[name]
    found = load("jax.numpy.array")
    for words, x in layouts(name).items():
        got = found.apply(x, fmt)
        assert (got.shape, got.dtype) == (x.shape, x.dtype), words
        assert got.tobytes() == x.tobytes(), words


def test_layers_of_flax(monkeypatch):
    """Stand-ins with the two ways of calling: flax itself need not be there."""
    linen, nnx = ModuleType("flax.linen"), ModuleType("flax.nnx")

    class Module:
        def __init__(self, factor=2):
            self.factor = factor

    class Applied(Module):
        def apply(self, variables, x):
            assert variables == {}
            return x * self.factor

    class Called(Module):
        def __call__(self, x):
            return x * self.factor

    linen.Module, nnx.Module = Applied, Called
    flax = ModuleType("flax")
    flax.linen, flax.nnx = linen, nnx
    for module in (flax, linen, nnx):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    fmt, x = FORMATS["float32"], np.ones(2, np.float32)
    assert load("flax.linen.Module(factor=3)").apply(x, fmt).tolist() == [3, 3]
    assert load("flax.nnx.Module", "gelu_grad").apply(x, fmt).tolist() == [2, 2]


def test_a_device_that_is_not_there():
    with pytest.raises(UsageError, match="jax has no device 'tpu' here: one of cpu:0"):
        load("gelu", device="tpu")


def test_on_a_gpu(errors):
    import jax

    if jax.default_backend() != "gpu":
        pytest.skip("needs a GPU")
    found = load("gelu", device="gpu")
    assert found.device == "gpu:0"
    off, limits = errors(found.apply, "float32", "erf")
    assert all(error <= limit for error, limit in zip(off, limits, strict=True))
