"""Which arrays a callable takes, and what it is called: told by where it comes from."""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType

ARRAYS = {
    "flax": "jax",
    "jax": "jax",
    "jaxlib": "jax",
    "keras": "tensorflow",
    "mlx": "mlx",
    "numpy": "python",
    "scipy": "python",
    "tensorflow": "tensorflow",
    "torch": "torch",
}
"""Package -> the kind whose arrays its functions and layers take."""

MOST_WRAPPED = 20
LONGEST_NAME = 80


def kind_of(call: Callable) -> str | None:
    """The kind of a function, layer or compiled function of a library; None where that is not
    plain, as of a function of somebody's own.

    >>> import numpy
    >>> kind_of(numpy.tanh), kind_of(lambda x: x)
    ('python', None)
    """
    for name in _modules(call):
        if kind := ARRAYS.get(str(name).partition(".")[0]):
            return kind
    return None


def name_of(call: Callable) -> str:
    """What to call it: a function's own name, or that of the type of anything else."""
    call = _within(call)
    name = getattr(call, "__name__", None)
    if not isinstance(name, str) or not name:
        name = type(call).__name__
    return "".join(c if c.isprintable() else "?" for c in name)[:LONGEST_NAME]


def module_of(call: Callable) -> ModuleType | None:
    """The module that it, or its type, was written in; None where that is not known."""
    call = _within(call)
    names = (getattr(call, "__module__", None), type(call).__module__)
    found = (sys.modules.get(name) for name in names if isinstance(name, str))
    return next((module for module in found if module is not None), None)


def _within(call: Callable) -> Callable:
    """What a ``functools.partial`` calls."""
    for _ in range(MOST_WRAPPED):
        if not isinstance(call, partial):
            break
        call = call.func
    return call


def _modules(call: Callable) -> Iterator[str]:
    """Names of the modules that it, what made it, its type and its owner are from."""
    call = _within(call)
    owner = getattr(call, "__self__", None)
    for each in (call, owner):
        # a builtin function has its module for an owner
        if each is None or isinstance(each, ModuleType):
            continue
        kinds = each.__mro__ if isinstance(each, type) else type(each).__mro__
        yield getattr(each, "__module__", "")
        # what a compiler of a library puts around somebody's function
        yield getattr(each, "__globals__", {}).get("__name__", "")
        yield from (kind.__module__ for kind in kinds)
