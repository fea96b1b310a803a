"""The recorder: what it traces is what is measured, and its text is the formula."""

import ast

import numpy as np
import pytest

from gelucheck.explain.trace import recording
from gelucheck.formats import FORMATS
from gelucheck.forms.arithmetic import ARITHMETICS, compute
from gelucheck.forms.catalogue import ALL, FORMS, find_writing

CASES = [
    (writing, name, arithmetic)
    for writing in ALL
    for name, fmt in FORMATS.items()
    for arithmetic, widen in ARITHMETICS.items()
    if widen(fmt) is not None and (fmt.bits > 8 or writing.name in FORMS)
]


def inputs(fmt, count=300):
    """Random patterns, in all binades, and the ends of the format."""
    generator = np.random.default_rng(7)
    bits = generator.integers(0, 1 << fmt.bits, count, dtype=np.uint64)
    ends = [0, 1, fmt.end_bits - 1, fmt.end_bits, fmt.nan_bits]
    ends += [each | fmt.sign_bit for each in ends]
    near = [fmt.round(float(v)) for v in generator.uniform(-14, 9, count)]
    return fmt.values_of_bits(np.array([*bits.tolist(), *ends, *near], np.uint64))


@pytest.mark.parametrize(
    ("writing", "dtype", "arithmetic"),
    CASES,
    ids=[f"{w.function}-{w.name}-{d}-{a}" for w, d, a in CASES],
)
def test_traced_values_are_the_measured_ones(writing, dtype, arithmetic):
    fmt = FORMATS[dtype]
    x = inputs(fmt)
    operations = []
    traced = compute(recording(writing, operations), x, fmt, arithmetic)
    plain = compute(writing.call, x, fmt, arithmetic)
    np.testing.assert_array_equal(fmt.bits_of_values(traced), fmt.bits_of_values(plain))
    # the last operation recorded is the one that gives the result
    np.testing.assert_array_equal(
        fmt.bits_of_values(fmt.round_array(operations[-1].result.value.astype(np.float64))),
        fmt.bits_of_values(plain),
    )


class Written(ast.NodeTransformer):
    """What a formula is made of, put in its place."""

    def __init__(self, parts):
        self.parts = parts

    def visit_Name(self, node):
        return self.visit(self.parts[node.id]) if node.id in self.parts else node


def read(text):
    """A formula as a tree, in one piece: "a * b, b = c" is a * c."""
    call = ast.parse(f"f({text})", mode="eval").body
    parts = {part.arg: part.value for part in call.keywords}
    return ast.dump(Written(parts).visit(call.args[0]))


@pytest.mark.parametrize("writing", ALL, ids=lambda w: f"{w.function}-{w.name}")
def test_the_expression_is_the_formula(writing):
    operations = []
    fmt = FORMATS["float16"]
    compute(recording(writing, operations), fmt.values_of_bits([fmt.round(1.0)]), fmt, "native")
    assert read(operations[-1].expression) == read(writing.text)


@pytest.mark.parametrize("name", ["erf", "erfc", "tanh", "sigmoid"])
def test_the_expression_is_the_text(name):
    writing = find_writing(name)
    operations = []
    fmt = FORMATS["float16"]
    compute(recording(writing, operations), fmt.values_of_bits([fmt.round(1.0)]), fmt, "native")
    assert operations[-1].expression == writing.text


def test_the_steps_of_the_erf_writing():
    operations = []
    fmt = FORMATS["float32"]
    call = recording(find_writing("erf"), operations)
    compute(call, fmt.values_of_bits([fmt.round(-2.0)]), fmt, "native")
    assert [(each.name, each.short, each.operands) for each in operations] == [
        ("t1", "0.5 * x", (None, None)),
        ("sqrt(2)", "sqrt(2)", ()),
        ("t2", "x / sqrt(2)", (None, 1)),
        ("t3", "erf(t2)", (2,)),
        ("t4", "1 + t3", (None, 3)),
        ("t5", "t1 * t4", (0, 4)),
    ]


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda x, m: x - (x - 1), "x - (x - 1)"),
        (lambda x, m: x - x - 1, "x - x - 1"),
        (lambda x, m: x + (x + 1), "x + (x + 1)"),
        (lambda x, m: x / (x * 2), "x / (x * 2)"),
        (lambda x, m: x / x * 2, "x / x * 2"),
        (lambda x, m: (x + 1) * 2, "(x + 1) * 2"),
        (lambda x, m: 2 - x * x, "2 - x * x"),
        (lambda x, m: -x / 2, "-x / 2"),
        (lambda x, m: 1 * -(x + 1), "1 * -(x + 1)"),
        (lambda x, m: m.tanh(x + 1) + 2, "tanh(x + 1) + 2"),
        (lambda x, m: m.pow(x * 2, 3) * 2, "pow(x * 2, 3) * 2"),
        (lambda x, m: m.clamp(x + 1, "-1", "2") * 2, "clamp(x + 1, -1, 2) * 2"),
        (lambda x, m: m.clamp(x, None, "2"), "min(x, 2)"),
        (lambda x, m: m.clamp(x, "-2", None), "max(x, -2)"),
        (lambda x, m: m.choose(x + 1, ">", "5", x, 0) + 1, "(x if x + 1 > 5 else 0) + 1"),
        (
            lambda x, m: m.choose(
                x, "<", "1", m.choose(x, ">", "0", 1, 2), m.choose(x, ">", "2", 3, 4)
            ),
            "(1 if x > 0 else 2) if x < 1 else 3 if x > 2 else 4",
        ),
        (lambda x, m: m.root(m.half(m.narrow(x))), "sqrt(float16(narrow(x)))"),
    ],
)
def test_parentheses_keep_the_order_of_evaluation(call, text):
    from dataclasses import replace

    operations = []
    fmt = FORMATS["float16"]
    writing = replace(find_writing("erf"), call=call)
    compute(recording(writing, operations), fmt.values_of_bits([fmt.round(3.0)]), fmt, "native")
    assert operations[-1].expression == text
