"""Long arrays in pieces that stay in the processor's cache: several times as fast, same bits."""

from collections.abc import Callable

import numpy as np

CHUNK = 1 << 12
LONG = 1 << 15
"""For what does little with each value: there the calls cost more than the cache saves."""


def in_chunks(
    call: Callable[..., tuple], *arrays: np.ndarray | None, size: int = CHUNK
) -> list[np.ndarray | None]:
    """Apply an elementwise function to 1-D arrays, piece by piece.

    Args:
        call: pieces of the arrays -> a tuple of arrays of their length, or None in place of one.
        arrays: of one length, at least 0; None is handed on.
        size: of a piece, at most.

    Returns:
        The results, joined.
    """
    length = next(len(array) for array in arrays if array is not None)
    parts = [
        call(*(None if array is None else array[i : i + size] for array in arrays))
        for i in range(0, max(length, 1), size)
    ]
    if len(parts) == 1:
        return list(parts[0])
    return [
        None if column[0] is None else np.concatenate(column) for column in zip(*parts, strict=True)
    ]
