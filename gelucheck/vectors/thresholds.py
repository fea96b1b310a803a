"""Where a correctly rounded reference becomes simple in a format: its input, a half, 0 or 1."""

from collections.abc import Callable

import numpy as np

from gelucheck.formats import Format
from gelucheck.reference.evaluate import evaluate
from gelucheck.reference.functions import Function

_AT_ONCE = 256
Holds = Callable[[np.ndarray], np.ndarray]


def saturation_ordinals(fmt: Format, function: Function) -> np.ndarray:
    """Ordinals of the last inputs, toward the bend, at which the result is simple; int64, sorted.

    Of a form: x from the right, -0 from the left, x/2 from zero, on both sides. Of a derivative: 1,
    -0 and 1/2. Above 16 bits they are found by a search
    that would stop at one of several.
    """
    top = fmt.ordinal(fmt.bits_of(fmt.largest))
    bend = fmt.ordinal(fmt.round(0.5))
    # where half of an input is exact; a derivative is 1/2 well beyond
    tiny = fmt.ordinal(fmt.bits_of(2 * fmt.smallest_normal))

    def result(ordinals: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        x = fmt.values(ordinals)
        return x.astype(np.float64), evaluate(function, x, fmt).rounded.astype(np.float64)

    def identity(ordinals: np.ndarray) -> np.ndarray:
        x, y = result(ordinals)
        return y == (x if function.half else 1.0)

    def zero(ordinals: np.ndarray) -> np.ndarray:
        return result(ordinals)[1] == 0

    def half(ordinals: np.ndarray) -> np.ndarray:
        x, y = result(ordinals)
        return y == (x / 2 if function.half else 0.5)

    found = [
        _last(fmt, identity, top, bend),
        _last(fmt, zero, -1 - top, -1 - bend),
        _last(fmt, half, tiny, bend),
        _last(fmt, half, -1 - tiny, -1 - bend),
    ]
    return np.unique(np.array([each for each in found if each is not None], np.int64))


def _last(fmt: Format, holds: Holds, start: int, stop: int) -> int | None:
    """The last ordinal from ``start`` toward ``stop`` up to which it holds; None if never."""
    if not holds(np.array([start]))[0]:
        return None
    step = 1 if stop > start else -1
    if fmt.bits <= 16:
        ordinals = np.arange(start, stop + step, step)
        broken = np.flatnonzero(~holds(ordinals))
        return int(ordinals[broken[0]]) - step if broken.size else None
    if holds(np.array([stop]))[0]:
        return None
    while abs(stop - start) > 1:
        # many at once: an evaluation of one costs as much
        inner = sorted({start + (stop - start) * k // _AT_ONCE for k in range(1, _AT_ONCE)})
        inner = [each for each in inner[::step] if each not in (start, stop)]
        broken = np.flatnonzero(~holds(np.array(inner)))
        first = int(broken[0]) if broken.size else len(inner)
        stop = inner[first] if first < len(inner) else stop
        start = inner[first - 1] if first else start
    return start
