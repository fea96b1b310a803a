"""Where a fault is: the stretch of inputs around a witness."""

import numpy as np

from gelucheck.conformance.words import span


def stretch(x: np.ndarray, wrong: np.ndarray, at: int) -> str:
    """ "from x = a to b": the run of wrong inputs, in ascending order, that index ``at`` is in."""
    right = np.flatnonzero(~wrong)
    first = right[right < at].max(initial=-1) + 1
    last = right[right > at].min(initial=x.size) - 1
    return span(float(x[first]), float(x[last]))
