"""One unit and three numbers, worked by hand."""

import numpy as np
import pytest

from gelucheck.network.effect import study
from gelucheck.network.language import parse_plan
from gelucheck.network.network import Network

# The plan is linear(1), gelu() with the weight 0.5 and the bias 1. Of the inputs 0, -6, -1 it makes
# 1 + 0.5·0 = 1, 1 - 0.5·6 = -2, 1 - 0.5·1 = 0.5, which every format holds.
#
# The normal distribution's tables (Abramowitz and Stegun, 26.1) have
#   P(1) = 0.841344746068543, P(-2) = 1 - P(2) = 0.022750131948179, P(0.5) = 0.691462461274013,
# so GELU, x·P(x), is
#    0.841344746068543, -0.045500263896358, 0.345731230637007.
# The tanh form is x/2·(1 + tanh(u)), u = 0.7978845608028654·(x + 0.044715·x^3):
#   x =  1:   u =  0.833561968939166, tanh(u) =  0.682383981216553, form  0.841191990608277
#   x = -2:   u = -1.881188386696132, tanh(u) = -0.954597694087775, form -0.045402305912225
#   x =  0.5: u =  0.403401956418470, tanh(u) =  0.382856039300576, form  0.345714009825144
# The sigmoid form is x/(1 + exp(-1.702·x)):
#   x =  1:   exp(-1.702) = 0.182318522128,  form  0.845795765932821
#   x = -2:   exp(3.404)  = 30.0841964803,   form -0.064341376855792
#   x =  0.5: exp(-0.851) = 0.426987730653,  form  0.350388436606380
#
# So the differences are                  1                     -2                    0.5
#   tanh, absolute             1.527554602662e-4      9.795798413343e-5     1.722081186263e-5
#         over |GELU|          1.815610794268e-4      2.152910241500e-3     4.980982432770e-5
#   sigmoid, absolute          4.451019864278e-3      1.884111295943e-2     4.657205969374e-3
#         over |GELU|          5.290363890756e-3      4.140879930356e-1     1.347059668516e-2
#
# tanh:    the largest is the first, 1.52755e-4, and relative to GELU the second, 2.15291e-3;
#          mean (1.527554602662 + 0.9795798413343 + 0.1722081186263)e-4 / 3 = 8.931141875410e-5;
#          relative (0.1815610794268 + 2.152910241500 + 0.0498098243277)e-3 / 3 = 7.947603817516e-4;
#          squares 2.33342306412e-8 + 9.59576665549e-9 + 2.96556361208e-10 = 3.32265536578e-8, of
#          GELU 0.829461339589558, so the norm is sqrt(4.00579e-8) = 2.001449213226e-4;
#          the form's squares are 0.829183511035042, the product 0.829322409 with GELU's, so the
#          cosine is 0.829322408699023 / sqrt(0.829461339589558·0.829183511035042) = 1 - 6.0037e-9.
# sigmoid: the largest, in both, is the second; mean (4.451019864278 + 18.84111295943 +
#          4.657205969374)e-3 / 3 = 9.316446264362e-3; relative (0.005290363890756 +
#          0.4140879930356 + 0.01347059668516) / 3 = 0.1442829845372; squares 1.98115778322e-5 +
#          3.5498753755e-4 + 2.16895674412e-5 = 3.96488682823e-4, over GELU's: 4.780074e-4, its
#          root 2.186338101758e-2; the form's squares 0.842282346953050, the product
#          0.835673598929892, cosine 0.835673598929892 / sqrt(0.829461339589558·0.842282346953050)
#          = 0.999792232223405.
# The largest of one unit is always that unit: no top-1 changes, and three places.
EXPECTED = {
    "tanh": {
        "max_abs": (1.527554602662438e-4, 0, 0.841191990608276705, 0.841344746068542949),
        "max_rel": (2.152910241500230e-3, 1, -0.045402305912224981, -0.045500263896358414),
        "mean_abs": 8.931141875410226e-5,
        "mean_rel": 7.947603817515665e-4,
        "norm_rel": 2.001449213226232e-4,
        "cosine": 0.9999999939963350,
    },
    "sigmoid": {
        "max_abs": (1.884111295943344e-2, 1, -0.064341376855791850, -0.045500263896358414),
        "max_rel": (4.140879930356046e-1, 1, -0.064341376855791850, -0.045500263896358414),
        "mean_abs": 9.316446264361785e-3,
        "mean_rel": 0.1442829845371720,
        "norm_rel": 2.186338101758499e-2,
        "cosine": 0.9997922322234047,
    },
}


