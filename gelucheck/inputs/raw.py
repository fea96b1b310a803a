"""Files of bare values: little-endian patterns one after the other, and nothing that says so."""

import os
import stat

import numpy as np

from gelucheck.errors import InputsError
from gelucheck.formats import Format

SUFFIXES = (".bin", ".raw")
MEND = "a file of raw values holds little-endian patterns of the --dtype, and nothing else"


def read_raw(path: str, name: str, fmt: Format) -> np.ndarray:
    """Values of ``fmt`` from a file of their patterns, 1-D.

    Of which format they are the file does not say: any pattern is a value.

    Args:
        name: what to call the file in messages.

    Raises:
        InputsError: no regular file, empty, or not a whole number of values.
        OSError: the file system's own.
    """
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise InputsError(f"{name} is not a regular file", "text can be piped in with --inputs -")
    size, each = os.path.getsize(path), fmt.uint.itemsize
    if not size:
        raise InputsError(f"{name} is empty", MEND)
    if size % each:
        what = f"{name} has {size:,} bytes, which are no whole number of {fmt.name} values"
        raise InputsError(what, MEND)
    little = fmt.uint.newbyteorder("<")
    bits = np.memmap(path, little, "r", 0, (size // each,))
    return fmt.values_of_bits(bits)
