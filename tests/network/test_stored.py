"""Plans in JSON: what is written, and that nothing that is read is believed."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gelucheck.errors import PlanError
from gelucheck.network.language import parse_plan
from gelucheck.network.stored import plan_from_dict, plan_to_dict

TEXT = "linear(64)\ngelu()\nlinear()"
STORED = {
    "schema": 1,
    "dtype": "float32",
    "input": ["B", 128],
    "output": ["B", 10],
    "operators": [
        {"name": "n0", "operation": "linear@1", "arguments": {"features": 64}},
        {"name": "n1", "operation": "gelu@1", "arguments": {"approximate": "none"}},
        {"name": "n2", "operation": "linear@1", "arguments": {"features": 10}},
    ],
    "parameters": 8906,
}
KEYS = ["schema", "dtype", "input", "output", "operators", "parameters"]


def stored(*path, value=None, drop=False):
    """The plan of the example with one thing changed."""
    document = json.loads(json.dumps(STORED))
    if path:
        inner = document
        for key in path[:-1]:
            inner = inner[key]
        if drop:
            del inner[path[-1]]
        else:
            inner[path[-1]] = value
    return document


def test_what_is_written():
    written = plan_to_dict(parse_plan(TEXT, input=(128,), output=(10,)))
    assert written == STORED
    assert list(written) == KEYS


@pytest.mark.parametrize(
    ("line", "approximate"),
    [
        ("gelu()", "none"),
        ("gelu('none')", "none"),
        ('gelu("tanh")', "tanh"),
        ('gelu(approximate="tanh")', "tanh"),
    ],
)
def test_the_choice_of_approximate_survives(line, approximate):
    written = json.dumps(plan_to_dict(parse_plan(line, input=(4,))))
    assert f'"gelu@1", "arguments": {{"approximate": "{approximate}"}}' in written
    read = plan_from_dict(json.loads(written), "plan.json")
    assert read.nodes[0].arguments == {"approximate": approximate}
    assert read.name == "plan.json"


@pytest.mark.parametrize(
    ("text", "input", "dtype"),
    [
        (TEXT.replace("linear()", "linear(10)"), (128,), "float16"),
        ("layernorm()\nlinear(8)\ngelu('tanh')\nlinear(16)\nresidual(4)", (6, 16), "bfloat16"),
        ("conv(8, kernel_size=3, padding=1)\ngelu()", (3, 8, 8), "float64"),
    ],
)
def test_what_is_read_is_what_was_written(text, input, dtype):
    plan = parse_plan(text, input=input, dtype=dtype)
    assert plan_from_dict(json.loads(json.dumps(plan_to_dict(plan)))) == plan


NOUGHT = ("operators", 0)


@pytest.mark.parametrize(
    ("document", "named"),
    [
        # no plan at all
        (None, "null"),
        ([], "a list"),
        (1, "the plan is 1"),
        ({}, "no 'schema'"),
        *((stored(key, drop=True), f"no '{key}'") for key in KEYS),
        (stored("more", value=1), "unknown key 'more'"),
        # the top
        (stored("schema", value=2), "schema 2, this reads 1"),
        (stored("schema", value=0), "schema 0"),
        (stored("schema", value=True), "schema is a truth value"),
        (stored("schema", value=10**5000), "very many digits"),
        ({"schema": 2}, "schema 2"),
        (stored("dtype", value="float31"), "'float31'"),
        (stored("dtype", value=None), "dtype is null"),
        (stored("dtype", value=["float32"]), "dtype is a list"),
        (stored("input", value=128), "input is 128"),
        (stored("input", value=[128]), "begins with 'B'"),
        (stored("input", value=["B"]), "input: it is [B], 0 sizes"),
        (stored("input", value=["B", "128"]), "'128'"),
        (stored("input", value=["B", 128.0]), "128.0"),
        (stored("input", value=["B", True]), "a truth value"),
        (stored("input", value=["B", [128]]), "a list"),
        (stored("input", value=["B", 0]), "a size in it, 0"),
        (stored("input", value=["B", float("nan")]), "nan"),
        (stored("input", value=["B"] + [1] * 10**6), "1,000,000 sizes"),
        (stored("input", value=["B", 32768, 32768]), "1,073,741,824"),
        (stored("operators", value=[]), "operators is 0"),
        (stored("operators", value={}), "operators is an object"),
        (stored("operators", value=[STORED["operators"][0]] * 1001), "operators is 1,001"),
        # what it says of itself, and is not so
        (stored("output", value=["B", 11]), "operators[2]: [B, 10] comes out, and [B, 11]"),
        (stored("input", value=["B", 127]), "parameters is 8906, and its operators have 8842"),
        (stored("parameters", value=8907), "parameters is 8907, and its operators have 8906"),
        (stored("parameters", value=8906.0), "parameters is 8906.0"),
        (stored("parameters", value="8906"), "parameters is '8906'"),
        (stored("parameters", value=10**5000), "very many digits"),
        # an operator
        (stored("operators", 0, value=None), "operators[0]: the operator is null"),
        (stored(*NOUGHT, "name", drop=True), "operators[0]: the operator has no 'name'"),
        (stored(*NOUGHT, "name", value="n1"), "operators[0]: name is 'n1'"),
        (stored(*NOUGHT, "name", value="\x1b[2J"), r"name is '\x1b[2J'"),
        (stored(*NOUGHT, "shape", value=[]), "unknown key 'shape'"),
        (
            stored("operators", 1, "operation", value="gelu@2"),
            "operators[1]: operation is 'gelu@2'",
        ),
        (stored("operators", 1, "operation", value="gelu"), "operation is 'gelu'"),
        (stored("operators", 1, "operation", value=["gelu@1"]), "operation is a list"),
        # its arguments
        (stored(*NOUGHT, "arguments", value=[64]), "operators[0]: arguments is a list"),
        (stored(*NOUGHT, "arguments", value={}), "operators[0]: arguments has no 'features'"),
        (stored("operators", 1, "arguments", value={}), "operators[1]: arguments has no 'approx"),
        (stored(*NOUGHT, "arguments", "bias", value=1), "unknown key 'bias'"),
        (stored(*NOUGHT, "arguments", "features", value=64.0), "features of linear is 64.0"),
        (stored(*NOUGHT, "arguments", "features", value=True), "features of linear is a truth"),
        (stored(*NOUGHT, "arguments", "features", value=None), "features of linear is null"),
        (stored(*NOUGHT, "arguments", "features", value={"a": 1}), "features of linear is an obj"),
        (stored(*NOUGHT, "arguments", "features", value=0), "features of linear is 0"),
        (stored(*NOUGHT, "arguments", "features", value=10**5000), "very many digits"),
        (stored("operators", 1, "arguments", "approximate", value="quick"), '"none", "tanh"'),
        (stored("operators", 1, "arguments", "approximate", value=None), '"none", "tanh"'),
    ],
)
def test_refused(document, named):
    with pytest.raises(PlanError) as caught:
        plan_from_dict(document, "plan.json")
    assert caught.value.what.startswith("plan.json: ")
    assert named in caught.value.what
    assert caught.value.what.isprintable() and len(caught.value.what) < 250 and caught.value.mend


def test_the_example_itself_is_read():
    assert plan_from_dict(stored()) == parse_plan(TEXT, input=(128,), output=(10,))


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)
PLACES = [(), *((key,) for key in KEYS), ("input", 1), ("output", 0), ("operators", 1)]
PLACES += [("operators", 0, key) for key in ("name", "operation", "arguments")]
PLACES += [("operators", 0, "arguments", "features"), ("operators", 2, "arguments", "more")]


@given(st.sampled_from(PLACES), ANYTHING)
@settings(max_examples=60, deadline=None)
def test_whatever_stands_somewhere_is_refused_or_the_same(path, value):
    document = stored(*path, value=value) if path else value
    try:
        plan = plan_from_dict(document, "p")
    except PlanError as problem:
        assert problem.what.startswith("p: ") and problem.what.isprintable() and problem.mend
    else:
        assert plan_to_dict(plan) == document
