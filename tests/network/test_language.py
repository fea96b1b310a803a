"""The language of plans: what is read, and what a line that is none ends in."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gelucheck.errors import PlanError, UsageError
from gelucheck.network.language import parse_plan
from gelucheck.network.stored import plan_from_dict, plan_to_dict


def only(line, input=(3, 8, 8)):
    (node,) = parse_plan(line, input=input).nodes
    return node.operation, node.arguments


CONV = {"channels": 8, "kernel_size": 3, "padding": 0}


@pytest.mark.parametrize(
    ("line", "operation", "arguments"),
    [
        ("linear(64)", "linear", {"features": 64}),
        ("linear(features=64)", "linear", {"features": 64}),
        ("  linear ( 64 )\t# wide", "linear", {"features": 64}),
        ("gelu()", "gelu", {"approximate": "none"}),
        ("gelu('none')", "gelu", {"approximate": "none"}),
        ('gelu("tanh")', "gelu", {"approximate": "tanh"}),
        ('gelu(approximate="tanh")', "gelu", {"approximate": "tanh"}),
        ("conv(8, kernel_size=3)", "conv", CONV),
        ("conv(8, padding=1, kernel_size=3)", "conv", CONV | {"padding": 1}),
        ("conv(kernel_size=3,channels=8)", "conv", CONV),
        ("layernorm()", "layernorm", {}),
    ],
)
def test_one_operator(line, operation, arguments):
    found, given = only(line)
    assert (found, given) == (operation, arguments)
    # in the operator's order, however they were written
    assert list(given) == list(arguments)


@pytest.mark.parametrize(
    ("text", "input", "shapes"),
    [
        # a linear layer is about the last axis
        ("linear(5)", (7,), [(5,)]),
        ("linear(5)", (6, 7), [(6, 5)]),
        ("linear(5)", (2, 6, 7), [(2, 6, 5)]),
        # height and width become side + 2*padding - kernel + 1
        ("conv(4, kernel_size=3)", (3, 8, 9), [(4, 6, 7)]),
        ("conv(4, kernel_size=3, padding=1)", (3, 8, 9), [(4, 8, 9)]),
        ("conv(4, kernel_size=8, padding=0)", (3, 8, 8), [(4, 1, 1)]),
        ("conv(4, kernel_size=1, padding=2)", (3, 8, 8), [(4, 12, 12)]),
        # the others keep their shape
        ("gelu()\nlayernorm()\nresidual(2)", (2, 3, 4), [(2, 3, 4)] * 3),
        # what went into the operator two above is of this shape again
        ("linear(9)\nlinear(4)\nresidual(2)", (4,), [(9,), (4,), (4,)]),
    ],
)
def test_shapes_are_inferred(text, input, shapes):
    plan = parse_plan(text, input=input)
    assert [node.output for node in plan.nodes] == shapes
    assert [node.input for node in plan.nodes] == [input, *shapes[:-1]]
    assert plan.output == shapes[-1]


def test_width_of_the_last_is_that_of_the_declared_output():
    plan = parse_plan("linear(3)\nlinear()", input=(6, 2), output=(6, 8))
    assert plan.nodes[-1].arguments == {"features": 8}
    assert plan.output == (6, 8)


def test_names_and_lines():
    plan = parse_plan("# first\n\ngelu()\r\n\r\ngelu()", name="a.txt", input=(4,), dtype="float16")
    assert [(node.name, node.line) for node in plan.nodes] == [("n0", 3), ("n1", 5)]
    assert (plan.name, plan.dtype) == ("a.txt", "float16")


def test_a_thousand_operators_are_read():
    assert len(parse_plan("gelu()\n" * 1000, input=(4,)).nodes) == 1000


WRITE = "write one operator a line"
GELU = 'write gelu("none") or gelu("tanh"); the sigmoid form is not declared in a plan: --swap puts'
THERE = "there are linear, conv, gelu, layernorm, residual"
IN_CONV = "write it as conv(channels, kernel_size=…, padding=0)"
IN_LINEAR = "write it as linear(features)"
SHAPE = "write B and then one to three sizes"

FAULTS = [
    # (text, line to blame, what is said of it, how to mend it)
    # operators
    ("gleu()", 1, "unknown operator 'gleu'", f"is gelu meant? {THERE}"),
    ("gelu()\nGELU()", 2, "unknown operator 'GELU'", f"is gelu meant? {THERE}"),
    ("torch.nn.functional.gelu()", 1, "'torch.nn.functional.gelu'", "is gelu meant?"),
    ("dropout()", 1, "unknown operator 'dropout'", THERE),
    ("3()", 1, "unknown operator '3'", THERE),
    ("x" * 150 + "()", 1, "unknown operator 'xxx", THERE),
    # arguments
    ("linear(3, 4)", 1, "takes one argument without a name, and 2 are given", IN_LINEAR),
    ("layernorm(3)", 1, "takes no argument without a name, and 1 are given", "layernorm()"),
    ("conv(8, 3)", 1, "takes one argument without a name, and 2 are given", IN_CONV),
    ("conv(8)", 1, "kernel_size of conv is not given", IN_CONV),
    ("conv(kernel_size=3)", 1, "channels of conv is not given", IN_CONV),
    ("residual()", 1, "back of residual is not given", "write it as residual(back)"),
    ("conv(8, kernel=3)", 1, "conv has no argument 'kernel'", "is kernel_size meant?"),
    ("gelu(x=1)", 1, "gelu has no argument 'x'", 'gelu(approximate="none")'),
    ("conv(8, kernel_size=3, kernel_size=5)", 1, "given twice, as 3 and as 5", IN_CONV),
    ("linear(8, features=8)", 1, "features of linear is given twice", IN_LINEAR),
    # types and ranges
    ("linear(64.0)", 1, "is 64.0, and must be a whole number", IN_LINEAR),
    ("linear(1e3)", 1, "is 1e3, and must be a whole number", IN_LINEAR),
    ("linear(0x10)", 1, "is 0x10, and must be a whole number", IN_LINEAR),
    ("linear(1_000)", 1, "is 1_000, and must be a whole number", IN_LINEAR),
    ("linear(True)", 1, "is True, and must be a whole number", IN_LINEAR),
    ("linear('64')", 1, "is '64', and must be a whole number", IN_LINEAR),
    ("linear(0)", 1, "is 0, and must be from 1 to 16,777,216", IN_LINEAR),
    ("linear(-64)", 1, "is -64, and must be from 1 to 16,777,216", IN_LINEAR),
    ("linear(16777217)", 1, "is 16777217, and must be from 1 to", IN_LINEAR),
    (f"linear({'9' * 190})", 1, "very many digits", IN_LINEAR),
    ("conv(8, kernel_size=0)", 1, "kernel_size of conv is 0", IN_CONV),
    ("conv(8, kernel_size=3, padding=-1)", 1, "is -1, and must be from 0 to", IN_CONV),
    ("gelu(approximate='quick')", 1, """'quick', and must be one of "none", "tanh\"""", GELU),
    ("gelu('TANH')", 1, """'TANH', and must be one of "none", "tanh\"""", GELU),
    ("gelu('')", 1, """is '', and must be one of "none", "tanh\"""", GELU),
    ("gelu(tanh)", 1, "approximate of gelu is tanh, and must be a text", 'gelu("tanh"), in quotes'),
    ("gelu(None)", 1, "approximate of gelu is None, and must be a text", "in quotes"),
    ("gelu(1)", 1, "approximate of gelu is 1, and must be a text", "in quotes"),
    # shapes
    ("linear()\ngelu()", 1, "without a width is the last operator only", "as linear(64)"),
    ("linear(4)\nlinear()", 2, "takes its width from the declared output", "--output B,10"),
    ("linear(4)\nconv(8, kernel_size=3)", 2, "conv needs [B, C, H, W], and x is [B, 4]", "change"),
    ("residual(1)", 1, "reaches above the first operator: there is none", "residual(1)"),
    ("gelu()\nresidual(2)", 2, "reaches above the first operator: there is one", "residual(1)"),
    ("gelu()\n#\nlinear(4)\nresidual(1)", 4, "[B, 9], to [B, 4]", "the same shape"),
    ("linear(16777216)", 1, "167,772,160 parameters", "at most 67,108,864"),
    # the writing
    ("", 1, "there is no operator", WRITE),
    ("\n# gelu()\n", 1, "there is no operator", WRITE),
    ("gelu", 1, "the end stands in column 5 of 'gelu' where '(' is due", WRITE),
    ("gelu # ()", 1, "the end stands in column 6", WRITE),
    ("linear 64", 1, "'64' stands in column 8 of 'linear 64' where '(' is due", WRITE),
    ("linear(64", 1, "the end stands in column 10 of 'linear(64' where ',' or ')' is due", WRITE),
    ("linear(64,)", 1, "')' stands in column 11", WRITE),
    ("linear(,64)", 1, "',' stands in column 8", WRITE),
    ("linear(features=)", 1, "')' stands in column 17", WRITE),
    ("linear(features==3)", 1, "'=' stands in column 17", WRITE),
    ("linear(3=features)", 1, "'=' stands in column 9", WRITE),
    ("conv(channels=8, 3)", 1, "'3' stands in column 18", WRITE),
    ("linear((64))", 1, "'(' stands in column 8", WRITE),
    ("linear(3 4)", 1, "'4' stands in column 10", WRITE),
    ("'gelu'()", 1, "stands in column 1", WRITE),
    ("linear(64) gelu()", 1, "'gelu' stands in column 12", WRITE),
    ("linear(64); gelu()", 1, "';' in column 11", WRITE),
    ("linear[64]", 1, "'[' in column 7", WRITE),
    ("linear(8 + 8)", 1, "'+' in column 10", WRITE),
    ("linear(*x)", 1, "'*' in column 8", WRITE),
    ("gelu('tanh)", 1, """"'" in column 6""", WRITE),
    ("__import__('os').system('x')", 1, "'.system' stands in column 17", WRITE),
    ("\\", 1, "in column 1", WRITE),
    # characters and lengths
    ("gelu()\nlinéar(3)", 2, "'é' (U+00E9 LATIN SMALL LETTER E WITH ACUTE)", "plain ASCII"),
    ("gelu(“tanh”)", 1, "U+201C LEFT DOUBLE QUOTATION MARK) stands in column 6", "plain ASCII"),
    ("gelu()  # größer", 1, "'ö' (U+00F6", "its comments too"),
    ("gelu()\u2028gelu()", 1, r"'\u2028' (U+2028 LINE SEPARATOR)", "plain ASCII"),
    ("linear(\uff11)", 1, "U+FF11 FULLWIDTH DIGIT ONE", "plain ASCII"),
    ("gelu()\x00", 1, r"'\x00' (U+0000) stands in column 7", "plain ASCII"),
    ("\x1b[2Jgelu()", 1, r"'\x1b' (U+001B)", "plain ASCII"),
    ("gelu()\x0cgelu()", 1, r"'\x0c' (U+000C)", "plain ASCII"),
    ("gelu()\udc80", 1, r"'\udc80' (U+DC80)", "plain ASCII"),
    ("gelu()\n#" + "x" * 200, 2, "has 201 characters", "a line has at most 200"),
    (f"linear({'9' * 5000})", 1, "has 5,008 characters", "a line has at most 200"),
    ("gelu()\n" * 10_000, 1001, "'gelu()' is operator 1,001", "at most 1,000 operators"),
]


