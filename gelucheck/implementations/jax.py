"""A function of JAX, or a layer of Flax: ``jax:gelu``, ``jax:jax.nn.gelu(approximate=True)``.

It gets a JAX array, a copy of the input; ``jax_enable_x64`` is on while a float64 is asked for and
only then, so that the other formats are computed as they are for everyone. The function is called
as it stands, not compiled by us. The gradient is that of ``jax.vjp``, the upstream gradient 1.

A ``flax.linen`` module is applied without variables, an ``nnx`` one is called.
"""

import sys
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from functools import partial

import numpy as np

from gelucheck.formats import Format
from gelucheck.implementations.device import choose
from gelucheck.implementations.framework import Documented, Make, load_named
from gelucheck.implementations.importing import import_named
from gelucheck.implementations.installed import need
from gelucheck.implementations.kind import Apply, Kind, Loaded, Short
from gelucheck.implementations.target import TEXT

# jax.nn.gelu, documentation of jax 0.10; flax gives the same function by other names
_FORMS = Documented({True: "tanh", False: "erf"}, True)
_KNOWN = dict.fromkeys(
    ("jax.nn.gelu", "flax.linen.gelu", "flax.linen.activation.gelu", "flax.nnx.gelu"), _FORMS
)


def load(target: str, function: str, device: str | None) -> Loaded:
    """A function of arrays, or a layer; errors as ``framework.load_named``."""
    make, where = maker(function, device)
    return load_named(KIND, target, make, _KNOWN, where)


def maker(function: str, device: str | None, found: object = None) -> tuple[Make, str]:
    """See ``kind.Kind.maker``."""
    need(KIND)
    jax = import_named("jax")
    there = _devices(jax)
    where = choose("jax", device, list(there))
    return partial(_make, jax, function, there[where]), where


def _devices(jax) -> dict:
    """Name -> device; the processor first."""
    found = [*jax.devices("cpu"), *jax.devices()]
    return {f"{device.platform}:{device.id}": device for device in found}


def _make(
    jax, function: str, device, found: Callable, arguments: Mapping[str, object]
) -> Mapping[str, Apply]:
    call = _layer(found, arguments) or partial(found, **arguments)
    apply = _gradient if function == "gelu_grad" else _forward
    return {"": partial(apply, jax, device, call), "trial": partial(_trial, jax, device, call)}


def _layer(found: Callable, arguments: Mapping[str, object]) -> Callable | None:
    """The call of a layer of Flax, or None for what is none."""
    if not isinstance(found, type):
        return None
    linen, nnx = (sys.modules.get(f"flax.{name}") for name in ("linen", "nnx"))
    if linen is not None and issubclass(found, linen.Module):
        return partial(found(**arguments).apply, {})
    if nnx is not None and issubclass(found, nnx.Module):
        return found(**arguments)
    return None


def _forward(jax, device, call, x: np.ndarray, fmt: Format):
    with _wide(jax, fmt):
        return np.asarray(call(_given(jax, device, x)))


def _gradient(jax, device, call, x: np.ndarray, fmt: Format):
    with _wide(jax, fmt):
        y, pull = jax.vjp(call, _given(jax, device, x))
        return np.asarray(pull(jax.numpy.ones_like(y))[0])


def _trial(jax, device, call, x: np.ndarray, fmt: Format):
    """Of the right shape and dtype, and no more where it can be traced: that compiles nothing."""
    try:
        with _wide(jax, fmt):
            y = jax.eval_shape(call, jax.ShapeDtypeStruct(x.shape, x.dtype))
        return np.zeros(y.shape, y.dtype)
    except Exception:
        return _forward(jax, device, call, x, fmt)


def _given(jax, device, x: np.ndarray):
    # a copy: an array of JAX over memory of NumPy would change with it
    return jax.device_put(np.array(x, order="C"), device)


def _wide(jax, fmt: Format):
    if fmt.name != "float64":
        return nullcontext()
    if hasattr(jax, "enable_x64"):
        return jax.enable_x64(True)
    from jax.experimental import enable_x64  # before jax 0.8

    return enable_x64(True)


KIND = Kind(
    name="jax",
    load=load,
    text=f"{TEXT}, of what takes a jax.Array",
    modules=("jax",),
    extra="jax",
    short={
        "gelu": Short("jax.nn.gelu(approximate=False)", "erf"),
        "gelu-tanh": Short("jax.nn.gelu(approximate=True)", "tanh"),
    },
    gradient=True,
    devices=True,
    maker=maker,
)
