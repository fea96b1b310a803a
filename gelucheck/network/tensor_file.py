"""Tensors of a safetensors file, read one at a time, and nothing believed that it says of itself.

The format is a length, a JSON header and the bytes: nothing in it can run code. The ``safetensors``
library (an extra) maps the file and checks the header against what the file holds.
"""

import math
import os
import stat
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from gelucheck.errors import InputsError, UsageError
from gelucheck.formats import FORMATS
from gelucheck.inputs.numerals import shown
from gelucheck.network.plan import Shape

# the format's names of the dtypes that are read: each value becomes a float32, rounded once, and
# exact but for F64
DTYPES = ("F16", "BF16", "F32", "F64")
MEND = "give a checkpoint in the safetensors format"
_AGAIN = "write or download it again"
# what people give instead: how such a file begins, what it is, what to do
_STRANGERS = (
    (b"PK\x03\x04", "a zip archive, as torch.save writes", "save it as safetensors"),
    (b"\x80", "a pickle, which can run code when it is read", "save it as safetensors"),
    (b"version https://git-lfs", "a Git LFS pointer", "fetch the file itself: git lfs pull"),
    (b"{", "JSON", "give the .safetensors file that it speaks of"),
    (b"<", "a web page", "download the file itself"),
    (b"GGUF", "a GGUF file", MEND),
    (b"\x89HDF", "an HDF5 file", MEND),
)
_PEEK = 64


@dataclass(frozen=True)
class Stored:
    """What a file says of a tensor: its dtype, as safetensors names it, and its sizes."""

    dtype: str
    shape: Shape


@dataclass(frozen=True)
class TensorFile:
    """A safetensors file.

    Attributes:
        path: where it is.
        name: what to call it in messages.
        tensors: what it says of each, by name, in the order of the names.
    """

    path: str
    name: str
    tensors: Mapping[str, Stored]

    def read(self, tensor: str) -> np.ndarray:
        """A tensor as a float32 array of its own; an F64 is rounded once.

        Raises:
            InputsError: it is of another dtype, holds NaN, an infinity or what float32 does not
                hold, or the file has changed.
        """
        stored = self.tensors[tensor]
        if stored.dtype not in DTYPES:
            raise InputsError(
                f"{shown(tensor, 200)} of {self.name} is of dtype {shown(stored.dtype)}",
                f"one of {', '.join(DTYPES)}",
            )
        with _opened(self.path, self.name) as file:
            if tensor not in file.keys() or _stored(file, tensor) != stored:  # noqa: SIM118
                raise InputsError(f"{self.name} has changed while it was read", "start again")
            values = file.get_tensor(tensor)
        wide = stored.dtype == "F64"
        numbers = FORMATS["float32"].round_array(values) if wide else values.astype(np.float32)
        bad = np.flatnonzero(~np.isfinite(numbers))
        if len(bad):
            place = [int(i) for i in np.unravel_index(bad[0], numbers.shape)]
            value = float(values[*place])
            beyond = ", which float32 does not hold," if math.isfinite(value) else ""
            raise InputsError(
                f"{shown(tensor, 200)} of {self.name} has {value!r}{beyond} at {place}",
                "a network with it has no result that could be compared",
            )
        return numbers


def open_tensors(path: str | os.PathLike[str]) -> TensorFile:
    """What a safetensors file holds; no tensor is read yet.

    Raises:
        UsageError: the safetensors library is not installed.
        InputsError: no such file, not readable, not in the format, cut off, or not what its
            header says.
    """
    path = os.fspath(path)
    name = shown(os.path.basename(path) or path, 200)[1:-1] or "a file without a name"
    with _opened(path, name) as file:
        return TensorFile(path, name, {key: _stored(file, key) for key in sorted(file.keys())})


@contextmanager
def _opened(path: str, name: str):
    """The library's own handle on a file."""
    try:
        # without it the library cannot say bfloat16 to NumPy
        import ml_dtypes  # noqa: F401
        from safetensors import SafetensorError, safe_open
    except ImportError:
        raise UsageError(
            "safetensors is not installed", 'pip install "gelucheck[safetensors]"'
        ) from None
    try:
        kind = os.stat(path).st_mode
        if stat.S_ISDIR(kind):
            raise InputsError(f"{name} is a directory", MEND)
        if not stat.S_ISREG(kind):
            raise InputsError(f"{name} is not a regular file", MEND)
        with open(path, "rb") as file:
            head, size = file.read(_PEEK), os.fstat(file.fileno()).st_size
        if not size:
            raise InputsError(f"{name} is empty", MEND)
        with safe_open(path, framework="np") as handle:
            yield handle
    except SafetensorError as problem:
        raise _refused(name, head, size, str(problem)) from None
    # ValueError: a NUL character in the path
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise InputsError(f"cannot read {name} ({shown(reason, 200)[1:-1]})", MEND) from None


def _stored(file, tensor: str) -> Stored:
    part = file.get_slice(tensor)
    return Stored(part.get_dtype(), tuple(part.get_shape()))


def _refused(name: str, head: bytes, size: int, reason: str) -> InputsError:
    """The error for a file that the library refuses, as plainly as its first bytes allow."""
    length = int.from_bytes(head[:8], "little")
    if size < 8 or length > size - 8:
        for start, what, mend in _STRANGERS:
            if head.lstrip().startswith(start):
                return InputsError(f"{name} is {what}, and not a safetensors file", mend)
        return InputsError(
            f"{name} is no safetensors file, or is cut off: it has {size:,} bytes, and the first 8"
            f" say that {length:,} more are its header",
            f"{MEND}; if it is one, {_AGAIN}",
        )
    if "incomplete metadata" in reason or "MetadataIncompleteBuffer" in reason:
        return InputsError(
            f"{name} is cut off, or has bytes that its header does not speak of", _AGAIN
        )
    # the reason may hold what the file holds
    reason = shown(reason.removeprefix("Error while deserializing header: "), 200)[1:-1]
    return InputsError(f"{name} is not a safetensors file: {reason}", MEND)
