"""Networks by name: GPT-2's MLP, and blocks of it.

Figures: openai/gpt-2, src/model.py: `n_embd=768`, `c_fc` to 4*768 = 3072, `c_proj` back.
"""

import pytest

from gelucheck.errors import UsageError
from gelucheck.network.parameters import INITIALISATIONS
from gelucheck.network.presets import PRESETS, find_preset

MLP = [
    ("linear", {"features": 3072}),
    ("gelu", {"approximate": "tanh"}),
    ("linear", {"features": 768}),
]
# weights and biases of c_fc and c_proj; gain and bias of ln_2
IN_MLP = (768 * 3072 + 3072) + (3072 * 768 + 768)
IN_BLOCK = IN_MLP + 2 * 768


def calls(plan):
    return [(node.operation, node.arguments) for node in plan.nodes]


def test_mlp():
    plan = find_preset("gpt2-mlp").make()
    assert (plan.name, plan.input, plan.output, plan.dtype) == (
        "gpt2-mlp",
        (768,),
        (768,),
        "float32",
    )
    assert calls(plan) == MLP
    assert plan.parameters == IN_MLP == 4_722_432


@pytest.mark.parametrize(("depth", "blocks"), [(None, 12), (1, 1), (3, 3), (96, 96)])
def test_stack(depth, blocks):
    plan = find_preset("gpt2-block-stack").make(depth)
    assert plan.name == f"gpt2-block-stack ({blocks})"
    assert (plan.input, plan.output) == ((768,), (768,))
    assert calls(plan) == [("layernorm", {}), *MLP, ("residual", {"back": 4})] * blocks
    assert plan.parameters == blocks * IN_BLOCK


@pytest.mark.parametrize("depth", [0, -1, 97, 10**99, 1.0, True, "3"])
def test_depths_that_there_are_not(depth):
    with pytest.raises(UsageError, match="1 to 96 blocks") as caught:
        find_preset("gpt2-block-stack").make(depth)
    assert "--depth" in caught.value.mend


def test_one_mlp_has_no_depth():
    with pytest.raises(UsageError, match="depth 2: gpt2-mlp has no blocks"):
        find_preset("gpt2-mlp").make(2)


def test_another_name():
    with pytest.raises(UsageError, match=r"'gpt3'.*gpt2-mlp, gpt2-block-stack"):
        find_preset("gpt3")


def test_registry():
    assert [preset.name for preset in PRESETS.values()] == list(PRESETS)
    assert (
        {preset.initialisation for preset in PRESETS.values()} == {"gpt2"} <= set(INITIALISATIONS)
    )
