"""Which two columns of somebody's table are inputs and outputs, and of which format."""

from collections.abc import Sequence

import numpy as np

from gelucheck.errors import InputsError, UsageError
from gelucheck.formats import FORMATS, Format, find_format
from gelucheck.inputs.numerals import shown
from gelucheck.reference.functions import REFERENCES
from gelucheck.vectors.cells import beyond
from gelucheck.vectors.given import MEND, Given, see_rows

PAIRS = (
    ("x", "y"),
    ("input", "output"),
    ("inputs", "outputs"),
    ("input", "expected"),
    ("inputs", "expected"),
    ("x", "expected"),
)
"""What inputs and outputs are called, in any case of letters."""


def find_pair(names: Sequence[str], file: str) -> tuple[str, str]:
    """The names of the inputs and of the outputs among some.

    Raises:
        InputsError: there is no pair.
    """
    plain = [each.strip().lower() for each in names]
    known = dict(zip(plain, names, strict=True))
    for x, y in PAIRS:
        if x in known and y in known:
            for each in (x, y):
                if plain.count(each) > 1:
                    raise InputsError(f"{file} has {plain.count(each)} columns {each}", "leave one")
            return known[x], known[y]
    told = ", ".join(shown(each, 20)[1:-1] for each in names[:8]) or "nothing"
    pairs = "; ".join(" and ".join(pair) for pair in PAIRS[:3])
    raise InputsError(f"{file} has no inputs and outputs, but {told}", f"name them {pairs}")


def format_of(said: object, asked: Format | None, file: str) -> Format:
    """The format that was asked for, or that a file says.

    Raises:
        UsageError: neither, or the one and another.
        InputsError: the file says one that is not known.
    """
    if said is None:
        if asked is not None:
            return asked
        raise UsageError(f"{file} does not say its format", f"add --dtype, {', '.join(FORMATS)}")
    if not isinstance(said, str) or said not in FORMATS:
        what = f"{file} says that its dtype is {shown(str(said))[1:-1]}"
        raise InputsError(what, f"correct it there, {', '.join(FORMATS)}; or take it out")
    if asked is not None and asked.name != said:
        what = f"{file} says that its dtype is {said}, and --dtype {asked.name} is another"
        raise UsageError(what, "leave the option out, or correct the file")
    return find_format(said)


def given_of(  # noqa: PLR0917
    name: str,
    fmt: Format,
    function: object,
    inputs: tuple[np.ndarray, int],
    outputs: tuple[np.ndarray, int],
    told: tuple = (),
) -> Given:
    """Vectors from two columns of patterns, each with how many were rounded.

    Args:
        function: of the file, or None.
        told: both columns as the file has them, texts or arrays.

    Raises:
        InputsError: columns of different lengths, nothing in them, too many rows, or a function
            that is not known.
    """
    (x, x_rounded), (y, y_rounded) = inputs, outputs
    if x.size != y.size:
        raise InputsError(f"{name} has {x.size:,} inputs and {y.size:,} outputs", MEND)
    if not x.size:
        raise InputsError(f"{name} holds no numbers", MEND)
    see_rows(x.size, name)
    if function is not None and (not isinstance(function, str) or function not in REFERENCES):
        what = f"{name} says that its function is {shown(str(function))[1:-1]}"
        mend = f"correct it there, {', '.join(REFERENCES)}; or take it out"
        raise InputsError(what, mend)
    lost = [beyond(column, bits, fmt) for column, bits in zip(told, (x, y), strict=False)]
    rounded = [x_rounded, y_rounded]
    for number, (count, _) in enumerate(lost):
        rounded[number] -= count
    found = (
        _beyond(fmt, what, *each) for what, each in zip(("input", "output"), lost, strict=False)
    )
    return Given(name, fmt.name, function, x, y, tuple(rounded), beyond=tuple(filter(None, found)))


def _beyond(fmt: Format, what: str, count: int, first: str) -> str:
    """That numbers of a file are none of its format, not even rounded; "" where there are none."""
    if not count:
        return ""
    limit = f"beyond {fmt.name}, which ends at {fmt.largest:g} and has no infinity"
    if count == 1:
        return f"1 {what}, {first}, is {limit}: it was taken for NaN, and is not right"
    told = f"{count:,} {what}s are {limit}, the first {first}"
    return f"{told}: they were taken for NaN, and are not right"