@pytest.mark.parametrize(("text", "line", "what", "mend"), FAULTS)
def test_faults(text, line, what, mend):
    with pytest.raises(PlanError) as caught:
        parse_plan(text, name="plan.txt", input=(9,))
    assert caught.value.what.startswith(f"plan.txt:{line}: ")
    assert what in caught.value.what
    assert mend in caught.value.mend
    assert caught.value.what.isprintable() and len(caught.value.what) < 200


@pytest.mark.parametrize(
    ("text", "input", "output", "what"),
    [
        ("gelu()\nlinear(8)", (4,), (10,), "2: [B, 8] comes out, and [B, 10] is declared"),
        ("gelu()", (4,), (4, 4), "1: [B, 4] comes out, and [B, 4, 4] is declared"),
        ("linear()", (6, 4), (10,), "1: [B, 6, 10] comes out, and [B, 10] is declared"),
        ("conv(2, kernel_size=9)", (3, 8, 8), None, "1: conv with kernel_size=9 and padding=0"),
        ("conv(2, kernel_size=11, padding=1)", (3, 8, 9), None, "1: conv with kernel_size=11"),
        ("conv(2, kernel_size=1, padding=16777216)", (3, 8, 8), None, "1: conv with its padding"),
        ("conv(64, kernel_size=1)", (2, 2048, 2048), None, "1: conv makes [B, 64, 2048, 2048]"),
        ("linear(32768)", (32768, 1), None, "1: linear makes [B, 32768, 32768], 1,073,741,824"),
        ("gelu()", (), None, "1: the declared input: it is [B], 0 sizes"),
        ("gelu()", (1, 2, 3, 4), None, "1: the declared input: it is [B, 1, 2, 3, 4], 4 sizes"),
        ("\ngelu()", (0,), None, "2: the declared input: a size in it, 0, is not from 1"),
        ("gelu()", (1.5,), None, "1: the declared input: a size in it, 1.5,"),
        ("gelu()", (32768, 32768), None, "1: the declared input: it is [B, 32768, 32768], 1,073"),
        ("linear()", (4,), (-1,), "1: the declared output: a size in it, -1,"),
    ],
)
def test_shapes_that_do_not_fit(text, input, output, what):
    with pytest.raises(PlanError) as caught:
        parse_plan(text, input=input, output=output, name="p")
    assert caught.value.what.startswith(f"p:{what}")
    assert caught.value.mend


