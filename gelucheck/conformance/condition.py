"""The condition number of a form: what one rounding of x costs.

k = |x·F'(x)/F(x)|, from closed forms that neither cancel nor underflow in the tails: of x·s(x) it
is |1 + x·s'/s|, and s'/s is known far left too.
"""

import numpy as np

from gelucheck.reference.fast import approximate
from gelucheck.reference.functions import OPERATIONS

_ROOT_8_PI = 2 * 0.7978845608028654
_INNER = {
    # w, w', w'' of x·sigmoid(w(x))
    "sigmoid": lambda x: (1.702 * x, 1.702, 0.0),
    "tanh": lambda x: (
        _ROOT_8_PI * (x + 0.044715 * x * x * x),
        _ROOT_8_PI * (1 + 3 * 0.044715 * x * x),
        _ROOT_8_PI * 6 * 0.044715 * x,
    ),
}


def condition(form: str, function: str, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """k at float64 inputs, to three digits or better; infinite at a root of the function.

    Args:
        form: "erf", "tanh" or "sigmoid".
        function: "gelu", or "gelu_grad" for its derivative.
        y: the exact values: beside a root nothing else is as good.
    """
    with np.errstate(all="ignore"):
        # beyond that every form is simple; the square of x must not overflow
        x = np.clip(np.where(np.isnan(x), 0.0, x), -2000.0, 2000.0)
        k, rise = _gauss(x) if form == "erf" else _logistic(x, *_INNER[form](x))
        if function == "gelu_grad":
            # over F' itself beside its root near -0.75
            near = np.abs(x + 0.75) < 0.25
            k = np.where(near, rise / np.where(near, y, 1.0), rise)
        return np.where(np.isnan(k), 0.0, np.abs(k))


def _gauss(x):
    mills, density = _mills(x), np.exp(-x * x / 2) / np.sqrt(2 * np.pi)
    near = np.abs(x + 0.75) < 0.25
    # φ·(2 - x²) over Φ + x·φ, both over φ
    bend = x * (2 - x * x)
    rise = np.where(near, bend * density, bend / (mills + x))
    return 1 + x / mills, rise


def _mills(x):
    """Φ(x)/φ(x). Left of -8 by the continued fraction's start, right of 8 it is as good as
    infinite."""
    inner = np.clip(x, -8.0, 8.0)
    tail = approximate(OPERATIONS["op.erfc"], -inner * np.sqrt(0.5), "single").high / 2
    ratio = tail * np.sqrt(2 * np.pi) * np.exp(inner * inner / 2)
    far = -x / (x * x + 1 - 2 / (x * x + 5))
    return np.where(x < -8, far, np.where(x > 40, np.inf, ratio))


def _logistic(x, w, slope, bend):
    e = np.exp(-np.abs(w))
    s = np.where(w >= 0, 1.0, e) / (1 + e)
    rest = np.where(w >= 0, e, 1.0) / (1 + e)  # 1 - s
    first = 1 + x * slope * rest
    second = x * rest * (2 * slope + x * (bend + slope * slope * (rest - s)))
    near = np.abs(x + 0.75) < 0.25
    return first, np.where(near, second * s, second / first)
