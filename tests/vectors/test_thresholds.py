"""Where results become simple: published values, and all values of a format."""

import numpy as np
import pytest

from gelucheck.formats import FORMATS
from gelucheck.reference.evaluate import oracle
from gelucheck.reference.functions import REFERENCES
from gelucheck.vectors.thresholds import saturation_ordinals


@pytest.mark.parametrize(
    ("name", "zero", "identity"),
    [
        # by bisection with mpmath at 200 bits, independently of this package
        ("float16", -5.7265625, 3.447265625),
        ("bfloat16", -13.5625, 2.78125),
        ("float32", -14.35606861114502, 5.3475155830383301),
        ("float64", -38.580140223782365, 8.2126862124304587),
    ],
)
def test_thresholds_of_gelu(name, zero, identity):
    fmt = FORMATS[name]
    found = fmt.values(saturation_ordinals(fmt, REFERENCES["gelu"])).astype(np.float64)
    assert (found[0], found[-1]) == (zero, identity)


@pytest.mark.parametrize(
    ("name", "function"),
    [*(("float32", function) for function in REFERENCES), ("float64", "tanh_grad")],
)
def test_beside_a_threshold_it_is_not_simple(name, function):
    fmt = FORMATS[name]
    form = "_grad" not in function
    ordinals = saturation_ordinals(fmt, REFERENCES[function])
    assert ordinals.size == 4
    for ordinal, inward in zip(ordinals.tolist(), (1, -1, 1, -1), strict=True):
        simple = []
        for at in (ordinal, ordinal + inward):
            (x,) = fmt.values(np.array([at])).astype(np.float64)
            y = float(oracle(np.array([x]).astype(fmt.dtype), name, function)[0])
            simple.append(y in ((0.0, x, x / 2) if form else (0.0, 0.5, 1.0)))
        assert simple == [True, False]
