"""A region of a limit: the inputs from A to B, A and B included."""

import math

from gelucheck.errors import GelucheckError, UsageError
from gelucheck.formats import FORMATS
from gelucheck.gate.digits import plain
from gelucheck.inputs.intervals import ordinals_of
from gelucheck.inputs.parse import parse_exact

MEND = 'the smaller end first, as in "-6:-2" or [-6, -2]'


def parse_region(written: object) -> str:
    """A region as ``Limit`` has it: "A:B", the ends as short as they can be told.

    Args:
        written: "A:B", each a decimal, a hex float or an infinity; or a list of two numbers.

    Raises:
        UsageError: not two numbers, backwards, or an infinity alone.
    """
    ends = written.split(":") if isinstance(written, str) else written
    if not isinstance(ends, list) or len(ends) != 2:
        raise UsageError(f"region = {written!r:.80} is not two numbers", MEND)
    first, last = (_end(end, written) for end in ends)
    backwards = first == last == 0 and math.copysign(1, first) > math.copysign(1, last)
    if first > last or backwards:
        raise UsageError(f"region = {written!r:.80} runs backwards", MEND)
    if first == last and math.isinf(first):
        raise UsageError(f"region = {written!r:.80} holds no finite number", MEND)
    return f"{plain(first)}:{plain(last)}"


def _end(end: object, written: object) -> float:
    try:
        if isinstance(end, str):
            exact = parse_exact(end)
        elif isinstance(end, int | float) and not isinstance(end, bool):
            exact = end
        else:
            raise UsageError("no number")
        value = float(exact)
    except (GelucheckError, OverflowError) as problem:
        raise UsageError(f"region = {written!r:.80}: {end!r:.60} is no number", MEND) from problem
    if math.isnan(value):
        raise UsageError(f"region = {written!r:.80}: {end!r:.60} is no number", MEND)
    if exact and not value:
        raise UsageError(f"region = {written!r:.80}: {end!r:.60} is below every format", MEND)
    return value


def without_values(region: str, dtype: str) -> bool:
    """Whether a format has no finite value in a region."""
    fmt = FORMATS[dtype]
    first, last = (float(end) for end in region.split(":"))
    first, last = max(first, -fmt.largest), min(last, fmt.largest)
    return first > last or not ordinals_of(f"{first!r}:{last!r}", fmt)
