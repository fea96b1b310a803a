"""On which side of the exact value its rounding lies: what faithfulness is decided by."""

import numpy as np

from gelucheck.reference.evaluate import Reference
from gelucheck.reference.fast import TINY
from gelucheck.reference.oracle import exact


def rounded_side(reference: Reference, x: np.ndarray, places: np.ndarray) -> np.ndarray:
    """The sign of RN(y) - y, int8, at some places; 0 where they are equal (±0, ±inf, NaN).

    Args:
        x: all the inputs, float64; places: indices into them.

    Where the enclosure does not tell, y is next to x/2, to 1/2 = f(0), x, a limit or a value of
    the format: the first four approach from a side that is proved (see ``functions``), the last
    the oracle tells.
    """
    function, value = reference.function, reference.exact
    at = x[places]
    rounded = reference.rounded[places].astype(np.float64)
    scale = 1.0 if value.scale is None else value.scale[places]
    with np.errstate(all="ignore"):
        difference = (rounded * scale - value.high[places]) - value.low[places]
    sign = np.where(np.abs(difference) > value.bound[places], np.sign(difference), 0).astype(
        np.int8
    )
    real = np.isfinite(at) & (at != 0)
    base = (at < 0) if function.side < 0 else (at > 0)
    toward = -1 if function.below else 1
    rules = [
        (function.half & (np.abs(at) < TINY), np.where(rounded > at / 2, 1, -1)),
        # a derivative rises through 1/2 at 0: no precision reaches a subnormal x
        ((function.at_zero == 0.5) & (np.abs(at) < TINY), -np.sign(at)),
        ((function.fold == "x_plus") & (at > 0) & (rounded == at), -toward),
        ((function.fold == "one_minus") & ~base & (rounded == 1), toward),
        ((function.limit == 0) & base & (rounded == 0), -toward),
    ]
    open_ = (sign == 0) & real
    for holds, side in rules:
        sign = np.where(open_ & holds, side, sign).astype(np.int8)
        open_ &= ~np.asarray(holds)
    for k in np.flatnonzero(open_):
        # compared as a Python float: NumPy's scalars answer with their own truth values
        got, y = float(rounded[k]), exact(function, float(at[k]))
        sign[k] = (got > y) - (got < y)
    return sign