def test_another_format_is_a_usage_error():
    with pytest.raises(UsageError, match="'float31'"):
        parse_plan("gelu()", input=(4,), dtype="float31")


@st.composite
def plans(draw):
    """A plan's text, with its input: each operator of any that its input allows."""
    shape = tuple(draw(st.lists(st.integers(1, 12), min_size=1, max_size=3)))
    input, into, lines = shape, [], []
    for _ in range(draw(st.integers(1, 8))):
        backs = [back for back in range(1, len(into) + 1) if into[-back] == shape]
        kinds = ["linear", "gelu", "layernorm"]
        kinds += ["conv"] * (len(shape) == 3) + ["residual"] * bool(backs)
        kind = draw(st.sampled_from(kinds))
        into.append(shape)
        if kind == "linear":
            width = draw(st.integers(1, 12))
            shape = (*shape[:-1], width)
            lines.append(f"linear({draw(st.sampled_from(['', 'features=']))}{width})")
        elif kind == "gelu":
            lines.append(draw(st.sampled_from(["gelu()", "gelu('none')", 'gelu( "tanh" ) # t'])))
        elif kind == "conv":
            padding = draw(st.integers(0, 2))
            size = draw(st.integers(1, min(shape[1:]) + 2 * padding))
            channels = draw(st.integers(1, 5))
            shape = (channels, *(side + 2 * padding - size + 1 for side in shape[1:]))
            lines.append(f"conv({channels}, padding={padding}, kernel_size={size})")
        elif kind == "residual":
            lines.append(f"residual({draw(st.sampled_from(backs))})")
        else:
            lines.append("layernorm()")
    gap = draw(st.sampled_from(["\n", "\r\n", "\n\n", " \n# more\n"]))
    return gap.join(lines), input, shape


