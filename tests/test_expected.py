"""Expected errors: against quadrature, exact arithmetic over a whole format, and by hand."""

import math
from dataclasses import replace
from itertools import pairwise

import flint
import mpmath
import numpy as np
import pytest

from gelucheck.errors import ImplementationError
from gelucheck.expected import expected_errors
from gelucheck.formats import FORMATS
from gelucheck.forms.catalogue import find_writing
from gelucheck.implementations.interface import Implementation
from gelucheck.implementations.writing import from_writing
from gelucheck.inputs.weights import Weighted, parse_weights, weighted_inputs
from gelucheck.record import Means
from gelucheck.sums import digits_in, to_digits

HALF, BRAIN, SINGLE, DOUBLE = FORMATS.values()
MP = mpmath.MPContext()
MP.dps = 30


def made(call, form="erf"):
    return Implementation("made", "gelu", form, None, None, call, tuple(FORMATS))


def giving(*outputs):
    return made(lambda x, fmt: np.array(outputs, fmt.dtype))


def writing(form, function="gelu", arithmetic="native"):
    return from_writing(find_writing(form, function), arithmetic)


def weighted(fmt, values, weights, share=1.0):
    return Weighted("w", fmt, np.array(values, fmt.dtype), np.array(weights), "given", share)


def normal(fmt, sigma="1.0", **how):
    return weighted_inputs(parse_weights(f"normal:{sigma}"), fmt, **how)


def one(implementation, inputs, **how):
    (found,) = expected_errors([implementation], inputs, **how)
    return found


def gelu(x):
    return MP.mpf(x) * MP.ncdf(MP.mpf(x))


# ---- by hand -----------------------------------------------------------------------------------


def test_three_numbers_by_hand(tmp_path):
    """-3, 1, 1, 2 in float64, and 0, 1, 2 for them.

    |0 - G(-3)| = 0.0040497 in [2^-8, 2^-7): an ulp is 2^-60. |1 - G(1)| = 0.1586553, G(1) =
    0.8413447 in [1/2, 1): 2^-53. |2 - G(2)| = 0.0455003, G(2) = 1.9544997 in [1, 2): 2^-52.
    """
    path = tmp_path / "a.txt"
    path.write_text("1\n-3\n2\n1\n")
    inputs = weighted_inputs(parse_weights(str(path)), DOUBLE)
    found = one(giving(0.0, 1.0, 2.0), inputs)
    left, middle, right = -gelu(-3), 1 - gelu(1), 2 - gelu(2)
    mean = (left + 2 * middle + right) / 4
    assert float(mean) == pytest.approx((0.0040497 + 2 * 0.1586553 + 0.0455003) / 4, abs=1e-7)
    assert abs(found.total.abs - mean) <= mean * 1e-11
    ulps = (left * 2.0**60 + 2 * middle * 2.0**53 + right * 2.0**52) / 4
    assert abs(found.total.ulp - ulps) <= ulps * 1e-11
    assert (found.weights, found.evidence, found.inputs, found.share) == ("a.txt", "given", 3, 1)
    assert found.evaluation == found.total


def test_only_ratios_of_weights_mean_anything():
    outputs = giving(0.0, 1.0, 2.0)
    values = [-3.0, 1.0, 2.0]
    due = one(outputs, weighted(DOUBLE, values, [1.0, 2.0, 1.0]))
    for factor in (2.0**-40, 3.0, 2.0**20):
        weights = np.array([1.0, 2.0, 1.0]) * factor
        assert one(outputs, weighted(DOUBLE, values, weights)) == due


def test_what_has_no_error_is_left_out():
    """Weights 1, 2, 5: without the second there are 6 of 8, of three quarters of the whole."""
    inputs = weighted(DOUBLE, [-3.0, 1.0, 2.0], [1.0, 2.0, 5.0], 0.75)
    for bad in (math.nan, math.inf, -math.inf):
        found = one(giving(0.0, bad, 2.0), inputs)
        mean = (-gelu(-3) + 5 * (2 - gelu(2))) / 6
        assert abs(found.total.abs - mean) <= mean * 1e-11
        assert (found.share, found.inputs) == (0.75 * 0.75, 2)


