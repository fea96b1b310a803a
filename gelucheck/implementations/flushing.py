"""Zeros in place of subnormals, accepted: what ``--subnormals flush`` asks for.

Hardware that flushes gives zero where the exact result is subnormal, or where the input is. Such a
zero is taken for what was due; every other output stays as it is.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from gelucheck.formats import Format
from gelucheck.implementations.interface import Implementation
from gelucheck.reference.evaluate import evaluate
from gelucheck.reference.functions import FUNCTIONS

FAR = 1024.0
"""Beyond it every form and derivative rounds to 0, 1 or x in every format: no subnormal is due."""


@dataclass(frozen=True)
class Flushing:
    """A call whose flushed zeros are accepted.

    Attributes:
        call: what is called.
        function: the name of the exact function that is due.
    """

    call: Callable[[np.ndarray, Format], np.ndarray]
    function: str

    def __call__(self, x: np.ndarray, fmt: Format) -> np.ndarray:
        """As ``call``; errors as it, and UndecidedError."""
        got = self.call(x, fmt)
        places, due = flushed(got, x, fmt, self.function)
        if places.size:
            got = got.copy()
            got[places] = due
        return got


def flushed(
    got: np.ndarray, x: np.ndarray, fmt: Format, function: str
) -> tuple[np.ndarray, np.ndarray]:
    """Where an output is zero and a subnormal is due, or the input is one.

    Args:
        got, x: 1-D, of the format's dtype.
        function: the name of the exact function that is due.

    Returns:
        the indices where a number that is not zero is due, ascending, and that number, correctly
        rounded, of the format's dtype.
    """
    with np.errstate(all="ignore"):
        size = np.abs(x.astype(np.float64))
        places = np.flatnonzero((got.astype(np.float64) == 0) & (size > 0) & (size < FAR))
    if not places.size:
        return places, got[:0]
    due = evaluate(FUNCTIONS[function], x[places], fmt).rounded
    value = np.abs(due.astype(np.float64))
    least = fmt.smallest_normal
    taken = (value > 0) & ((value < least) | (size[places] < least))
    return places[taken], due[taken]


def accept_flushes(implementation: Implementation, function: str) -> Implementation:
    """The implementation with its flushed zeros accepted.

    Args:
        function: the name of the exact function that it should be.
    """
    return replace(
        implementation,
        call=Flushing(implementation.call, function),
        version=", ".join(filter(None, (implementation.version, "subnormals flush"))),
    )
