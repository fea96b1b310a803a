"""Next to zero GELU is x/2, and its derivative 1/2."""

from collections.abc import Iterator

import numpy as np

from gelucheck.conformance.bench import Bench
from gelucheck.conformance.stretches import stretch
from gelucheck.conformance.words import number
from gelucheck.record import Finding

NEAR = 2.0**-8  # |G(x)/x − 1/2| < 0.4·2^-8 below
SHORTCUT = ": a shortcut for small x that takes the wrong slope"
"""The cause, where nothing else is wrong about zero."""
SLACK = 1 / 64  # beyond every rounding of a format of 8 digits or more


def origin(bench: Bench) -> Iterator[Finding]:
    """``near-zero-slope``: y/x is not near 1/2; a derivative is not near 1/2."""
    curve, fmt = bench.curve, bench.fmt
    near = (np.abs(curve.x) < NEAR) & np.isfinite(curve.y)
    at_zero = curve.x == 0
    slack = max(SLACK, 2.0 ** (1 - fmt.precision))
    if bench.forward:
        if (curve.y[at_zero] != 0).any():
            return  # nonzero-at-zero says it
        # subnormals have few digits, or none
        off = np.abs(curve.y - curve.exact)
        wrong = near & ~at_zero & (off > slack * np.abs(curve.x) + 2 * fmt.smallest_subnormal)
        if not (wrong & ~bench.flushed).any():
            return  # subnormals-flushed says it
    else:
        wrong = near & (np.abs(curve.y - 0.5) > slack)
        if not wrong.any():
            return
    # largest in ulp; of equals the largest x, on either side
    with np.errstate(all="ignore"):
        size = np.where(wrong, np.abs(curve.y - curve.exact) / curve.unit, -1.0)
    i = int(np.lexsort((np.abs(curve.x), size))[-1])
    if bench.forward:
        ratio = curve.y[i] / curve.x[i]
        what = {0.0: "0 is returned", 1.0: "x itself is returned"}.get(
            ratio, f"y/x is {number(ratio)}"
        )
        due, law = number(curve.exact[i]), "y/x goes to 1/2 at zero"
    else:
        what, due = f"{number(curve.y[i])} is returned", number(curve.exact[i])
        law = "the derivative goes to 1/2 at zero"
    where = f"; so it is {stretch(curve.x, wrong)}" if np.count_nonzero(wrong) > 1 else ""
    sentence = f"{what} at x = {number(curve.x[i])}, where {due} is due ({law}){where}{SHORTCUT}"
    yield Finding("near-zero-slope", "error", sentence, bench.due(curve.x[i], curve.y[i]))
