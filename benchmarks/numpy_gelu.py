"""The tanh form in float64, rounded once to the format of the inputs; needs NumPy alone."""

import numpy as np

ROOT = 0.7978845608028654  # sqrt(2/pi)


def gelu_tanh(x):
    w = x.astype(np.float64)
    return (0.5 * w * (1 + np.tanh(ROOT * (w + 0.044715 * w**3)))).astype(x.dtype)
