"""Expected errors against other mathematics: quadrature, and exact sums over a whole format."""

import math
from itertools import pairwise

import flint
import mpmath
import numpy as np
import pytest

from gelucheck.expected import expected_errors
from gelucheck.formats import FORMATS, STANDARD
from gelucheck.forms.catalogue import find_writing
from gelucheck.implementations.interface import Implementation
from gelucheck.implementations.writing import from_writing
from gelucheck.inputs.weights import parse_weights, weighted_inputs

HALF, BRAIN, SINGLE, DOUBLE = STANDARD.values()
MP = mpmath.MPContext()
MP.dps = 30


def made(call, form="erf"):
    return Implementation("made", "gelu", form, None, None, call, tuple(FORMATS))


def writing(form, function="gelu", arithmetic="native"):
    return from_writing(find_writing(form, function), arithmetic)


def normal(fmt, sigma="1.0", **how):
    return weighted_inputs(parse_weights(f"normal:{sigma}"), fmt, **how)


def one(implementation, inputs, **how):
    (found,) = expected_errors([implementation], inputs, **how)
    return found


def gelu(x):
    return MP.mpf(x) * MP.ncdf(MP.mpf(x))


def tanh_form(x):
    inner = MP.sqrt(2 / MP.pi) * (x + MP.mpf("0.044715") * x**3)
    return x / (1 + MP.exp(-2 * inner))


def sigmoid_form(x):
    return x / (1 + MP.exp(-MP.mpf("1.702") * x))


FORMS = {"tanh": tanh_form, "sigmoid": sigmoid_form}


def quadrature(difference, sigma):
    """E|d| under N(0, σ²), for a d that is even in x up to its sign: |d(-x)| = |d(x)|."""
    # where the difference changes its sign, its size has a corner
    ends = [0, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 12]
    values = [difference(MP.mpf(x) / 16) for x in range(1, 97)]
    roots = [
        MP.findroot(difference, (MP.mpf(at + 1) / 16, MP.mpf(at + 2) / 16), "anderson")
        for at, (a, b) in enumerate(pairwise(values))
        if a * b < 0
    ]
    edges = sorted([MP.mpf(x) for x in ends] + roots)
    weight = MP.mpf(sigma)
    return 2 * MP.quad(lambda x: abs(difference(x)) * MP.npdf(x / weight) / weight, edges)


@pytest.mark.parametrize(("form", "sigma"), [("tanh", "1.0"), ("tanh", "0.5"), ("sigmoid", "2.0")])
def test_the_forms_themselves(form, sigma):
    """E|F - GELU| by quadrature. In float64 the arithmetic adds 1e-16; what is left is the sample,
    whose mean is off by less than 1e-5 of it: each of 65,536 points is off by at most a stretch,
    3.7e-4 σ, and they are off to either side."""
    due = quadrature(lambda x: FORMS[form](x) - gelu(x), sigma)
    found = one(writing(form), normal(DOUBLE, sigma))
    assert found.evidence == "sample" and found.share == 1.0
    assert abs(found.total.abs - due) <= due * 2e-5
    assert found.evaluation.abs < 1e-15


def test_far_tails_are_in_a_sample():
    """Under N(0, 2²) what is expected of the sigmoid form in float64, in ulp, is what it does next
    to -37.6, where GELU leaves float64: errors of 1e297 ulp, of which 1e-79 is met."""

    def ulps(x):
        exact = gelu(x)
        exponent = max(MP.frexp(-exact)[1] - 1, DOUBLE.emin)
        return abs(sigmoid_form(x) - exact) * MP.ldexp(1, 52 - exponent) * MP.npdf(x / 2) / 2

    step = MP.mpf(1) / 256
    due = sum(ulps(-39 + step * (at + MP.mpf(1) / 2)) for at in range(3 * 256)) * step
    found = one(writing("sigmoid"), normal(DOUBLE, "2.0"))
    assert found.total.ulp == pytest.approx(float(due), rel=0.05)


def test_the_derivatives():
    """d is odd about 1/2: F'(x) + F'(-x) = 1 for all three forms."""
    double = MP.mpf("0.044715") * 3

    def slope(x):
        inner = MP.sqrt(2 / MP.pi) * (x + MP.mpf("0.044715") * x**3)
        s = 1 / (1 + MP.exp(-2 * inner))
        return s + 2 * x * s * (1 - s) * MP.sqrt(2 / MP.pi) * (1 + double * x * x)

    due = quadrature(lambda x: slope(x) - MP.ncdf(x) - x * MP.npdf(x), "1.0")
    found = one(writing("tanh", "gelu_grad"), normal(DOUBLE))
    assert abs(found.total.abs - due) <= due * 2e-5


def exactly(fmt, sigma, outputs, forms):
    """Every weight and every error of a 16-bit format by Arb with 120 bits; no code of ours."""
    sums = [flint.arb(0)] * 5
    top = fmt.end_bits
    values = [fmt.value(at) for at in range(top)]
    scale = flint.arb(2).rsqrt() / flint.arb(sigma)
    ends = [0.0] + [(a + b) / 2 for a, b in pairwise(values)]
    for at, value in enumerate(values[:-1]):
        if value > 40 * sigma:
            break
        left, right = flint.arb(ends[at]) * scale, flint.arb(ends[at + 1]) * scale
        mass = (right.erf() - left.erf()) / 2 if left < 1 else (left.erfc() - right.erfc()) / 2
        for sign, got in ((1, outputs[top + at]), (-1, outputs[top - 1 - at])):
            x = flint.arb(sign * value)
            sums[0] += mass
            for i, form in enumerate(forms):
                exact = form(x)
                error = mass * abs(got - exact)
                size = abs(float(exact))
                exponent = max(math.frexp(size)[1] - 1 if size else -9999, fmt.emin)
                sums[2 * i + 1] += error
                sums[2 * i + 2] += error * 2.0 ** (fmt.precision - 1 - exponent)
    return [float(each / sums[0]) for each in sums[1:]]


ARB = (
    lambda x: x * (-x * flint.arb(2).rsqrt()).erfc() / 2,
    lambda x: x / (1 + (-x * 1702 / 1000).exp()),
)


@pytest.mark.parametrize(
    ("fmt", "sigma"), [(HALF, 2.0**-20), (BRAIN, 1.0)], ids=["float16", "bfloat16"]
)
def test_a_whole_format(fmt, sigma, monkeypatch):
    monkeypatch.setattr(flint.ctx, "prec", 120)
    item, inputs = writing("sigmoid"), normal(fmt, repr(sigma))
    with np.errstate(all="ignore"):
        outputs = item.call(inputs.values, fmt).astype(float).tolist()
    found = one(item, inputs)
    due = exactly(fmt, sigma, outputs, ARB)
    means = (found.total.abs, found.total.ulp, found.evaluation.abs, found.evaluation.ulp)
    assert means == pytest.approx(due, rel=1e-9)


def test_correct_rounding_is_a_quarter_of_an_ulp_off():
    """|error| of a correct rounding is uniform from 0 to 1/2 where GELU bends: the mean is 1/4."""
    from gelucheck.reference.evaluate import oracle

    item = made(lambda x, fmt: oracle(x, fmt.name))
    found = one(item, normal(SINGLE, "0.5"))
    # 65,536 points, 10,000 of them with weight: a standard error of 0.0015
    assert found.total.ulp == pytest.approx(0.25, abs=0.008)
