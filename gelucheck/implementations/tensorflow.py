"""A function of TensorFlow, or a layer of Keras: ``tensorflow:gelu``.

It gets an eager tensor, a copy of the input, and is called as it stands. The gradient is that of
``tf.GradientTape``, which takes an upstream gradient of 1.

A class of Keras layers is made once for each format, with ``dtype`` the format unless the target
says otherwise, for a layer casts its input to its own dtype. Modes: "train" and "eval" are
``training=True`` and ``training=False``; a function has none.
"""

import sys
from collections.abc import Callable, Mapping
from functools import cache, partial

import numpy as np

from gelucheck.formats import Format
from gelucheck.implementations.device import choose
from gelucheck.implementations.framework import Documented, Make, load_named
from gelucheck.implementations.importing import import_named
from gelucheck.implementations.installed import need
from gelucheck.implementations.kind import Apply, Kind, Loaded, Short
from gelucheck.implementations.target import TEXT

# tf.nn.gelu, documentation of TensorFlow 2.21; keras.ops.gelu has the other default (Keras 3.15)
_FORMS = Documented({False: "erf", True: "tanh"}, False)
_KNOWN = {
    **dict.fromkeys(
        ("tensorflow.nn.gelu", "tensorflow.keras.activations.gelu", "keras.activations.gelu"),
        _FORMS,
    ),
    "keras.ops.gelu": Documented({False: "erf", True: "tanh"}, True),
}


def load(target: str, function: str, device: str | None) -> Loaded:
    """A function of tensors, or a layer; errors as ``framework.load_named``."""
    make, where = maker(function, device)
    return load_named(KIND, target, make, _KNOWN, where)


def maker(function: str, device: str | None, found: object = None) -> tuple[Make, str]:
    """See ``kind.Kind.maker``."""
    need(KIND)
    tf = import_named("tensorflow")
    # "CPU:0"
    there = [found.name.removeprefix("/device:") for found in tf.config.list_logical_devices()]
    there.sort(key=lambda name: not name.startswith("CPU"))
    where = choose("tensorflow", device, there)
    return partial(_make, tf, function, where), where


def _make(
    tf, function: str, device: str, found: Callable, arguments: Mapping[str, object]
) -> Mapping[str, Apply]:
    apply = _gradient if function == "gelu_grad" else _forward
    layers = _layers(found, arguments)
    if layers is None:
        call = partial(found, **arguments)
        return {"": partial(apply, tf, device, lambda fmt: call)}
    layers("float32")  # what cannot be made is told at once
    return {
        mode: partial(
            apply,
            tf,
            device,
            lambda fmt, on=mode == "train": partial(layers(fmt.name), training=on),
        )
        for mode in ("eval", "train")
    }


def _layers(found: Callable, arguments: Mapping[str, object]) -> Callable | None:
    """Name of a format -> a layer; None for what is no layer."""
    keras = sys.modules.get("keras")
    if keras is None:
        return None
    if isinstance(found, keras.layers.Layer):
        return lambda name: partial(found, **arguments)
    if isinstance(found, type) and issubclass(found, keras.layers.Layer):
        return cache(lambda name: found(**{"dtype": name, **arguments}))
    return None


def _forward(tf, device, call, x: np.ndarray, fmt: Format):
    with tf.device(device):
        return _array(tf, call(fmt)(tf.convert_to_tensor(x)))


def _gradient(tf, device, call, x: np.ndarray, fmt: Format):
    with tf.device(device):
        given = tf.convert_to_tensor(x)
        with tf.GradientTape() as tape:
            tape.watch(given)
            y = call(fmt)(given)
        slope = tape.gradient(y, given)
    if slope is None:
        raise TypeError("has no gradient")
    return _array(tf, slope)


def _array(tf, y) -> np.ndarray:
    if not isinstance(y, tf.Tensor):
        raise TypeError(f"returned {type(y).__name__}, no tensor")
    return y.numpy()


KIND = Kind(
    name="tensorflow",
    load=load,
    text=f"{TEXT}, of what takes a tf.Tensor",
    modules=("tensorflow",),
    extra="tensorflow",
    short={
        "gelu": Short("tensorflow.nn.gelu(approximate=False)", "erf"),
        "gelu-tanh": Short("tensorflow.nn.gelu(approximate=True)", "tanh"),
        "keras-gelu": Short("tensorflow.keras.activations.gelu(approximate=False)", "erf"),
        "keras-gelu-tanh": Short("tensorflow.keras.activations.gelu(approximate=True)", "tanh"),
    },
    gradient=True,
    devices=True,
    maker=maker,
)
