"""From Arb balls to float64 and back, always outwards."""

import math
from collections.abc import Iterator
from contextlib import contextmanager

from gelucheck.errors import UndecidedError
from gelucheck.reference.enclosure import arb_precision

BITS = 160
"""Working precision: 107 bits more than the float64 numbers that it must tell apart."""


@contextmanager
def working() -> Iterator[None]:
    """Arb at the precision of proofs, with series of two terms."""
    with arb_precision(BITS, 2):
        yield


def ball(low: float, high: float):
    """A ball that holds an interval."""
    from flint import arb

    return arb(low).union(arb(high))


def widened(low: float, high: float):
    """A ball that holds an interval and as much again: what holds on it holds with room to spare,
    so that another program, with other formulas, comes to the same."""
    from flint import arb

    margin = (arb(high) - arb(low)) / 2
    return (arb(low) - margin).union(arb(high) + margin)


def below(number) -> float:
    """The greatest float64 not above an Arb number."""
    value = float(number.lower())
    return value if number.lower() >= value else math.nextafter(value, -math.inf)


def above(number) -> float:
    """The least float64 not below an Arb number."""
    return -below(-number)


def sign(number) -> int:
    """-1 or 1 where a ball lies on one side of 0, else 0."""
    return int(number > 0) - int(number < 0)


class Work:
    """How many boxes may be looked at: where a search does not end, it is stopped.

    A search does not end where a function touches a bound without crossing it.
    """

    def __init__(self, subject: str, boxes: int = 20_000):
        self.subject = subject
        self.left = boxes

    def step(self) -> None:
        """Count one box.

        Raises:
            UndecidedError: that was the last one.
        """
        self.left -= 1
        if self.left < 0:
            raise self.fault()

    def fault(self) -> UndecidedError:
        """The error for a question that floating-point boxes do not decide."""
        return UndecidedError(
            f"{self.subject} is not decided",
            "two values that a proof must tell apart are too close: change the constant, the "
            "tolerance or the interval a little",
        )


def middle_of(low: float, high: float, work: Work) -> float:
    """A float64 between two others; there must be one.

    Raises:
        UndecidedError: they are neighbours.
    """
    middle = low + (high - low) / 2
    if not low < middle < high:
        raise work.fault()
    return middle
