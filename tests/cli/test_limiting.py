"""The options of limits, over those of a config; and the verdict on real rows."""

import json

import pytest

from gelucheck.gate.limit import Limit
from gelucheck.gate.limits import Limits


@pytest.fixture
def limits(tmp_path, monkeypatch, measuring, call):
    """The limits that a command asks for."""
    monkeypatch.chdir(tmp_path)

    def limits(file, variables, *flags, command="compare"):
        (tmp_path / "gelucheck.toml").write_text(file)
        for name, value in variables.items():
            monkeypatch.setenv(f"GELUCHECK_{name}", value)
        code, _, err = call(command, *flags)
        assert code == 0, err
        return measuring.calls[-1].limits

    return limits


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        ([], Limits()),
        (["--atol", "off"], Limits(atol=None)),
        (["--max-ulp", "5(1+k)"], Limits(max_ulp="5(1+k)")),
        (["--max-ulp", "2"], Limits(max_ulp=2.0)),
        (["--max-abs", "1e-3"], Limits(max_abs=1e-3)),
        (["--max-rel", "0.5"], Limits(max_rel=0.5)),
        (["--mean-abs", "0"], Limits(mean_abs=0.0)),
        (["--correctly-rounded", "99.9%"], Limits(correctly_rounded=0.999)),
        (["--correctly-rounded", "0.5"], Limits(correctly_rounded=0.5)),
        (["--against", "gelu", "--max-steps", "1"], Limits(max_steps=1, against="gelu")),
    ],
)
@pytest.mark.parametrize("command", ["compare", "check"])
def test_flags(limits, command, flags, expected, monkeypatch):
    # whether the one made-up row keeps them is not the question
    monkeypatch.setattr("gelucheck.gate.verdict.Verdict.exit_code_for", lambda *_: 0)
    assert limits("", {}, *flags, command=command) == expected


FILE = """atol = 0.5
max_steps = 2
against = "gelu"
[[limit]]
dtype = "float16"
max_steps = 1
"""
GENERAL = (Limit("atol", 0.5, against="gelu"), Limit("max_steps", 2, against="gelu"))
NARROW = Limit("max_steps", 1, against="gelu", dtypes=("float16",))


@pytest.mark.parametrize(
    ("variables", "flags", "expected"),
    [
        ({}, [], Limits(None, against="gelu", more=(*GENERAL, NARROW))),
        ({}, ["--no-config"], Limits()),
        ({}, ["--max-steps", "7"], Limits(None, max_steps=7, against="gelu", more=GENERAL[:1])),
        ({"MAX_STEPS": "6"}, [], Limits(None, max_steps=6, against="gelu", more=GENERAL[:1])),
        ({"MAX_STEPS": "6"}, ["--max-steps", "7"],
         Limits(None, max_steps=7, against="gelu", more=GENERAL[:1])),
        ({"ATOL": "off"}, [], Limits(None, against="gelu", more=(GENERAL[1], NARROW))),
        ({}, ["--atol", "1"], Limits(1.0, against="gelu", more=(GENERAL[1], NARROW))),
        ({"ATOL": "off"}, ["--atol", "1"], Limits(1.0, against="gelu", more=(GENERAL[1], NARROW))),
        ({}, ["--against", "own", "--max-abs", "2"],
         Limits(None, max_abs=2.0, more=(
             Limit("atol", 0.5), Limit("max_steps", 2), Limit("max_steps", 1, dtypes=("float16",)),
         ))),
    ],
)  # fmt: skip
def test_flags_over_variables_over_the_file(limits, variables, flags, expected):
    assert limits(FILE, variables, *flags) == expected


def test_each_layer_may_say_the_level_of_a_finding(tmp_path, monkeypatch, call):
    """nan-at-minus-inf, which every row of the erf form has, is a warning by itself."""
    monkeypatch.chdir(tmp_path)
    words = ["--dtype", "float16", "--form", "erf", "--arithmetic", "upcast"]

    def level(*flags):
        out = call("compare", *words, "--out", "json", *flags)[1]
        found = {f["slug"]: f["level"] for f in json.loads(out)["rows"][0]["findings"]}
        return found["nan-at-minus-inf"]

    assert level() == "warning"
    (tmp_path / "gelucheck.toml").write_text('[finding]\nnan-at-minus-inf = "error"\n')
    assert level() == "error"
    monkeypatch.setenv("GELUCHECK_FINDING", "seam=off nan-at-minus-inf=off")
    assert level() == "off"
    # slug by slug
    assert level("--finding", "seam=error") == "off"
    assert level("--finding", "nan-at-minus-inf=warning") == "warning"


CHECKED = [
    # (config, flags, exit code, why)
    ("", [], 0, "the default claim: the sigmoid form does not count"),
    ("max_steps = 0", [], 1, "some value is a step off: sqrt(2) is not exact in float16"),
    ("max_steps = 0", ["--no-config"], 0, "the file is left aside"),
    ("max_steps = 0", ["--max-steps", "60000"], 0, "the flag is over the file"),
    ("[[limit]]\nimplementation = 'erfc'\nmax_steps = 0", [], 2, "no row is like that"),
    ("atol = false", [], 2, "nothing is asked"),
    ("[finding]\nnan-at-minus-inf = 'error'", [], 1, "NaN at -inf counts when it is said to"),
    ("form = 'sigmoid'", [], 1, "who names the form asks for its claim"),
]


@pytest.mark.parametrize(("file", "flags", "code", "why"), CHECKED)
def test_a_config_is_checked(tmp_path, monkeypatch, call, file, flags, code, why):
    monkeypatch.chdir(tmp_path)
    head = 'dtype = "float16"\narithmetic = "upcast"\n'
    (tmp_path / "gelucheck.toml").write_text(head + file)
    flags = flags if "--no-config" not in flags else [*flags, "--dtype", "float16",
                                                       "--arithmetic", "upcast"]  # fmt: skip
    got, out, err = call("check", "-q", *flags)
    assert (got, err) == (code, ""), why
    if code == 1 and "max_steps" in file:
        assert "gelucheck.toml:3" in out and "--no-config" in out


def test_compare_shows_the_verdict_and_never_fails(tmp_path, monkeypatch, call):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gelucheck.toml").write_text("max_steps = 0\n")
    code, out, _ = call(
        "compare", "--dtype", "float16", "--form", "erf", "--arithmetic", "native", "--out", "json"
    )
    assert code == 0
    claims = {each["name"]: each["verdict"] for each in json.loads(out)["rows"][0]["claims"]}
    assert claims["max_steps"] == "fail"


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--max-ulp", "5(1-k)"], "--max-ulp 5(1-k)"),
        (["--max-ulp", "much"], "'much' is not a valid float"),
        (["--max-abs", "off"], "'off' is not a valid float"),
        (["--max-abs", "-1"], "--max-abs -1.0"),
        (["--correctly-rounded", "200%"], "--correctly-rounded 2.0"),
        (["--correctly-rounded", "0"], "--correctly-rounded 0.0"),
        (["--correctly-rounded", "most"], "'most' is no share"),
        (["--headroom", "2"], "--headroom 2.0"),
        (["--against", "erf"], "'erf' is not one of 'own', 'gelu'"),
    ],
)
def test_no_limits(call, words, part):
    code, out, err = call("check", *words)
    assert (code, out) == (2, "")
    assert part in err and err.count("\n") == 1


def test_a_bound_of_a_variable_is_told_by_its_name(monkeypatch, call):
    monkeypatch.setenv("GELUCHECK_MAX_STEPS", "-1")
    assert "GELUCHECK_MAX_STEPS -1: a finite number from 0 up" in call("check")[2]
