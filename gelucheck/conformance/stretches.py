"""Where some inputs lie, in words: "from x = −5.5 down", "from x = 1 to 2"."""

import numpy as np

from gelucheck.conformance.words import apart, number

NEARLY = 0.98
"""The share of the inputs of a range from which on the range is named."""
_FAR = 400.0
"""A range that ends with the inputs out there goes on "down" or "on"."""
_MOST = 2


def runs(mask: np.ndarray) -> list[tuple[int, int]]:
    """First and last index of each unbroken run of a mask."""
    padded = np.concatenate([[False], mask, [False]])
    change = np.flatnonzero(padded[1:] != padded[:-1])
    return [(int(a), int(b) - 1) for a, b in zip(change[::2], change[1::2], strict=True)]


def stretch(wide: np.ndarray, mask: np.ndarray) -> str:
    """The words for the inputs of a mask, sorted as they are.

    A range is named where (nearly) all of its inputs are in the mask: at most two, and how many
    more there are. "down" and "on" mean all finite inputs from there. Where it takes more ranges,
    or none is full, it is said how many of the inputs tried between the outermost two they are.
    """
    finite = np.flatnonzero(np.isfinite(wide))
    x, mask = wide[finite], mask[finite]
    count = int(np.count_nonzero(mask))
    if not count:
        return "nowhere"
    groups = _merged(runs(mask))
    largest: list[tuple[int, int, int]] = []
    told = 0
    for group in sorted(groups, key=lambda group: -group[2])[:_MOST]:
        if told < NEARLY * count:
            largest.append(group)
            told += group[2]
    if told < NEARLY * count:
        first, last = apart(x[groups[0][0]], x[groups[-1][1]])
        among = groups[-1][1] - groups[0][0] + 1
        return f"at {count:,} of the {among:,} inputs tried between {first} and {last}"
    words = " and ".join(_range(x, first, last) for first, last, _ in sorted(largest))
    more = count - told
    return f"{words} and at {more:,} more" if more else words


def _range(x: np.ndarray, first: int, last: int) -> str:
    """One range, by its indices."""
    if x[first] == x[last]:
        return f"at x = {number(x[first])}"
    if first == 0 and x[0] < -_FAR and last < x.size - 1:
        return f"from x = {number(x[last])} down"
    if last == x.size - 1 and x[-1] > _FAR and first > 0:
        return f"from x = {number(x[first])} on"
    left, right = apart(x[first], x[last])
    return f"from x = {left} to {right}"


def _merged(found: list[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Runs with those beside them, as (first, last, count), where nearly all between are in one."""
    groups = [(first, last, last - first + 1) for first, last in found]
    for _ in range(2):
        # from the left, and from the right
        merged: list[tuple[int, int, int]] = []
        for group in groups:
            if merged:
                first, last = merged[-1][0], group[1]
                both = merged[-1][2] + group[2]
                if both >= NEARLY * (abs(last - first) + 1):
                    merged[-1] = (first, last, both)
                    continue
            merged.append(group)
        groups = [(last, first, count) for first, last, count in reversed(merged)]
    return groups
