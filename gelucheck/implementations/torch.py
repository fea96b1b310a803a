"""A function or a module of PyTorch: ``torch:gelu``, ``torch:torch.nn.GELU(approximate="tanh")``.

It gets a tensor of the format's dtype over the array's own memory and strides; where PyTorch has no
such strides (negative ones, or parts of an element) it gets a copy. What NumPy has no dtype of its
own for, bfloat16 and float8, goes in and out as bit patterns.

Modes: "eval" runs under ``torch.no_grad()``, "train" with a tensor that asks for its gradient; a
module is put in the mode of that name besides. The gradient is that of ``torch.autograd`` with an
upstream gradient of 1, at a leaf.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np

from gelucheck.formats import FORMATS, Format
from gelucheck.implementations.device import choose
from gelucheck.implementations.framework import Documented, Make, load_named
from gelucheck.implementations.importing import import_named
from gelucheck.implementations.installed import need
from gelucheck.implementations.kind import Apply, Kind, Loaded, Short
from gelucheck.implementations.target import TEXT

# torch.nn.functional.gelu and torch.nn.GELU, documentation of torch 2.13
_FORMS = Documented({"none": "erf", "tanh": "tanh"}, "none")
_KNOWN = {"torch.nn.functional.gelu": _FORMS, "torch.nn.GELU": _FORMS}


def load(target: str, function: str, device: str | None) -> Loaded:
    """A function of tensors, or a module; errors as ``framework.load_named``."""
    make, where = maker(function, device)
    return load_named(KIND, target, make, _KNOWN, where)


def maker(function: str, device: str | None, found: object = None) -> tuple[Make, str]:
    """See ``kind.Kind.maker``; a module is called where its parameters are."""
    need(KIND)
    torch = import_named("torch")
    where = choose("torch", device or _home(torch, found), _devices(torch))
    return partial(_make, torch, function, where), where


def _home(torch, found: object) -> str | None:
    if not isinstance(found, torch.nn.Module):
        return None
    return next((str(each.device) for each in (*found.parameters(), *found.buffers())), None)


def _devices(torch) -> list[str]:
    found = ["cpu", *(f"cuda:{number}" for number in range(torch.cuda.device_count()))]
    if torch.backends.mps.is_available():
        found.append("mps")
    return found


def _make(
    torch, function: str, device: str, found: Callable, arguments: Mapping[str, object]
) -> Mapping[str, Apply]:
    if isinstance(found, type) and issubclass(found, torch.nn.Module):
        found, arguments = found(**arguments).to(device), {}
    module = found if isinstance(found, torch.nn.Module) else None
    call = _Call(torch, device, partial(found, **arguments), module)
    if function == "gelu":
        return {"eval": call.forward, "train": replace(call, training=True).forward}
    if module is None:
        # nothing to switch: a gradient is asked for in either mode
        return {"": call.gradient}
    return {"eval": call.gradient, "train": replace(call, training=True).gradient}


@dataclass(frozen=True)
class _Call:
    """How it is called: on which device, and in which mode."""

    torch: ModuleType
    device: str
    call: Callable
    module: Any
    training: bool = False

    def forward(self, x: np.ndarray, fmt: Format) -> np.ndarray:
        with self.torch.set_grad_enabled(self.training):
            return _array(self.torch, self._called(self._given(x, fmt, self.training)))

    def gradient(self, x: np.ndarray, fmt: Format) -> np.ndarray:
        with self.torch.enable_grad():
            given = self._given(x, fmt, True)
            y = self._called(given)
            (slope,) = self.torch.autograd.grad(y, given, self.torch.ones_like(y))
        return _array(self.torch, slope)

    def _given(self, x: np.ndarray, fmt: Format, differentiate: bool):
        # a leaf on its own device
        return _tensor(self.torch, x, fmt).to(self.device).requires_grad_(differentiate)

    def _called(self, given):
        if self.module is None:
            return self.call(given)
        # it may be somebody's, who trains it
        before = [(each, each.training) for each in self.module.modules()]
        self.module.train(self.training)
        try:
            return self.call(given)
        finally:
            for each, training in before:
                each.training = training


def _tensor(torch, x: np.ndarray, fmt: Format):
    foreign = fmt.dtype.isbuiltin == 2
    if foreign:
        x = x.view(f"i{x.itemsize}")
    if not x.flags.writeable or any(step < 0 or step % x.itemsize for step in x.strides):
        x = x.copy()
    given = torch.from_numpy(x)
    return given.view(getattr(torch, fmt.name)) if foreign else given


def _array(torch, y) -> np.ndarray:
    if not isinstance(y, torch.Tensor):
        raise TypeError(f"returned {type(y).__name__}, no tensor")
    y = y.detach().cpu()
    fmt = FORMATS.get(str(y.dtype).removeprefix("torch."))
    if fmt is None or fmt.dtype.isbuiltin != 2:
        return y.numpy()
    return y.view(getattr(torch, f"int{fmt.bits}")).numpy().view(fmt.dtype)


KIND = Kind(
    name="torch",
    load=load,
    text=f"{TEXT}, of what takes a torch.Tensor",
    modules=("torch",),
    extra="torch",
    short={
        "gelu": Short('torch.nn.functional.gelu(approximate="none")', "erf"),
        "gelu-tanh": Short('torch.nn.functional.gelu(approximate="tanh")', "tanh"),
    },
    gradient=True,
    devices=True,
    maker=maker,
)
