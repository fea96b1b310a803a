"""The profile of an implementation: signed errors by windows of x, for pictures.

No verdict reads it, so the figures are the fast path's. The windows are cut by magnitude, the same
on either side of 0, and each binade evenly: so they are stretches of ordinals of every format, and
no block of a span (see ``sweep.span``) lies in two of them.
"""

import numpy as np

from gelucheck.ulp import ErrorArrays

_CUTS = ((-10, -2, 4), (-2, 6, 32))
"""From which power of two to which a binade has how many windows."""

WINDOWS = np.array(
    [
        0.0,
        *(
            2.0**power * (1 + cut / cuts)
            for first, last, cuts in _CUTS
            for power in range(first, last)
            for cut in range(cuts)
        ),
        2.0 ** _CUTS[-1][1],
        np.inf,
    ]
)
"""Edges of the windows by magnitude: WINDOWS[i] <= |x| < WINDOWS[i+1], 0 in the first."""
SIDE = len(WINDOWS) - 1
"""Windows of a side. In order of x they count from 0; from SIDE on x is +0 or positive."""

_DIGITS, _FIRST, _LAST = 3, -19, 22
_EXACT = np.array([10.0**power for power in range(_LAST + 1)])
_POWERS = np.array([float(f"1e{power}") for power in range(_FIRST, _LAST + 1)])

Figures = tuple[float, float, float, float, float, float | None]
"""Of a window, as in ``record.Window``: abs_low, abs_high, ulp_low, ulp_high, rel, own."""


def window_of(magnitude: np.ndarray, negative: bool) -> np.ndarray:
    """The windows of some inputs of one sign."""
    place = np.searchsorted(WINDOWS, magnitude, "right") - 1
    return SIDE - 1 - place if negative else SIDE + place


def ends_of(window: int) -> tuple[float, float]:
    """Where a window begins and ends; the end nearer to 0 is in it."""
    if window >= SIDE:
        return float(WINDOWS[window - SIDE]), float(WINDOWS[window - SIDE + 1])
    place = SIDE - 1 - window
    return -float(WINDOWS[place + 1]), 0.0 - float(WINDOWS[place])


def profile_of(
    wide: np.ndarray, real: np.ndarray, found: ErrorArrays, own: ErrorArrays | None
) -> dict[int, Figures]:
    """By window, the errors of a block; windows where nothing was measured are absent.

    Args:
        wide: the inputs; real: indices of the finite ones in order of the ordinals.
        found: the errors against GELU; own: against the declared form, if there is one.
    """
    if not real.size:
        return {}
    if np.array_equal(real, np.arange(real[0], real[0] + real.size)):
        # as they mostly are: nothing need be copied
        real = slice(int(real[0]), int(real[-1]) + 1)
    bounds = _bounds(wide[real])
    some = np.flatnonzero(np.diff(bounds))
    starts = bounds[some]
    above = found.above[real]
    columns = []
    for sizes in (found.absolute[real], found.ulp[real]):
        signed = np.where(above, sizes, -sizes)
        # 0 lies between, and it is not -0
        columns.append(np.minimum(np.minimum.reduceat(signed, starts), 0.0) + 0.0)
        columns.append(np.maximum(np.maximum.reduceat(signed, starts), 0.0) + 0.0)
    columns.append(np.maximum.reduceat(found.relative[real], starts))
    if own is found:
        columns.append(np.maximum(-columns[2], columns[3]))
    elif own is not None:
        columns.append(np.maximum.reduceat(own.ulp[real], starts))
    there = np.logical_or.reduceat(found.measured[real], starts)
    lists = [column[there].tolist() for column in columns]
    if own is None:
        lists.append([None] * len(lists[0]))
    return dict(zip(some[there].tolist(), zip(*lists, strict=True), strict=True))


def _bounds(x: np.ndarray) -> np.ndarray:
    """How many of some ascending inputs, -0 before 0, lie below each window; last, how many."""
    inner = WINDOWS[1:-1]
    left = np.searchsorted(x, -inner[::-1], "right")
    zero = np.count_nonzero(np.signbit(x))
    return np.concatenate([[0], left, [zero], np.searchsorted(x, inner, "left"), [x.size]])


def four_digits(values: np.ndarray) -> np.ndarray:
    """Numbers rounded to four decimal digits."""
    size = np.abs(values)
    # the power of ten that is just below
    shift = _DIGITS - (np.searchsorted(_POWERS, size, "right") - 1 + _FIRST)
    plain = (size >= _POWERS[0]) & (size < _POWERS[-1])
    # powers of ten up to the 22nd are exact, and so a quotient or product is rounded once
    ten = _EXACT[np.where(plain, np.abs(shift), 0)]
    with np.errstate(all="ignore"):
        whole = np.rint(np.where(shift >= 0, values * ten, values / ten))
        rounded = np.where(shift >= 0, whole / ten, whole * ten)
    # the others are few numbers: far left and right there is next to nothing, the same everywhere
    others, places = np.unique(values[~plain], return_inverse=True)
    rounded[~plain] = np.array([float(f"{value:.3e}") for value in others.tolist()])[places]
    return rounded


def join(left: Figures, right: Figures) -> Figures:
    """The figures of a window, from those of two parts of it. Associative, commutative."""
    return (
        min(left[0], right[0]),
        max(left[1], right[1]),
        min(left[2], right[2]),
        max(left[3], right[3]),
        max(left[4], right[4]),
        left[5] if right[5] is None else right[5] if left[5] is None else max(left[5], right[5]),
    )


def join_all(left: dict[int, Figures], right: dict[int, Figures]) -> dict[int, Figures]:
    """The windows of both."""
    if not left or not right:
        return left or right
    joined = dict(left)
    for window, figures in right.items():
        joined[window] = join(joined[window], figures) if window in joined else figures
    return joined
