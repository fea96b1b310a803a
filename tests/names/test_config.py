"""The activation of a config.json, as transformers 4.57.6 takes it."""

import pytest

from gelucheck.errors import InputsError
from gelucheck.names.config import activations_of


@pytest.mark.parametrize(
    ("config", "expected", "why"),
    [
        ({"hidden_act": "gelu"}, [("hidden_act", "erf")], "BERT"),
        ({"activation_function": "gelu_new"}, [("activation_function", "tanh")], "GPT-2"),
        ({"activation": "gelu"}, [("activation", "erf")], "DistilBERT"),
        (
            {"model_type": "gemma2", "hidden_activation": "gelu_pytorch_tanh"},
            [("hidden_activation", "tanh")],
            "Gemma 2",
        ),
        (
            {"hidden_act": "gelu", "hidden_activation": None},
            [("hidden_act", "erf")],
            "a key that is null says nothing",
        ),
        (
            {"feed_forward_proj": "gated-gelu", "dense_act_fn": "gelu_new"},
            [("feed_forward_proj", "tanh"), ("dense_act_fn", "tanh")],
            "T5 v1.1: gated-gelu is gelu_new",
        ),
        ({"feed_forward_proj": "gelu"}, [("feed_forward_proj", "erf")], "T5 without a gate"),
        ({"feed_forward_proj": "gated-silu"}, [("feed_forward_proj", None)], "another gate"),
        ({"feed_forward_proj": "relu"}, [("feed_forward_proj", None)], "T5"),
        ({"model_type": "openai-gpt", "afn": "gelu"}, [("afn", "tanh")], "its own table"),
        (
            {
                "model_type": "clip",
                "text_config": {"hidden_act": "quick_gelu"},
                "vision_config": {"hidden_act": "gelu"},
            },
            [("text_config.hidden_act", "sigmoid"), ("vision_config.hidden_act", "erf")],
            "one in another",
        ),
        ({"hidden_act": "silu"}, [("hidden_act", None)], "Llama"),
        ({"hidden_act": "relu2"}, [("hidden_act", None)], "a key of the table, no GELU"),
        ({"gelu_activation": True}, [("gelu_activation", "erf")], "XLM"),
        ({"gelu_activation": False}, [("gelu_activation", None)], "XLM with ReLU"),
    ],
)
def test_activations(config, expected, why):
    found = activations_of(config)
    assert [(item.key, item.name.form) for item in found] == expected, why


@pytest.mark.parametrize(
    ("config", "says"),
    [
        ([], "no JSON object"),
        ("gelu", "no JSON object"),
        (None, "no JSON object"),
        ({}, "names no activation"),
        ({"vocab_size": 5}, "hidden_act, activation_function"),
        ({"hidden_act": None}, "names no activation"),
        ({"hidden_act": "gelu_nwe"}, "'gelu_nwe'.*did you mean gelu_new"),
        ({"hidden_act": "zzzzzz"}, "one of gelu, gelu_10"),
        ({"hidden_act": 5}, "holds no name"),
        ({"hidden_act": ["gelu"]}, "holds no name"),
        ({"hidden_act": "g" * 1000}, "holds no name"),
        ({"text_config": {"hidden_act": 1.5}}, "text_config.hidden_act holds no name"),
    ],
)
def test_faults(config, says):
    with pytest.raises(InputsError, match=says):
        activations_of(config)


def test_depth_has_an_end():
    config = {"hidden_act": "gelu"}
    for _ in range(500):
        config = {"inner": config}
    with pytest.raises(InputsError, match="names no activation"):
        activations_of(config)
