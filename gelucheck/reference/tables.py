"""Certified Taylor tables: their shape, their proved bounds, and reading them.

A table holds, for the nodes u_i = i·h, the Taylor coefficients of the base side g of a function,
so that g(u) = Σ c_k·(u - u_i)^k for the nearest node. Two tiers:

* ``single``: float64 coefficients and Horner in float64; for formats of up to 32 bits;
* ``double``: the first ``pairs`` coefficients as two words, those steps in double-double; for
  float64.

The coefficients and the remainder come from Arb power series (``build``), the remainder over the
whole interval around the node, from a ball that holds it. They lie in ``data/`` beside this file,
made by ``python -m gelucheck.reference.build``; a test certifies every entry against Arb again.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from gelucheck.reference.functions import Function

DATA = Path(__file__).parent / "data"
SCALE = 2.0**600
SMALL = 2.0**-800
UNIT = 2.0**-53


@dataclass(frozen=True)
class Shape:
    """The shape of one table.

    Attributes:
        end: the last node; beyond it, plus half a step, the function is its limit.
        step: h, a power of two.
        terms: number of coefficients.
        pairs: how many of them have two words.
    """

    end: float
    step: float
    terms: int
    pairs: int = 0

    @property
    def nodes(self) -> int:
        return round(self.end / self.step) + 1


SHAPES = {
    "single": {
        "gelu": Shape(16, 1 / 16, 15),
        "gelu_grad": Shape(16, 1 / 16, 16),
        "tanh": Shape(12, 1 / 32, 15),
        "tanh_grad": Shape(12, 1 / 32, 16),
        "sigmoid": Shape(70, 1 / 8, 14),
        "sigmoid_grad": Shape(70, 1 / 8, 15),
        "op.erf": Shape(7, 1 / 16, 15),
        "op.erfc": Shape(11, 1 / 16, 17),
        "op.tanh": Shape(20, 1 / 16, 13),
        "op.sigmoid": Shape(112, 1 / 4, 15),
        "op.exp": Shape(112, 1 / 4, 12),
        "op.normcdf": Shape(16, 1 / 16, 15),
    },
    "double": {
        "gelu": Shape(39, 1 / 32, 20, 8),
        "gelu_grad": Shape(39, 1 / 32, 21, 8),
        "tanh": Shape(22, 1 / 64, 22, 8),
        "tanh_grad": Shape(22, 1 / 64, 23, 8),
        "sigmoid": Shape(446, 1 / 4, 25, 8),
        "sigmoid_grad": Shape(446, 1 / 4, 26, 8),
        "op.erf": Shape(7, 1 / 32, 16, 5),
        "op.erfc": Shape(28, 1 / 32, 22, 8),
        "op.tanh": Shape(24, 1 / 16, 17, 6),
        "op.sigmoid": Shape(752, 1 / 2, 26, 8),
        "op.exp": Shape(752, 1 / 2, 16, 7),
        "op.normcdf": Shape(39, 1 / 32, 20, 8),
    },
}


@dataclass(frozen=True)
class Table:
    """A table in memory; arrays are indexed by term, then by node.

    Attributes:
        step: h.
        high, low: coefficients, times ``scale``; ``low`` has ``pairs`` rows.
        absolute, relative: proved bound of an evaluation at the node: absolute + relative·|value|,
            times scale, rounding errors included.
        scale: per node, 1 or 2^600: keeps the words of tiny values normal.
        beyond: bound of |g - limit| past the end, times ``SCALE`` in the double tier.
    """

    step: float
    high: np.ndarray
    low: np.ndarray
    absolute: np.ndarray
    relative: np.ndarray
    scale: np.ndarray
    beyond: float


def bounds(high, low, remainder, step: float) -> tuple[np.ndarray, np.ndarray]:
    """Proved error bounds of evaluating each node's polynomial, by the recurrence of Horner's rule.

    With r = h/2, A_k >= |c_k| and S_k = A_k + r·S_{k+1}, one step p <- c_k + t·p adds at most
    u·r·S_{k+1} for the product, u·S_k for the sum and u·A_k for the coefficient in float64
    (2^-101 for 4u in double-double), and hands on r times what was there (Higham, Accuracy and
    Stability, section 5.1). Where g(0) = 0 the last step of node 0 is a product alone, and its
    bound is relative. A factor 1.01 covers second-order terms and the rounding of this sum itself.

    Returns:
        absolute and relative bounds per node, the remainder included.
    """
    radius, size = step / 2, np.abs(high)
    reach = np.zeros(high.shape[1])
    error = np.zeros(high.shape[1])
    first, slope_error, slope = high.shape[0] - 1, None, None
    for k in range(first, -1, -1):
        unit = 2.0**-101 if k < len(low) else UNIT
        before = reach
        reach = size[k] + radius * before
        error = radius * error + unit * (radius * before + reach + size[k])
        if k == 1:
            slope_error, slope = error.copy(), size[1] - radius * before
    absolute = 1.01 * (error + remainder)
    unit = 2.0**-101 if len(low) else UNIT
    relative = np.zeros_like(absolute)
    if high[0, 0] == 0:
        # |remainder| <= M·|t|^n, so divided by |t| it is at most M·r^(n-1)
        relative[0] = 1.01 * (unit + (slope_error[0] + remainder[0] / radius) / slope[0])
        absolute[0] = 0.0
    return absolute, relative


def path_of(name: str, tier: str) -> Path:
    """Where a table lies."""
    return DATA / f"{name}.{tier}.npy"


def pack(table: Table) -> np.ndarray:
    """The array that is stored: rows of coefficients, then low words, bounds, scale, beyond."""
    beyond = np.full(table.scale.shape, table.beyond)
    rows = [table.high, table.low, [table.absolute, table.relative, table.scale, beyond]]
    return np.vstack([row for row in rows if len(row)])


@cache
def load(function: Function, tier: str) -> Table:
    """The table of a function in a tier, read from the package's data."""
    name = function.table or function.name
    shape = SHAPES[tier][name]
    rows = np.load(path_of(name, tier), allow_pickle=False)
    high, low = rows[: shape.terms], rows[shape.terms : shape.terms + shape.pairs]
    absolute, relative, scale, beyond = rows[shape.terms + shape.pairs :]
    return Table(shape.step, high, low, absolute, relative, scale, float(beyond[0]))
