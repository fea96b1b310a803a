"""Arrays in messages: described in plain values, and sent byte by byte."""

from typing import Any

import numpy as np

from gelucheck.implementations.wire import Buffer, Garbled


def described(array: np.ndarray) -> dict[str, Any]:
    """The shape and the dtype of an array, to be sent with its bytes in C order."""
    return {"shape": list(array.shape), "dtype": _name(array.dtype)}


def bytes_of(array: np.ndarray) -> bytes:
    """What is sent of an array besides; nothing of Python objects."""
    return b"" if _name(array.dtype) == "object" else array.tobytes()


def array_of(description: dict[str, Any], data: Buffer) -> np.ndarray:
    """The array that was described; one of Python objects holds None only.

    Raises:
        Garbled: its bytes are not so many, or no such dtype is known.
    """
    shape, name = tuple(description["shape"]), description["dtype"]
    if name == "object":
        return np.empty(shape, object)
    try:
        return np.frombuffer(data, _dtype(name)).reshape(shape)
    except (TypeError, ValueError, AttributeError):
        raise Garbled from None


def _name(dtype: np.dtype) -> str:
    if dtype.type.__module__ == "ml_dtypes":
        return dtype.name
    if dtype.hasobject or dtype.kind not in "biufcmMSUV" or not dtype.itemsize:
        return "object"
    # fields of a record are of no concern: that it is one shows
    return f"V{dtype.itemsize}" if dtype.kind == "V" else dtype.str


def _dtype(name: str) -> np.dtype:
    if name[:1].isalpha() and name[0] != "V":
        import ml_dtypes

        return np.dtype(getattr(ml_dtypes, name))
    return np.dtype(name)