def test_nothing_measured():
    found = one(giving(math.nan, math.inf), weighted(HALF, [1.0, 2.0], [1.0, 1.0]))
    assert (found.total, found.share, found.inputs) == (Means(None, None), 0.0, 0)
    assert found.evaluation == Means(None, None)


def test_a_lost_value_is_seen_in_the_share():
    """Though its weight is below what float64 tells from 1."""
    found = one(giving(1.0, math.nan), weighted(HALF, [1.0, 2.0], [1.0, 1e-30]))
    assert found.share == 1 - 2.0**-53


def test_more_units_than_float64_counts():
    """u(G(-38.5)) is the smallest subnormal: 1e300 of it is 2e623."""
    inputs = weighted(DOUBLE, [-38.5, 1.0], [1.0, 3.0])
    found = one(giving(1e300, 1.0), inputs)
    assert found.total.ulp == math.inf
    assert found.total.abs == 2.5e299
    # where it has no weight it has no say
    found = one(giving(1e300, 1.0), replace(inputs, weights=np.array([0.0, 3.0])))
    assert found.total.ulp == pytest.approx(float((1 - gelu(1)) * 2**53), rel=1e-11)


def test_nothing_declared():
    item = made(lambda x, fmt: x, form=None)
    assert one(item, weighted(HALF, [1.0], [1.0])).evaluation is None


def test_no_error_is_none():
    found = one(giving(-0.0, 0.0), weighted(DOUBLE, [-0.0, 0.0], [1.0, 1.0]))
    assert found.total.abs == 0.0 and found.total.ulp == 0.0


# ---- against other mathematics -----------------------------------------------------------------


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
    top = fmt.infinity_bits
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


# ---- how it is done ----------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", [HALF, SINGLE, DOUBLE], ids=lambda fmt: fmt.name)
def test_blocks_leave_no_trace(fmt):
    items = [writing("tanh"), writing("tanh", "gelu_grad")]
    inputs = normal(fmt, samples=4096)
    small = inputs.values.size // 3
    found = [expected_errors(items, inputs, size=size) for size in (1 << 16, small)]
    assert found[0] == found[1]
    assert found[0] == expected_errors(items, inputs)


def test_duplicates_are_weights(tmp_path):
    paths = [tmp_path / name for name in ("a.txt", "b.txt")]
    paths[0].write_text("1\n2\n" * 3 + "-1\n")
    paths[1].write_text("2\n2\n-1\n1\n2\n1\n1\n")
    first, second = (
        one(writing("tanh"), weighted_inputs(parse_weights(str(path)), HALF)) for path in paths
    )
    assert replace(first, weights="") == replace(second, weights="")
    assert one(writing("tanh"), weighted(HALF, [-1.0, 1.0, 2.0], [1.0, 3.0, 3.0])) == replace(
        first, weights="w"
    )


def test_code_that_fails_spoils_nothing_else():
    def fails(x, fmt):
        if (x == 2).any():
            raise ValueError("not today")
        return x

    inputs = weighted(HALF, [1.0, 1.5, 2.0, 3.0], [1.0] * 4)
    bad, good = expected_errors([made(fails), writing("tanh")], inputs, size=2)
    assert isinstance(bad, ImplementationError) and "not today" in bad.what
    assert good == one(writing("tanh"), inputs)


def test_progress_counts_every_value():
    told = []
    inputs = weighted(HALF, [1.0, 1.5, 2.0], [1.0] * 3)
    items = [writing("tanh"), writing("erf")]
    expected_errors(items, inputs, size=2, told=lambda more, label: told.append((more, label)))
    assert sum(more for more, _ in told) == 6
    assert told[0] == (2, "float16 tanh, w")


@pytest.mark.parametrize(
    ("number", "ratio", "most", "due"),
    [
        (1.23456789, 10**5, 17, 1.235),
        (1.23456789, 1, 17, 1.0),
        (1.23456789, 10**30, 4, 1.235),
        (9.99e300, 10**3, 12, 1e301),
    ],
)
def test_sure_digits(number, ratio, most, due):
    from fractions import Fraction

    assert to_digits(number, digits_in(Fraction(ratio)), most) == due
