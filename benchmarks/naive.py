"""What a sweep is held against: the implementation alone, and the loop that people write."""

from collections.abc import Callable

import numpy as np
from sample import panels

from gelucheck.sweep.chunks import Chunk


def alone(function: Callable, chunk: Chunk) -> None:
    """Call the implementation on all inputs of a chunk, and do nothing with what it gives."""
    with np.errstate(all="ignore"):
        for x in panels(chunk):
            function(x)


def loop(function: Callable, ndtr: Callable, chunk: Chunk) -> tuple[float, float]:
    """The largest error in ulp, and its input: against x*ndtr(x) in float64, with no proof.

    It too goes by panels, so that its arrays stay in the cache; over longer arrays it is slower.
    """
    worst, at = -1.0, 0.0
    with np.errstate(all="ignore"):
        for x in panels(chunk):
            got = function(x)
            wide = x.astype(np.float64)
            want = wide * ndtr(wide)
            error = np.abs(got - want) / np.spacing(np.abs(want).astype(np.float32))
            # NaN where NaN is due, and next to an infinity
            top = np.fmax.reduce(error)
            if top > worst:
                worst, at = float(top), float(x[np.argmax(error == top)])
    return worst, at
