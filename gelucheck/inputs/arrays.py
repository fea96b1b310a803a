"""NumPy files as inputs: mapped, never unpickled, and never cast twice."""

import math
import os
import stat
import struct

import numpy as np

from gelucheck.errors import InputsError
from gelucheck.formats import FORMATS, Format
from gelucheck.inputs.numerals import shown

MEND = "save a real array with numpy.save(path, array)"
ROUND = "save the values of the format, or round with --round-inputs"
_CHUNK = 1 << 20


def read_npy(path: str, name: str, fmt: Format, round_inputs: bool = False) -> np.ndarray:
    """Values of ``fmt`` from a .npy file, 1-D, in C order; a map of the file where that will do.

    float16, float32, float64 and integers of any byte order are taken; two-byte void, as which
    bfloat16 is saved, is taken when ``fmt`` is bfloat16. Patterns in unsigned integers are numbers
    like any others.

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
    array = _mapped(path, name)
    shape = array.shape
    array = _recognised(array.reshape(-1), name, fmt)
    if array.dtype == fmt.dtype and fmt.dtype_name:
        return array
    result = np.empty(len(array), fmt.dtype)
    for start in range(0, len(array), _CHUNK):
        part = array[start : start + _CHUNK]
        values, held = _converted(part, fmt)
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


def _mapped(path: str, name: str) -> np.ndarray:
    """The array in a file, C order, mapped read-only where it can be."""
    try:
        with open(path, "rb") as file:
            if file.read(6) != b"\x93NUMPY":
                raise InputsError(f"{name} is not a .npy file", MEND)
        array = np.lib.format.open_memmap(path, mode="r")
    except OSError:
        raise
    except InputsError:
        raise
    except MemoryError:
        raise InputsError(f"{name} does not fit into memory", MEND) from None
    # NumPy reads the header with Python's parser, which has many ways to fail
    except (ValueError, TypeError, SyntaxError, OverflowError, EOFError, LookupError) as error:
        raise InputsError(f"{name} cannot be read ({_reason(error)})", MEND) from None
    except (AttributeError, RecursionError, struct.error) as error:
        raise InputsError(f"{name} cannot be read ({_reason(error)})", MEND) from None
    return array


def _reason(error: Exception) -> str:
    """The first line of NumPy's message, in words of ours where they are clearer."""
    text = str(error).splitlines()[0] if str(error) else type(error).__name__
    if "Python objects" in text:
        return "it holds pickled Python objects, which are never loaded"
    if "greater than file size" in text:
        return "it is cut off: the header promises more than the file holds"
    return shown(text, 100)[1:-1]


def _recognised(array: np.ndarray, name: str, fmt: Format) -> np.ndarray:
    """The same array with a dtype that numbers can be read from."""
    dtype = array.dtype
    if dtype.kind == "V" and dtype.itemsize == 2 and dtype.names is None and not dtype.subdtype:
        if fmt is not FORMATS["bfloat16"]:
            raise InputsError(
                f"{name} holds two-byte values of an unnamed dtype, and {fmt.name} was asked for",
                "bfloat16 is saved so: add --dtype bfloat16, or save it as float32",
            )
        return array.view(fmt.dtype)
    if dtype.kind not in "fiu" or dtype.itemsize > 8:
        raise InputsError(f"{name} holds {shown(str(dtype))[1:-1]}, not real numbers", MEND)
    return array if dtype.isnative else array.astype(dtype.newbyteorder("="))


def _converted(part: np.ndarray, fmt: Format) -> tuple[np.ndarray, np.ndarray]:
    """Values of ``fmt``, each rounded once, and where no rounding was needed."""
    with np.errstate(all="ignore"):
        wide = part.astype(np.float64)
        values = fmt.round_array(wide)
    held = (values.astype(np.float64) == wide) | np.isnan(wide)
    if part.dtype.kind in "iu" and part.dtype.itemsize == 8:
        # beyond 2^53 float64 has rounded already: those go through Python's integers
        for index in np.flatnonzero(np.abs(wide) > 2.0**53):
            bits = fmt.round(int(part[index]))
            values[index] = fmt.values_of_bits(bits)
            value = fmt.value(bits)
            held[index] = math.isfinite(value) and value == int(part[index])
    return values, held
