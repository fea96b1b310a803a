"""NumPy files as inputs: mapped, never unpickled, and never cast twice."""

import math
import os
import re
import stat
import struct

import numpy as np

from gelucheck.errors import InputsError
from gelucheck.formats import FORMATS, Format
from gelucheck.inputs.numerals import shown

MEND = "save a real array with numpy.save(path, array)"
ROUND = "save the values of the format, or round with --round-inputs"
_CHUNK = 1 << 20
_LONGEST_HEADER = 10_000  # as in NumPy
_MOST_DIMENSIONS = 32
_HEADER = (
    re.compile(r"""["']descr["']\s*:\s*["']([<>|=]?[a-zA-Z][0-9]{0,4}(?:\[\w{1,9}\])?)["']"""),
    re.compile(r"""["']fortran_order["']\s*:\s*(True|False)"""),
    re.compile(r"""["']shape["']\s*:\s*\(([0-9L, ]{0,999})\)"""),
)


def read_npy(path: str, name: str, fmt: Format, round_inputs: bool = False) -> np.ndarray:
    """Values of ``fmt`` from a .npy file, 1-D, in C order; a map of the file where that will do.

    float16, float32, float64 and integers of any byte order are taken; void, as which a format is
    saved that NumPy has no name for, is taken when ``fmt`` is one of that size. Patterns in
    unsigned integers are numbers like any others.

    Args:
        name: what to call the file in messages.

    Raises:
        InputsError: not a whole .npy file, pickled, another dtype, a value that ``fmt`` does not
            hold.
        OSError: the file system's own.
    """
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise InputsError(f"{name} is not a regular file", "text can be piped in with --inputs -")
    if os.path.getsize(path) == 0:
        raise InputsError(f"{name} is empty", MEND)
    array, shape = _mapped(path, name)
    array = _recognised(array, name, fmt)
    if array.dtype == fmt.dtype and fmt.dtype_name:
        return array
    result = np.empty(len(array), fmt.dtype)
    for start in range(0, len(array), _CHUNK):
        part = array[start : start + _CHUNK]
        values, held = converted(part, fmt)
        if not round_inputs and not held.all():
            first = int(np.flatnonzero(~held)[0])
            place = ", ".join(str(int(i)) for i in np.unravel_index(start + first, shape))
            raise InputsError(
                f"{name}[{place}]: {fmt.name} has no value {part[first].item()!r};"
                f" the nearest is {float(values[first])!r}",
                ROUND,
            )
        result[start : start + _CHUNK] = values
    return result


def _mapped(path: str, name: str) -> tuple[np.ndarray, tuple[int, ...]]:
    """The array in a file, flattened in C order and mapped read-only, and the shape it had."""
    with open(path, "rb") as file:
        dtype, fortran, shape = header(file, name)
        offset, size = file.tell(), os.fstat(file.fileno()).st_size
    if dtype.hasobject:
        raise InputsError(f"{name} holds pickled Python objects, which are never loaded", MEND)
    count = math.prod(shape)
    if count * dtype.itemsize > size - offset:
        what = f"{name} is cut off: its header promises {count:,} values"
        raise InputsError(f"{what}, more than the file holds", "write it again")
    if count == 0 or dtype.itemsize == 0:
        return np.empty(0, dtype), shape
    array = np.memmap(path, dtype, "r", offset, (count,))
    return (array.reshape(shape, order="F").reshape(-1) if fortran else array), shape


def header(file, name: str) -> tuple[np.dtype, bool, tuple[int, ...]]:
    """dtype, order and shape from the head of a .npy file, which is left at the first value.

    The header is a Python dictionary, but is not read as Python: the parser has limits of its own
    that a hostile text can break. The format is NEP 1's, ``numpy.lib.format``.

    Args:
        file: binary, at its start.
        name: what to call it in messages.

    Raises:
        InputsError: no such head, or one that describes no plain array.
    """
    head = file.read(8)
    if len(head) < 8 or head[:6] != b"\x93NUMPY":
        raise InputsError(f"{name} is not a .npy file", MEND)
    layout = {1: "<H", 2: "<I", 3: "<I"}.get(head[6], "")
    raw = file.read(struct.calcsize(layout))
    if not layout or len(raw) < struct.calcsize(layout):
        raise InputsError(f"{name} is cut off, or of an unknown .npy version", MEND)
    (length,) = struct.unpack(layout, raw)
    if length > _LONGEST_HEADER:
        raise InputsError(f"{name} has a header of {length:,} bytes", MEND)
    text = file.read(length).decode("latin1")
    found = [pattern.search(text) for pattern in _HEADER]
    descr, fortran, shape = (match[1] if match else "" for match in found)
    sizes = [size.strip() for size in shape.replace("L", "").split(",")]
    sizes = [size for size in sizes if size]
    known = all(found) and all(size.isdecimal() and len(size) < 20 for size in sizes)
    if len(text) < length or not known or len(sizes) > _MOST_DIMENSIONS:
        raise InputsError(f"{name} has a header that describes no plain array", MEND)
    try:
        dtype = np.dtype(descr)
    except (TypeError, ValueError):
        # what NumPy writes of a dtype that is not its own, and does not read
        own = {fmt.dtype.str: fmt.dtype for fmt in _unnamed()}
        if descr not in own:
            raise InputsError(f"{name} holds an unknown dtype {shown(descr)}", MEND) from None
        dtype = own[descr]
    return dtype, fortran == "True", tuple(map(int, sizes))


def _unnamed() -> list[Format]:
    """The formats whose dtype NumPy has from elsewhere, and no name for in a file."""
    return [fmt for fmt in FORMATS.values() if fmt.dtype.isbuiltin == 2]


def _recognised(array: np.ndarray, name: str, fmt: Format) -> np.ndarray:
    """The same array with a dtype that numbers can be read from."""
    dtype = array.dtype
    plain = dtype.kind == "V" and dtype.names is None and not dtype.subdtype
    saved_so = [each for each in _unnamed() if plain and each.dtype.itemsize == dtype.itemsize]
    if saved_so:
        if fmt not in saved_so:
            size = {1: "one-byte", 2: "two-byte"}[dtype.itemsize]
            names = " or ".join(each.name for each in saved_so)
            raise InputsError(
                f"{name} holds {size} values of an unnamed dtype, and {fmt.name} was asked for",
                f"{names} is saved so: add --dtype {names}, or save it as float32",
            )
        return array.view(fmt.dtype)
    if dtype.kind not in "fiu" or dtype.itemsize > 8:
        raise InputsError(f"{name} holds {shown(str(dtype))[1:-1]}, not real numbers", MEND)
    return array if dtype.isnative else array.astype(dtype.newbyteorder("="))


def converted(part: np.ndarray, fmt: Format) -> tuple[np.ndarray, np.ndarray]:
    """Values of ``fmt``, each rounded once, and where no rounding was needed."""
    with np.errstate(all="ignore"):
        wide = part.astype(np.float64)
        values = fmt.round_array(wide)
    held = (values.astype(np.float64) == wide) | np.isnan(wide)
    if part.dtype.kind in "iu" and part.dtype.itemsize == 8:
        # from 2^53 on float64 may have rounded already: those go through Python's integers
        for index in np.flatnonzero(np.abs(wide) >= 2.0**53):
            bits = fmt.round(int(part[index]))
            values[index] = fmt.values_of_bits(bits)
            value = fmt.value(bits)
            held[index] = math.isfinite(value) and value == int(part[index])
    return values, held
