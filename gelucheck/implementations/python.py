"""A Python function as an implementation: ``python:pkg.mod:function``.

It gets a 1-D array of the format's dtype and gives one of the same shape and dtype (or what NumPy
takes for one). It is looked for where Python looks, and last in the working directory.
"""

import hashlib
import os
import re
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module, metadata
from types import ModuleType

import numpy as np

from gelucheck.errors import ImplementationError, UsageError
from gelucheck.formats import Format
from gelucheck.implementations.surroundings import Disturbed, same_directory, surroundings

_TARGET = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")
# whose version may change what a function gives
_LIBRARIES = (
    "jax", "jaxlib", "mlx", "numpy", "onnxruntime", "openvino", "scipy", "tensorflow", "torch"
)  # fmt: skip
_THREAD = threading.local()
_RESTORE = "put its mode back before returning; inside of a call any mode will do"


def load(target: str) -> tuple["PythonCall", str]:
    """The function of ``pkg.mod:function``, and what its outputs may depend on.

    Raises:
        UsageError: no such module or function, or words of another shape.
        ImplementationError: the module's own code raised.
    """
    if not _TARGET.fullmatch(target):
        raise UsageError(f"python:{target} names no function", "write python:pkg.mod:function")
    call = PythonCall(target)
    call.find()
    return call, _version(sys.modules[call.module])


@dataclass(frozen=True)
class PythonCall:
    """A function by its name, found again in every process that calls it."""

    target: str

    @property
    def module(self) -> str:
        return self.target.partition(":")[0]

    def find(self) -> Callable:
        """The function itself; errors as ``load``."""
        found = _import(self.module)
        for name in self.target.partition(":")[2].split("."):
            try:
                found = getattr(found, name)
            except AttributeError as problem:
                raise UsageError(
                    f"{self.module} has no {name!r}", "write python:pkg.mod:function"
                ) from problem
        if not callable(found):
            raise UsageError(f"python:{self.target} cannot be called", "name a function")
        return found

    def __call__(self, x: np.ndarray, fmt: Format) -> np.ndarray:
        """The outputs for a 1-D array.

        Raises:
            ImplementationError: it raised, or returned something else; the inputs are named.
        """
        function = self.find()
        try:
            return _outputs(function, x)
        except KeyboardInterrupt:
            raise  # somebody's who waits
        except Disturbed as problem:
            raise ImplementationError(f"python:{self.target} {problem}", _RESTORE) from problem
        except BaseException as problem:
            # another shape or dtype is seldom the fault of one input
            few = x if isinstance(problem, _Unfit) else _fewest(function, x)
            raise ImplementationError(
                f"python:{self.target} {_told(problem)}, {_where(few, fmt)}",
                f"a 1-D array of {fmt.dtype} must give one of the same shape and dtype",
            ) from problem


class _Unfit(Exception):
    """What was returned is not what is asked for."""


def _outputs(function: Callable, x: np.ndarray) -> np.ndarray:
    # a copy: what is done to it in place must not change the inputs
    given = _copied(x)
    with np.errstate(all="ignore"), surroundings():
        got = np.asarray(function(given))
    if np.may_share_memory(got, given):
        got = got.copy()
    if got.shape != x.shape or got.dtype != x.dtype:
        raise _Unfit(f"returned {got.dtype} of shape {got.shape}")
    return got


def _copied(x: np.ndarray) -> np.ndarray:
    """A copy, in memory that is used again: to have it anew takes as long as a quick function."""
    given = getattr(_THREAD, "given", None)
    if given is None or given.shape != x.shape or given.dtype != x.dtype:
        given = _THREAD.given = np.empty_like(x, subok=False)
    given[...] = x
    return given


def _told(problem: BaseException) -> str:
    return str(problem) if isinstance(problem, _Unfit) else f"raised {problem!r:.300}"


def _fewest(function: Callable, x: np.ndarray) -> np.ndarray:
    """A part of some inputs that still fails, as small as halving finds it."""
    while x.size > 1:
        half = x.size // 2
        for part in (x[:half], x[half:]):
            try:
                _outputs(function, part)
            except KeyboardInterrupt:
                raise
            except BaseException:
                x = part
                break
        else:
            break
    return x


def _where(x: np.ndarray, fmt: Format) -> str:
    first, last = (
        f"{float(value)!r} (bits 0x{int(bits):x})"
        for value, bits in zip(x[[0, -1]], fmt.bits_of_values(x[[0, -1]]), strict=True)
    )
    if x.size == 1:
        return f"at the {fmt.name} input {first}"
    return f"at {x.size:,} {fmt.name} inputs from {first} to {last}"


def _import(name: str) -> ModuleType:
    if name in sys.modules:
        return sys.modules[name]
    here = os.getcwd()
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)
    try:
        with np.errstate(), same_directory(), surroundings():
            return import_module(name)
    except ModuleNotFoundError as problem:
        mine = problem.name and (name == problem.name or name.startswith(f"{problem.name}."))
        if mine:
            raise UsageError(
                f"there is no Python module {name!r}", "install it, or run where it lies"
            ) from problem
        raise ImplementationError(f"importing {name} raised {problem!r}") from problem
    except KeyboardInterrupt:
        raise
    except Disturbed as problem:
        raise ImplementationError(f"importing {name} {problem}", _RESTORE) from problem
    except BaseException as problem:
        raise ImplementationError(f"importing {name} raised {problem!r:.300}") from problem


def _version(module: ModuleType) -> str:
    """Versions of the module's package and of numerical libraries, and a digest of its file.

    Of all libraries that are there: a function may import one only when it is called.
    """
    top = module.__name__.partition(".")[0]
    parts = [
        f"{name} {version}"
        for name in dict.fromkeys((top, *_LIBRARIES))
        if (version := _version_of(name))
    ]
    try:
        with open(module.__file__, "rb") as source:
            digest = hashlib.sha256(source.read()).hexdigest()[:16]
        parts.insert(0, f"{module.__name__} sha256:{digest}")
    except (AttributeError, OSError, TypeError):
        pass  # built in, or made by hand: its version has to do
    return ", ".join(parts)


def _version_of(library: str) -> str:
    """ "" where there is none."""
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return str(getattr(sys.modules.get(library), "__version__", ""))
