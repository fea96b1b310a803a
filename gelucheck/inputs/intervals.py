"""Intervals ``A:B`` and ``A:B:N`` of the values of a format.

A and B are decimals, hex floats, ``inf`` or ``-inf``: real numbers, that the format need not hold.
The interval has every value of the format from A to B, A and B included. Zeros have signs: ``0:1``
begins at +0, ``-0:1`` at -0, and ``-1:0`` ends at +0 with -0 before it.
A file with such a name is meant by ``./1:2``.
"""

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from gelucheck.errors import InputsError, UsageError
from gelucheck.formats import FORMATS, Format
from gelucheck.inputs.numerals import shown
from gelucheck.inputs.parse import parse_exact

# More values than these are refused: a sweep of 2^33 takes minutes, one of 2^60 never ends.
MOST_SWEPT = 1 << 33
# Values that are drawn one by one are held in memory.
MOST_HELD = 1 << 22

DOUBLE = FORMATS["float64"]
MEND = "write A:B for every value of the format from A to B, or A:B:N for N of them"
# what a number may consist of; the exact reading comes later
_NUMBERISH = r"\s*[+-]?(?:[0-9][0-9a-fxp.+-]*|\.[0-9][0-9e.+-]*|inf(?:inity)?|nan)\s*"
_INTERVAL = re.compile(f"{_NUMBERISH}:(?:{_NUMBERISH})?(?::.*)?", re.I | re.ASCII | re.DOTALL)


@dataclass(frozen=True)
class Interval:
    """A closed interval of a format.

    Attributes:
        first, last: the ends, values of the format, exact.
        ordinals: every ordinal from first to last.
        wanted: how many are to be tried, or None for all.
    """

    first: float
    last: float
    ordinals: range
    wanted: int | None

    @property
    def size(self) -> int:
        """How many values the interval has; ``len`` cannot say it of all of float64."""
        return self.ordinals.stop - self.ordinals.start

    def chosen(self) -> range | np.ndarray:
        """The ordinals to try: the whole range, or ``wanted`` of them, int64, both ends included.

        One that is wanted is the first; more than there are is all, each once.
        """
        if self.wanted is None or self.wanted >= self.size:
            return self.ordinals
        # i·(size - 1)//(N - 1), split so that only exact products and sums modulo 2^64 occur
        gaps = max(self.wanted - 1, 1)
        step, rest = divmod(self.size - 1, gaps)
        index = np.arange(self.wanted, dtype=np.uint64)
        offset = index * np.uint64(step) + index * np.uint64(rest) // np.uint64(gaps)
        return (offset + np.uint64(self.ordinals.start % (1 << 64))).view(np.int64)


def is_interval(spec: str) -> bool:
    """Whether a text is meant as an interval, rightly written or not, rather than as a file."""
    return bool(_INTERVAL.fullmatch(spec))


def parse_interval(spec: str, fmt: Format) -> Interval:
    """Read ``A:B`` or ``A:B:N``.

    Raises:
        UsageError: badly written, backwards, without a value, N not a positive integer, or too
            many values.
        InputsError: an end is no number.
    """
    parts = spec.split(":")
    if len(parts) not in (2, 3):
        raise UsageError(f"{shown(spec)} is not an interval", MEND)
    start, stop = _span(spec, parts, fmt)
    ordinals = range(start, stop)
    wanted = _count(parts[2], spec) if len(parts) == 3 else None
    first, last = (float(fmt.values(ordinal)) for ordinal in (start, stop - 1))
    interval = Interval(first, last, ordinals, wanted)
    if interval.size <= 0:
        near = [repr(value) for value in (last, first) if not math.isnan(value)]
        raise UsageError(
            f"{shown(spec)} holds no value of {fmt.name}",
            f"the nearest are {near[0]} and {near[1]}"
            if len(near) == 2
            else f"its values end at {near[0]}",
        )
    whole = wanted is None or wanted >= interval.size
    tried, most = (interval.size, MOST_SWEPT) if whole else (wanted, MOST_HELD)
    if tried > most:
        raise UsageError(
            f"{shown(spec)} means {tried:,} values of {fmt.name}, more than {most:,}",
            "a shorter interval, or A:B:N for N values spread evenly over it",
        )
    return interval


@lru_cache(maxsize=1 << 10)
def ordinals_of(region: str, fmt: Format) -> range:
    """The ordinals of the values from A to B of "A:B", both included; none is no error here.

    The ends are float64, as Python prints them: the shortest decimal that means 2^-24,
    5.960464477539063e-08, is a little more than it, and yet means it.

    Raises:
        UsageError: badly written or backwards.
        InputsError: an end is no number.
    """
    parts = region.split(":")
    if len(parts) != 2:
        raise UsageError(f"{shown(region)} is not an interval", "write A:B")
    return range(*_span(region, parts, fmt, _as_float))


def _as_float(exact: Fraction | float) -> Fraction | float:
    """The float64 that a number is nearest to; itself, where that would be 0 or infinity."""
    nearest = DOUBLE.value(DOUBLE.round(exact)) if isinstance(exact, Fraction) else 0.0
    return Fraction(nearest) if nearest and math.isfinite(nearest) else exact


def _span(spec: str, parts: list[str], fmt: Format, read=lambda exact: exact) -> tuple[int, int]:
    """The first ordinal and one past the last.

    Args:
        read: what an end is taken for.

    Raises: as ``parse_interval``.
    """
    exact = [read(_end(name, text, spec)) for name, text in zip("AB", parts, strict=False)]
    if exact[0] > exact[1]:
        raise UsageError(f"{shown(spec)} runs backwards", "write the smaller end first")
    start, stop = _inward(exact[0], fmt, 1), _inward(exact[1], fmt, -1) + 1
    if stop <= start and exact[0] == exact[1] == 0:
        raise UsageError(f"{shown(spec)} runs backwards", "-0 comes before 0")
    return start, stop


def _end(name: str, text: str, spec: str) -> Fraction | float:
    """The exact number of an end: a ``Fraction``, -0.0 or an infinity."""
    try:
        value = parse_exact(text)
    except InputsError as error:
        raise InputsError(f"{name} of {shown(spec)}: {error.what}", error.mend) from None
    if isinstance(value, float) and math.isnan(value):
        raise UsageError(f"{name} of {shown(spec)} is not a number", MEND)
    return value


def _inward(end: Fraction | float, fmt: Format, step: int) -> int:
    """The ordinal of the first value of the format at or beyond an end, upwards or downwards.

    That beyond the largest value is where an infinity is or, in a format without, would be.
    """
    bits = fmt.round(end)
    magnitude = bits & (fmt.sign_bit - 1)
    ordinal = -1 - magnitude if bits & fmt.sign_bit else magnitude
    if magnitude == fmt.end_bits:
        held = fmt.infinities and not isinstance(end, Fraction)
        outside = not held and (end > 0) == (step < 0)
    else:
        outside = (Fraction(fmt.value(bits)) - Fraction(end)) * step < 0
    return ordinal + step if outside else ordinal


def _count(text: str, spec: str) -> int:
    text = text.strip()
    if not re.fullmatch(r"\+?[0-9]{1,18}", text) or int(text) < 1:
        raise UsageError(f"N of {shown(spec)} is not a positive whole number", MEND)
    return int(text)
