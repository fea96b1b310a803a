"""Convolution as a product of matrices: the windows of an image are the rows of one."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from gelucheck.network.layer import Layer

_NUMBERS = 1 << 20
"""How many numbers of windows are laid out at a time; memory, and nothing else, depends on it."""


def convolve(layer: "Layer", x: np.ndarray) -> np.ndarray:
    """The cross-correlation of images with a layer's kernels, plus its biases.

    Out[b, d, i, j] = bias[d] + Σ_{c, u, v} weight[d, c, u, v]·padded[b, c, i + u, j + v], as
    ``torch.nn.Conv2d``, each exact and rounded once.

    Args:
        x: (B, C, H, W) of the layer's format.

    Returns:
        (B, D, H', W'), H' = H + 2·padding − kernel_size + 1.
    """
    size, padding = (layer.node.arguments[name] for name in ("kernel_size", "padding"))
    edge = (padding, padding)
    # by patterns: NumPy does not make views of every dtype that is not its own; that of 0 is 0
    padded = np.pad(x.view(f"u{x.itemsize}"), ((0, 0), (0, 0), edge, edge))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (size, size), axis=(2, 3))
    windows = windows.view(x.dtype).transpose(0, 2, 3, 1, 4, 5)
    made = np.empty((x.shape[0], *layer.node.output), x.dtype)
    for images, lines, columns in _parts(windows.shape):
        some = windows[images, lines, columns]
        rows = layer.product(some.reshape(-1, np.prod(some.shape[3:])))
        made[images, :, lines, columns] = rows.reshape(*some.shape[:3], -1).transpose(0, 3, 1, 2)
    return made


def _parts(shape: tuple[int, ...]) -> Iterator[tuple[slice, slice, slice]]:
    """What to do together: several images, some lines of one, or some columns of a line."""
    images, lines, columns, *rest = shape
    across = max(_NUMBERS // int(np.prod(rest)), 1)
    down = max(across // columns, 1)
    together = max(down // lines, 1)
    for b in range(0, images, together):
        for i in range(0, lines, down):
            for j in range(0, columns, across):
                yield slice(b, b + together), slice(i, i + down), slice(j, j + across)
