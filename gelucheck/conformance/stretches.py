"""Where some inputs lie, in words: "below x = −5.5", "from x = 1 to 2"."""

import numpy as np

from gelucheck.conformance.words import apart, number


def runs(mask: np.ndarray) -> list[tuple[int, int]]:
    """First and last index of each unbroken run of a mask."""
    padded = np.concatenate([[False], mask, [False]])
    change = np.flatnonzero(padded[1:] != padded[:-1])
    return [(int(a), int(b) - 1) for a, b in zip(change[::2], change[1::2], strict=True)]


def stretch(wide: np.ndarray, mask: np.ndarray) -> str:
    """The words for the inputs of a mask, sorted as they are.

    "below" and "above" mean all finite inputs from there on; what lies on both sides of zero and
    not between is said of both; anything else by its two ends, and how many there are if they are
    few.
    """
    finite = np.isfinite(wide)
    mask = mask & finite
    places = np.flatnonzero(mask)
    if not places.size:
        return "nowhere"
    if places.size == 1:
        return f"at x = {number(wide[places[0]])}"
    inside = np.flatnonzero(finite)
    left, right = _length(mask[inside]), _length(mask[inside][::-1])
    tails = []
    rest = mask.copy()
    if left > 1 and wide[inside[left - 1]] < 0:
        tails.append(f"below x = {number(wide[inside[left - 1]])}")
        rest[inside[:left]] = False
    if right > 1 and wide[inside[-right]] > 0:
        tails.append(f"above x = {number(wide[inside[-right]])}")
        rest[inside[-right:]] = False
    if tails and np.count_nonzero(rest) <= 0.02 * places.size:
        return " and ".join(tails)
    first, last = apart(wide[places[0]], wide[places[-1]])
    return f"from x = {first} to {last}"


def _length(mask: np.ndarray) -> int:
    """Of the run that a mask begins with."""
    return int(mask.size if mask.all() else np.argmin(mask))
