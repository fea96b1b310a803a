"""PyTorch: what a tensor is given, and what comes of its own GELU."""

import sys
from importlib.util import find_spec

import mpmath
import numpy as np
import pytest

from gelucheck.errors import ImplementationError, UsageError
from gelucheck.formats import FORMATS, STANDARD
from gelucheck.implementations.torch import KIND
from gelucheck.reference.evaluate import oracle

pytestmark = pytest.mark.skipif(find_spec("torch") is None, reason="needs torch")

TANH = 'torch.nn.functional.gelu(approximate="tanh")'
MODULE = """
import torch

seen = []

def looks(x):
    seen.append((x.stride(), x.dtype, x.requires_grad, torch.is_grad_enabled(), x.is_leaf))
    return x * 2

def no_tensor(x):
    return [x]

def half_only(x):
    if x.dtype != torch.float16:
        raise TypeError("half only")
    return x + 0

def detached(x):
    return x.detach()

def widened(x):
    return torch.nn.functional.gelu(x.float()).to(x.dtype)

class Doubles(torch.nn.Module):
    def __init__(self, factor=2):
        super().__init__()
        self.factor = factor

    def forward(self, x):
        seen.append(self.training)
        return x * self.factor

class Needs(torch.nn.Module):
    def __init__(self, width):
        super().__init__()

doubles = Doubles()
number = 3
"""


