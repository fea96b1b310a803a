"""What the candidates beside the writings give, against mpmath."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest

from gelucheck.conformance.candidates import options, replaced_options
from gelucheck.formats import FORMATS
from gelucheck.forms.catalogue import GRADIENTS, WRITINGS

X = (-np.inf, -4.0234375, -2.5, -1.0, -0.0, 0.0, 0.3125, 1.0, 2.75, 100.0, np.inf)
HALF = FORMATS["float16"]


def exact(form, x):
    with mpmath.workdps(40):
        if form == "erf":
            return x * mpmath.ncdf(x)
        z = mpmath.mpf("1.702") * x
        if form == "tanh":
            z = 2 * mpmath.sqrt(2 / mpmath.pi) * (x + mpmath.mpf("0.044715") * mpmath.mpf(x) ** 3)
        return x / (1 + mpmath.exp(-z))


def outputs(writing, form, fmt, x):
    (option,) = (o for o in options(fmt) if (o.writing, o.form) == (writing, form))
    return option.call(np.array(x, fmt.dtype), fmt)


@pytest.mark.parametrize("form", ["erf", "tanh", "sigmoid"])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_truncated_is_cut_toward_zero(form, dtype):
    """From float32: of 100 - 1e-9 nothing is cut."""
    fmt = FORMATS[dtype]
    x = fmt.round_array([v for v in X if np.isfinite(v)])
    for v, got in zip(x, outputs("truncated", form, fmt, x), strict=True):
        single = FORMATS["float32"]
        y = abs(single.value(single.round(exact(form, mpmath.mpf(float(v))))))
        bits = fmt.bits_of(abs(float(got)))
        assert fmt.value(bits) <= y < fmt.value(bits + 1)
        assert np.signbit(float(got)) == (v < 0 or np.signbit(float(v)))


@pytest.mark.parametrize("form", ["erf", "tanh", "sigmoid"])
def test_correctly_rounded(form):
    got = outputs("correctly rounded", form, HALF, X)
    limits = {-np.inf: -0.0, np.inf: np.inf, 0.0: 0.0}
    for v, y in zip(X, got, strict=True):
        due = limits.get(v)
        if due is None:
            due = HALF.value(HALF.round(exact(form, mpmath.mpf(v))))
        assert float(y) == due


def test_argument_rounded_is_the_published_case():
    """x/√2 rounded to float16 first: formulation E13, at its published witness: -4.0234375·√½
    is -2.8449… and -2.84570 is its neighbour in float16."""
    z = Fraction(float(np.float16(-4.0234375) * np.float16(0.5**0.5)))
    with mpmath.workdps(40):
        y = mpmath.mpf(-4.0234375) / 2 * mpmath.erfc(-mpmath.mpf(float(z)))
    (got,) = outputs("argument rounded", "erf", HALF, [-4.0234375])
    assert float(got) == HALF.value(HALF.round(y))
    assert float(got) == -0.00011622905731201172


@pytest.mark.parametrize("function, catalogue", [("gelu", WRITINGS), ("gelu_grad", GRADIENTS)])
@pytest.mark.parametrize("dtype", FORMATS)
def test_every_writing_is_a_candidate_under_every_arithmetic(function, catalogue, dtype):
    found = {(o.writing, o.arithmetic) for o in options(FORMATS[dtype], function)}
    arithmetics = {"native"} if dtype == "float64" else {"native", "upcast"}
    assert {(name, each) for name in catalogue for each in arithmetics} <= found


def test_other_constants():
    """x·sigmoid(1.773·x) in float64 within two ulp: the product, the sigmoid, the product."""
    fmt = FORMATS["float64"]
    (option,) = (
        o for o in replaced_options("sigmoid", {"1.702": 1.773}, fmt) if o.writing == "sigmoid"
    )
    x = np.array([-3.0, -0.5, 0.75, 2.0])
    for v, got in zip(x, option.call(x, fmt), strict=True):
        with mpmath.workdps(40):
            due = float(v / (1 + mpmath.exp(-mpmath.mpf("1.773") * v)))
        assert got == pytest.approx(due, rel=1e-15)
    assert option.name == "sigmoid (1.773)"


def test_other_constants_correctly_rounded():
    fmt = FORMATS["float32"]
    (option,) = (
        o
        for o in replaced_options("erf", {"sqrt(2)": 1.41421}, fmt)
        if o.writing == "correctly rounded"
    )
    x = np.array([-np.inf, -2.0, 0.5, np.inf, np.nan], np.float32)
    got = option.call(x, fmt)
    with mpmath.workdps(40):
        due = [
            float(np.float32(mpmath.mpf(v) / 2 * mpmath.erfc(-v / mpmath.mpf("1.41421"))))
            for v in (-2.0, 0.5)
        ]
    assert got[1:3].tolist() == due
    assert got[0] == 0 and np.signbit(got[0]) and got[3] == np.inf and np.isnan(got[4])
