"""TensorFlow and Keras: what a tensor is given, and what comes of their own GELU."""

import sys
from importlib.util import find_spec

import numpy as np
import pytest

from gelucheck.errors import ImplementationError, UsageError
from gelucheck.formats import FORMATS, STANDARD
from gelucheck.implementations.tensorflow import KIND

pytestmark = pytest.mark.skipif(find_spec("tensorflow") is None, reason="needs tensorflow")

MODULE = """
import keras
import tensorflow as tf

seen = []

class Doubles(keras.layers.Layer):
    def call(self, x, training=None):
        seen.append(training)
        return x * 2

def no_tensor(x):
    return [x]

def constant(x):
    return tf.ones_like(x)
"""


@pytest.fixture
def looking(tmp_path, monkeypatch):
    (tmp_path / "tensorflow_toys.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    import tensorflow_toys

    yield tensorflow_toys.seen
    del sys.modules["tensorflow_toys"]


def load(target, function="gelu", device=None):
    return KIND.load(target, function, device)


@pytest.mark.parametrize("name", FORMATS)
def test_every_pattern_gets_there_and_back(name, patterns):
    fmt, x = FORMATS[name], patterns(name)
    found = load("tensorflow.identity")
    assert name in found.formats and not found.modes
    assert found.apply(x, fmt).tobytes() == x.tobytes()


@pytest.mark.parametrize(
    "target, form",
    [("gelu", "erf"), ("gelu-tanh", "tanh"), ("keras-gelu", "erf"), ("keras-gelu-tanh", "tanh")],
)
@pytest.mark.parametrize("function", ["gelu", "gelu_grad"])
def test_its_own_gelu(target, form, function, errors):
    found = load(target, function)
    assert (found.declares, found.formats, found.device) == (form, tuple(STANDARD), "CPU:0")
    assert found.version.startswith("tensorflow 2")
    for name in STANDARD:
        # in float64 its constants have the digits of float32 (TensorFlow 2.21), 5e-9 off: a
        # finding, and no fault of the kind
        digits = "float32" if name == "float64" else name
        off, limits = errors(found.apply, name, form, function, digits)
        assert all(error <= limit for error, limit in zip(off, limits, strict=True)), name


def test_the_two_forms_are_two(steps):
    # |tanh - gelu| is 4.73e-4 at 2.69894 (DESIGN, section 5): 2,000 steps of float32 there
    for target, own, other in (("gelu", "erf", "tanh"), ("gelu-tanh", "tanh", "erf")):
        apply = load(target).apply
        assert steps(apply, "float32", other, [2.69894])[0] > 1000
        assert steps(apply, "float32", own, [2.69894])[0] <= 4


def test_what_it_declares():
    found = load("tensorflow.nn.gelu(approximate=True)")
    assert found.declares == "tanh" and dict(found.documented) == {False: "erf", True: "tanh"}
    fmt, x = FORMATS["float32"], np.array([2.69894], np.float32)
    apart = found.approximate(True)(x, fmt) - found.approximate(False)(x, fmt)
    assert abs(abs(apart[0]) - 4.7323552e-4) < 1e-6
    assert load("tensorflow.nn.gelu").declares == "erf"
    assert load("tensorflow.nn.relu").declares is None


@pytest.mark.parametrize("name", ["bfloat16", "float32"])
def test_layouts(name, layouts):
    fmt = FORMATS[name]
    found = load("tensorflow.identity")
    for words, x in layouts(name).items():
        got = found.apply(x, fmt)
        assert (got.shape, got.dtype) == (x.shape, x.dtype), words
        assert got.tobytes() == x.tobytes(), words


@pytest.mark.parametrize("name", FORMATS)
def test_layers(name, looking):
    fmt = FORMATS[name]
    x = np.array([1, -2.5], fmt.dtype)
    found = load("tensorflow_toys.Doubles")
    assert list(found.modes) == ["eval", "train"]
    for mode in ("train", "eval"):
        got = found.modes[mode](x, fmt)
        assert got.dtype == fmt.dtype and got.astype(float).tolist() == [2, -5]
        assert looking[-1] is (mode == "train")
    found.apply(x, fmt)
    assert looking[-1] is False
    slope = load("tensorflow_toys.Doubles", "gelu_grad").apply(x, fmt)
    assert slope.astype(float).tolist() == [2, 2]
    # no layer asks for the mode: it is left out there
    layer = load('tensorflow.keras.layers.Activation(activation="relu")')
    assert layer.modes["train"](x, fmt).astype(float).tolist() == [1, 0]


def test_what_other_functions_give(looking):
    fmt, x = FORMATS["float32"], np.ones(3, np.float32)
    with pytest.raises(TypeError, match="returned list, no tensor"):
        load("tensorflow_toys.no_tensor").apply(x, fmt)
    with pytest.raises(TypeError, match="has no gradient"):
        load("tensorflow_toys.constant", "gelu_grad").apply(x, fmt)
    with pytest.raises(ImplementationError, match="making"):
        load("tensorflow.keras.layers.Activation")


def test_a_device_that_is_not_there():
    with pytest.raises(UsageError, match="tensorflow has no device 'tpu' here: one of CPU:0"):
        load("gelu", device="tpu")


def test_on_a_gpu(errors):
    import tensorflow as tf

    if not tf.config.list_logical_devices("GPU"):
        pytest.skip("needs a GPU")
    found = load("gelu", device="gpu")
    assert found.device == "GPU:0"
    off, limits = errors(found.apply, "float32", "erf")
    assert all(error <= limit for error, limit in zip(off, limits, strict=True))
