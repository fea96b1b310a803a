"""The published lists, proved again: what each input is, and how hard."""

import math
from dataclasses import dataclass
from fractions import Fraction

from gelucheck.formats import Format, find_format
from gelucheck.inputs.hardest import read_published
from gelucheck.proofs.hardest.distance import Distance, distance_of
from gelucheck.reference.functions import Function, find_function


@dataclass(frozen=True)
class Hardest:
    """One input that is hard to round.

    Attributes:
        fmt, function: names.
        x, pattern: the input, and its bits.
        lower, upper: float64 on either side of the distance of f(x) from the boundary, in ulps.
        below, above: the neighbouring values of the format that f(x) lies between; the boundary is
            their midpoint.
        rounded: the one of them that is nearer.
        bits: a reference whose relative error is at most 2^-bits decides the rounding.
        evidence: "exhaustive": no input but those of the list is as hard; "search": none of those
            that were looked at.
        looked: how many inputs were looked at.
    """

    fmt: str
    function: str
    x: float
    pattern: int
    lower: float
    upper: float
    below: float
    above: float
    rounded: float
    bits: int
    evidence: str
    looked: int


def hardest(fmt: Format | str, function: str = "gelu", most: int | None = None) -> list[Hardest]:
    """The published inputs, hardest first, each proved here and now by mpmath and by Arb.

    Args:
        function: "gelu", "tanh", "sigmoid", or one of these with "_grad".
        most: the first so many; all by default.

    Raises:
        UsageError: unknown format or function.
        DisagreementError: mpmath and Arb do not agree.
    """
    fmt, record = find_format(fmt), find_function(function)
    published = read_published(fmt, record.name)
    return [
        described(fmt, record, x, published.evidence, published.looked)
        for x in published.inputs[:most]
    ]


def described(fmt: Format, function: Function, x: float, evidence: str, looked: int) -> Hardest:
    """The record of one input."""
    found = distance_of(function, fmt, x)
    below, above = (_signed(end, found) for end in (found.below, found.above))
    return Hardest(
        fmt.name,
        function.name,
        x,
        fmt.bits_of(x),
        *outward(found.lower, found.upper),
        below,
        above,
        above if found.upward else below,
        found.bits,
        evidence,
        looked,
    )


def _signed(end: Fraction, found: Distance) -> float:
    """A neighbour as a float, exactly; a zero has the sign of f(x)."""
    return float(end) if end else math.copysign(0.0, found.below + found.above)


def outward(lower: Fraction, upper: Fraction) -> tuple[float, float]:
    """float64 on either side."""
    down, up = float(lower), float(upper)
    if Fraction(down) > lower:
        down = math.nextafter(down, -math.inf)
    if Fraction(up) < upper:
        up = math.nextafter(up, math.inf)
    return down, up
