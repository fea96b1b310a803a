"""How large a plan may be: what any machine that runs a study can hold."""

from math import prod

from gelucheck.errors import PlanError
from gelucheck.network.plan import BATCH, Shape

MOST_SIZE = 1 << 24
"""Of one axis."""

MOST_NUMBERS = 1 << 26
"""In an array of one input, without the batch."""

MOST_PARAMETERS = 1 << 26
"""Of one operator."""


def shown(shape: Shape) -> str:
    """A shape with its batch, as people write it: "[B, 3, 8, 8]"."""
    return f"[{', '.join([BATCH, *map(str, shape)])}]"


def check_shape(shape: Shape, whose: str) -> Shape:
    """The shape, if it may be.

    Args:
        whose: the beginning of the sentence: "the input is", "linear makes".

    Raises:
        PlanError: a size below 1 or too large, or too many numbers.
    """
    if any(not 1 <= size <= MOST_SIZE for size in shape):
        raise PlanError(
            f"{whose} {shown(shape)}", f"a size is a whole number from 1 to {MOST_SIZE:,}"
        )
    if prod(shape) > MOST_NUMBERS:
        raise PlanError(
            f"{whose} {shown(shape)}, {prod(shape):,} numbers for each input",
            f"at most {MOST_NUMBERS:,}",
        )
    return shape


def check_parameters(shapes: dict[str, Shape], whose: str) -> dict[str, Shape]:
    """The shapes of an operator's parameters, if they may be.

    Raises:
        PlanError: too many numbers.
    """
    count = sum(map(prod, shapes.values()))
    if count > MOST_PARAMETERS:
        raise PlanError(
            f"{whose} has {count:,} parameters", f"at most {MOST_PARAMETERS:,} of one operator"
        )
    return shapes


def misfit(name: str, needs: str, shape: Shape, mend: str = "") -> PlanError:
    """The error for an input that an operator cannot take."""
    return PlanError(f"{name} needs {needs}, and x is {shown(shape)}", mend)
