"""Shapes: as they are written, and how large they may be."""

from math import prod

from gelucheck.errors import PlanError
from gelucheck.network.faults import shown
from gelucheck.network.plan import BATCH, Shape

LARGEST_SIZE = 1 << 24
LARGEST_SAMPLE = 1 << 26
"""How many numbers one sample of an input or an output may have."""
MOST_SIZES = 3

_MEND = f"write {BATCH} and then one to three sizes, as B,128 or B,3,8,8"
_BATCHES = (BATCH, f"'{BATCH}'", f'"{BATCH}"')
_LONGEST = 200  # characters


def parse_shape(text: str) -> Shape:
    """The sizes of a shape that is written as "B,128", "[B, 128]" or "['B', 128]".

    Raises:
        PlanError: it is written otherwise, B does not stand first and only there, it has none or
            more than three sizes, or sizes that are not allowed (see ``check_shape``).
    """
    if len(text) > _LONGEST:
        raise PlanError(f"{shown(text)} is no shape: it has {len(text):,} characters", _MEND)
    inner = text.strip()
    if inner[:1] == "[" and inner[-1:] == "]":
        inner = inner[1:-1]
    batch, *sizes = (part.strip() for part in inner.split(","))
    if batch not in _BATCHES:
        raise PlanError(f"{shown(text)} is no shape: it does not begin with {BATCH}", _MEND)
    for size in sizes:
        if not (size.isascii() and size.removeprefix("-").isdigit()):
            what = f"{BATCH} stands first only" if size in _BATCHES else "is no size"
            raise PlanError(f"{shown(text)} is no shape: {shown(size)} {what}", _MEND)
    try:
        shape = tuple(map(int, sizes))
        check_shape(shape)
    except PlanError as problem:
        raise PlanError(f"{shown(text)} is no shape: {problem.what}", problem.mend) from problem
    return shape


def check_shape(shape: Shape) -> None:
    """Refuse what is no shape, or a larger one than is computed.

    Raises:
        PlanError: not one to three sizes, one that is not from 1 to 2^24, or more than 2^26
            numbers in a sample.
    """
    if not 1 <= len(shape) <= MOST_SIZES:
        raise PlanError(f"it has {len(shape)} sizes besides {BATCH}", _MEND)
    for size in shape:
        if type(size) is not int or not 1 <= size <= LARGEST_SIZE:
            raise PlanError(
                f"the size is {shown(size)}, and must be from 1 to {LARGEST_SIZE:,}", _MEND
            )
    if prod(shape) > LARGEST_SAMPLE:
        raise PlanError(
            f"one sample has {prod(shape):,} numbers, at most {LARGEST_SAMPLE:,} are allowed",
            "make its sizes smaller",
        )


def written(shape: Shape) -> str:
    """A shape with its batch: "[B, 128]"."""
    return f"[{', '.join([BATCH, *map(str, shape)])}]"
