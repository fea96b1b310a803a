"""A config's rows: what makes each of them and no other, and which limits are about it."""

import pytest

from gelucheck.api import compare
from gelucheck.errors import UsageError
from gelucheck.gate.config.parse import parse_config
from gelucheck.testing.gate import gate_of

FORMS = """
form = ["erf", "tanh-cube"]
dtype = ["float16", "float64"]
function = ["gelu"]
samples = 300
max_steps = 2

[[limit]]
implementation = "tanh*"
dtype = "float64"
max_ulp = 9

[[limit]]
dtype = "bfloat16"
max_rel = 1
"""


def gate(text):
    return gate_of(parse_config(text, "gelucheck.toml"))


def test_each_row_by_itself_is_the_row_of_all():
    parts = gate(FORMS).parts
    whole = compare(dtypes=("float16", "float64"), forms=("erf", "tanh-cube"), samples=300).rows
    assert [part.label for part in parts] == [row.label for row in whole]
    for part, row in zip(parts, whole, strict=True):
        (alone,) = compare(part.selection).rows
        assert alone.label == row.label and alone.total == row.total


def test_limits_of_a_row_and_of_none():
    found = gate(FORMS)
    more = {part.label: [limit.figure for limit in part.limits.more] for part in found.parts}
    assert more == {
        "erf · float16 · native": ["max_steps"],
        "erf · float16 · upcast": ["max_steps"],
        "erf · float64 · native": ["max_steps"],
        "tanh-cube · float16 · native": ["max_steps"],
        "tanh-cube · float16 · upcast": ["max_steps"],
        "tanh-cube · float64 · native": ["max_steps", "max_ulp"],
    }
    ((name, said),) = found.idle
    assert name == "max_rel 1 (gelucheck.toml:15)"
    assert said.startswith("max_rel 1 (gelucheck.toml:15) has no answer: nothing is measured")


def test_each_implementation_keeps_its_declared_form(tmp_path, monkeypatch):
    (tmp_path / "halves.py").write_text(
        "def half(x):\n    return x / 2\n\ndef same(x):\n    return x\n"
    )
    monkeypatch.chdir(tmp_path)
    found = gate(
        'impl = ["python:halves:half", "b=python:halves:same"]\ndeclares = ["tanh", "erf"]\n'
        'dtype = ["float32", "float16"]\nsubnormals = "flush"\nmax_abs = 1\n'
    )
    made = [
        (part.label, part.selection.implementations, part.selection.declares)
        for part in found.parts
    ]
    assert made == [
        ("python:halves:half · float32", ("python:halves:half",), ("tanh",)),
        ("python:halves:half · float16", ("python:halves:half",), ("tanh",)),
        ("b · float32", ("b=python:halves:same",), ("erf",)),
        ("b · float16", ("b=python:halves:same",), ("erf",)),
    ]
    assert {part.selection.subnormals for part in found.parts} == {"flush"}


def test_the_time_of_a_search_is_shared():
    text = 'form = ["erf", "tanh"]\ndtype = ["float32"]\narithmetic = ["native"]\n'
    parts = gate(f'{text}inputs = "search"\nbudget = "10s"\nmax_ulp = 9\n').parts
    assert [part.selection.budget for part in parts] == [5, 5]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('form = ["erf"]\natol = false\n', "no row has a limit"),
        # the claim counts for sigmoid where it is asked for by name alone
        ('form = ["sigmoid"]\ndtype = ["float16"]\natol = false\n', "no row has a limit"),
        ('form = ["erf"]\ndtype = ["float64"]\narithmetic = ["upcast"]\n', "nothing to measure"),
    ],
)
def test_what_would_judge_nothing(text, told):
    with pytest.raises(UsageError, match=told):
        gate(text)


def test_a_finding_that_is_an_error_is_something_to_be_held_to():
    text = 'form = ["erf"]\ndtype = ["float16"]\natol = false\nfinding.seam = "error"\n'
    assert len(gate(text).parts) == 2
    with pytest.raises(UsageError, match="no row has a limit"):
        gate(text.replace('"error"', '"warning"'))


def test_a_form_that_is_named_is_held_to_the_claim():
    assert len(gate('form = ["sigmoid"]\ndtype = ["float16"]\n').parts) == 2
