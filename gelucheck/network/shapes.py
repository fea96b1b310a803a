"""Shapes, as people write them."""

from gelucheck.errors import PlanError
from gelucheck.network.faults import at, shown
from gelucheck.network.operators import limits
from gelucheck.network.plan import BATCH, Shape

MOST_SIZES = 3
"""Besides the batch."""

_MEND = f"write {BATCH} and then one to three sizes, as B,128 or B,3,8,8"
_BATCHES = (BATCH, f"'{BATCH}'", f'"{BATCH}"')
_LONGEST = 200  # characters


def parse_shape(text: str) -> Shape:
    """The sizes of a shape that is written as "B,128", "[B, 128]" or "['B', 128]".

    Raises:
        PlanError: it is written otherwise, B does not stand first and only there, it has none or
            more than three sizes, or sizes that are not allowed (see ``checked_shape``).
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
            what = "stands first only" if size in _BATCHES else "is no size"
            raise PlanError(f"{shown(text)} is no shape: {shown(size)} {what}", _MEND)
    with at(f"{shown(text)} is no shape"):
        return checked_shape(tuple(map(int, sizes)), "it is")


def checked_shape(shape: Shape, whose: str) -> Shape:
    """The shape, if it has one to three whole sizes that are not too large.

    Args:
        whose: the beginning of the sentence: "the input is".

    Raises:
        PlanError: it is none; see ``operators.limits``.
    """
    for size in shape:
        if type(size) is not int or not 1 <= size <= limits.MOST_SIZE:
            raise PlanError(
                f"a size in it, {shown(size)}, is not from 1 to {limits.MOST_SIZE:,}", _MEND
            )
    if not 1 <= len(shape) <= MOST_SIZES:
        raise PlanError(f"{whose} {limits.shown(shape)}, {len(shape)} sizes", _MEND)
    return limits.check_shape(shape, whose)
