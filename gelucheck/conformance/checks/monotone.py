"""GELU falls to the left of its minimum as x grows, and rises to the right of it."""

from collections.abc import Iterator

import numpy as np

from gelucheck.conformance.allowance import ROUNDINGS, spacing
from gelucheck.conformance.bench import Bench
from gelucheck.conformance.words import number
from gelucheck.record import Finding

_BOTTOM = (-1.1, -0.5)  # all minima are in it, those of wrong constants too


def monotone(bench: Bench) -> Iterator[Finding]:
    """``not-monotone``: inversions between neighbours among the inputs, where the deepest is twice
    what the default limits let two sound values have (a step, in a 16-bit format).

    Whatever form it is: on both sides of its own minimum, and with k of the form or of the erf
    form, about x², whichever is larger.
    """
    if not bench.forward:
        return
    curve, fmt = bench.curve, bench.fmt
    x, y = curve.x, curve.y
    finite = np.isfinite(y)
    inner = np.flatnonzero((x > _BOTTOM[0]) & (x < _BOTTOM[1]) & finite)
    if not inner.size:
        return
    lowest = inner[np.argmin(y[inner])]
    unit = np.maximum(curve.unit, spacing(fmt, np.where(finite, y, 0.0)))
    unit = np.maximum(unit[:-1], unit[1:])
    with np.errstate(all="ignore"):
        falls = y[:-1] - y[1:]
        depth = np.where(np.arange(x.size - 1) < lowest, -falls, falls)
        room = unit
        if fmt.bits > 16:
            square = np.minimum(x * x, 1e6)
            most = np.maximum(curve.room / curve.unit, ROUNDINGS * (2 + square))
            room = 2 * unit * (most[:-1] + most[1:])
        deep = finite[:-1] & finite[1:] & (depth > room)
    if not deep.any():
        return
    ulps = np.where(deep, depth / unit, 0.0)
    i = int(np.argmax(ulps))
    count = int(np.count_nonzero(finite[:-1] & finite[1:] & (depth > 0)))
    j = i if curve.steps[i] > curve.steps[i + 1] else i + 1
    way = "rises" if i < lowest else "falls"
    many = f"; {count:,} inversions among {x.size:,} inputs" if count > 1 else ""
    sentence = (
        f"{way} by {number(ulps[i])} ulp between x = {number(x[i])} and the next input tried, "
        f"{number(x[i + 1])}, where GELU does the opposite{many}"
    )
    yield Finding("not-monotone", "warning", sentence, bench.due(x[j], y[j]))
