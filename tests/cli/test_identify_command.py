"""The command ``identify``: what it prints, writes and exits with."""

import json

import numpy as np
import pytest

from gelucheck.formats import FORMATS

FUNCTIONS = """
import numpy as np

def silu(x):
    v = x.astype(np.float64)
    return (v / (1 + np.exp(-v))).astype(x.dtype)

def relu(x):
    return np.maximum(x, 0)

def nothing(x):
    return x * np.nan
"""


@pytest.fixture
def functions(tmp_path, monkeypatch):
    """A module of functions to be identified."""
    (tmp_path / "identified.py").write_text(FUNCTIONS)
    monkeypatch.syspath_prepend(tmp_path)


def test_a_writing_names_itself(call):
    code, out, err = call(
        "identify", "--form", "tanh", "--dtype", "float16", "--arithmetic", "native"
    )
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "tanh, float16, gelu: 63,490 inputs (exhaustive)"
    # alone, or in a tie with a writing of the same outputs
    assert lines[1].startswith("  the tanh form, ") and "native" in lines[1]
    assert "tanh" in lines[1].partition(", ")[2]
    assert lines[2].split() == [
        "writing",
        "form",
        "arithmetic",
        "identical",
        "distance",
        "in",
        "steps",
    ]
    assert "63,490 of 63,490 (100 %)" in lines[3]
    assert sum(line.startswith("    sqrt(2/pi) = ") for line in lines) == 1
    assert sum(line.startswith("    0.044715 = ") for line in lines) == 1
    assert max(map(len, lines)) <= 100


def test_rows_in_their_order(call):
    words = ("--form", "sigmoid", "--dtype", "bfloat16", "--dtype", "float32", "--samples", "3000")
    code, out, _ = call("identify", *words)
    assert code == 0
    headings = [line for line in out.splitlines() if line.startswith("sigmoid, ")]
    assert [heading.split(", ")[1] for heading in headings] == ["bfloat16", "float32"] * 2


@pytest.mark.parametrize(
    ("name", "code", "part"),
    [
        ("silu", 0, "the sigmoid form with 1 instead of 1.702"),
        ("relu", 0, "none of the known forms"),
        ("nothing", 2, "nothing can be said: every output is NaN"),
    ],
)
def test_functions(call, functions, name, code, part):
    words = ("--impl", f"python:identified:{name}", "--dtype", "float32", "--inputs", "-6:6:500")
    got, out, _ = call("identify", *words)
    assert got == code
    assert part in " ".join(out.split())


def test_json(call, tmp_path):
    path = tmp_path / "found.json"
    words = ("--form", "erf", "--dtype", "bfloat16", "--arithmetic", "upcast")
    code, out, _ = call("identify", *words, "--out", f"json:{path}")
    assert (code, out) == (0, "")
    data = json.loads(path.read_text())
    assert data["schema"] == 1
    (row,) = data["identifications"]
    assert row["implementation"] == "erf" and row["evidence"] == "exhaustive"
    assert (row["form"], row["arithmetic"], row["verdict"]) == ("erf", "upcast", "form")
    assert row["constants"][0]["name"] == "sqrt(2)"
    assert len(row["candidates"]) == 3
    assert row["candidates"][0]["identical"] == row["inputs"] == 65282
    assert set(row) == {
        "implementation", "evidence", "function", "dtype", "inputs", "form", "writing",
        "arithmetic", "constants", "candidates", "tied", "sentence", "verdict",
    }  # fmt: skip


def test_a_derivative(call):
    words = ("--form", "sigmoid", "--function", "gelu_grad", "--dtype", "float16")
    code, out, _ = call("identify", *words, "--arithmetic", "upcast")
    assert code == 0 and "the sigmoid form's derivative" in out


def test_nothing_can_be_said_where_the_forms_agree(call):
    code, out, _ = call("identify", "--form", "erf", "--dtype", "float16", "--inputs", "10:20")
    assert code == 2
    assert "nothing can be said: at these inputs every form gives these outputs" in out


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("--out", "csv"), "one of text, json"),
        (("--out", "json:"), "names no file"),
        (("--dtype", "float32", "--inputs", "search"), "search"),
        (("--impl", "python:no_such:f"), "no_such"),
        (("--form", "gelu"), "unknown form 'gelu'"),
    ],
)
def test_usage_errors(call, words, part):
    code, out, err = call("identify", *words)
    assert (code, out) == (2, "")
    assert err.startswith("gelucheck: ") and part in err


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_a_file_of_200_outputs(call, tmp_path, dtype):
    """The tanh form in float32, rounded once: the form, and that it is wider inside."""
    fmt = FORMATS[dtype]
    x = fmt.round_array(np.random.default_rng(11).standard_normal(200))
    v = x.astype(np.float32)
    z = np.float32(0.7978845608028654) * (v + np.float32(0.044715) * v * v * v)
    y = fmt.round_array((np.float32(0.5) * v * (1 + np.tanh(z))).astype(np.float64))
    np.save(tmp_path / "x.npy", x)
    np.save(tmp_path / "y.npy", y)
    impl, inputs = f"mine=outputs:{tmp_path / 'y.npy'}", tmp_path / "x.npy"
    code, out, _ = call("identify", "--impl", impl, "--inputs", inputs, "--dtype", dtype)
    assert code == 0
    assert out.splitlines()[1].startswith("  the tanh form, upcast")
