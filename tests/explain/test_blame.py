"""Blame, on made-up steps: which one is named for which errors."""

import math

import pytest

from gelucheck.explain.blame import blame, lost_bits
from gelucheck.explain.trace import Operation
from gelucheck.formats import FORMATS


@pytest.mark.parametrize(
    ("error", "came", "lost", "why"),
    [
        (2.0**-24, [], 0.0, "one rounding is no loss"),
        (2.0**-25, [0.0], 0.0, "nor is less"),
        (2.0**-4, [0.0, 0.0], 20.0, "beyond one rounding"),
        (2.0**-4, [2.0**-10, 2.0**-7], 3.0, "beyond the worse operand"),
        (2.0**-10, [2.0**-4], 0.0, "an error that shrank"),
        (math.inf, [0.0], math.inf, "an overflow"),
        (math.inf, [math.inf], 0.0, "it came in"),
        (None, [0.0], None, "a NaN"),
        (0.5, [None], None, "of a NaN"),
    ],
)
def test_lost_bits(error, came, lost, why):
    assert lost_bits(error, came, 24) == lost, why


def operation(kind, name, operands):
    return Operation(kind, name, f"short {name}", f"long {name}", operands, None)


# erf(x), 1 + that, and a product
CHAIN = [
    operation("erf", "t1", (None,)),
    operation("+", "t2", (None, 0)),
    operation("*", "y", (None, 1)),
]


def verdict(operations, values, errors, lost, due=1.0, ulp=100.0):
    return blame(operations, values, errors, lost, due=due, evaluation_ulp=ulp)


@pytest.mark.parametrize(
    ("values", "errors", "lost", "due", "ulp", "index", "words"),
    [
        ([-0.9, 0.1, 0.1], [1e-8, 1e-2, 1e-2], [0, 20.0, 0], 1, 99, 1, "terms cancel"),
        ([-1.0, 0.0, 0.0], [1e-8, 1.0, 1.0], [0, 24.0, 0], 1, 99, 1, "nothing is left"),
        ([-0.9, 0.1, 0.1], [1e-8, 1e-2, 1e-2], [0, 20.0, 0], 1, 0.9, None, "no step loses"),
        ([-0.9, 0.1, 0.1], [1e-8, 2e-8, 3e-8], [0, 1.0, 0.5], 1, 3, None, "add up to 3 ulp"),
        ([-0.9, 0.1, 0.1], [1e-3, 1e-3, 1e-3], [15.0, 0, 0], 1, 99, 0, "magnifies"),
        ([0.0, 0.1, 0.1], [1.0, 1.0, 1.0], [15.0, 0, 0], 1, 99, 0, "too small"),
        ([1.0, 2.0, 1e-40], [0, 0, 1e-3], [0, 0, 9.0], 1, 99, 2, "below the normal range"),
        ([1.0, 2.0, math.nan], [0, 0, None], [0, 0, None], 1, None, 2, "infinity times 0"),
        ([1.0, math.nan, math.nan], [0, None, None], [0, 0, 0], 1, None, 1, "less infinity"),
        ([1.0, math.inf, math.inf], [0, 9e99, 9e99], [0, 0, 0], 1, None, 1, "overflows"),
        ([math.inf, 1.0, 1.0], [math.inf, 0, 0], [math.inf, 0, 0], 1, 0.1, None, "to no harm"),
        ([math.nan] * 3, [None] * 3, [None] * 3, math.nan, None, None, "NaN in"),
    ],
)
def test_blame(values, errors, lost, due, ulp, index, words):
    found, sentence = verdict(CHAIN, values, errors, lost, due, ulp)
    assert found == index
    assert words in sentence
    if index is not None:
        assert f"long {CHAIN[index].name}" in sentence


def test_an_overflow_without_infinities():
    """NaN at once, from finite numbers: there is no infinity that a NaN could come of."""
    fmt = FORMATS["float8_e4m3fn"]
    values, errors = [512.0, math.nan, math.nan], [0.0, None, None]
    made = {"due": 1.0, "evaluation_ulp": None}
    index, sentence = blame(CHAIN, values, errors, [0, None, None], **made, formats=[fmt] * 3)
    assert (index, sentence) == (1, "long t2 overflows: NaN, for float8_e4m3fn has no infinity")


def test_a_loss_that_does_not_reach_the_result_is_not_blamed():
    """t1 overflows, t2 is exact all the same; t3 cancels."""
    operations = [
        operation("cube", "t1", (None,)),
        operation("tanh", "t2", (0,)),
        operation("-", "t3", (None, 1)),
        operation("*", "y", (2, None)),
    ]
    values, errors = [math.inf, 1.0, 0.25, 0.25], [math.inf, 0.0, 0.1, 0.1]
    assert verdict(operations, values, errors, [math.inf, 0, 10.0, 0])[0] == 2


@pytest.mark.parametrize(
    ("apart", "ulp", "words"),
    [
        (60.0, 99.0, "without rounding, is 60 ulp off"),
        (40.0, 99.0, "terms cancel"),
        (0.9, 1.1, "terms cancel"),
        (math.inf, math.inf, "over 1e308 ulp off"),
    ],
)
def test_a_formula_that_is_not_the_form(apart, ulp, words):
    """No step is at fault where most of the error is there without rounding."""
    values, errors, lost = [-0.9, 0.1, 0.1], [1e-8, 1e-2, 1e-2], [0, 20.0, 0]
    _, sentence = blame(CHAIN, values, errors, lost, due=1.0, evaluation_ulp=ulp, apart=apart)
    assert words in sentence


def test_only_the_branch_that_is_taken_is_blamed():
    """The other one was evaluated, too, and lost more."""
    operations = [
        operation("+", "t1", (None,)),
        operation("exp", "t2", (None,)),
        operation("choose", "y", (0, None, 1)),
    ]
    index, _ = verdict(operations, [0.5, 9.0, 0.5], [1e-3, 0.9, 1e-3], [13.0, 20.0, 0])
    assert index == 0
    index, _ = verdict(operations, [9.0, 0.5, 0.5], [0.9, 1e-3, 1e-3], [20.0, 13.0, 0])
    assert index == 1


def test_a_long_expression_is_told_by_name():
    long = Operation("+", "t2", "1 + t1", "1 + " + "x" * 60, (None, 0), None)
    _, sentence = verdict([CHAIN[0], long], [-0.9, 0.1], [1e-8, 1e-2], [0, 20.0])
    assert sentence.startswith("t2 = 1 + t1 loses 20.0 bits")
