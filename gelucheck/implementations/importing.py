"""Importing what is named on the command line, and the versions that its outputs depend on."""

import os
import sys
from contextlib import suppress
from importlib import import_module, metadata
from types import ModuleType

import numpy as np

from gelucheck.errors import ImplementationError, UsageError
from gelucheck.implementations.calling import RESTORE, told
from gelucheck.implementations.digest import digest_of
from gelucheck.implementations.surroundings import Disturbed, same_directory, surroundings

# whose version may change what a function gives
_LIBRARIES = (
    "jax", "jaxlib", "mlx", "numpy", "onnxruntime", "openvino", "scipy", "tensorflow", "torch"
)  # fmt: skip


def import_named(name: str) -> ModuleType:
    """The module of a name, found where Python looks, and last in the working directory.

    Raises:
        UsageError: no such module.
        ImplementationError: its own code raised.
    """
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
        raise ImplementationError(f"importing {name} {problem}", RESTORE) from problem
    except BaseException as problem:
        raise ImplementationError(f"importing {name} {told(problem)}") from problem


def versions(module: ModuleType) -> str:
    """Versions of the module's package and of numerical libraries, and a digest of its file.

    Of all libraries that are there: a function may import one only when it is called.
    """
    top = module.__name__.partition(".")[0]
    parts = [
        f"{name} {version}"
        for name in dict.fromkeys((top, *_LIBRARIES))
        if (version := _version_of(name))
    ]
    # one that is built in, or made by hand, has none: its version has to do
    with suppress(AttributeError, OSError, TypeError):
        parts.insert(0, f"{module.__name__} {digest_of(module.__file__)}")
    return ", ".join(parts)


def _version_of(library: str) -> str:
    """ "" where there is none."""
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return str(getattr(sys.modules.get(library), "__version__", ""))