@given(plans(), st.sampled_from(["float16", "bfloat16", "float32", "float64"]))
@settings(max_examples=100, deadline=None)
def test_valid_plans_survive(made, dtype):
    text, input, output = made
    plan = parse_plan(text, input=input, output=output, dtype=dtype)
    assert (plan.input, plan.output, plan.dtype) == (input, output, dtype)
    assert parse_plan(text, input=input, dtype=dtype) == plan
    assert plan_from_dict(json.loads(json.dumps(plan_to_dict(plan)))) == plan


PIECES = ["gelu", "linear", "conv", "residual", "(", ")", "=", ",", "'", '"', "tanh", "features"]
PIECES += ["kernel_size", "-", "0", "3", "1e5", "#", " ", "\n", "\x00", "é", "None", ".", "9" * 99]


@given(
    st.one_of(
        st.text(max_size=30),
        st.lists(st.sampled_from(PIECES), max_size=15).map("".join),
        st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126), max_size=30),
    ),
    st.sampled_from([None, (3,), (2, 3)]),
)
@settings(max_examples=150, deadline=None)
def test_garbage_ends_in_one_message(text, output):
    try:
        plan = parse_plan(text, name="p", input=(3,), output=output)
    except PlanError as problem:
        assert problem.what.startswith("p:") and problem.what.isprintable()
        assert problem.mend
    else:
        assert plan_from_dict(json.loads(json.dumps(plan_to_dict(plan)))) == plan
