"""MLX, tinygrad, candle, burn and ggml: array libraries apart from the large frameworks."""

from functools import partial

from gelucheck.names.name import Name

_MLX = partial(Name, where="MLX", source="mlx 0.32.4, mlx/nn/layers/activations.py")
_MLX_MODULE = partial(_MLX, option='approx="none"|"precise"|"tanh"|"fast"')
_TINYGRAD = partial(Name, where="tinygrad", source="tinygrad 0.14.0, tinygrad/mixin/elementwise.py")
_CANDLE = partial(
    Name,
    where="candle",
    source="candle 0.11.0, commit 2a13b0f, candle-core/src/op.rs",
)
_CANDLE_NN = partial(_CANDLE, source="candle 0.11.0, commit 2a13b0f, candle-nn/src/activation.rs")
_BURN = partial(
    Name,
    where="burn",
    source="burn 0.22.0-pre.2, commit 2c06be3, crates/burn-tensor/src/tensor/activation/base.rs",
)
_BURN_MODULE = partial(
    _BURN,
    option="approximate: false|true",
    source="burn 0.22.0-pre.2, commit 2c06be3, crates/burn-nn/src/activation/gelu.rs",
)
_GGML = partial(
    Name,
    where="ggml",
    source="ggml 0.21.0, commit d99724f, src/ggml-cpu/vec.h and include/ggml.h",
)
_TABLE = "the CPU code reads a table of float16 unless it is built otherwise"
_STEGUN = "some back ends evaluate erf by a formula of Abramowitz and Stegun"

NAMES = (
    _MLX("gelu", form="erf", spelling="mlx.nn.gelu(x)", writing="erf-half-last", impl="mlx:gelu"),
    _MLX(
        "gelu_approx",
        form="tanh",
        spelling="mlx.nn.gelu_approx(x)",
        impl="mlx:gelu-tanh",
        writing="tanh",
    ),
    _MLX(
        "gelu_fast_approx",
        form="sigmoid",
        spelling="mlx.nn.gelu_fast_approx(x)",
        impl="mlx:gelu-fast",
        writing="sigmoid",
    ),
    _MLX_MODULE(
        "GELU", form="erf", spelling="mlx.nn.GELU()", writing="erf-half-last", impl="mlx:gelu"
    ),
    _MLX_MODULE(
        "GELU",
        form="tanh",
        spelling='mlx.nn.GELU(approx="precise")',
        default=False,
        impl="mlx:gelu-tanh",
        writing="tanh",
        note='"tanh" is another word for "precise"',
    ),
    _MLX_MODULE(
        "GELU",
        form="sigmoid",
        spelling='mlx.nn.GELU(approx="fast")',
        default=False,
        impl="mlx:gelu-fast",
        writing="sigmoid",
    ),
    _TINYGRAD(
        "gelu",
        form="tanh",
        spelling="Tensor.gelu()",
        writing="tanh",
        option='approximate="tanh"|"none"',
        note="the default is the approximation",
    ),
    _TINYGRAD(
        "gelu",
        form="erf",
        spelling='Tensor.gelu(approximate="none")',
        default=False,
        option='approximate="tanh"|"none"',
        writing="erf",
    ),
    _TINYGRAD("quick_gelu", form="sigmoid", spelling="Tensor.quick_gelu()", writing="sigmoid"),
    _CANDLE(
        "gelu",
        form="tanh",
        spelling="Tensor::gelu()",
        writing="tanh-factored",
        note="the plain name is the approximation, unlike Activation::Gelu of the same project",
    ),
    _CANDLE("gelu_erf", form="erf", spelling="Tensor::gelu_erf()", writing="erf-candle"),
    _CANDLE_NN(
        "Gelu",
        form="erf",
        spelling="candle_nn::Activation::Gelu",
        writing="erf-candle",
        note='read from a config as "gelu"; it calls Tensor::gelu_erf',
    ),
    _CANDLE_NN(
        "NewGelu",
        form="tanh",
        spelling="candle_nn::Activation::NewGelu",
        writing="tanh-factored",
        note='read from a config as "gelu_new"; it calls Tensor::gelu',
    ),
    _CANDLE_NN(
        "GeluPytorchTanh",
        form="tanh",
        spelling="candle_nn::Activation::GeluPytorchTanh",
        writing="tanh-factored",
        note='read from a config as "gelu_pytorch_tanh"; it calls Tensor::gelu',
    ),
    _BURN(
        "gelu", form="erf", spelling="burn::tensor::activation::gelu(x)", writing="erf-half-last"
    ),
    _BURN(
        "gelu_approximate",
        form="tanh",
        spelling="burn::tensor::activation::gelu_approximate(x)",
        writing="tanh",
    ),
    _BURN_MODULE("Gelu", form="erf", spelling="burn::nn::Gelu::new()", writing="erf-half-last"),
    _BURN_MODULE(
        "Gelu",
        form="tanh",
        spelling="burn::nn::Gelu::new_approximate()",
        default=False,
        writing="tanh",
    ),
    _GGML(
        "GGML_UNARY_OP_GELU",
        form="tanh",
        spelling="GGML_UNARY_OP_GELU",
        writing="tanh-table",
        note=_TABLE,
    ),
    _GGML(
        "ggml_gelu", form="tanh", spelling="ggml_gelu(ctx, a)", writing="tanh-table", note=_TABLE
    ),
    _GGML(
        "GGML_UNARY_OP_GELU_ERF",
        form="erf",
        spelling="GGML_UNARY_OP_GELU_ERF",
        writing="erf-mul",
        note=_STEGUN,
    ),
    _GGML(
        "ggml_gelu_erf",
        form="erf",
        spelling="ggml_gelu_erf(ctx, a)",
        writing="erf-mul",
        note=_STEGUN,
    ),
    _GGML(
        "GGML_UNARY_OP_GELU_QUICK",
        form="sigmoid",
        spelling="GGML_UNARY_OP_GELU_QUICK",
        writing="quick-table",
        note=_TABLE,
    ),
    _GGML(
        "ggml_gelu_quick",
        form="sigmoid",
        spelling="ggml_gelu_quick(ctx, a)",
        writing="quick-table",
        note=_TABLE,
    ),
)
