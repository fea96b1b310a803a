"""The operators: what they take, what they make, and how many parameters they have."""

import pytest

from gelucheck.errors import PlanError, UsageError
from gelucheck.network.operators import OPERATORS, find_operator

CONV = {"channels": 8, "kernel_size": 3, "padding": 1}
MADE = (
    # operation, arguments, input, output, why
    ("linear", {"features": 64}, (128,), (64,), "the last axis"),
    ("linear", {"features": 32}, (6, 16), (6, 32), "at every position"),
    ("linear", {"features": 5}, (3, 8, 7), (3, 8, 5), "of an image, its last axis"),
    ("conv", CONV, (3, 8, 8), (8, 8, 8), "a kernel of 3 with 1 around keeps the size"),
    ("conv", CONV | {"padding": 0}, (3, 8, 9), (8, 6, 7), "without, 2 are lost"),
    ("conv", CONV | {"kernel_size": 10}, (3, 8, 8), (8, 1, 1), "as large as the padded image"),
    ("gelu", {"approximate": "tanh"}, (6, 16), (6, 16), "elementwise"),
    ("layernorm", {}, (6, 16), (6, 16), "the shape stays"),
    ("residual", {"back": 2}, (3, 8, 8), (3, 8, 8), "the shape stays"),
)
REFUSED = (
    # operation, arguments, input, words that the message has
    ("conv", CONV, (128,), "conv needs [B, C, H, W], and x is [B, 128]"),
    ("conv", CONV, (6, 16), "conv needs [B, C, H, W], and x is [B, 6, 16]"),
    ("linear", {"features": 2}, (1, 2, 3, 4), "and x is [B, 1, 2, 3, 4]"),
    ("linear", {"features": 2}, (), "and x is [B]"),
    ("layernorm", {}, (), "and x is [B]"),
    ("conv", CONV | {"kernel_size": 11}, (3, 8, 8), "an image of at least 9 by 9"),
    ("linear", {"features": 1 << 24}, (1 << 24,), "281,474,993,487,872 parameters"),
    ("linear", {"features": 1 << 20}, (65, 2), "[B, 65, 1048576], 68,157,440 numbers"),
    ("conv", CONV | {"padding": 1 << 23}, (3, 8, 8), "16777224"),
    ("conv", CONV | {"padding": 5000}, (1, 8, 8), "conv with its padding has"),
    ("conv", CONV | {"channels": 1 << 22}, (1, 8, 8), "conv makes"),
    ("gelu", {"approximate": "none"}, (0, 4), "from 1 to 16,777,216"),
)


@pytest.mark.parametrize(("operation", "arguments", "given", "made", "why"), MADE)
def test_a_shape_is_inferred(operation, arguments, given, made, why):
    assert find_operator(operation).infer(arguments, given) == made, why


@pytest.mark.parametrize(("operation", "arguments", "given", "words"), REFUSED)
def test_what_cannot_be_is_refused_in_words(operation, arguments, given, words):
    with pytest.raises(PlanError) as raised:
        find_operator(operation).infer(arguments, given)
    assert words in str(raised.value)


def test_the_largest_array_there_may_be():
    # 64·2^20 = 2^26
    assert find_operator("linear").infer({"features": 1 << 20}, (64, 2)) == (64, 1 << 20)


@pytest.mark.parametrize(
    ("operation", "arguments", "given", "count"),
    [
        ("linear", {"features": 64}, (128,), 128 * 64 + 64),
        ("linear", {"features": 8}, (6, 32), 32 * 8 + 8),
        ("conv", CONV, (3, 8, 8), 8 * 3 * 3 * 3 + 8),
        ("layernorm", {}, (6, 16), 16 + 16),
        ("gelu", {"approximate": "none"}, (64,), 0),
        ("residual", {"back": 1}, (64,), 0),
    ],
)
def test_the_parameters_are_counted(plan_of, operation, arguments, given, count):
    plan = plan_of(given, (operation, arguments))
    assert find_operator(operation).parameters(plan.nodes[0]) == plan.parameters == count


def test_the_plans_of_the_seed_have_their_parameters(plan_of):
    gelu = ("gelu", {"approximate": "none"})
    dense = plan_of((128,), ("linear", {"features": 64}), gelu, ("linear", {"features": 10}))
    lengths = plan_of((6, 16), ("linear", {"features": 32}), gelu, ("linear", {"features": 8}))
    images = plan_of((3, 8, 8), ("conv", CONV), gelu)
    assert [p.parameters for p in (dense, lengths, images)] == [8906, 808, 224]
    assert [p.output for p in (dense, lengths, images)] == [(10,), (6, 8), (8, 8, 8)]


def test_what_an_operator_says_of_itself():
    assert {each.identity for each in OPERATORS.values()} == {
        "linear@1", "conv@1", "gelu@1", "layernorm@1", "residual@1"
    }  # fmt: skip
    assert all(name == each.name for name, each in OPERATORS.items())
    (approximate,) = find_operator("gelu").arguments
    assert approximate.positional
    assert (approximate.default, approximate.choices) == ("none", ("none", "tanh"))
    channels, size, padding = find_operator("conv").arguments
    assert channels.positional
    assert not size.positional
    assert (size.default, padding.default, padding.least) == (None, 0, 0)


@pytest.mark.parametrize("name", ["relu", "", None, 3, ["linear"]])
def test_an_unknown_operator_is_refused(name):
    with pytest.raises(UsageError, match="linear, conv, gelu, layernorm, residual"):
        find_operator(name)