@pytest.fixture
def looking(tmp_path, monkeypatch):
    """The module's list of what was seen."""
    (tmp_path / "torch_toys.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    import torch_toys

    yield torch_toys.seen
    del sys.modules["torch_toys"]


def load(target, function="gelu", device=None):
    return KIND.load(target, function, device)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("target", ["torch.clone", "torch.nn.Identity"])
def test_every_pattern_gets_there_and_back(target, name, patterns):
    fmt, x = FORMATS[name], patterns(name)
    found = load(target)
    assert name in found.formats
    for apply in (found.apply, *found.modes.values()):
        assert apply(x, fmt).tobytes() == x.tobytes()


@pytest.mark.parametrize("name", STANDARD)
@pytest.mark.parametrize("target, form", [("gelu", "erf"), ("gelu-tanh", "tanh")])
@pytest.mark.parametrize("function", ["gelu", "gelu_grad"])
def test_its_own_gelu(target, form, function, name, errors):
    found = load(target, function)
    assert (found.declares, found.formats) == (form, tuple(STANDARD)), "no kernel for float8"
    assert found.device == "cpu" and found.version.startswith("torch 2")
    off, limits = errors(found.apply, name, form, function)
    assert all(error <= limit for error, limit in zip(off, limits, strict=True))


def test_half_precision_is_one_rounding_of_single(steps):
    points = [-3.0, -2.0, -1.0, -0.75, -0.25, -0.0078125, 0.0078125, 0.5, 1.0, 2.0, 3.0, 5.0]
    for name in ("float16", "bfloat16"):
        assert max(steps(load("gelu").apply, name, "erf", points)) <= 1


def test_the_two_forms_are_two(steps):
    # |tanh - gelu| is 4.73e-4 at 2.69894 (DESIGN, section 5): 2,000 steps of float32 there
    point = [2.69894]
    assert steps(load("gelu").apply, "float32", "tanh", point)[0] > 1000
    assert steps(load("gelu-tanh").apply, "float32", "erf", point)[0] > 1000
    assert steps(load("gelu").apply, "float32", "erf", point)[0] <= 4
    assert steps(load("gelu-tanh").apply, "float32", "tanh", point)[0] <= 4


@pytest.mark.parametrize(
    ("target", "declares"),
    [
        ("torch.nn.functional.gelu", "erf"),
        (TANH, "tanh"),
        ("torch.nn.GELU", "erf"),
        ('torch.nn.GELU(approximate="tanh")', "tanh"),
        ("torch.nn.SiLU", None),
        ("torch.tanh", None),
    ],
)
def test_what_it_declares(target, declares):
    found = load(target)
    assert found.declares == declares
    if declares is None:
        assert found.approximate is None and not found.documented
        return
    assert dict(found.documented) == {"none": "erf", "tanh": "tanh"}
    fmt, x = FORMATS["float64"], np.array([2.5])
    with mpmath.workdps(30):
        erf = 2.5 * mpmath.ncdf(2.5)
    assert abs(found.approximate("none")(x, fmt)[0] - erf) < 1e-15
    assert abs(found.approximate("tanh")(x, fmt)[0] - erf) > 1e-4
    for value in ("exact", True, None):
        with pytest.raises((RuntimeError, TypeError, ValueError)):
            found.approximate(value)(x, fmt)


@pytest.mark.parametrize("name", STANDARD)
def test_layouts(name, layouts, looking):
    fmt = FORMATS[name]
    found = load("torch_toys.looks")
    for words, x in layouts(name).items():
        before = x.tobytes()
        got = found.apply(x, fmt)
        want = (np.asarray(x, np.float64) * 2).astype(fmt.dtype)
        assert (got.shape, got.dtype) == (x.shape, x.dtype), words
        assert got.tobytes() == want.tobytes() and x.tobytes() == before, words
        if words in ("strided", "transposed", "three dimensions"):
            assert looking[-1][0] == tuple(step // x.itemsize for step in x.strides), words
        assert looking[-1][1] == getattr(sys.modules["torch"], name)


def test_modes(looking):
    fmt, x = FORMATS["float32"], np.ones(3, np.float32)
    found = load("torch_toys.looks")
    found.modes["eval"](x, fmt)
    found.modes["train"](x, fmt)
    assert [entry[2:] for entry in looking[-2:]] == [(False, False, True), (True, True, True)]
    found.apply(x, fmt)
    assert looking[-1][2:] == (False, False, True), "evaluation unless asked otherwise"
    for target in ("torch_toys.Doubles", "torch_toys.doubles"):
        found = load(target)
        for mode in ("train", "eval", "train"):
            assert found.modes[mode](x, fmt).tolist() == [2, 2, 2]
            assert looking[-1] is (mode == "train")
    slope = load("torch_toys.Doubles(factor=3)", "gelu_grad")
    assert slope.modes["train"](x, fmt).tolist() == [3, 3, 3] and looking[-1] is True
    assert slope.apply(x, fmt).tolist() == [3, 3, 3] and looking[-1] is False


def test_formats_are_those_that_it_takes(looking):
    assert load("torch_toys.half_only").formats == ("float16",)
    assert load("torch_toys.no_tensor").formats == tuple(FORMATS), "none: the call says why"


@pytest.mark.parametrize("name", ["float8_e4m3fn", "float8_e5m2"])
def test_float8_by_way_of_float32(name, looking):
    """What PyTorch has no kernel for, a function computes that casts; so its gradient."""
    fmt = FORMATS[name]
    x = fmt.all_values()[1:-1]
    for function in ("gelu", "gelu_grad"):
        found = load("torch_toys.widened", function)
        assert found.formats == tuple(FORMATS)
        off = fmt.ranks(found.apply(x, fmt)) - fmt.ranks(oracle(x, name, function=function))
        assert np.all(off == 0)


def test_what_other_functions_give(looking):
    fmt, x = FORMATS["bfloat16"], np.ones(3, FORMATS["bfloat16"].dtype)
    with pytest.raises(TypeError, match="returned list, no tensor"):
        load("torch_toys.no_tensor").apply(x, fmt)
    with pytest.raises(RuntimeError, match="does not require grad"):
        load("torch_toys.detached", "gelu_grad").apply(x, fmt)
    assert load("torch.Tensor.double").apply(x, fmt).dtype == np.float64
    assert "torch_toys sha256:" in load("torch_toys.looks").version


@pytest.mark.parametrize(
    ("target", "error", "told"),
    [
        ("gelo", UsageError, "one of gelu, gelu-tanh, a dotted name"),
        ("torch.nn.functional.gelo", UsageError, "did you mean gelu?"),
        ("torch.nn.functional.gelu(1)", UsageError, "its arguments need their names"),
        ("torch_toys.number", UsageError, "cannot be called"),
        ("torch_toys.Needs", ImplementationError, "making torch_toys.Needs raised TypeError"),
        ("torch.nn.GELU(width=3)", ImplementationError, "unexpected keyword argument 'width'"),
    ],
)
def test_targets_that_name_nothing(looking, target, error, told):
    with pytest.raises(error) as caught:
        load(target)
    assert told in str(caught.value)


def test_a_device_that_is_not_there():
    with pytest.raises(UsageError, match="torch has no device 'xpu:7' here: one of cpu"):
        load("gelu", device="xpu:7")


def test_on_a_gpu(errors, patterns):
    import torch

    if not (torch.cuda.is_available() or torch.backends.mps.is_available()):
        pytest.skip("needs a GPU")
    assert load("gelu", device="gpu").device != "cpu"
    for name in ("float16", "bfloat16", "float32"):
        x = patterns(name)
        assert load("torch.clone", "gelu", "gpu").apply(x, FORMATS[name]).tobytes() == x.tobytes()
        for function in ("gelu", "gelu_grad"):
            for target, form in (("gelu", "erf"), ("gelu-tanh", "tanh")):
                off, limits = errors(load(target, function, "gpu").apply, name, form, function)
                assert all(error <= limit for error, limit in zip(off, limits, strict=True))
