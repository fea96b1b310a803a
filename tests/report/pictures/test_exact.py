"""The exact curves against mpmath."""

import mpmath
import numpy as np
import pytest

from gelucheck.formats import FORMATS
from gelucheck.report.pictures import exact

XS = (-13.5, -5.3, -3.0, -1.0, -0.2, 0.004, 0.3, 1.0, 2.7, 5.1)


def gelu(x):
    return x * mpmath.ncdf(x)


def slope(x):
    return mpmath.ncdf(x) + x * mpmath.npdf(x)


def bend(x):
    return (2 - x * x) * mpmath.npdf(x)


def unit(fmt, y):
    exponent = int(mpmath.floor(mpmath.log(abs(y), 2)))
    return mpmath.ldexp(1, max(exponent, fmt.emin) - fmt.precision + 1)


@pytest.mark.parametrize("dtype", FORMATS)
@pytest.mark.parametrize("function, g, derivative", [
    ("gelu", gelu, slope), ("gelu_grad", slope, bend),
])  # fmt: skip
def test_the_envelope_is_what_rounding_the_input_does(dtype, function, g, derivative):
    fmt = FORMATS[dtype]
    found = exact.envelope(fmt, function, np.array(XS))
    with mpmath.workdps(40):
        for x, got in zip(map(mpmath.mpf, XS), found, strict=True):
            moved = abs(derivative(x)) * unit(fmt, x) / 2
            due = mpmath.mpf(1) / 2 + moved / unit(fmt, g(x))
            assert mpmath.almosteq(due, got, rel_eps=1e-10), x


@pytest.mark.parametrize("dtype", FORMATS)
def test_half_a_unit_relative_to_the_result(dtype):
    fmt = FORMATS[dtype]
    found = exact.relative(fmt, "gelu", np.array(XS))
    with mpmath.workdps(40):
        for x, got in zip(map(mpmath.mpf, XS), found, strict=True):
            assert mpmath.almosteq(unit(fmt, gelu(x)) / 2 / abs(gelu(x)), got, rel_eps=1e-10), x


@pytest.mark.parametrize("x", [-2.69894, -1.0, 0.5, 2.69894, 6.0])
def test_the_differences_of_the_forms(x):
    with mpmath.workdps(40):
        x_ = mpmath.mpf(x)
        inner = mpmath.sqrt(2 / mpmath.pi) * (x_ + mpmath.mpf("0.044715") * x_**3)
        due = x_ / 2 * (1 + mpmath.tanh(inner)) - gelu(x_)
        (got,) = exact.difference("tanh", "", np.array([x]))
        assert abs(due - got) < 1e-17
        due = x_ / (1 + mpmath.exp(-mpmath.mpf("1.702") * x_)) - gelu(x_)
        (got,) = exact.difference("sigmoid", "", np.array([x]))
        assert abs(due - got) < 1e-16


@pytest.mark.parametrize("dtype, y, due", [
    ("float32", 1.0, 2.0**-23), ("float32", -1.99, 2.0**-23), ("float32", 1e-44, 2.0**-149),
    ("float32", 0.0, 2.0**-149), ("float16", 1024.0, 1.0), ("bfloat16", 0.75, 2.0**-8),
])  # fmt: skip
def test_unit(dtype, y, due):
    assert exact.unit(FORMATS[dtype], np.array([y]))[0] == due
