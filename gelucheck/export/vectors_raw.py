"""A set of golden vectors as bytes: see ``vectors.raw_layout``."""

import json

from gelucheck.errors import UsageError
from gelucheck.vectors.raw_layout import HEADER, MAGIC, offset_of
from gelucheck.vectors.records import VERSION, Vectors, about, column_bytes


def render(vectors: Vectors) -> bytes:
    """The whole file.

    Raises:
        UsageError: none or several sets.
    """
    if len(vectors.sets) != 1:
        raise UsageError(
            f"{len(vectors.sets)} sets in one raw file",
            "put {set} into PATH, as in raw:{set}.gelu, for a file of each",
        )
    (only,) = vectors.sets
    text = json.dumps(about(vectors)).encode("utf-8")
    offset = offset_of(text)
    head = HEADER.pack(
        MAGIC,
        VERSION,
        8 * only.fmt.uint.itemsize,
        only.count,
        only.dtype.encode("ascii"),
        only.function.encode("ascii"),
        bytes.fromhex(only.sha256),
        offset,
        len(text),
    )
    return (head + text).ljust(offset, b"\0") + column_bytes(only)
