"""Messages between a process and its child: JSON, and arrays byte by byte. Nothing is unpickled.

A message is a head (a mark, and the length of the text), a JSON object whose ``sizes`` say how long
the pieces are that follow it, and these.
"""

import json
import struct
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

_HEAD = struct.Struct("=4sI")
_MARK = b"gelu"
_MOST_TEXT = 1 << 26
_MOST_BYTES = 1 << 36

Buffer = bytes | bytearray | memoryview


class Garbled(Exception):
    """What came is no message."""


def packed(header: dict[str, Any], pieces: Sequence[Buffer] = ()) -> list[memoryview]:
    """A message as pieces of memory to be written one after the other."""
    sizes = [memoryview(piece).nbytes for piece in pieces]
    text = json.dumps({**header, "sizes": sizes}).encode()
    return [memoryview(_HEAD.pack(_MARK, len(text)) + text), *map(_flat, pieces)]


def _flat(piece: Buffer) -> memoryview:
    view = memoryview(piece)
    return view.cast("B") if view.nbytes else memoryview(b"")


def unpacked(read: Callable[[int], bytearray]) -> tuple[dict[str, Any], list[bytearray]]:
    """The next message.

    Args:
        read: gives so many bytes; what it raises at an end is passed on.

    Raises:
        Garbled: what is read is no message.
    """
    mark, length = _HEAD.unpack(read(_HEAD.size))
    if mark != _MARK or length > _MOST_TEXT:
        raise Garbled
    try:
        header = json.loads(bytes(read(length)))
        sizes = [int(size) for size in header["sizes"]]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Garbled from None
    if min(sizes, default=0) < 0 or sum(sizes) > _MOST_BYTES:
        raise Garbled
    return header, [read(size) for size in sizes]


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
