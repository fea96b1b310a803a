"""Which libraries are there, without importing them."""

import sys
from functools import cache
from importlib import metadata
from importlib.util import find_spec

from gelucheck.errors import UsageError
from gelucheck.implementations.kind import Kind


def need(kind: Kind) -> None:
    """See that the modules of a kind are there.

    Raises:
        UsageError: one is not; the message says which extra installs it.
    """
    for name in kind.modules:
        if not _there(name):
            raise UsageError(
                f"{name.partition('.')[0]} is not installed",
                f'pip install "gelucheck[{kind.extra}]"',
            )


def installed(kind: Kind) -> str | None:
    """The versions of a kind's libraries, "torch 2.13.0"; None where one is not there.

    "" for a kind that needs none. Nothing is imported.
    """
    if not all(_there(name) for name in kind.modules):
        return None
    return library_versions(*(name.partition(".")[0] for name in kind.modules))


def library_versions(*names: str) -> str:
    """ "torch 2.13.0, numpy 2.4.6", of those that are there."""
    return ", ".join(f"{name} {version}" for name in names if (version := version_of(name)))


def version_of(library: str) -> str:
    """The version of a package by the name it is imported by; "" where there is none."""
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        pass
    if version := getattr(sys.modules.get(library), "__version__", ""):
        return str(version)
    # tensorflow is what tensorflow_cpu installs
    for distribution in _distributions().get(library, ()):
        return metadata.version(distribution)
    return ""


@cache
def _distributions() -> dict[str, list[str]]:
    return dict(metadata.packages_distributions())


def _there(name: str) -> bool:
    """Whether a module can be found, and is no mere folder of that name."""
    if name in sys.modules:
        return sys.modules[name] is not None
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):
        return False
    return spec is not None and spec.origin is not None
