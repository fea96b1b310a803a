"""Python functions as implementations: what they get, may give, and do wrong."""

import pickle
import sys

import numpy as np
import pytest

from gelucheck.errors import ImplementationError
from gelucheck.formats import FORMATS
from gelucheck.implementations.guest import Guest, found_by_name

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

def just_above_the_middle(x):
    # between 1 and the next float16, bfloat16 or float32, with the least of a float64 more
    return x.astype(np.float64) + 2.0 ** -(bits_of(x) - 2) / 2 + 2.0 ** -52

def bits_of(x):
    return {"float16": 12, "bfloat16": 9, "float32": 25}[x.dtype.name]

def swapped(x):
    return x.astype(x.dtype.newbyteorder())

def whole(x):
    return x.astype(np.int64)

def wider(x):
    return x.astype(np.complex128)

def records(x):
    return np.ascontiguousarray(x).view([("a", x.dtype)])

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
    found_by_name.cache_clear()
    yield
    for name in ("kernels", "faulty", "needy"):
        sys.modules.pop(name, None)


def call(function, values, fmt="float32"):
    fmt = FORMATS[fmt]
    return guest(function).direct()(np.array(values, fmt.dtype), fmt)


def guest(function):
    return Guest("python", f"kernels:{function}")


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
    assert guest("spoils").direct()(x, fmt).tolist() == [0, 0]
    assert x.tolist() == [1, 2]


@pytest.mark.parametrize(
    ("function", "fmt", "told"),
    [
        ("whole", "float32", "returned int64 of shape (3,), at 3 float32 inputs from 1.5 "),
        ("wider", "float16", "returned complex128 of shape (3,), at 3 float16 inputs from 1.5 "),
        ("records", "float16", "returned [('a', '<f2')] of shape (3,), at 3 float16 inputs "),
        ("short", "float32", "returned float32 of shape (2,), at 3 float32 inputs from 1.5 "),
        ("scalar", "float32", "returned float32 of shape (), at 3 float32 inputs from 1.5 "),
        ("nothing", "float32", "returned object of shape (), at 3 float32 inputs from 1.5 "),
    ],
)
def test_what_is_no_answer(function, fmt, told):
    with pytest.raises(ImplementationError) as caught:
        call(function, [1.5, 2, 3], fmt)
    assert f"python:kernels:{function} {told}" in str(caught.value)
    # mending says what is asked for
    assert f"a 1-D array of {fmt} must give" in str(caught.value)


def test_leaving_is_an_exception_like_others():
    with pytest.raises(ImplementationError) as caught:
        call("leaves", [1.5, 2, 3])
    told = "python:kernels:leaves raised SystemExit(3), at the float32 input 1.5 (bits 0x3fc00000)"
    assert told in str(caught.value)
    assert "call it with these" in str(caught.value)


def test_a_list_is_taken():
    assert call("as_list", [1, 2], "float64").tolist() == [1, 2]
    # 0.1 of float32, which float64 holds: back it is the same
    assert call("as_list", [0.1], "float32").tobytes() == np.float32(0.1).tobytes()


@pytest.mark.parametrize(
    ("fmt", "due"),
    # the least value above 1 is 1 + 2^(1-p), the significand has p bits; bit patterns by hand
    [("float16", 0x3C01), ("bfloat16", 0x3F81), ("float32", 0x3F800001)],
)
def test_an_output_of_another_floating_dtype_is_rounded_once(fmt, due):
    got = call("just_above_the_middle", [1.0], fmt)
    assert got.dtype == FORMATS[fmt].dtype
    # twice, by way of float32, 2^-52 would be lost and the tie go to the even 1.0
    assert FORMATS[fmt].bits_of_values(got).tolist() == [due]


@pytest.mark.parametrize("fmt", ["float16", "float32", "float64"])
def test_the_order_of_bytes_is_no_dtype(fmt):
    got = call("swapped", [1.5, -2.0], fmt)
    assert got.dtype.isnative
    assert got.tolist() == [1.5, -2.0]


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
        Guest("python", f"{name}:f").loaded()
    assert told in str(caught.value)
    assert name in str(caught.value)


def test_version():
    version = guest("same").traits().version
    assert version.startswith("kernels sha256:")
    assert "kernels 4.2" in version
    assert f"numpy {np.__version__}" in version


def test_it_can_be_sent_to_another_process():
    found = pickle.loads(pickle.dumps(guest("same")))
    assert found(np.zeros(2, np.float16), FORMATS["float16"]).tolist() == [0, 0]


def test_what_is_returned_outlives_the_next_call(tmp_path, monkeypatch):
    """Also where it is the input itself, whose memory is used again."""
    (tmp_path / "mirrors.py").write_text(
        "def same(x):\n    return x\n\ndef tail(x):\n    return x[:]\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("same", "tail"):
        call = Guest("python", f"mirrors:{name}").direct()
        first = call(np.array([1.0, 2.0], np.float32), FORMATS["float32"])
        second = call(np.array([3.0, 4.0], np.float32), FORMATS["float32"])
        assert first.tolist() == [1.0, 2.0]
        assert second.tolist() == [3.0, 4.0]
