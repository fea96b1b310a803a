"""Which arrays a callable takes, told by where it comes from."""

import functools
import math
import sys
from types import FunctionType, ModuleType

import numpy as np
import pytest

from gelucheck.implementations.library_of import LONGEST_NAME, kind_of, module_of, name_of


def mine(x):
    return x


class Layer:
    """One that a library has: only the name of its module counts."""

    def __call__(self, x):
        return x

    def forward(self, x):
        return x


def of(module, name="Layer"):
    """A class of a module of that name."""
    return type(name, (Layer,), {"__module__": module})


def wrapped(module):
    """A function that a compiler of a library puts around somebody's: it has their name, and the
    compiler's names around it."""
    found = FunctionType(mine.__code__, {"__name__": module}, "mine")
    found.__module__ = "tests"
    return found


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (mine, None),
        (lambda x: x, None),
        (math.erf, None),
        (Layer(), None),
        (np.tanh, "python"),
        (functools.partial(np.maximum, 0), "python"),
        (functools.partial(functools.partial(mine)), None),
        (of("torch.nn.modules.activation"), "torch"),
        (of("torch.nn.modules.activation")(), "torch"),
        (of("torch.nn.modules.activation")().forward, "torch"),
        (type("Mine", (of("torch.nn"),), {"__module__": "tests"})(), "torch"),
        (functools.partial(of("jaxlib._jax")()), "jax"),
        (of("flax.nnx")(), "jax"),
        (of("tensorflow.python.eager.def_function")(), "tensorflow"),
        (of("keras.src.layers")(), "tensorflow"),
        (of("mlx.nn.layers")(), "mlx"),
        (wrapped("torch._dynamo.eval_frame"), "torch"),
        (wrapped("tests.kernels"), None),
        # of that name in a module of another
        (of("torch_kernels.nn")(), None),
        (of("mine.torch")(), None),
    ],
)
def test_kind_of(call, kind):
    assert kind_of(call) == kind


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (mine, "mine"),
        (lambda x: x, "<lambda>"),
        (np.tanh, "tanh"),
        (functools.partial(np.maximum, 0), "maximum"),
        (Layer(), "Layer"),
        (Layer().forward, "forward"),
        (Layer, "Layer"),
        (of("m", "two\nlines"), "two?lines"),
        (of("m", "n" * 100), "n" * LONGEST_NAME),
    ],
)
def test_name_of(call, name):
    assert name_of(call) == name


def test_a_name_that_is_no_text():
    class Odd(Layer):
        __name__ = 3

    assert name_of(Odd()) == "Odd"


def test_module_of():
    assert module_of(mine) is sys.modules[__name__] or isinstance(module_of(mine), ModuleType)
    assert module_of(functools.partial(mine)) is module_of(mine)
    assert module_of(of("nowhere")()) is None


def test_a_partial_of_itself_ends():
    call = functools.partial(mine)
    for _ in range(100):
        call = functools.partial(call)
    assert name_of(call) in ("mine", "partial")
