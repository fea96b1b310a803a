"""Exact curves behind the measured ones: the functions, their units, and the condition envelope.

Mathematics, computed for the x of a picture; nothing here is measured. Good to a dozen digits,
which no picture can show.
"""

import numpy as np

from gelucheck.formats import Format
from gelucheck.reference.condition import condition
from gelucheck.reference.fast import approximate
from gelucheck.reference.functions import REFERENCES

SLOPE = "_grad"
FORMS = {"erf": "gelu", "tanh": "tanh", "sigmoid": "sigmoid"}
"""What the forms are called among the references."""


def values(name: str, x: np.ndarray) -> np.ndarray:
    """A reference at float64 inputs."""
    found = approximate(REFERENCES[name], x, "double")
    return found.high / found.scale


def difference(form: str, slope: str, x: np.ndarray) -> np.ndarray:
    """A form less GELU, or of their derivatives: to 1e-16 or so absolutely."""
    with np.errstate(all="ignore"):
        a, b = (
            approximate(REFERENCES[name + slope], x, "double") for name in (FORMS[form], "gelu")
        )
        return (a.high / a.scale - b.high / b.scale) + (a.low / a.scale - b.low / b.scale)


def unit(fmt: Format, y: np.ndarray) -> np.ndarray:
    """u(y), the spacing of the format at y; see ``gelucheck.ulp``."""
    exponent = np.maximum(np.frexp(np.abs(y))[1] - 1, fmt.emin)
    exponent = np.where(y == 0, fmt.emin, exponent)
    return np.ldexp(1.0, exponent - fmt.precision + 1)


def envelope(fmt: Format, function: str, x: np.ndarray) -> np.ndarray:
    """In ulp of G: ½ + k·|G/x|·½u(x)/u(G): the result rounded, and x before it.

    k·|G/x| is |G'|, so the second part is what half a unit of x does to G. It is what the best code
    could be off by whose input had been rounded.

    Args:
        x: not 0.
    """
    y = values(function, x)
    with np.errstate(all="ignore"):
        k = condition(REFERENCES[function], x, y)
        slope = k * np.abs(y / x)
        moved = slope * unit(fmt, x) / unit(fmt, y) / 2
    return 0.5 + np.where(np.isfinite(moved), moved, 0.0)


def relative(fmt: Format, function: str, x: np.ndarray) -> np.ndarray:
    """½u(G)/|G|: what a correct rounding may be off by, relative to the exact value."""
    y = values(function, x)
    with np.errstate(all="ignore"):
        size = unit(fmt, y) / np.abs(y) / 2
    return np.where(np.isfinite(size), size, 1.0)
