"""What is drawn: its distribution, and what it depends on."""

from math import sqrt

import numpy as np
import pytest

from gelucheck.errors import UsageError
from gelucheck.network.parameters import (
    INITIALISATIONS,
    draw_inputs,
    draw_tensors,
    drawn_network,
    find_initialisation,
)

LINEAR = ("linear", {"features": 64})
GELU = ("gelu", {"approximate": "none"})
CONV = ("conv", {"channels": 100, "kernel_size": 3, "padding": 1})


@pytest.fixture
def blocks(plan_of):
    """Two blocks of a transformer's kind: norm, wide, GELU, narrow, added to the stream."""
    wide = ("linear", {"features": 256})
    block = (("layernorm", {}), wide, GELU, LINEAR, ("residual", {"back": 4}))
    return plan_of((64,), *block, *block)


@pytest.mark.parametrize("name", INITIALISATIONS)
def test_a_draw_is_of_the_operators_shapes(blocks, name):
    drawn = draw_tensors(blocks, name, 0, 1)
    assert {key: value.shape for key, value in drawn.items()} == {
        "weight": (256, 64),
        "bias": (256,),
    }
    assert all(value.dtype == np.float32 for value in drawn.values())
    assert draw_tensors(blocks, name, 0, 2) == {}
    gain = draw_tensors(blocks, name, 0, 0)
    assert (gain["weight"] == 1).all()
    assert (gain["bias"] == 0).all()


@pytest.mark.parametrize(
    ("operator", "given", "inputs"), [(LINEAR, (400,), 400), (CONV, (7, 5, 5), 7 * 9)]
)
def test_as_pytorch_draws(plan_of, operator, given, inputs):
    """U(-b, b), b = 1/sqrt(inputs): nothing outside, and its standard deviation is b/sqrt(3)."""
    drawn = draw_tensors(plan_of(given, operator), "torch", 3, 0)
    bound = 1 / sqrt(inputs)
    for values, slack in ((drawn["weight"], 0.02), (drawn["bias"], 0.25)):
        # float32 may round the last of them up
        assert np.abs(values).max() <= bound * (1 + 2.0**-23)
        assert np.abs(values).max() > 0.9 * bound
        assert values.std(dtype=np.float64) == pytest.approx(bound / sqrt(3), rel=slack)


def test_as_gpt2_is_drawn(blocks):
    # 16,384 numbers: the standard deviation is known to 1/sqrt(2·16384) = 0.55 %; five of these
    for place, due in ((1, 0.02), (3, 0.02 / sqrt(2)), (6, 0.02), (8, 0.02 / sqrt(2))):
        drawn = draw_tensors(blocks, "gpt2", 7, place)
        assert drawn["weight"].std(dtype=np.float64) == pytest.approx(due, rel=0.028)
        assert np.abs(drawn["weight"]).max() > 3 * due  # no uniform distribution
        assert (drawn["bias"] == 0).all()


def test_without_residuals_every_layer_of_gpt2_is_alike(plan_of):
    plan = plan_of((256,), LINEAR, GELU, LINEAR)
    found = [draw_tensors(plan, "gpt2", 1, place)["weight"].std() for place in (0, 2)]
    assert found == pytest.approx([0.02, 0.02], rel=0.06)


def test_a_draw_depends_on_seed_place_and_parameter_alone(blocks, plan_of):
    weights = [draw_tensors(blocks, "torch", seed, 1)["weight"] for seed in (0, 1, 0)]
    assert (weights[0] == weights[2]).all()
    assert not (weights[0] == weights[1]).any()
    # the same operator at the same place of another plan
    other = plan_of((64,), GELU, ("linear", {"features": 256}))
    assert (draw_tensors(other, "torch", 0, 1)["weight"] == weights[0]).all()
    assert not (draw_tensors(blocks, "torch", 0, 6)["weight"] == weights[0]).any()
    bias = draw_tensors(blocks, "torch", 0, 1)["bias"]
    assert not (bias == weights[0].ravel()[:256]).any()


def test_inputs_are_normal_and_begin_alike():
    few, many = draw_inputs((6, 16), 5, 2), draw_inputs((6, 16), 5, 64)
    assert (many.shape, many.dtype) == ((64, 6, 16), np.float32)
    assert (many[:2] == few).all()
    assert not (draw_inputs((6, 16), 6, 2) == few).any()
    # 6,144 numbers: five standard deviations of their mean and of their standard deviation
    assert abs(many.mean(dtype=np.float64)) < 5 / sqrt(6144)
    assert abs(many.std(dtype=np.float64) - 1) < 5 / sqrt(2 * 6144)


def test_a_network_draws_what_it_says(blocks):
    network = drawn_network(blocks, "gpt2")
    drawn = draw_tensors(blocks, "gpt2", 4, 3)
    assert (network.tensors(4, 3)["weight"] == drawn["weight"]).all()
    assert (network.inputs(4, 3) == draw_inputs((64,), 4, 3)).all()
    assert network.inputs_from == "N(0, 1)"
    assert network.weights_from == (
        "drawn as GPT-2's, N(0, 0.02²) (0.02/√2 before a residual), biases 0"
    )
    plain = drawn_network(blocks, INITIALISATIONS["torch"])
    assert plain.weights_from == "drawn as torch.nn.Linear draws, U(±1/√fan_in)"


@pytest.mark.parametrize("seed", [-1, 1.0, True, None, "0"])
def test_a_seed_that_is_none(blocks, seed):
    with pytest.raises(UsageError, match="a whole number from 0"):
        draw_inputs((3,), seed, 1)
    with pytest.raises(UsageError, match="a whole number from 0"):
        draw_tensors(blocks, "torch", seed, 1)


def test_seeds_of_any_size(blocks):
    seeds = (0, 1, 2**32, 2**32 + 1, 2**64, 10**40)
    assert len({draw_inputs((3,), seed, 1).tobytes() for seed in seeds}) == len(seeds)


@pytest.mark.parametrize("name", ["xavier", None, 3])
def test_an_unknown_initialisation(name):
    with pytest.raises(UsageError, match="torch, gpt2"):
        find_initialisation(name)
