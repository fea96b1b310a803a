"""GELU(x) − GELU(−x) = x, and g(x) + g(−x) = 1 for the derivative, in each of the three forms."""

from collections.abc import Iterator

import numpy as np

from gelucheck.conformance.bench import Bench
from gelucheck.conformance.stretches import stretch
from gelucheck.conformance.words import apart, number
from gelucheck.record import Finding


def symmetry(bench: Bench) -> Iterator[Finding]:
    """``broken-symmetry``: beyond what both values may be off.

    Exactly F(x) − F(−x) = x, so that y(x) − y(−x) − x is the difference of the two errors: at most
    the sum of their allowances, and the roundings of this file's own arithmetic.
    """
    curve = bench.curve
    # ascending inputs whose mirror image is there too: index i and its partner
    mirror = np.searchsorted(curve.x, -curve.x)
    mirror = np.minimum(mirror, curve.x.size - 1)
    right = np.flatnonzero((curve.x > 0) & (curve.x[mirror] == -curve.x))
    left = mirror[right]
    x, y, other = curve.x[right], curve.y[right], curve.y[left]
    # subnormals-flushed says it
    least, flushed = bench.fmt.smallest_normal, bench.flushed
    with np.errstate(all="ignore"):
        gap = (y - x) - other if bench.forward else (y - 1) + other
        room = curve.room[right] + curve.room[left] + curve.unit[right] + curve.unit[left]
        room += least * (flushed[right].astype(float) + flushed[left])
        wrong = np.isfinite(gap) & (np.abs(gap) > room)
        if not wrong.any():
            return
        i = int(np.argmax(np.where(wrong, np.abs(gap) / room, 0.0)))
        total = y[i] - other[i] if bench.forward else y[i] + other[i]
        worse = max(
            right[i], left[i], key=lambda j: abs(curve.y[j] - curve.exact[j]) / curve.room[j]
        )
    law = "f(x) − f(−x)" if bench.forward else "f(x) + f(−x)"
    due = x[i] if bench.forward else 1.0
    one, want = apart(float(total), float(due))
    where = f"broken {stretch(x, wrong)}: " if np.count_nonzero(wrong) > 1 else ""
    sentence = (
        f"{law} is {one} at x = {number(x[i])}, where {want} is due in every form; "
        f"{where}the value at {number(curve.x[worse])} is off"
    )
    yield Finding("broken-symmetry", "error", sentence, bench.due(curve.x[worse], curve.y[worse]))
