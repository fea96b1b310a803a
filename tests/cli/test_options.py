"""The shared options: names and numbers are checked, and become one selection."""

import sys

import pytest

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


def test_huge_numbers_are_no_crash(measuring, call):
    # beyond what a float can hold: still a number of samples, for the measuring part to judge
    assert call("compare", "--samples", "1" + "0" * 400)[0] == 0


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (["--dtype", "float24"], ["'float24'", "float16", "bfloat16", "float32", "float64"]),
        (["--dtype", "Float16"], ["'Float16'"]),
        (["--dtype", "float16,float32"], ["'float16,float32'"]),
        (["--dtype", ""], ["''"]),
        (["--form", "relu"], ["'relu'", "erf", "tanh", "sigmoid", "erfc"]),
        (["--arithmetic", "exact"], ["'exact'", "native", "upcast"]),
        (["--function", "silu"], ["'silu'", "gelu", "gelu_grad"]),
        (["--samples", "0"], ["--samples 0", "1"]),
        (["--samples", "-5"], ["--samples -5"]),
        (["--seed", "-1"], ["--seed -1"]),
        (["--atol", "-1"], ["--atol -1.0"]),
        (["--atol", "nan"], ["--atol nan"]),
        (["--atol", "inf"], ["--atol inf"]),
    ],
)
def test_a_wrong_option_is_told_before_the_work_begins(measuring, call, words, parts):
    code, out, err = call("compare", *words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    for part in parts:
        assert part in err
    assert measuring.calls == []
