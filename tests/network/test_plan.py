"""Plans as records: the number of parameters, what makes two of them equal."""

from dataclasses import replace

import pytest

from gelucheck.network.plan import Node, Plan

LINEAR = Node("n0", "linear", {"features": 64}, (128,), (64,), line=1)
CONV = Node("n0", "conv", {"channels": 8, "kernel_size": 3, "padding": 1}, (3, 8, 8), (8, 8, 8))
NORM = Node("n0", "layernorm", {}, (6, 16), (6, 16))
GELU = Node("n0", "gelu", {"approximate": "none"}, (64,), (64,))
RESIDUAL = Node("n1", "residual", {"back": 1}, (64,), (64,))


@pytest.mark.parametrize(
    ("node", "parameters"),
    [
        (LINEAR, 64 * 128 + 64),  # a weight for each pair, a bias for each output
        (CONV, 8 * 3 * 3 * 3 + 8),  # channels out, channels in, height and width of the kernel
        (NORM, 16 + 16),  # gain and bias of the last axis
        (GELU, 0),
        (RESIDUAL, 0),
    ],
    ids=lambda value: value.operation if isinstance(value, Node) else "",
)
def test_parameters(node, parameters):
    assert Plan((node,), node.input, node.output).parameters == parameters


def test_parameters_are_added():
    plan = Plan((LINEAR, replace(GELU, name="n1"), LINEAR), (128,), (64,))
    assert plan.parameters == 2 * (64 * 128 + 64)


def test_where_it_was_read_makes_no_other_plan():
    plan = Plan((LINEAR,), (128,), (64,), name="a")
    assert plan == Plan((replace(LINEAR, line=None),), (128,), (64,), name="b")
    assert plan != Plan((replace(LINEAR, arguments={"features": 65}),), (128,), (64,))
    assert plan != replace(plan, dtype="float16")


def test_only_a_residual_reaches_back():
    assert RESIDUAL.back == 1
    assert {node.back for node in (LINEAR, CONV, NORM, GELU)} == {None}
