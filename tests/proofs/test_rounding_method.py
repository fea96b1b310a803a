"""How far writings with rounded constants are from their form, against mpmath."""

import mpmath
import numpy as np
import pytest

from gelucheck.formats import FORMATS
from gelucheck.forms.catalogue import find_writing
from gelucheck.proofs.rounding.method import method_of
from gelucheck.proofs.rounding.series import every_way
from gelucheck.reference.enclosure import arb_precision

MP = mpmath.MPContext()
MP.prec = 2500


def tanh_form(x, root, cubic="0.044715"):
    return x * (1 + MP.tanh(root * x * (1 + MP.mpf(cubic) * x * x))) / 2


def clamped(x):
    z = MP.sqrt(2 / MP.pi) * (x + MP.mpf("0.044715") * x**3)
    return x * (1 + MP.tanh(max(min(z, 10), -10))) / 2


def parabola(x):
    z = x / MP.mpf("1.4142")
    b = min(abs(z), MP.mpf("1.769")) - MP.mpf("1.769")
    return x / 2 * (1 + MP.sign(z) * (1 - MP.mpf("0.2888") * b * b))


TANH = (lambda x: tanh_form(x, MP.sqrt(2 / MP.pi))), "tanh"
ERF = (lambda x: x * MP.erfc(-x / MP.sqrt(2)) / 2), "erf"
# by name: what it is, and its form
WRITTEN = {
    "tanh-megatron": (lambda x: tanh_form(x, MP.mpf("0.79788456")), *TANH),
    "tanh-clamp10": (clamped, *TANH),
    "erf-megatron": (lambda x: x * MP.erfc(-x / MP.mpf("1.41421")) / 2, *ERF),
    "erf-ibert": (parabola, *ERF),
}
POINTS = (-20.3, -7.7, -3.21, -0.998, -0.04, -1e-5, -1e-200, 1e-300, 0.003, 0.9, 2.6, 7.1, 33.0)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", WRITTEN)
def test_bounds_hold_and_are_tight(name, dtype):
    written, form, _ = WRITTEN[name]
    method = method_of(find_writing(name), FORMATS[dtype])
    for x in POINTS:
        at, scale = np.array([x]), np.array([2.0**600])
        bound = MP.mpf(method(at, at, scale)[0]) / MP.mpf(2) ** 600
        difference = abs(written(MP.mpf(x)) - form(MP.mpf(x)))
        assert difference <= bound
        # but for what no result can show, in either format
        if bound < MP.inf:
            unit = max(abs(form(MP.mpf(x))) * 2.0 ** -FORMATS[dtype].precision, 2.0**-149)
            slack = difference if abs(x) < 2.0**-10 else 0
            assert bound <= 1.05 * difference + slack + unit / 100


def test_a_box_beyond_a_cell_has_no_bound():
    method = method_of(find_writing("tanh-megatron"), FORMATS["float32"])
    one = np.ones(1)
    assert method(1.0 * one, 1.9 * one, one)[0] == np.inf
    assert method(-1e9 * one, -1e9 * one, one)[0] == np.inf


def test_exact_writings_have_none():
    assert method_of(find_writing("erf"), FORMATS["float32"]) is None


def test_every_way_is_gone():
    """x clamped to [-1, 1], of a cell from 0 to 2: x, and 1."""
    from flint import arb, arb_series

    with arb_precision(64, 3):
        cell = arb_series([arb(0).union(arb(2)), 1])
        ways = list(every_way(lambda x, m: m.clamp(x, "-1", "1") * 1, cell, 1))
    # the first way is beyond the bound, the second within both
    assert [path for _, path in ways] == [(True, False), (False, False)]
    constant, series = (series for series, _ in ways)
    assert constant == 1 and series[1] == 1 and series[0].contains(0.5)
