"""Which MLPs the names of a checkpoint's tensors are of, and in which order."""

import pytest

from gelucheck.network.layouts import LAYOUTS, Place, find_places

GPT2, BERT = LAYOUTS["GPT-2"], LAYOUTS["BERT"]


@pytest.mark.parametrize(
    ("names", "found"),
    [
        # as openai-community/gpt2 has them, and as a model with a head has them
        (["h.0.mlp.c_fc.weight", "h.0.mlp.c_proj.weight"], [("h.0", GPT2)]),
        (["transformer.h.0.mlp.c_fc.weight"], [("transformer.h.0", GPT2)]),
        (["encoder.layer.0.intermediate.dense.weight"], [("encoder.layer.0", BERT)]),
        (["bert.encoder.layer.3.intermediate.dense.weight"], [("bert.encoder.layer.3", BERT)]),
        # a block saved by itself
        (["mlp.c_fc.weight"], [("", GPT2)]),
        # an attention's own projection is no MLP
        (["h.0.attn.c_proj.weight", "encoder.layer.0.attention.output.dense.weight"], []),
        # the name has to end there, and to begin there
        (["h.0.mlp.c_fc.weight.scale", "h.0.my_mlp.c_fc.weight", "xmlp.c_fc.weight"], []),
        ([], []),
    ],
)
def test_places(names, found):
    assert find_places(names) == [Place(*place) for place in found]


@pytest.mark.parametrize(
    "ordered",
    [
        ["h.0", "h.1", "h.2", "h.9", "h.10", "h.11", "h.100"],
        ["a.2.b.10", "a.10.b.2"],
        ["", "0", "a", "a.0"],
        ["h.01", "h.1", "h.02"],
        # int() refuses so many digits
        ["h.2", "h.1" + "0" * 5000, "h.2" + "0" * 5000],
        # a digit that is no number of ours
        ["h.10", "h.²"],
    ],
)
def test_natural_order(ordered):
    names = [f"{prefix}.mlp.c_fc.weight".lstrip(".") for prefix in ordered]
    assert [place.prefix for place in find_places(reversed(names))] == ordered


def test_names_of_tensors():
    assert Place("h.0", GPT2).name("mlp.c_fc", "bias") == "h.0.mlp.c_fc.bias"
    assert Place("", GPT2).name("mlp.c_fc", "bias") == "mlp.c_fc.bias"
