"""Hugging Face: the keys of transformers' ACT2FN in PyTorch, its Flax table, diffusers and timm."""

from functools import partial

from gelucheck.names.name import Name

_KEY = partial(
    Name,
    where="Hugging Face transformers",
    source="transformers 4.57.6, transformers/activations.py",
)
_FLAX = partial(
    Name,
    where="Hugging Face transformers (Flax)",
    source="transformers 4.57.6, transformers/modeling_flax_utils.py",
)
_TENSORFLOW = partial(
    Name,
    where="Hugging Face transformers (TensorFlow)",
    source="transformers 4.57.6, transformers/activations_tf.py",
)
_DIFFUSERS = partial(
    Name,
    where="Hugging Face diffusers",
    source="diffusers 0.42.1, diffusers/models/activations.py",
)
_TIMM = partial(
    Name,
    where="timm",
    source="timm 1.0.31, timm/layers/activations.py and create_act.py",
)

KEYS = (
    _KEY("gelu", form="erf", spelling='ACT2FN["gelu"]', writing="erf-mul", impl="torch:gelu"),
    _KEY(
        "gelu_10",
        form="erf",
        spelling='ACT2FN["gelu_10"]',
        writing="erf-clip10",
        note="the output is clipped to [-10, 10]: it is the erf form below x = 10 only",
    ),
    _KEY(
        "gelu_accurate",
        form="tanh",
        spelling='ACT2FN["gelu_accurate"]',
        writing="tanh",
        note="an approximation, whatever the name says",
    ),
    _KEY(
        "gelu_fast",
        form="tanh",
        spelling='ACT2FN["gelu_fast"]',
        writing="tanh-fast",
        note="sqrt(2/pi) to ten digits, the cubic factored",
    ),
    _KEY("gelu_new", form="tanh", spelling='ACT2FN["gelu_new"]', writing="tanh"),
    _KEY("gelu_python", form="erf", spelling='ACT2FN["gelu_python"]', writing="erf"),
    _KEY("gelu_python_tanh", form="tanh", spelling='ACT2FN["gelu_python_tanh"]', writing="tanh"),
    _KEY(
        "gelu_pytorch_tanh",
        form="tanh",
        spelling='ACT2FN["gelu_pytorch_tanh"]',
        writing="tanh-cube",
        impl="torch:gelu-tanh",
    ),
    _KEY("quick_gelu", form="sigmoid", spelling='ACT2FN["quick_gelu"]', writing="sigmoid"),
    _KEY("silu", form=None, spelling='ACT2FN["silu"]', note="x·sigmoid(x): not a GELU"),
    _KEY("swish", form=None, spelling='ACT2FN["swish"]', note="x·sigmoid(x): not a GELU"),
)
OTHER_KEYS = (
    "laplace", "leaky_relu", "linear", "mish", "prelu", "relu", "relu2", "relu6", "sigmoid", "tanh",
    "xielu",
)  # fmt: skip
"""Keys of the same table that are no form of GELU and are not taken for one."""

NAMES = (
    *KEYS,
    _FLAX("gelu", form="erf", spelling='ACT2FN["gelu"] of Flax', impl="jax:gelu"),
    _FLAX("gelu_new", form="tanh", spelling='ACT2FN["gelu_new"] of Flax', impl="jax:gelu-tanh"),
    _FLAX(
        "gelu_pytorch_tanh",
        form="tanh",
        spelling='ACT2FN["gelu_pytorch_tanh"] of Flax',
        impl="jax:gelu-tanh",
    ),
    _FLAX("quick_gelu", form="sigmoid", spelling='ACT2FN["quick_gelu"] of Flax', writing="sigmoid"),
    _TENSORFLOW(
        "gelu",
        form="erf",
        spelling='ACT2FN["gelu"] of TensorFlow',
        note="keras.activations.gelu with its default, from TensorFlow 2.4 on",
    ),
    _TENSORFLOW("gelu_new", form="tanh", spelling='ACT2FN["gelu_new"] of TensorFlow'),
    _TENSORFLOW(
        "quick_gelu",
        form="sigmoid",
        spelling='ACT2FN["quick_gelu"] of TensorFlow',
        writing="sigmoid",
    ),
    Name(
        "gelu",
        "OpenAI GPT in transformers",
        "tanh",
        spelling='OpenAIGPTConfig(afn="gelu")',
        writing="tanh",
        source="transformers 4.57.6, transformers/models/openai/modeling_openai.py",
        note="this model has a table of its own, in which gelu is gelu_new",
    ),
    Name(
        "gated-gelu",
        "T5 v1.1 in transformers",
        "tanh",
        spelling='T5Config(feed_forward_proj="gated-gelu")',
        writing="tanh",
        source="transformers 4.57.6, transformers/models/t5/configuration_t5.py",
        note="the gate is gelu_new, and not what gelu means elsewhere; so in mT5, UMT5, LongT5",
    ),
    _DIFFUSERS(
        "gelu", form="erf", spelling='get_activation("gelu")', writing="erf-mul", impl="torch:gelu"
    ),
    _DIFFUSERS(
        "GELU",
        form="erf",
        spelling="diffusers.models.activations.GELU(dim_in, dim_out)",
        option='approximate="none"|"tanh"',
        impl="torch:gelu",
    ),
    _DIFFUSERS(
        "GELU",
        form="tanh",
        spelling='diffusers.models.activations.GELU(dim_in, dim_out, approximate="tanh")',
        default=False,
        option='approximate="none"|"tanh"',
        impl="torch:gelu-tanh",
    ),
    _DIFFUSERS(
        "ApproximateGELU",
        form="sigmoid",
        spelling="diffusers.models.activations.ApproximateGELU(dim_in, dim_out)",
        writing="sigmoid",
        note="elsewhere an approximate GELU is the tanh form",
    ),
    _TIMM(
        "gelu",
        form="erf",
        spelling="timm.layers.activations.gelu(x)",
        writing="erf-mul",
        impl="torch:gelu",
    ),
    _TIMM(
        "gelu_tanh",
        form="tanh",
        spelling="timm.layers.activations.gelu_tanh(x)",
        writing="tanh-cube",
        impl="torch:gelu-tanh",
    ),
    _TIMM(
        "quick_gelu",
        form="sigmoid",
        spelling="timm.layers.activations.quick_gelu(x)",
        writing="sigmoid",
    ),
)
