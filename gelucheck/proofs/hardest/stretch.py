"""Distances from the boundary on long stretches of float32, block by block.

A block is a polynomial with a proved bound (``reference.blocks``), and many blocks are one matrix
product. Where f stays in one binade of the format the ulp is one number for the block: divided by
it, less 1/2, the distance is that from the nearest integer.
"""

from collections.abc import Iterator

import numpy as np

from gelucheck.formats import Format
from gelucheck.reference.blocks import LENGTH, ROWS, polynomials, powers
from gelucheck.reference.functions import Function

_AT_ONCE = 64 * ROWS
_UNIT = 2.0**-53


def has_blocks(fmt: Format) -> bool:
    """Whether a binade of a format has room for a block, and the tables are fine enough."""
    return LENGTH < 1 << (fmt.precision - 1) <= 1 << 23


def whole_blocks(magnitudes: range) -> range:
    """The first magnitudes of the blocks that lie wholly in a range of them."""
    return range(
        -(-magnitudes.start // LENGTH) * LENGTH, magnitudes.stop // LENGTH * LENGTH, LENGTH
    )


def scan(
    function: Function, fmt: Format, firsts: range, negative: bool
) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray | None]]:
    """Panels of blocks: first magnitudes, bounds, and signed offsets from the boundary in ulps, in
    the order of the magnitudes.

    Yields:
        (blocks,) int64; (blocks,) float64; (blocks, LENGTH) float64, overwritten by the next panel,
        each off by at most the bound. Blocks in which f is not in one binade come last, with None
        for the offsets: they are to be done another way.
    """
    table = powers(descending=False)
    held = np.empty((ROWS, LENGTH))
    whole = np.empty_like(held)
    mixed = []
    for start in range(0, len(firsts), _AT_ONCE):
        some = firsts[start : start + _AT_ONCE]
        first = np.arange(some.start, some.stop, some.step, dtype=np.int64)
        found = polynomials(function, fmt, first, negative)
        low = np.abs(found.terms[:, 0]) - found.spread
        high = np.abs(found.terms[:, 0]) + found.spread
        exponent = _exponent(fmt, high)
        one = (exponent == _exponent(fmt, np.maximum(low, 0.0))) & (low > 0)
        scale = np.ldexp(1.0, -exponent)
        terms = found.terms * scale[:, None]
        # the sum again, with another first term, and that term's rounding
        count = found.terms.shape[1]
        slack = _UNIT * (2 * count + 2) * np.abs(terms).sum(axis=1)
        bound = 1.01 * (found.bound * scale + slack) + 2.0**-50
        terms[:, 0] -= 0.5
        mixed.append(first[~one])
        for row in range(0, len(first), ROWS):
            rows = slice(row, row + ROWS)
            degree = int(found.degree[rows].max())
            size = len(first[rows])
            offset = np.matmul(terms[rows, : degree + 1], table[: degree + 1], out=held[:size])
            np.rint(offset, out=whole[:size])
            offset -= whole[:size]
            if one[rows].all():
                yield first[rows], bound[rows], offset
            elif one[rows].any():
                yield first[rows][one[rows]], bound[rows][one[rows]], offset[one[rows]]
    left = np.concatenate(mixed) if mixed else np.zeros(0, np.int64)
    yield left, np.zeros(len(left)), None


def _exponent(fmt: Format, size: np.ndarray) -> np.ndarray:
    """log2 of the ulp of values of a size."""
    return np.maximum(np.frexp(size)[1] - fmt.precision, fmt.quantum)
