"""The shared options: names and numbers are checked, and become one selection."""

import sys

import pytest

from gelucheck.gate.limits import Limits
from gelucheck.sweep.plan import Selection


@pytest.mark.parametrize(
    ("words", "changed"),
    [
        ([], {}),
        (["--dtype", "float16"], {"dtypes": ("float16",)}),
        # in the order given, each once
        (
            ["--dtype", "float32", "--dtype", "float16", "--dtype", "float32"],
            {"dtypes": ("float32", "float16")},
        ),
        (["--form", "tanh", "--form", "erfc"], {"forms": ("tanh", "erfc")}),
        (["--arithmetic", "upcast"], {"arithmetics": ("upcast",)}),
        (
            ["--function", "gelu_grad", "--function", "gelu"],
            {"functions": ("gelu_grad", "gelu")},
        ),
        (["--inputs", "-6:3:100"], {"inputs": "-6:3:100"}),
        (["--inputs=-6:3"], {"inputs": "-6:3"}),
        (["--samples", "1"], {"samples": 1}),
        (["--seed", "7"], {"seed": 7}),
        (["--round-inputs"], {"round_inputs": True}),
        (["--ulp", "fine"], {"ulp": "fine"}),
    ],
)
def test_options_become_the_selection(measuring, call, words, changed):
    code, out, _ = call("compare", *words)
    assert code == 0
    assert out
    assert measuring.selection == Selection(**changed)


def test_standard_input_is_handed_on(measuring, call):
    assert call("compare", "--inputs", "-")[0] == 0
    assert measuring.selection.stdin is sys.stdin


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (["--dtype", "float24"], ["'float24'", "float16, bfloat16, float32, float64"]),
        (["--dtype", "Float16"], ["'Float16'"]),
        (["--dtype", "float16,float32"], ["'float16,float32'"]),
        (["--dtype", ""], ["''"]),
        (["--form", "relu"], ["'relu'", "erf", "tanh", "sigmoid", "erfc"]),
        (["--arithmetic", "exact"], ["'exact'", "native, upcast"]),
        (["--function", "silu"], ["'silu'", "gelu, gelu_grad"]),
        # float64 is the widest: there is nothing to evaluate it in
        (["--dtype", "float64", "--arithmetic", "upcast"], ["float64", "native"]),
        (["--samples", "0"], ["--samples 0"]),
        (["--samples", "-5"], ["--samples -5"]),
        (["--samples", "1" + "0" * 400], ["--samples 1000"]),
        (["--seed", "-1"], ["--seed", "-1"]),
    ],
)
@pytest.mark.parametrize("command", ["compare", "check"])
def test_what_means_nothing_is_one_line(call, command, words, parts):
    code, out, err = call(command, *words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    for part in parts:
        assert part in err


@pytest.mark.parametrize(
    ("command", "words", "part"),
    [
        ("compare", ["--atol", "-1"], "--atol -1.0"),
        ("compare", ["--atol", "nan"], "--atol nan"),
        ("compare", ["--atol", "inf"], "--atol inf"),
        ("check", ["--atol", "-1e-300"], "--atol -1e-300"),
        ("check", ["--max-ulp", "-1"], "--max-ulp -1.0"),
        ("check", ["--max-ulp", "nan"], "--max-ulp nan"),
        ("check", ["--max-steps", "-1"], "--max-steps -1"),
        # no float64 is as large: nothing could be told of it
        ("check", ["--max-steps", "1" + "0" * 400], "--max-steps 1000"),
    ],
)
def test_a_bound_that_is_none(measuring, call, command, words, part):
    code, out, err = call(command, *words)
    assert (code, out) == (2, "")
    assert part in err
    assert measuring.calls == []


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ([], Limits()),
        (["--atol", "0"], Limits(atol=0.0)),
        (["--max-ulp", "2.5"], Limits(max_ulp=2.5)),
        (["--max-steps", "0"], Limits(max_steps=0)),
    ],
)
def test_bounds_become_limits(measuring, call, words, limits):
    call("check", *words)
    assert measuring.calls[-1].limits == limits
