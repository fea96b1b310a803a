"""``gelucheck explain``: what can be typed, what is written, and that nothing makes a traceback."""

import json
import math
import os
import subprocess
import sys

import pytest

SMALL = ("--dtype", "float16", "--form", "erf", "--arithmetic", "native")


@pytest.mark.parametrize(
    ("words", "hex_", "why"),
    [
        (["-2.5"], "-0x1.4p+1", "a negative number as typed"),
        (["--", "-2.5"], "-0x1.4p+1", "and behind --"),
        (["-0x1.4p+1"], "-0x1.4p+1", "a negative hex float"),
        (["-.5"], "-0x1p-1", "no digit before the point"),
        (["-1e-3"], None, "an exponent; not a binary number"),
        (["-25e-1"], "-0x1.4p+1", "the same with an exponent"),
        (["-0"], "-0x0p+0", "a negative zero"),
        (["-inf"], None, "an infinity"),
        (["-INF"], None, "in capitals"),
        (["+2.5"], "0x1.4p+1", "a plus sign"),
        (["2.5"], "0x1.4p+1", "a positive number"),
        ([" 2.5 "], "0x1.4p+1", "blanks around it"),
        (["nan"], None, "NaN"),
        (["bits:0xc100"], "-0x1.4p+1", "a pattern"),
    ],
)
def test_x_as_typed(call, words, hex_, why):
    code, out, err = call("explain", *SMALL, "--out", "json", *words)
    assert (code, err) == (0, ""), why
    assert json.loads(out)["hex"] == hex_, why


@pytest.mark.parametrize(
    "words",
    [
        ("-2.5", "--digits", "12", *SMALL),
        ("--digits", "12", "-2.5", *SMALL),
        (*SMALL, "--digits=12", "-2.5"),
        (*SMALL, "--digits", "12", "--", "-2.5"),
    ],
)
def test_options_anywhere(call, words):
    code, out, _ = call("explain", *words)
    assert code == 0
    # 2.5·Q(2.5) = 2.5·0.00620966532577613517, published in every table of the normal distribution
    assert "-0.0155241633144" in out


def test_text(call):
    code, out, err = call("explain", "-5.5", *SMALL)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    marked = [line for line in lines if "▶" in line and "1 + t3" in line]
    assert len(marked) == 1
    for part in ("0xc580", "-0x1.6p+2", "condition", "total", "method", "terms cancel"):
        assert part in out
    assert "\x1b" not in out


def test_rounded_inputs_are_said_to_be(call):
    _, out, _ = call("explain", "0.1", *SMALL)
    line = next(line for line in out.splitlines() if "0x2e66" in line)
    assert "rounded" in line
    assert "0.0999755859375" in line
    _, out, _ = call("explain", "0.125", *SMALL)
    line = next(line for line in out.splitlines() if "0x3000" in line)
    assert "rounded" not in line


@pytest.mark.parametrize(
    "x",
    [
        *("-5.5", "-13.1", "5e-324", "-1e308", "0.1", "bits:0x8001", "-inf", "-42.53956535567193"),
        *("-0xea485.e5b4p-476", "-30.063954858322894", "1.1e-300", "-1048575.999"),
    ],
)
@pytest.mark.parametrize("function", ["gelu", "gelu_grad"])
def test_lines_fit(call, x, function):
    dtype = ("--dtype", "float64") if x.startswith("bits") else ()
    code, out, _ = call("explain", x, "--function", function, "-v", *dtype)
    assert code == 0
    assert max(map(len, out.splitlines())) <= 100


def test_ordinals_when_asked_for(call):
    # 0x2e66 = 11878
    assert "11878" in call("explain", "0.1", "-v", *SMALL)[1]
    assert "11878" not in call("explain", "0.1", *SMALL)[1]


def test_colors_when_asked_for(call):
    plain = call("explain", "-5.5", *SMALL, "--color", "never")[1]
    colored = call("explain", "-5.5", *SMALL, "--color", "always")[1]
    assert "\x1b[" in colored
    for code in ("1", "2", "1;31", "0"):
        colored = colored.replace(f"\x1b[{code}m", "")
    assert colored == plain


def test_json_holds_what_text_shows(call):
    code, out, _ = call("explain", "-inf", "--out", "json")
    found = json.loads(out)
    assert code == 0
    assert found["schema"] == 1
    assert found["inputs"][0]["held"]["value"] == "-inf"
    assert [trace["result"]["value"] for trace in found["traces"]] == ["nan"] * 21
    assert found["exact"][0]["value"] == "-0"
    found = json.loads(call("explain", "-2.5", "--out", "json")[1])
    trace = found["traces"][0]
    total, method, evaluation = (float(trace[n]) for n in ("total", "method", "evaluation"))
    assert math.isclose(total, method + evaluation, rel_tol=1e-12)
    assert trace["steps"][-1]["value"] == trace["result"]["value"]


def test_a_file_takes_the_result(call, tmp_path):
    path = tmp_path / "x.json"
    assert call("explain", "1", *SMALL, "--out", f"json:{path}") == (0, "", "")
    assert json.loads(path.read_text())["text"] == "1"
    path = tmp_path / "x.txt"
    assert call("explain", "1", *SMALL, "--out", f"text:{path}") == (0, "", "")
    assert path.read_text() == call("explain", "1", *SMALL)[1]


