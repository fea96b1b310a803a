"""Outputs that were made elsewhere as an implementation: ``outputs:y.npy`` with ``--inputs x.npy``.

The one file holds the outputs for the inputs in the other, by position. Both are read as inputs
are: ``.npy``, ``.csv`` (outputs in the column named y, or in the last), raw ``.bin`` and ``.raw``,
text.
"""

import os
from functools import cache, partial

import numpy as np

from gelucheck.errors import InputsError, UsageError
from gelucheck.formats import STANDARD, Format, find_format
from gelucheck.implementations.digest import digest_of
from gelucheck.implementations.kind import Failed, Kind, Loaded
from gelucheck.inputs.files import read_values
from gelucheck.inputs.intervals import is_interval

_WORDS = ("", "-", "auto", "all", "sample", "search", "special", "hardest")
_MOST_CONFLICTS = 1000


def load(target: str, function: str, device: str | None, inputs: str = "") -> Loaded:
    """The outputs in a file, for the inputs in another.

    Args:
        inputs: the words of ``--inputs``.

    Raises:
        UsageError: inputs that are no file.
        InputsError: a file that cannot be read.
    """
    if inputs in _WORDS or is_interval(inputs):
        shown = f" (here it is {inputs!r})" if inputs else ""
        raise UsageError(
            f"outputs:{target} needs --inputs FILE{shown}", "name the file of their inputs"
        )
    digests = []
    for path in (target, inputs):
        if not os.path.isfile(path):
            raise InputsError(f"there is no file {path!r}", "write outputs:FILE with --inputs FILE")
        try:
            digests.append(f"{os.path.basename(path).replace(', ', ' ')} {digest_of(path)}")
        except OSError as problem:
            raise InputsError(f"cannot read {path} ({problem.strerror})") from problem
    table = cache(partial(_table, target, inputs))
    return Loaded(
        lambda x, fmt: _apply(table(fmt.name), x, fmt),
        ", ".join(digests),
        flat=True,
        given=True,
        conflicts=lambda fmt: table(fmt.name)[2],
    )


def _apply(table, x: np.ndarray, fmt: Format) -> np.ndarray:
    """The outputs; see ``kind.Apply``.

    Raises:
        Failed: an input that the file has not.
    """
    known, outputs, _ = table
    bits = fmt.bits_of_values(x)
    at = np.minimum(np.searchsorted(known, bits), known.size - 1)
    missing = np.flatnonzero((known[at] != bits).ravel())
    if missing.size:
        value = float(x.ravel()[missing[0]])
        raise Failed(
            f"has no output for the input {value!r} (bits 0x{int(bits.ravel()[missing[0]]):x})",
            "only the inputs of its file can be measured",
            narrow=False,
        )
    return fmt.values_of_bits(outputs[at])


def _table(target: str, inputs: str, name: str):
    """Patterns of the inputs in ascending order, each once; those of the outputs; and conflicts.

    Raises:
        InputsError: a file that cannot be read, values that the format does not hold, or another
            number of outputs than of inputs.
    """
    fmt = find_format(name)
    exact = True
    try:
        x = read_values(inputs, fmt)
    except InputsError:
        # rounded, as they may be asked for; two that become one are no conflict
        x, exact = read_values(inputs, fmt, True), False
    y = _outputs(target, fmt)
    if x.size != y.size:
        raise InputsError(
            f"{target} has {y.size:,} outputs for the {x.size:,} inputs in {inputs}",
            "one output is due for each input, in their order",
        )
    if not x.size:
        raise InputsError(f"{target} holds no numbers", "give at least one")
    x, y = fmt.bits_of_values(x), fmt.bits_of_values(y)
    known, first, number = np.unique(x, return_index=True, return_inverse=True)
    taken = y[first]
    return known, taken, _conflicts(x, y, taken[number]) if exact else ()


def _conflicts(x: np.ndarray, y: np.ndarray, taken: np.ndarray) -> tuple[tuple[int, int, int], ...]:
    """See ``Guest.conflicts``; the first thousand."""
    at = np.flatnonzero(y != taken)[:_MOST_CONFLICTS]
    return tuple((int(a), int(b), int(c)) for a, b, c in zip(x[at], taken[at], y[at], strict=True))


def _outputs(target: str, fmt: Format) -> np.ndarray:
    try:
        return read_values(target, fmt, column="y")
    except InputsError as problem:
        others = [name for name, other in STANDARD.items() if other is not fmt]
        fitting = next((name for name in others if _fits(target, STANDARD[name])), None)
        if fitting is None:
            raise
        if fitting == "float64" and os.path.splitext(target)[1].lower() != ".npy":
            # it holds every number that is written down
            mend = "write each value with all its digits, as repr(float(y)) does"
            raise InputsError(problem.what, mend) from problem
        told = f"{problem.what}; these are outputs of another format"
        raise InputsError(told, f"probably --dtype {fitting}") from problem


def _fits(target: str, fmt: Format) -> bool:
    """Whether a format holds all outputs."""
    try:
        read_values(target, fmt, column="y")
    except InputsError:
        return False
    return True


KIND = Kind(
    "outputs",
    load,
    "FILE, which holds the outputs for the file of --inputs, one for each",
    apart=False,
    inputs=True,
)
