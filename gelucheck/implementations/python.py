"""A Python function as an implementation: ``python:pkg.mod:function``.

It gets a NumPy array of the format's dtype and gives one of the same shape and dtype (or what NumPy
takes for one). It is looked for where Python looks, and last in the working directory.
"""

import re
import sys
from collections.abc import Callable, Mapping

from gelucheck.errors import UsageError
from gelucheck.implementations.importing import import_named, versions
from gelucheck.implementations.kind import Apply, Kind, Loaded

_TARGET = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")


def load(target: str, function: str, device: str | None) -> Loaded:
    """The function of ``pkg.mod:function``; whatever it is, it computes the function asked for.

    Raises:
        UsageError: no such module or function, or words of another shape.
        ImplementationError: the module's own code raised.
    """
    if not _TARGET.fullmatch(target):
        raise UsageError(f"python:{target} names no function", "write python:pkg.mod:function")
    call = find(target)
    return Loaded(lambda x, fmt: call(x), versions(sys.modules[target.partition(":")[0]]))


def find(target: str) -> Callable:
    """The function itself; errors as ``load``."""
    module, _, names = target.partition(":")
    found = import_named(module)
    for name in names.split("."):
        try:
            found = getattr(found, name)
        except AttributeError as problem:
            raise UsageError(
                f"{module} has no {name!r}", "write python:pkg.mod:function"
            ) from problem
    if not callable(found):
        raise UsageError(f"python:{target} cannot be called", "name a function")
    return found


def maker(function: str, device: str | None, found: object = None) -> tuple[Callable, str]:
    """See ``kind.Kind.maker``."""
    return _make, ""


def _make(found: Callable, arguments: Mapping[str, object]) -> Mapping[str, Apply]:
    return {"": lambda x, fmt: found(x, **arguments)}


KIND = Kind(
    "python", load, "pkg.mod:function, which takes a NumPy array and gives one", maker=maker
)
