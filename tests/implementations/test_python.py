"""Python functions as implementations: what they get, may give, and do wrong."""

import pickle
import sys

import numpy as np
import pytest

from gelucheck.errors import ImplementationError
from gelucheck.formats import FORMATS
from gelucheck.implementations.guest import Guest

MODULE = """
import sys
import numpy as np

__version__ = "4.2"
seen = []

def same(x):
    seen.append((x.dtype, x.ndim))
    return x

def spoils(x):
    x[...] = 0
    return x

def as_list(x):
    return [float(v) for v in x]

def wide(x):
    return x.astype(np.float64)

def short(x):
    return x[:-1]

def scalar(x):
    return x.dtype.type(0)

def nothing(x):
    return None

def raises_at_three(x):
    if 3 in x:
        raise KeyError("three")
    return x

def raises_in_company(x):
    if x.size > 2:
        raise MemoryError
    return x

def leaves(x):
    sys.exit(3)

def interrupted(x):
    raise KeyboardInterrupt

class Nested:
    @staticmethod
    def same(x):
        return x
"""


@pytest.fixture(autouse=True)
def module(tmp_path, monkeypatch):
    (tmp_path / "kernels.py").write_text(MODULE)
    (tmp_path / "faulty.py").write_text("raise RuntimeError('not today')")
    (tmp_path / "needy.py").write_text("import a_module_that_is_not_there")
    monkeypatch.chdir(tmp_path)
    # nothing is found there but by its being the working directory
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place])
    yield
    for name in ("kernels", "faulty", "needy"):
        sys.modules.pop(name, None)


def call(function, values, fmt="float32"):
    fmt = FORMATS[fmt]
    return load(f"kernels:{function}")[0](np.array(values, fmt.dtype), fmt)


@pytest.mark.parametrize("fmt", FORMATS)
def test_it_gets_a_flat_array_of_the_format(fmt):
    x = [1.0, -0.0, np.inf]
    assert call("same", x, fmt).tobytes() == np.array(x, FORMATS[fmt].dtype).tobytes()
    assert sys.modules["kernels"].seen[-1] == (FORMATS[fmt].dtype, 1)


def test_names_with_points():
    assert call("Nested.same", [1, 2]).tolist() == [1, 2]


def test_inputs_cannot_be_changed():
    fmt = FORMATS["float32"]
    x = np.array([1, 2], fmt.dtype)
    assert load("kernels:spoils")[0](x, fmt).tolist() == [0, 0]
    assert x.tolist() == [1, 2]


@pytest.mark.parametrize(
    ("function", "fmt", "told"),
    [
        ("as_list", "float32", "returned float64 of shape (3,), at 3 float32 inputs from 1.5 "),
        ("wide", "float16", "returned float64 of shape (3,), at 3 float16 inputs from 1.5 "),
        ("short", "float32", "returned float32 of shape (2,), at 3 float32 inputs from 1.5 "),
        ("scalar", "float32", "returned float32 of shape (), at 3 float32 inputs from 1.5 "),
        ("nothing", "float32", "returned object of shape (), at 3 float32 inputs from 1.5 "),
        ("leaves", "float32", "raised SystemExit(3), at the float32 input 1.5 "),
    ],
)
def test_what_is_no_answer(function, fmt, told):
    with pytest.raises(ImplementationError) as caught:
        call(function, [1.5, 2, 3], fmt)
    assert f"python:kernels:{function} {told}" in str(caught.value)
    # mending says what is asked for
    assert f"a 1-D array of {fmt} must give" in str(caught.value)


def test_a_list_is_taken_where_it_is_of_the_dtype():
    assert call("as_list", [1, 2], "float64").tolist() == [1, 2]


@pytest.mark.parametrize(
    ("function", "told"),
    [
        # 3 = 1.5·2^1 has the pattern 0x40400000
        ("raises_at_three", "raised KeyError('three'), at the float32 input 3.0 (bits 0x40400000)"),
        # every half of three that is small enough passes
        (
            "raises_in_company",
            "raised MemoryError(), at 3 float32 inputs from 7.0 (bits 0x40e00000) "
            "to 9.0 (bits 0x41100000)",
        ),
    ],
)
def test_the_inputs_of_an_exception(function, told):
    with pytest.raises(ImplementationError) as caught:
        call(function, [*range(10)] if "three" in function else [7, 8, 9])
    assert told in str(caught.value)


def test_an_interruption_is_not_the_functions():
    with pytest.raises(KeyboardInterrupt):
        call("interrupted", [1])


@pytest.mark.parametrize(
    ("name", "told"), [("faulty", "not today"), ("needy", "a_module_that_is_not_there")]
)
def test_modules_that_fail(name, told):
    with pytest.raises(ImplementationError) as caught:
        load(f"{name}:f")
    assert told in str(caught.value)
    assert name in str(caught.value)


def test_version():
    version = load("kernels:same")[1]
    assert version.startswith("kernels sha256:")
    assert "kernels 4.2" in version
    assert f"numpy {np.__version__}" in version


def test_it_can_be_sent_to_another_process():
    found = pickle.loads(pickle.dumps(load("kernels:same")[0]))
    assert found(np.zeros(2, np.float16), FORMATS["float16"]).tolist() == [0, 0]


def test_what_is_returned_outlives_the_next_call(tmp_path, monkeypatch):
    """Also where it is the input itself, whose memory is used again."""
    (tmp_path / "mirrors.py").write_text(
        "def same(x):\n    return x\n\ndef tail(x):\n    return x[:]\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("same", "tail"):
        call, _ = load(f"mirrors:{name}")
        first = call(np.array([1.0, 2.0], np.float32), FORMATS["float32"])
        second = call(np.array([3.0, 4.0], np.float32), FORMATS["float32"])
        assert first.tolist() == [1.0, 2.0]
        assert second.tolist() == [3.0, 4.0]
