"""A panel that is as panels mostly are: one unit, and no output far off. Few passes, fewer calls.

What is not so is left to ``span_batch``, which knows everything.
"""

import numpy as np

from gelucheck.reference.blocks import LENGTH, ROWS
from gelucheck.sweep.span_rows import Rows

_ONES = np.ones(LENGTH)


class Ready:
    """What is to be known of the panels of one reference in a batch; lists, by panel.

    Attributes:
        limit: the least of the blocks' limits; -1 where their units are several.
        unit, slack: of an error, twice the largest of the blocks'.
        used: terms of the polynomials.
    """

    def __init__(self, rows: Rows):
        limit, unit = rows.limit.reshape(-1, ROWS), rows.unit.reshape(-1, ROWS)
        alike = (unit == unit[:, :1]).all(axis=1)
        self.limit = np.where(alike, limit.min(axis=1), -1.0).tolist()
        self.unit = unit[:, 0].tolist()
        self.slack = (2 * rows.slack.reshape(-1, ROWS).max(axis=1)).tolist()
        self.used = (rows.degree[::ROWS] + 1).tolist()


def find_errors(rows: Rows, number: int, powers, got, errors) -> np.ndarray:
    """|ŷ - y| of a panel; its blocks' largest, sums and squares go to ``rows``; the largest.

    Args:
        number: of the panel, among those of ``rows``.
        powers: those of a block, as many as there are terms; got: (ROWS, LENGTH).
        errors: where they are put, (ROWS, LENGTH) float64.
    """
    place = slice(number * ROWS, (number + 1) * ROWS)
    top = rows.top[place]
    # NaNs and infinities complain
    with np.errstate(all="ignore"):
        np.matmul(rows.terms[place, : len(powers)], powers, out=errors)
        np.subtract(errors, got, out=errors)
        if rows.ends is None:
            np.abs(errors, out=errors)
            np.maximum.reduce(errors, axis=1, out=top)
        else:
            low, high = rows.ends[:, place]
            np.minimum.reduce(errors, axis=1, out=low)
            np.maximum.reduce(errors, axis=1, out=high)
            np.maximum(-low, high, out=top)
            np.abs(errors, out=errors)
        np.matmul(errors, _ONES, out=rows.total[place])
        np.matmul(errors[:, None, :], errors[:, :, None], out=rows.square[place, None, None])
    return top
