"""Names of a config, of a baseline, and what a function raises: none of them ends a line."""

import json

import pytest

import gelucheck.testing.rows  # noqa: F401  what a pytest in this process imports is forgotten
from gelucheck.gate.baseline.make import baseline_of
from gelucheck.gate.baseline.text import baseline_text
from gelucheck.gate.config.parse import parse_config
from gelucheck.gate.limits import Limits
from gelucheck.gate.verdict import judge
from gelucheck.testing.gate import gate_of, measure_part, said_of

pytest_plugins = "pytester"

PLUGIN = ("-p", "no:gelucheck", "-p", "gelucheck.testing.plugin", "-p", "no:cacheprovider")
KERNELS = """
def half(x):
    return x / 2

def crashes(x):
    raise RuntimeError("a" + chr(10) + "::error::b")
"""
NAME = "a\\n::error::b\\u001b[2J\\u202e"
"""As TOML and JSON have it: GitHub Actions obeys a line that begins with two colons."""
CONFIG = f"""
impl = ["python:kernels:half"]
dtype = "float16"
inputs = "1:1"
atol = false
max_abs = 1e-9

[[limit]]
implementation = "{NAME}"
max_steps = 2
"""


@pytest.fixture
def lines(pytester, monkeypatch):
    """The lines of a pytest with the plugin, for a config."""
    for name in ("PYTEST_ADDOPTS", "GITHUB_ACTIONS", "CI"):
        monkeypatch.delenv(name, raising=False)
    pytester.makepyfile(kernels=KERNELS)

    def run(config):
        (pytester.path / "gelucheck.toml").write_text(config)
        result = pytester.runpytest_inprocess(*PLUGIN, "--gelucheck", "-rA")
        found = [*result.outlines, *result.errlines]
        assert any("::error::" in line for line in found)
        return [line for line in found if line.startswith("::") or not line.isprintable()]

    run.path = pytester.path
    return run


def test_a_limit_of_no_row(lines):
    assert lines(CONFIG) == []


def test_what_a_function_raises(lines):
    assert lines(CONFIG.replace("kernels:half", "kernels:crashes")) == []


def test_a_fault_of_the_config(lines):
    assert lines(CONFIG.replace('"float16"', f'"{NAME}"')) == []


def test_an_entry_of_no_row(lines):
    gate = gate_of(parse_config('form = "tanh"\narithmetic = "upcast"\ndtype = "float16"', "c"))
    run, _ = measure_part(gate.parts[0], gate)
    document = json.loads(baseline_text(baseline_of(run, judge(run, Limits()))))
    document["rows"][0]["implementation"] = json.loads(f'"{NAME}"')
    (lines.path / "b.json").write_text(json.dumps(document))
    assert lines(f'baseline = "b.json"\n{CONFIG.partition("[[")[0]}') == []


def test_a_row_is_called_by_a_name_that_can_be_seen():
    config = (
        'impl = ["a\\n##[error]b=program:cat"]\ndtype = "float16"\ninputs = "1:1"\nmax_abs = 1e-9'
    )
    gate = gate_of(parse_config(config, "c"))
    assert gate.parts[0].label == "a\\n##[error]b · float16"
    said = said_of(gate.parts[0], gate, *measure_part(gate.parts[0], gate))
    assert said and all(line.isprintable() for line in said.split("\n"))
