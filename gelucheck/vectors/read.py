"""Read golden vectors, ours or somebody else's, from a file that nobody trusts."""

import os
import stat

from gelucheck.errors import InputsError
from gelucheck.formats import Format
from gelucheck.inputs.numerals import shown
from gelucheck.vectors import read_archive, read_json, read_lines, read_raw
from gelucheck.vectors.given import MEND, Given
from gelucheck.vectors.raw_layout import MAGIC

MOST_BYTES = 1 << 28
MOST_TEXT = 1 << 26
_STRANGERS = (
    (b"\x93NUMPY", "is a single NumPy array: save inputs and outputs with numpy.savez"),
    (b"\x1f\x8b", "is compressed: unpack it first"),
    (b"\x80", "is a pickle, which can run code when it is read: save the arrays with numpy.savez"),
    (b"\xff\xfe\0\0", "is UTF-32: save it as UTF-8"),
    (b"\0\0\xfe\xff", "is UTF-32: save it as UTF-8"),
    (b"\xff\xfe", "is UTF-16: save it as UTF-8"),
    (b"\xfe\xff", "is UTF-16: save it as UTF-8"),
    (b"/*", "is C: check the npz, csv, json or raw file of the same vectors"),
    (b"//", "is source code: check the npz, csv, json or raw file of the same vectors"),
    (b"<", "is a web page, or XML: download the file itself"),
    (b"version https://git-lfs", "is a Git LFS pointer: fetch the file itself"),
)


def read_given(path: str, fmt: Format | None = None) -> tuple[Given, ...]:
    """The vectors in a file; what it is, its first bytes tell and not its name.

    Args:
        fmt: the format of a file that does not say it.

    Raises:
        InputsError: it cannot be read, is too large, damaged, or holds no vectors.
        UsageError: it does not say its format, and neither does ``fmt``.
    """
    path = os.fspath(path)
    name = shown(path, 200)[1:-1]
    data = _bytes(path, name)
    if not data.strip():
        raise InputsError(f"{name} is empty", MEND)
    if data.startswith(MAGIC):
        return read_raw.read(data, name)
    if data.startswith(b"PK"):
        return read_archive.read(data, name, fmt)
    head = data[:64].lstrip()
    for magic, words in _STRANGERS:
        if head.startswith(magic):
            what, _, mend = words.partition(": ")
            raise InputsError(f"{name} {what}", mend)
    if len(data) > MOST_TEXT:
        raise InputsError(
            f"{name} has {len(data):,} bytes of text", f"at most {MOST_TEXT:,}; npz is shorter"
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputsError(f"{name} is neither text nor a file that is known here", MEND) from None
    del data
    if text.lstrip()[:1] in ("{", "["):
        return read_json.read(text, name, fmt)
    return read_lines.read(text, name, fmt)


def _bytes(path: str, name: str) -> bytes:
    """The whole file, if it is a file and not too large."""
    try:
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            raise InputsError(f"{name} is a directory", "give a file")
        if not stat.S_ISREG(status.st_mode):
            raise InputsError(f"{name} is not a regular file", "give a file")
        if status.st_size > MOST_BYTES:
            raise InputsError(f"{name} has {status.st_size:,} bytes", f"at most {MOST_BYTES:,}")
        with open(path, "rb") as file:
            # it may have grown
            return file.read(MOST_BYTES)
    # ValueError: a NUL character in the path
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputsError(f"cannot read {name} ({reason})", MEND) from None
