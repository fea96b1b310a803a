"""``assert_accurate`` and the function itself: how it is called, and what it may do."""

import functools
import os

import numpy as np
import pytest

from gelucheck import assert_accurate
from gelucheck.errors import ImplementationError, UsageError


class Kernel:
    """A callable object, and a method."""

    def __init__(self, function):
        self.function = function

    def forward(self, x):
        return self.function(x)

    __call__ = forward


def ways(function):
    """A function in the ways that one has: name of the row, expression, callable."""

    def closure(x):
        return function(x)

    def twice(x, times):
        return times * function(x)

    return [
        ("<lambda>", "fn", lambda x: function(x)),  # noqa: PLW0108
        ("closure", "closure", closure),
        ("forward", "forward", Kernel(function).forward),
        ("Kernel", "fn", Kernel(function)),
        ("twice", "fn", functools.partial(twice, times=1)),
    ]


@pytest.mark.parametrize("which", range(5))
def test_any_callable(which, made):
    name, _, call = ways(made.gelu)[which]
    assert assert_accurate(call, inputs="-3:3:500").rows[0].implementation == name
    name, shown, call = ways(made.planted(2, 11))[which]
    with pytest.raises(AssertionError) as caught:
        assert_accurate(call, inputs="0.25:4:5")
    text = str(caught.value)
    assert text.startswith(f"FAIL {name} · float16: ")
    assert f"gelucheck.assert_accurate({shown}, " in text


def test_what_it_raises_is_its_own(made):
    def raising(x):
        if 3 in x:
            raise KeyError("three")
        return made.gelu(x)

    with pytest.raises(ImplementationError) as caught:
        assert_accurate(raising)
    assert str(caught.value).startswith(
        "raising raised KeyError('three'), at the float16 input 3.0 (bits 0x4200): "
    )
    cause = caught.value.__cause__
    assert isinstance(cause, KeyError)
    # not one frame of ours stands before its own
    assert cause.__traceback__.tb_frame.f_code is raising.__code__
    frames = [entry.path.name for entry in caught.traceback]
    assert frames == ["test_accurate_calls.py", "accurate.py"]


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda x: x[:-1], "returned float16 of shape (2,), at 3 float16 inputs from 1.0 "),
        (lambda x: x.astype(np.int64), "returned int64 of shape (3,), at 3 float16 inputs "),
        (lambda x: None, "returned object of shape (), at 3 float16 inputs "),
    ],
)
def test_what_is_no_answer(call, told):
    with pytest.raises(ImplementationError) as caught:
        assert_accurate(call, inputs="1:2:3")
    assert f"<lambda> {told}" in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_format_that_is_asked_for_is_never_left_out(made):
    def half_only(x):
        if x.dtype != np.float16:
            raise TypeError("half only")
        return made.gelu(x)

    assert_accurate(half_only, dtype="float16")
    with pytest.raises(ImplementationError, match=r"half only.* bfloat16 input"):
        assert_accurate(half_only, dtype=("float16", "bfloat16"))


def test_its_input_is_a_copy(made):
    def spoils(x):
        y = made.gelu(x)
        x[...] = 7
        return y

    assert_accurate(spoils, dtype=("float16", "float32"), samples=2000)
    with pytest.raises(AssertionError, match="FAIL spoils · float16: finding input-modified: "):
        assert_accurate(spoils, findings={"input-modified": "error"})


def test_what_it_prints_is_its_own_affair(made, capfd):
    def talks(x):
        print("measured", os.getpid())
        return made.gelu(x)

    assert_accurate(talks, inputs="-1:1:100")
    out, err = capfd.readouterr()
    # it is called in this process
    assert set(out.splitlines()) == {f"measured {os.getpid()}"} and err == ""


def seen_by(made, **asked):
    """The shapes that a function is called with, and whether each array is contiguous."""
    seen = set()

    def looks(x):
        seen.add((x.ndim, x.flags.c_contiguous))
        return x + 1 if x.ndim != 1 else made.planted(2, 11)(x)

    with pytest.raises(AssertionError) as caught:
        assert_accurate(looks, **asked)
    return seen, str(caught.value)


def test_it_is_called_with_flat_arrays_alone_unless_more_is_asked(made):
    assert seen_by(made)[0] == {(1, True)}
    assert seen_by(made, findings={"nan-at-minus-inf": "error"})[0] == {(1, True)}
    seen, text = seen_by(made, findings={"layout": "error", "empty-or-scalar": "error"})
    assert {(0, True), (2, True), (2, False)} <= seen
    assert "finding empty-or-scalar: " in text


@pytest.mark.parametrize("value", [3, None, np.ones(3)])
def test_what_cannot_be_called(value):
    with pytest.raises(UsageError, match=f"a {type(value).__name__} cannot be called"):
        assert_accurate(value)
