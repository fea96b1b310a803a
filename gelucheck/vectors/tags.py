"""What is said of a golden vector: bits of a mask, by name."""

import numpy as np

TAGS = {
    "special": 1 << 0,
    "binade-edge": 1 << 1,
    "saturation": 1 << 2,
    "hardest": 1 << 3,
    "worst": 1 << 4,
    "branch": 1 << 5,
    "stratified": 1 << 6,
    "exhaustive": 1 << 7,
    "subnormal-input": 1 << 8,
    "subnormal-output": 1 << 9,
}
"""A bit keeps its meaning; a new tag is a new bit."""

MEANINGS = {
    "special": "zeros, ones, infinities, NaN, ends of the subnormal range, GELU's minimum; or next",
    "binade-edge": "a power of two, or next to one",
    "saturation": "within two values of where the result becomes the input, half of it, 0 or 1",
    "hardest": "exact values nearest to a rounding boundary",
    "worst": "where implementations are known to be worst",
    "branch": "where known kernels change their way of computing",
    "stratified": "of the stratified sample",
    "exhaustive": "of a set that holds every value of the format",
    "subnormal-input": "the input is subnormal",
    "subnormal-output": "the output is subnormal, and not zero",
}
KNOWN = sum(TAGS.values())


def names_of(mask: int) -> list[str]:
    """The names of the bits of a mask; bits without a name are left out."""
    return [name for name, bit in TAGS.items() if mask & bit]


def mask_of(names) -> int:
    """The mask of some names.

    Raises:
        KeyError: no such tag.
    """
    return sum({TAGS[name] for name in names})


def counts_of(tags: np.ndarray) -> dict[str, int]:
    """How often each tag is there; those that are not are left out."""
    counts = {name: int(np.count_nonzero(tags & np.uint32(bit))) for name, bit in TAGS.items()}
    return {name: count for name, count in counts.items() if count}
