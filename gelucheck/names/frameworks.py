"""PyTorch, JAX, Flax, TensorFlow, Keras and Paddle."""

from functools import partial

from gelucheck.names.name import Name

_APPROXIMATE = 'approximate="none"|"tanh"'
_TORCH = partial(
    Name,
    where="PyTorch",
    option=_APPROXIMATE,
    source="torch 2.13.0, torch/nn/functional.py",
)
_TORCH_MODULE = partial(_TORCH, source="torch 2.13.0, torch/nn/modules/activation.py")
_JAX = partial(
    Name,
    where="JAX",
    option="approximate=True|False",
    source="jax 0.10.2, jax/_src/nn/functions.py",
    note="the default is the approximation",
)
_FLAX = partial(
    _JAX,
    where="Flax",
    source="flax 0.12.8, flax/linen/activation.py and flax/nnx/nn/activations.py",
    note="jax.nn.gelu itself, passed on; the default is the approximation",
)
_BOOLEAN = "approximate=False|True"
_TENSORFLOW = partial(
    Name,
    where="TensorFlow",
    option=_BOOLEAN,
    source="tensorflow 2.21.0, tensorflow/python/ops/nn_ops.py",
)
_KERAS = partial(
    Name,
    where="Keras",
    option=_BOOLEAN,
    source="keras 3.15.1, keras/src/activations/activations.py",
)
_KERAS_OPS = partial(
    _KERAS,
    option="approximate=True|False",
    source="keras 3.15.1, keras/src/ops/nn.py",
    note="the default is the other one than that of keras.activations.gelu",
)
_PADDLE = partial(
    Name,
    where="Paddle",
    option='approximate=False|True|"none"|"tanh"',
    source="paddlepaddle 3.3.1, paddle/_paddle_docs.py",
)
_PADDLE_LAYER = partial(_PADDLE, source="paddlepaddle 3.3.1, paddle/nn/layer/activation.py")

NAMES = (
    _TORCH(
        "gelu",
        form="erf",
        spelling="torch.nn.functional.gelu(x)",
        writing="erf-mul",
        impl="torch:gelu",
    ),
    _TORCH(
        "gelu",
        form="tanh",
        spelling='torch.nn.functional.gelu(x, approximate="tanh")',
        writing="tanh-cube",
        default=False,
        impl="torch:gelu-tanh",
    ),
    _TORCH_MODULE(
        "GELU", form="erf", spelling="torch.nn.GELU()", writing="erf-mul", impl="torch:gelu"
    ),
    _TORCH_MODULE(
        "GELU",
        form="tanh",
        spelling='torch.nn.GELU(approximate="tanh")',
        writing="tanh-cube",
        default=False,
        impl="torch:gelu-tanh",
    ),
    _JAX("gelu", form="tanh", spelling="jax.nn.gelu(x)", writing="tanh-cube", impl="jax:gelu-tanh"),
    _JAX(
        "gelu",
        form="erf",
        spelling="jax.nn.gelu(x, approximate=False)",
        writing="erfc-mul",
        default=False,
        impl="jax:gelu",
    ),
    _FLAX(
        "gelu",
        form="tanh",
        spelling="flax.linen.gelu(x)",
        writing="tanh-cube",
        impl="jax:gelu-tanh",
    ),
    _FLAX(
        "gelu",
        form="erf",
        spelling="flax.linen.gelu(x, approximate=False)",
        writing="erfc-mul",
        default=False,
        impl="jax:gelu",
    ),
    _FLAX(
        "gelu", form="tanh", spelling="flax.nnx.gelu(x)", writing="tanh-cube", impl="jax:gelu-tanh"
    ),
    _FLAX(
        "gelu",
        form="erf",
        spelling="flax.nnx.gelu(x, approximate=False)",
        writing="erfc-mul",
        default=False,
        impl="jax:gelu",
    ),
    _TENSORFLOW(
        "gelu",
        form="erf",
        spelling="tf.nn.gelu(x)",
        writing="erfc-mul",
        impl="tensorflow:gelu",
        note="erfc in this version, 1 + erf in older ones",
    ),
    _TENSORFLOW(
        "gelu",
        form="tanh",
        spelling="tf.nn.gelu(x, approximate=True)",
        default=False,
        impl="tensorflow:gelu-tanh",
        writing="tanh",
    ),
    _KERAS(
        "gelu",
        form="erf",
        spelling="keras.activations.gelu(x)",
        impl="tensorflow:keras-gelu",
    ),
    _KERAS(
        "gelu",
        form="tanh",
        spelling="keras.activations.gelu(x, approximate=True)",
        default=False,
        impl="tensorflow:keras-gelu-tanh",
    ),
    _KERAS(
        "gelu",
        form="erf",
        spelling='keras.layers.Dense(units, activation="gelu")',
        option="",
        note="the string stands for keras.activations.gelu with its default",
    ),
    _KERAS_OPS("gelu", form="tanh", spelling="keras.ops.gelu(x)"),
    _KERAS_OPS(
        "gelu",
        form="erf",
        spelling="keras.ops.gelu(x, approximate=False)",
        default=False,
    ),
    _PADDLE("gelu", form="erf", spelling="paddle.nn.functional.gelu(x)"),
    _PADDLE(
        "gelu",
        form="tanh",
        spelling="paddle.nn.functional.gelu(x, approximate=True)",
        default=False,
    ),
    _PADDLE_LAYER("GELU", form="erf", spelling="paddle.nn.GELU()"),
    _PADDLE_LAYER("GELU", form="tanh", spelling="paddle.nn.GELU(approximate=True)", default=False),
)
