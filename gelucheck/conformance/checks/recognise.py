"""Which of the three forms outputs are near, where they are clearly nearest to one."""

import numpy as np

from gelucheck.conformance.allowance import values_of
from gelucheck.formats import Format
from gelucheck.reference.evaluate import tier_of
from gelucheck.reference.fast import approximate
from gelucheck.reference.functions import REFERENCES

# where the forms are apart by many roundings of any format, bfloat16 included
_STRETCH = {"gelu": (-3.4, -2.2), "gelu_grad": (-2.4, -1.7)}
_CLEARLY = 4
_COUNT = 200
_NAMES = {"erf": "gelu", "tanh": "tanh", "sigmoid": "sigmoid"}


def telling_values(fmt: Format, function: str) -> np.ndarray:
    """Inputs that tell the forms apart."""
    return fmt.round_array(np.linspace(*_STRETCH[function], _COUNT))


def recognise(fmt: Format, function: str, outputs: np.ndarray) -> str | None:
    """The form ("erf", "tanh", "sigmoid") whose mean distance is a quarter of the next one's, or
    less; None where none is so near, as where the rounding errors are as large as what tells the
    forms apart.

    Args:
        function: "gelu" or "gelu_grad".
        outputs: of ``telling_values``.
    """
    x = telling_values(fmt, function).astype(np.float64)
    suffix = function.removeprefix("gelu")
    distance = {}
    for form, name in _NAMES.items():
        exact = values_of(approximate(REFERENCES[name + suffix], x, tier_of(fmt)))
        distance[form] = float(np.mean(np.abs(outputs.astype(np.float64) - exact)))
    if not np.isfinite(list(distance.values())).all():
        return None
    best, second = sorted(distance, key=distance.get)[:2]
    return best if _CLEARLY * distance[best] <= distance[second] else None
