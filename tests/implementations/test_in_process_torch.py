"""Callables of PyTorch: they get tensors, and modules stay as they were."""

import sys
from importlib.util import find_spec

import numpy as np
import pytest

from gelucheck import assert_accurate
from gelucheck.errors import ImplementationError
from gelucheck.formats import FORMATS
from gelucheck.implementations.in_process import InProcess, from_callable

pytestmark = pytest.mark.skipif(find_spec("torch") is None, reason="needs torch")


@pytest.fixture
def torch():
    import torch

    return torch


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_a_function_gets_tensors_of_the_format(torch, dtype):
    seen = []

    def looks(x):
        seen.append((type(x), x.dtype, x.ndim, x.requires_grad))
        return x * 2

    item = from_callable(InProcess(looks, kind="torch"))
    x = np.array([1.5, -2], FORMATS[dtype].dtype)
    got = item.call(x, FORMATS[dtype])
    assert got.dtype == x.dtype and got.tolist() == [3, -4]
    assert seen == [(torch.Tensor, getattr(torch, dtype), 1, False)]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_library_s_own_needs_no_kind(torch):
    for call in (torch.nn.functional.gelu, torch.nn.GELU(), torch.nn.GELU):
        assert from_callable(call).guest.kind == "torch"
    scripted = torch.jit.script(torch.nn.GELU())
    assert from_callable(scripted).guest.kind == "torch"
    assert "torch " in from_callable(torch.nn.GELU()).version


def test_a_lambda_is_told_to_say_so(torch):
    assert "torch" in sys.modules
    with pytest.raises(ImplementationError, match='kind="torch"'):
        assert_accurate(lambda x: torch.nn.functional.gelu(x))  # noqa: PLW0108
    assert_accurate(lambda x: torch.nn.functional.gelu(x.double()).to(x.dtype), kind="torch")


@pytest.mark.parametrize("training", [True, False])
def test_a_module_is_called_in_evaluation_mode_and_left_in_its_own(torch, training):
    class Inner(torch.nn.Module):
        def forward(self, x):
            modes.append(self.training)
            return x

    modes = []
    module = torch.nn.Sequential(Inner(), Inner())
    module.train(training)
    module[1].train(not training)
    item = from_callable(InProcess(module, look="values"))
    item.call(np.ones(2, np.float32), FORMATS["float32"])
    assert modes == [False, False]
    assert [module.training, *(each.training for each in module)] == [
        training, training, not training,
    ]  # fmt: skip


def test_a_module_that_raises_is_left_so_too(torch):
    class Raises(torch.nn.Module):
        def forward(self, x):
            raise RuntimeError("not today")

    module = Raises().train()
    with pytest.raises(ImplementationError, match="Raises raised RuntimeError"):
        assert_accurate(module)
    assert module.training


def test_gradients_are_autograd_s(torch):
    def square(x):
        return x * x / 2

    item = from_callable(InProcess(square, kind="torch"), "gelu_grad")
    x = np.array([1.5, -2], np.float32)
    # d/dx x²/2 = x
    assert item.call(x, FORMATS["float32"]).tolist() == [1.5, -2]
    asked = {"function": "gelu_grad", "max_abs": 1e-6, "inputs": "-4:4:2000"}
    run = assert_accurate(torch.nn.GELU(), dtype="float32", **asked)
    assert run.rows[0].label == "GELU · float32 · gelu_grad"


def test_a_faulty_module_fails_by_name(torch):
    class Faulty(torch.nn.Module):
        def forward(self, x):
            return torch.relu(x)

    with pytest.raises(AssertionError) as caught:
        assert_accurate(Faulty(), dtype="bfloat16", inputs="1:1")
    # GELU(1) is 215/256 in bfloat16; from there to 1 there are 41 values
    assert str(caught.value).startswith("FAIL Faulty · bfloat16: max_steps 41 is beyond 1 step")


def test_what_is_no_tensor(torch):
    with pytest.raises(ImplementationError, match="returned ndarray, no tensor"):
        assert_accurate(lambda x: x.numpy(), kind="torch", dtype="float32", inputs="1:1")


def test_it_keeps_its_input(torch):
    def in_place(x):
        return x.mul_(2)

    x = np.ones(2, np.float32)
    call = from_callable(InProcess(in_place, kind="torch")).call
    assert call(x, FORMATS["float32"]).tolist() == [2, 2] and x.tolist() == [1, 1]
