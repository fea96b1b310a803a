"""MLX: what an array is given, and what comes of its own GELU."""

from importlib.util import find_spec

import numpy as np
import pytest

from gelucheck.errors import UsageError
from gelucheck.formats import FORMATS, STANDARD
from gelucheck.implementations.installed import installed
from gelucheck.implementations.mlx import KIND

pytestmark = pytest.mark.skipif(
    find_spec("mlx") is None or installed(KIND) is None, reason="needs mlx"
)

FORMS = [("gelu", "erf"), ("gelu-tanh", "tanh"), ("gelu-fast", "sigmoid")]


def load(target, function="gelu", device=None):
    return KIND.load(target, function, device)


@pytest.mark.parametrize("name", STANDARD)
@pytest.mark.parametrize("target", ["mlx.core.array", "mlx.nn.Identity"])
def test_every_pattern_gets_there_and_back(target, name, patterns):
    fmt, x = FORMATS[name], patterns(name)
    found = load(target)
    assert name in found.formats
    assert found.apply(x, fmt).tobytes() == x.tobytes()


@pytest.mark.parametrize("target, form", FORMS)
@pytest.mark.parametrize("function", ["gelu", "gelu_grad"])
def test_its_own_gelu(target, form, function, errors):
    found = load(target, function)
    assert (found.declares, found.formats, found.device) == (form, tuple(STANDARD), "cpu")
    assert found.version.startswith("mlx ")
    for name in STANDARD:
        # in float64 its erf and the 1.702 have the digits of float32 (mlx 0.32): a finding, and no
        # fault of the kind
        digits = "float32" if name == "float64" and form != "tanh" else name
        off, limits = errors(found.apply, name, form, function, digits)
        assert all(error <= limit for error, limit in zip(off, limits, strict=True)), name


def test_the_forms_are_three(steps):
    # the forms are 4.73e-4 and 2e-2 apart there: 2,000 steps of float32, and more
    applies = {form: load(target).apply for target, form in FORMS}
    for own, apply in applies.items():
        for form in applies:
            off = steps(apply, "float32", form, [2.69894])[0]
            assert off <= 4 if form == own else off > 1000


@pytest.mark.parametrize(
    ("target", "declares"),
    [
        ("mlx.nn.gelu_approx", "tanh"),
        ("mlx.nn.GELU", "erf"),
        ('mlx.nn.GELU(approx="precise")', "tanh"),
        ('mlx.nn.GELU(approx="fast")', "sigmoid"),
        ("mlx.nn.silu", None),
    ],
)
def test_what_it_declares(target, declares):
    found = load(target)
    assert found.declares == declares
    assert found.approximate is None and not found.documented, "the argument has another name"
    assert list(found.modes) == (["eval", "train"] if "GELU" in target else [])


def test_modes():
    fmt, x = FORMATS["float32"], np.ones(1000, np.float32)
    found = load("mlx.nn.Dropout(p=0.5)")
    assert found.apply(x, fmt).tolist() == x.tolist()
    # what is kept is doubled; that all 1000 are dropped, or none, has a chance of 2^-999
    assert sorted(set(found.modes["train"](x, fmt).tolist())) == [0, 2]
    assert found.modes["eval"](x, fmt).tolist() == x.tolist()


@pytest.mark.parametrize("name", ["bfloat16", "float64"])
def test_layouts(name, layouts):
    fmt = FORMATS[name]
    found = load("mlx.core.array")
    for words, x in layouts(name).items():
        got = found.apply(x, fmt)
        assert (got.shape, got.dtype) == (x.shape, x.dtype), words
        assert got.tobytes() == x.tobytes(), words


def test_what_other_functions_give():
    fmt, x = FORMATS["float16"], np.ones(3, np.float16)
    assert load("mlx.core.isnan").apply(x, fmt).dtype == bool
    with pytest.raises(TypeError, match="returned str, no array"):
        load("builtins.str").apply(x, fmt)


def test_a_device_that_is_not_there():
    with pytest.raises(UsageError, match="mlx has no device 'tpu' here: one of cpu"):
        load("gelu", device="tpu")


def test_on_a_gpu(errors):
    try:
        found = load("gelu", device="gpu")
    except UsageError:
        pytest.skip("needs a GPU")
    assert found.device == "gpu" and "float64" not in found.formats
    off, limits = errors(found.apply, "float32", "erf")
    assert all(error <= limit for error, limit in zip(off, limits, strict=True))
