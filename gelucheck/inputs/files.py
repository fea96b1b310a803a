"""Values from a file, by the end of its name: ``.npy``, ``.csv``, raw ``.bin`` and ``.raw``, and
text for all others."""

import os
import stat

import numpy as np

from gelucheck.errors import InputsError
from gelucheck.formats import Format
from gelucheck.inputs import arrays, lines, raw
from gelucheck.inputs.numerals import shown


def read_file(path: str, fmt: Format, round_inputs: bool = False) -> np.ndarray:
    """Values of ``fmt`` from a file, 1-D, in the order of the file; NaN may be among them.

    Args:
        round_inputs: round a number that ``fmt`` does not hold, once, instead of refusing it.

    Raises:
        InputsError: the file cannot be read, holds no number, or holds one that ``fmt`` does not.
    """
    return _some(read_values(path, fmt, round_inputs), shown(path, 200)[1:-1])


def read_values(
    path: str, fmt: Format, round_inputs: bool = False, column: str = "x"
) -> np.ndarray:
    """Values of ``fmt`` from a file as ``read_file``, which may be NaN all of them, or none.

    Args:
        column: of a CSV file, by its name.
    """
    name = shown(path, 200)[1:-1]
    suffix = os.path.splitext(path)[1].lower()
    try:
        if stat.S_ISDIR(os.stat(path).st_mode):
            raise InputsError(f"{name} is a directory", "give a file")
        if suffix == ".npy":
            values = arrays.read_npy(path, name, fmt, round_inputs)
        elif suffix in raw.SUFFIXES:
            values = raw.read_raw(path, name, fmt)
        else:
            with open(path, "rb") as stream:
                if suffix == ".csv":
                    values = lines.read_csv(stream, name, fmt, round_inputs, column)
                else:
                    values = lines.read_text(stream, name, fmt, round_inputs)
    # ValueError: a NUL character in the path
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        mend = (
            "give auto, all, sample, search, special, hardest, A:B, A:B:N, - for standard input, "
            "or a file"
        )
        raise InputsError(f"cannot read {name} ({reason})", mend) from None
    return values


def read_stdin(stdin, fmt: Format, round_inputs: bool = False) -> np.ndarray:
    """Values of ``fmt`` from text on standard input; as ``read_file``.

    Args:
        stdin: a text or binary stream.
    """
    stream = getattr(stdin, "buffer", stdin)
    try:
        values = lines.read_text(stream, "standard input", fmt, round_inputs)
    except (OSError, ValueError) as error:
        raise InputsError(f"cannot read standard input ({error})") from None
    return _some(values, "standard input")


def _some(values: np.ndarray, name: str) -> np.ndarray:
    """The values, if there are any besides NaN."""
    if not len(values):
        raise InputsError(f"{name} holds no numbers", "give at least one")
    # block by block, so that a mapped file is never in memory as a whole
    step = 1 << 20
    with np.errstate(invalid="ignore"):  # a signalling NaN
        empty = all(np.isnan(values[i : i + step]).all() for i in range(0, len(values), step))
    if empty:
        raise InputsError(f"{name} holds nothing but NaN", "give at least one number")
    return values
