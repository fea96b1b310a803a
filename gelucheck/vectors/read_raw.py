"""Read a raw file of golden vectors; see ``raw_layout``."""

import numpy as np

from gelucheck.errors import InputsError
from gelucheck.formats import find_format
from gelucheck.vectors.given import Given, own
from gelucheck.vectors.plain_json import loads
from gelucheck.vectors.raw_layout import HEADER, offset_of
from gelucheck.vectors.read_about import AGAIN, read_about, set_of
from gelucheck.vectors.records import COLUMNS, VERSION


def read(data: bytes, name: str) -> tuple[Given]:
    """The one set of a raw file.

    Raises:
        InputsError: it is cut off or damaged, or of another version.
    """
    if len(data) < HEADER.size:
        raise InputsError(f"{name} is cut off", AGAIN)
    _, version, bits, count, dtype, function, digest, offset, length = HEADER.unpack_from(data)
    if version != VERSION:
        raise InputsError(
            f"{name} is of version {version} of golden vectors",
            f"this gelucheck reads version {VERSION}",
        )
    text = data[HEADER.size : HEADER.size + length]
    if len(text) < length or offset != offset_of(text):
        raise InputsError(f"{name} is cut off, or its header is damaged", AGAIN)
    found = read_about(loads(text.decode("utf-8", "replace"), name), name)
    ((key, said),) = list(found.items())[:1]
    uint = find_format(said.dtype).uint
    names = tuple(each.encode("ascii").ljust(16, b"\0") for each in (said.dtype, said.function))
    same = said.sha256 == digest.hex() and said.count == count and bits == 8 * uint.itemsize
    if len(found) != 1 or (dtype, function) != names or not same:
        raise InputsError(f"header and text of {name} say different things of {key}", AGAIN)
    if data[HEADER.size + length : offset].strip(b"\0"):
        raise InputsError(f"{name} is not zero where nothing is said", AGAIN)
    each = count * uint.itemsize
    if len(data) != offset + len(COLUMNS) * each + 4 * count:
        raise InputsError(f"{name} has not the length that its header promises", AGAIN)
    columns = {
        column: np.frombuffer(data, uint.newbyteorder("<"), count, offset + number * each)
        for number, column in enumerate(COLUMNS)
    }
    columns["tags"] = np.frombuffer(data, "<u4", count, offset + len(COLUMNS) * each)
    return (own(set_of(said, columns, name), said.sha256),)
