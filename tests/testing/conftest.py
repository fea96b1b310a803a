"""Functions to be tested: sound ones, and ones with a fault at a place that is known."""

import math

import numpy as np
import pytest

_ERFC = np.frompyfunc(math.erfc, 1, 1)


def gelu(x):
    """The erf form in float64, rounded once."""
    v = x.astype(np.float64)
    y = 0.5 * v * np.asarray(_ERFC(-v * math.sqrt(0.5)), np.float64)
    return np.where(v == -np.inf, -0.0, y).astype(x.dtype)


def gelu_tanh(x):
    """The tanh form likewise."""
    v = x.astype(np.float64)
    z = math.sqrt(2 / math.pi) * (v + 0.044715 * v**3)
    return np.where(v == -np.inf, -0.0, v / (1 + np.exp(-2 * z))).astype(x.dtype)


def gelu_grad(x):
    """The derivative of the erf form likewise."""
    v = x.astype(np.float64)
    y = 0.5 * np.asarray(_ERFC(-v * math.sqrt(0.5)), np.float64)
    y += v * np.exp(-0.5 * v * v) / math.sqrt(2 * math.pi)
    return np.where(np.isinf(v), np.where(v > 0, 1.0, -0.0), y).astype(x.dtype)


def planted(steps, precision):
    """A sound function, whose result at 1 is so many values too large: GELU(1) is Φ(1)."""

    def planted(x):
        y = gelu(x)
        # values from 1/2 to 1 are 2^-p apart
        y[x == 1] = math.ldexp(phi_of_one(precision) + steps, -precision)
        return y

    return planted


def phi_of_one(precision):
    """Φ(1), rounded to so many bits, in units of 2^-p; NIST's digits of erf(1/√2)/2 + 1/2."""
    # 0.84134474606854294858523254563203792247…
    return round(84134474606854294858523254563203792247 * 2**precision / 10**38)


@pytest.fixture
def made():
    """The functions of this file."""

    class Made:
        pass

    for each in (gelu, gelu_tanh, gelu_grad, planted, phi_of_one):
        setattr(Made, each.__name__, staticmethod(each))
    return Made