@pytest.fixture(scope="module")
def made():
    tensors = {
        "weight": np.array([[0.5]], np.float32),
        "bias": np.array([1.0], np.float32),
    }
    network = Network(
        plan=parse_plan("linear(1)\ngelu()", input=(1,), output=None),
        tensors=lambda seed, place: {} if place else tensors,
        inputs=lambda seed, batch: np.array([[0.0], [-6.0], [-1.0]], np.float32)[:batch],
        weights_from="by hand",
        inputs_from="by hand",
    )
    return study(network, batch=3, seeds=(7,))


@pytest.mark.parametrize("form", EXPECTED)
def test_the_figures_are_those_worked_by_hand(made, form):
    """To float64: a value is some 2^-52 off, and what is lost where values are subtracted is that
    over the difference, 1e-11."""
    (swap,) = (s for s in made.swaps if (s.writing, s.dtype) == (form, "float64"))
    for name in ("max_abs", "max_rel"):
        value, sample, got, want = EXPECTED[form][name]
        element = getattr(swap.output, name)
        assert element.value == pytest.approx(value, rel=1e-11)
        assert (element.seed, element.sample, element.unit) == (7, sample, (0,))
        assert element.got == pytest.approx(got, rel=3e-15)
        assert element.want == pytest.approx(want, rel=1e-15)
    for name in ("mean_abs", "mean_rel", "norm_rel"):
        assert getattr(swap.output, name) == pytest.approx(EXPECTED[form][name], rel=1e-11)
    assert swap.output.cosine == pytest.approx(EXPECTED[form]["cosine"], abs=3e-16)
    assert (swap.output.top1, swap.output.places, swap.output.lost) == (0, 3, 0)
    assert swap.output.spread == {}


def test_before_the_gelu_nothing_differs(made):
    for swap in made.swaps:
        first = swap.layers[0]
        assert (first.max_abs.value, first.mean_abs, first.norm_rel) == (0, 0, 0)
        assert (first.max_abs.sample, first.max_abs.got, first.max_abs.want) == (0, 1.0, 1.0)
        assert first.cosine == 1


def test_what_goes_into_the_gelu(made):
    """1, -2 and 0.5: mean -1/6, variance (49 + 121 + 16)/108 = 31/18; none is below -2."""
    (activations,) = made.activations
    assert activations.node == "n1" and activations.count == 3
    assert activations.mean == pytest.approx(-1 / 6, rel=1e-15)
    assert activations.std == pytest.approx((31 / 18) ** 0.5, rel=1e-15)
    assert (activations.low, activations.high, activations.tail) == (-2.0, 1.0, 0.0)


def test_the_verdicts(made):
    """What upcast makes of GELU's three values is each, rounded once.

    float16: 1723/2048 = 0.84130859375, off by 3.6152e-5; 1491/2^15 by 1.4e-6; 1416/4096 by 2.8e-5.
    All is less than what tanh changes, so that is "above". bfloat16: 215/256 = 0.83984375, off by
    1.5010e-3; 186/4096 by 9.0e-5; 177/512 by 2.8e-5, in the mean by 5.4e-4: both are beyond
    tanh's 1.53e-4 and 8.93e-5, so that is "below". The sigmoid form's 1.88e-2 and 9.3e-3 are above.
    """
    verdicts = {(s.writing, s.dtype, s.arithmetic): s.verdict for s in made.swaps}
    assert verdicts["tanh", "float16", "upcast"] == "above"
    assert verdicts["tanh", "bfloat16", "upcast"] == "below"
    for dtype, arithmetic in (("float32", "native"), ("float32", "upcast"), ("float64", "native")):
        assert verdicts["tanh", dtype, arithmetic] == "above"
        assert verdicts["erf", dtype, arithmetic] is None
    assert verdicts["sigmoid", "bfloat16", "upcast"] == "above"


def test_upcast_is_one_rounding(made):
    """The differences that the last comment works."""
    found = {(s.dtype, s.arithmetic): s.output for s in made.swaps if s.writing == "erf"}
    worst = found["bfloat16", "upcast"].max_abs
    assert (worst.got, worst.sample) == (215 / 256, 0)
    assert worst.value == pytest.approx(0.841344746068542949 - 0.83984375, rel=1e-12)
