"""A function or a layer of MLX: ``mlx:gelu``, ``mlx:mlx.nn.GELU(approx="fast")``.

It gets an ``mlx.core.array``, a copy of the input's bits; float64 there is on the processor only.
The gradient is that of ``mlx.core.vjp`` with an upstream gradient of 1. A layer has the modes
"train" and "eval", a function has none.
"""

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from gelucheck.formats import FORMATS, Format
from gelucheck.implementations.device import choose
from gelucheck.implementations.framework import Documented, Make, load_named
from gelucheck.implementations.importing import import_named
from gelucheck.implementations.installed import need
from gelucheck.implementations.kind import Apply, Kind, Loaded, Short
from gelucheck.implementations.target import TEXT

# mlx.nn, documentation of mlx 0.32; "tanh" and "precise" are one
_KNOWN = {
    "mlx.nn.gelu": "erf",
    "mlx.nn.gelu_approx": "tanh",
    "mlx.nn.gelu_fast_approx": "sigmoid",
    "mlx.nn.GELU": Documented(
        {"none": "erf", "precise": "tanh", "tanh": "tanh", "fast": "sigmoid"}, "none", "approx"
    ),
}


def load(target: str, function: str, device: str | None) -> Loaded:
    """A function of arrays, or a layer; errors as ``framework.load_named``."""
    make, where = maker(function, device)
    return load_named(KIND, target, make, _KNOWN, where)


def maker(function: str, device: str | None, found: object = None) -> tuple[Make, str]:
    """See ``kind.Kind.maker``."""
    need(KIND)
    mx = import_named("mlx.core")
    there = {"cpu": mx.cpu} | ({"gpu": mx.gpu} if _has_gpu(mx) else {})
    where = choose("mlx", device, list(there))
    return partial(_make, mx, function, there[where]), where


def _has_gpu(mx) -> bool:
    if hasattr(mx, "is_available"):
        return mx.is_available(mx.gpu)
    return mx.metal.is_available()  # before mlx 0.30


def _make(
    mx, function: str, device, found: Callable, arguments: Mapping[str, object]
) -> Mapping[str, Apply]:
    nn = import_named("mlx.nn")
    if isinstance(found, type) and issubclass(found, nn.Module):
        found, arguments = found(**arguments), {}
    call = partial(found, **arguments)
    apply = _gradient if function == "gelu_grad" else _forward
    if not isinstance(found, nn.Module):
        return {"": partial(apply, mx, device, call)}
    return {
        mode: partial(_switched, found, mode == "train", partial(apply, mx, device, call))
        for mode in ("eval", "train")
    }


def _switched(layer, training: bool, apply: Apply, x: np.ndarray, fmt: Format):
    # it may be somebody's, who trains it
    before = layer.training
    layer.train(training)
    try:
        return apply(x, fmt)
    finally:
        layer.train(before)


def _forward(mx, device, call, x: np.ndarray, fmt: Format):
    with mx.stream(device):
        return _array(mx, call(_given(mx, x, fmt)))


def _gradient(mx, device, call, x: np.ndarray, fmt: Format):
    with mx.stream(device):
        given = _given(mx, x, fmt)
        _, slopes = mx.vjp(call, [given], [mx.ones_like(call(given))])
        return _array(mx, slopes[0])


def _given(mx, x: np.ndarray, fmt: Format):
    # through the bits: a float64 array would become float32
    return mx.array(fmt.bits_of_values(x)).view(getattr(mx, fmt.name))


def _array(mx, y) -> np.ndarray:
    if not isinstance(y, mx.array):
        raise TypeError(f"returned {type(y).__name__}, no array")
    name = str(y.dtype).rpartition(".")[2]
    if name not in FORMATS:
        return np.array(y)
    fmt = FORMATS[name]
    return fmt.values_of_bits(np.array(y.view(getattr(mx, f"uint{fmt.bits}"))))


KIND = Kind(
    name="mlx",
    load=load,
    text=f"{TEXT}, of what takes an mlx.core.array",
    modules=("mlx.core",),
    extra="mlx",
    short={
        "gelu": Short("mlx.nn.gelu", "erf"),
        "gelu-tanh": Short("mlx.nn.gelu_approx", "tanh"),
        "gelu-fast": Short("mlx.nn.gelu_fast_approx", "sigmoid"),
    },
    gradient=True,
    devices=True,
    maker=maker,
)
