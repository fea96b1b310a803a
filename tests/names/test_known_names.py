"""The names: what each means, as its own source has it, and that the records are well formed."""

import re

import pytest

from gelucheck.forms.catalogue import WRITINGS
from gelucheck.implementations.kinds import KINDS
from gelucheck.names.name import READ
from gelucheck.names.registry import FORMS, NAMES

# as called, form, whether the plain name means it: read in the sources that the records give
MEANINGS = [
    ("torch.nn.functional.gelu(x)", "erf", True),
    ('torch.nn.functional.gelu(x, approximate="tanh")', "tanh", False),
    ("torch.nn.GELU()", "erf", True),
    ("jax.nn.gelu(x)", "tanh", True),
    ("jax.nn.gelu(x, approximate=False)", "erf", False),
    ("flax.linen.gelu(x)", "tanh", True),
    ("tf.nn.gelu(x)", "erf", True),
    ("keras.activations.gelu(x)", "erf", True),
    ("keras.ops.gelu(x)", "tanh", True),
    ('keras.layers.Dense(units, activation="gelu")', "erf", True),
    ("paddle.nn.functional.gelu(x)", "erf", True),
    ("Gelu", "erf", True),
    ('Gelu(approximate="tanh")', "tanh", False),
    ("com.microsoft.Gelu", "erf", True),
    ("com.microsoft.FastGelu", "tanh", True),
    ("com.microsoft.QuickGelu", "sigmoid", True),
    ("com.microsoft.BiasGelu", "erf", True),
    ('ACT2FN["gelu"]', "erf", True),
    ('ACT2FN["gelu_10"]', "erf", True),
    ('ACT2FN["gelu_accurate"]', "tanh", True),
    ('ACT2FN["gelu_fast"]', "tanh", True),
    ('ACT2FN["gelu_new"]', "tanh", True),
    ('ACT2FN["gelu_python"]', "erf", True),
    ('ACT2FN["gelu_python_tanh"]', "tanh", True),
    ('ACT2FN["gelu_pytorch_tanh"]', "tanh", True),
    ('ACT2FN["quick_gelu"]', "sigmoid", True),
    ('ACT2FN["silu"]', None, True),
    ('OpenAIGPTConfig(afn="gelu")', "tanh", True),
    ('T5Config(feed_forward_proj="gated-gelu")', "tanh", True),
    ("GGML_UNARY_OP_GELU", "tanh", True),
    ("GGML_UNARY_OP_GELU_ERF", "erf", True),
    ("GGML_UNARY_OP_GELU_QUICK", "sigmoid", True),
    ("mlx.nn.gelu(x)", "erf", True),
    ("mlx.nn.gelu_approx(x)", "tanh", True),
    ("mlx.nn.gelu_fast_approx(x)", "sigmoid", True),
    ('mlx.nn.GELU(approx="precise")', "tanh", False),
    ("Gelu-2", "erf", True),
    ("Gelu-7", "erf", True),
    ('Gelu-7(approximation_mode="tanh")', "tanh", False),
    ("dnnl::algorithm::eltwise_gelu_erf", "erf", True),
    ("dnnl::algorithm::eltwise_gelu_tanh", "tanh", True),
    ("CUDNN_POINTWISE_GELU_FWD", "erf", True),
    ("CUDNN_POINTWISE_GELU_APPROX_TANH_FWD", "tanh", True),
    ("CUBLASLT_EPILOGUE_GELU", "tanh", True),
    ("ActivationType::kGELU_ERF", "erf", True),
    ("ActivationType::kGELU_TANH", "tanh", True),
    ("mb.gelu(x=x)", "erf", True),
    ('mb.gelu(x=x, mode="TANH_APPROXIMATION")', "tanh", False),
    ('mb.gelu(x=x, mode="SIGMOID_APPROXIMATION")', "sigmoid", False),
    ("xnn_unary_gelu", "erf", True),
    ("xnn_unary_approxgelu", "tanh", True),
    ("Tensor.gelu()", "tanh", True),
    ('Tensor.gelu(approximate="none")', "erf", False),
    ("Tensor.quick_gelu()", "sigmoid", True),
    ("Tensor::gelu()", "tanh", True),
    ("Tensor::gelu_erf()", "erf", True),
    ("candle_nn::Activation::Gelu", "erf", True),
    ("burn::tensor::activation::gelu(x)", "erf", True),
    ("burn::tensor::activation::gelu_approximate(x)", "tanh", True),
    ("megatron.core.transformer.utils.openai_gelu(x)", "tanh", True),
    ("megatron.core.transformer.utils.erf_gelu(x)", "erf", True),
    ("megatron.core.fusions.fused_bias_gelu.bias_gelu(bias, y)", "tanh", True),
    ('te.LayerNormMLP(activation="gelu")', "tanh", True),
    ('te.LayerNormMLP(activation="qgelu")', "sigmoid", True),
    ('te.LayerNormMLP(activation="qgelu"), exported', "tanh", True),
    ('GPT2Config(activation_function="gelu_fast")', "tanh", True),
    ('get_act_fn("gelu_new")', "tanh", True),
    ("fairseq.modules.gelu(x)", "erf", True),
    ("fairseq.modules.gelu_accurate(x)", "tanh", True),
    ("thinc.api.Ops.gelu_approx(X)", "tanh", True),
    ("clip.model.QuickGELU()", "sigmoid", True),
    ("gpt-2/src/model.py: gelu(x)", "tanh", True),
    ("bert/modeling.py: gelu(x)", "tanh", True),
]


@pytest.mark.parametrize(("spelling", "form", "default"), MEANINGS)
def test_meaning(spelling, form, default):
    found = {(name.form, name.default) for name in NAMES if name.spelling == spelling}
    assert (form, default) in found


@pytest.mark.parametrize("name", NAMES, ids=lambda name: f"{name.where}-{name.spelling}")
class TestRecord:
    def test_words(self, name):
        assert name.form in (*FORMS, None)
        assert name.read in READ
        assert name.name in name.spelling or name.where in (
            # a variant of an enumeration, and a name that a registry gives
            "ONNX", "OpenVINO", "burn", "thinc (spaCy)"
        )  # fmt: skip

    def test_source_has_a_version_or_a_commit(self, name):
        assert re.search(r"\d+\.\d+|commit [0-9a-f]{7}", name.source) or (
            name.read == "second-hand" and "documentation" in name.source
        )

    def test_a_meaning_that_is_no_default_says_what_asks_for_it(self, name):
        assert name.default or name.option

    def test_short_names_are_of_kinds_that_there_are(self, name):
        assert not name.impl or name.impl.partition(":")[0] in KINDS

    def test_writing_is_of_the_form(self, name):
        assert not name.writing or WRITINGS[name.writing].form == name.form

    def test_it_fits_on_a_line(self, name):
        assert len(name.spelling) <= 80 and name.spelling.isprintable()


def test_nothing_stands_twice():
    spellings = [(name.where, name.spelling) for name in NAMES]
    assert len(set(spellings)) == len(spellings)


def test_an_option_has_one_default():
    """Names of one place that differ in an option only: one of them is what the name means."""
    for name in NAMES:
        if not name.default:
            same = [n for n in NAMES if (n.where, n.path) == (name.where, name.path)]
            explicit = name.where in ("OpenVINO", "OpenCLIP", "burn")
            assert explicit or sum(n.default for n in same) == 1, name.spelling


def test_what_other_tools_do_by_default_differs():
    """The trap: the same word, and another function."""
    plain = {name.form for name in NAMES if name.name == "gelu" and name.default}
    assert plain == {"erf", "tanh"}
