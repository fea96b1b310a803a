"""Any number of values through a model that takes arrays of one shape only."""

from collections.abc import Callable, Sequence
from math import prod

import numpy as np

Call = Callable[[np.ndarray], np.ndarray]


def is_free(shape: Sequence[int | None] | None) -> bool:
    """Whether arrays of all shapes are taken as they are."""
    return shape is None


def shaped(shape: Sequence[int | None] | None, call: Call) -> Call:
    """The same call for arrays of any shape.

    They are laid out row by row in arrays of the model's own shape, filled up with their last value
    where they don't fill the last one. The model is taken to work element by element.

    Args:
        shape: of its input; None where a dimension may be any, and None instead of it where the
            number of dimensions may be any too.
    """
    if is_free(shape):
        return call
    size = prod(width for width in shape if width is not None)
    # the last dimension that may be any takes all there are, the other ones are 1
    open_ones = [place for place, width in enumerate(shape) if width is None]
    whole = [1 if width is None else width for width in shape]

    def apply(x: np.ndarray) -> np.ndarray:
        flat = x.ravel()
        count = -(-flat.size // size) if flat.size else 1
        full = np.zeros(count * size, x.dtype)
        full[: flat.size] = flat
        full[flat.size :] = flat[-1:] if flat.size else 0
        if open_ones:
            whole[open_ones[-1]] = count
            parts = [full.reshape(whole)]
        else:
            parts = full.reshape(count, *whole)
        got = [_same(call(part), part) for part in parts]
        return np.concatenate(got)[: flat.size].reshape(x.shape)

    return apply


def _same(got: np.ndarray, given: np.ndarray) -> np.ndarray:
    if got.shape != given.shape:
        raise ValueError(f"returned shape {got.shape} for shape {given.shape}")
    return got.ravel()
