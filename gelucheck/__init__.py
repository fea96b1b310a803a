"""gelucheck: how accurate is this GELU, and can you prove it?

The public names are looked up when they are first used, so that importing this costs nothing.
"""

__version__ = "0.1.0"

_PLACES = {
    "oracle": "gelucheck.reference.evaluate",
    "compare": "gelucheck.api",
    "check": "gelucheck.api",
    "identify": "gelucheck.api",
    "study": "gelucheck.api_network",
    "prove": "gelucheck.api_prove",
    "make_vectors": "gelucheck.api_vectors",
    "check_vectors": "gelucheck.api_vectors",
    "assert_accurate": "gelucheck.testing.accurate",
    "InProcess": "gelucheck.implementations.in_process",
    "Format": "gelucheck.formats",
    "Run": "gelucheck.record",
    "Limits": "gelucheck.gate.limits",
    "GelucheckError": "gelucheck.errors",
}
__all__ = [
    "Format", "GelucheckError", "InProcess", "Limits", "Run", "__version__", "assert_accurate",
    "check", "check_vectors", "compare", "identify", "make_vectors", "oracle", "prove", "study",
]  # fmt: skip


def __getattr__(name: str):
    if name not in _PLACES:
        raise AttributeError(f"module 'gelucheck' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_PLACES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