def test_the_same_bytes_again(call):
    assert call("explain", "-5.5", "--out", "json") == call("explain", "-5.5", "--out", "json")


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ((), ("Missing argument 'X'", "gelucheck explain --help")),
        (("1", "2"), ("2", "gelucheck explain --help")),
        (("-2.5", "-3"), ("-3", "gelucheck explain --help")),
        (("abc",), ("'abc'", "decimal")),
        (("",), ("''", "decimal")),
        (("-",), ("'-'", "decimal")),
        (("-2.5x",), ("'-2.5x'", "decimal")),
        (("1_000",), ("'1_000'", "decimal")),
        (("1e999999999",), ("1e999999999", "too large")),
        (("-1e-999999999",), ("-1e-999999999", "too small")),
        (("1" * 5000,), ("longer than",)),
        (("bits:0xc010",), ("bits:0xc010", "--dtype")),
        (("bits:0x1ffff", "--dtype", "float16"), ("bits:0x1ffff", "float16")),
        (("bits:0x1", "--dtype", "float16", "--dtype", "float32"), ("one --dtype",)),
        (("bits:xyz", "--dtype", "float16"), ("bits:xyz",)),
        (("1", "--digits", "0"), ("0 digits", "10,000")),
        (("1", "--digits", "-5"), ("-5 digits",)),
        (("1", "--digits", "10001"), ("10001 digits",)),
        (("1", "--digits", "1" * 30), ("digits",)),
        (("1", "--digits", "many"), ("--digits", "many")),
        (("1", "--dtype", "float24"), ("float24", "bfloat16")),
        (("1", "--form", "relu"), ("relu", "erfc")),
        (("1", "--arithmetic", "exact"), ("exact", "upcast")),
        (("1", "--function", "silu"), ("silu", "gelu_grad")),
        (("1", "--form", "erfc", "--function", "gelu_grad"), ("erfc", "one of erf")),
        (("1", "--dtype", "float64", "--arithmetic", "upcast"), ("float64", "native")),
        (("1", "--out", "csv"), ("csv", "text, json")),
        (("1", "--out", "json:"), ("json:",)),
        (("1", "--out", "json:/no/such/place"), ("/no/such/place",)),
        (("1", "--color", "red"), ("red", "always")),
        (("-x",), ("-x", "gelucheck explain --help")),
        (("--dtpye", "float16", "1"), ("--dtpye",)),
    ],
)
def test_what_cannot_be_answered_is_one_line_and_exit_2(call, words, parts):
    code, out, err = call("explain", *words)
    assert (code, out) == (2, "")
    assert err.startswith("gelucheck: ")
    assert err.count("\n") == 1
    assert "unexpected" not in err or "extra argument" in err
    for part in parts:
        assert part in err


@pytest.mark.parametrize(
    "x",
    [
        *("0", "-0", "inf", "-inf", "nan", "5e-324", "-1e308", "1e308", "40.5", "-65504"),
        *("1e-5999", "-1e5999", "1e5999", "-1048575.5", "-1048576", "0x1p-16000", "-0x1p+16000"),
        "-3." + "14159265358979323846" * 45,
    ],
)
@pytest.mark.parametrize("function", ["gelu", "gelu_grad"])
def test_no_number_is_too_strange(call, x, function):
    code, out, err = call("explain", x, "--function", function)
    assert (code, err) == (0, "")
    assert out.startswith("x = ")


@pytest.mark.parametrize(
    ("word", "heavy"),
    [
        ("--help", {"numpy", "mpmath", "flint", "ml_dtypes", "rich", "pandas"}),
        ("-2.5", {"pandas", "matplotlib", "rich", "jinja2", "joblib"}),
    ],
)
def test_starts_light(word, heavy):
    script = (
        f"import sys\nfrom gelucheck.cli.main import main\nmain(['explain', '{word}'])\n"
        "sys.stderr.write(' '.join(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True
    )
    assert heavy & set(done.stderr.split()) == set()


@pytest.mark.skipif(os.name != "posix", reason="needs another system: no shell")
def test_a_reader_that_goes_away_is_no_fault():
    line = f"set -o pipefail; {sys.executable} -m gelucheck explain -2.5 | true"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("width", [80, 60])
def test_lines_fit_a_terminal(call, monkeypatch, width):
    monkeypatch.setattr("gelucheck.cli.terminal.table_width", lambda: width)
    words = ("--dtype", "float64", "--dtype", "float8_e5m2", "--form", "sigmoid", "-v")
    _, out, _ = call("explain", "-0.001234567", *words)
    assert width - 10 < max(map(len, out.splitlines())) <= width
    # what has no room on a line is below it, and nothing is lost
    monkeypatch.setattr("gelucheck.cli.terminal.table_width", lambda: 200)
    _, wide, _ = call("explain", "-0.001234567", *words)
    assert {each for each in wide.split() if "e-" in each} <= set(out.split())


def test_values_of_few_bits_are_told_exactly(call):
    # half of the smallest subnormal number but one, and what it is rounded to
    _, out, _ = call("explain", "-3e-5", "--dtype", "float8_e5m2", "--form", "erf")
    assert "-3.0517578125e-5" in out and "-1.52587890625e-5" in out
    assert "-3e-5:" not in out and "-2e-5" not in out
