"""A function of a shared library as an implementation: ``library:./libx.so:symbol``.

It is ``void symbol(const T *x, T *y, size_t n)`` and sets all n outputs. T is the format's type; a
value of a format of 8 or 16 bits is its pattern, an integer of that size. One symbol is called for
every ``--dtype`` that is asked for, unless ``{dtype}`` stands in it, which is the format's name
then: ``library:./libx.so:gelu_{dtype}`` has the formats whose symbols there are.
"""

import ctypes
import os
from functools import partial

import numpy as np

from gelucheck.errors import UsageError
from gelucheck.formats import FORMATS, Format
from gelucheck.implementations.digest import digest_of
from gelucheck.implementations.kind import Failed, Kind, Loaded

GUARD = 4096
"""Bytes on each side of the outputs that must stay as they are."""
_ALIGNED = 64
_BYTE = 0xA5
_MEND = "write library:PATH:SYMBOL, as in library:./libgelu.so:gelu"


def load(target: str, function: str, device: str | None) -> Loaded:
    """The function of ``path:symbol``; whatever it is, it computes the function asked for.

    Raises:
        UsageError: no such file or symbol, or a file that is no library of this system.
    """
    path, _, symbol = target.rpartition(":")
    if not path or not symbol.strip():
        raise UsageError(f"library:{target} names no symbol of a file", _MEND)
    if not os.path.isfile(path):
        raise UsageError(f"there is no library {path!r} (to have {symbol!r} of it)", _MEND)
    try:
        # by its whole path: a bare name would be looked for where the system's libraries are
        library = ctypes.CDLL(os.path.abspath(path))
    except OSError as problem:
        raise UsageError(
            f"{path!r} (to have {symbol!r} of it) cannot be loaded ({problem})",
            "give a shared library of this system and processor",
        ) from problem
    found = {name: _symbol(library, symbol.replace("{dtype}", name)) for name in FORMATS}
    found = {name: call for name, call in found.items() if call is not None}
    if not found:
        raise UsageError(f"the library {path!r} has no {symbol!r}", "nm -D lists what it has")
    version = f"{os.path.basename(path).replace(', ', ' ')} {digest_of(path)}"
    apply = partial(_apply, found)
    return Loaded(apply, version, formats=tuple(found), flat=True)


def _symbol(library: ctypes.CDLL, name: str):
    try:
        call = getattr(library, name)
    except (AttributeError, ValueError):  # ValueError: a NUL character
        return None
    call.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
    call.restype = None
    return call


def _apply(calls, x: np.ndarray, fmt: Format) -> np.ndarray:
    """The outputs; see ``kind.Apply``.

    Raises:
        Failed: it wrote beside its outputs, or left some as they were.
    """
    call = calls[fmt.name]
    first, second = sentinels(fmt)
    # no copy where none is needed: what it does to its inputs is to be seen
    given = np.ascontiguousarray(x)
    bits = _called(call, given, fmt, first)
    if (bits == first).any():
        # not written, or written so: not twice what stood there before
        again = _called(call, given, fmt, second)
        left = np.flatnonzero((bits == first) & (again == second))
        if left.size:
            raise Failed(
                f"left {left.size:,} outputs unwritten, the first at index {left[0]:,}",
                "all n outputs are to be set, the last ones too",
                narrow=False,
            )
    return fmt.values_of_bits(bits).reshape(x.shape)


def _called(call, x: np.ndarray, fmt: Format, sentinel) -> np.ndarray:
    """Patterns of the outputs, written over a sentinel between two guards."""
    size = x.size * fmt.dtype.itemsize
    whole = np.full(2 * GUARD + size + _ALIGNED, _BYTE, np.uint8)
    start = GUARD + -(whole.ctypes.data + GUARD) % _ALIGNED
    outputs = whole[start : start + size].view(fmt.uint)
    outputs[...] = sentinel
    call(x.ctypes.data, whole.ctypes.data + start, x.size)
    for guard, place in ((whole[:start], "before"), (whole[start + size :], "past")):
        if (guard != _BYTE).any():
            raise Failed(
                f"wrote {place} its output",
                "it has n outputs, and the memory around them is not its own",
                narrow=False,
            )
    return outputs


def sentinels(fmt: Format):
    """Patterns of two NaNs, one negative: of odd payloads, which nothing computes, where the format
    has payloads."""
    payload = 0x5A5A5A5A5A5A5A5A & (fmt.nan_bits & -fmt.nan_bits) - 1
    quiet = fmt.nan_bits | payload
    other = quiet ^ 1 if payload else quiet
    return fmt.uint.type(quiet), fmt.uint.type(fmt.sign_bit | other)


KIND = Kind(
    "library", load, "PATH:SYMBOL, void SYMBOL(const T *x, T *y, size_t n) of a shared library"
)
