"""The condition number, closed forms and mpmath's: against series by Arb, and known limits."""

import math

import mpmath
import numpy as np
import pytest
from flint import arb, arb_series, ctx

from gelucheck.reference.condition import ROOM, bounds, condition, exact_condition
from gelucheck.reference.fast import approximate
from gelucheck.reference.functions import REFERENCES

# written anew: x·s(z), by Arb, as power series
FORMS = {
    "gelu": lambda x: x * (x * (-arb(2).rsqrt())).erfc() / 2,
    "tanh": lambda x: x / (1 + (-(8 / arb.pi()).sqrt() * (x + arb(8943) / 200000 * x**3)).exp()),
    "sigmoid": lambda x: x / (1 + (x * (arb(-851) / 500)).exp()),
}
CLOSE = 2.0**-44
"""What the docstring of ``ROOM`` says."""


@pytest.fixture(autouse=True)
def precision():
    before = ctx.prec, ctx.cap
    ctx.prec, ctx.cap = 2000, 4
    yield
    ctx.prec, ctx.cap = before


def due(name, x):
    """1 + k, a ball: of F from the terms of its series, of F' from the next ones."""
    series = FORMS[name.removesuffix("_grad")](arb_series([arb(x), 1], prec=3))
    if name in FORMS:
        return 1 + abs(arb(x) * series[1] / series[0])
    return 1 + abs(arb(x) * 2 * series[2] / series[1])


def apart(value, ball) -> float:
    """How far a value is from a ball in relation to it."""
    return float(abs(arb(value) / ball - 1).mid())


def dense():
    generator = np.random.Generator(np.random.PCG64(2))
    even = np.linspace(-14.0, 10.0, 1201) + 2.0**-20
    root = -0.7517915246935645
    near = root + np.array([0, 1, -1, 1e4, 1e8, -1e10, 1e13]) * 2.0**-53
    edges = [s * v for v in (-0.5, -1.0, -8.0, 8.0, 40.0) for s in (1, 1 - 2.0**-50, 1 + 2.0**-50)]
    far = np.exp2(generator.uniform(-60, 4.8, 200))
    return np.concatenate([even, near, edges, far, -far])


@pytest.mark.parametrize("name", REFERENCES)
def test_closed_forms_on_a_dense_sample(name):
    x = dense()
    y = approximate(REFERENCES[name], x, "double")
    least, most = bounds(REFERENCES[name], x, y)
    found = 1 + condition(REFERENCES[name], x)
    for at, one, low, high in zip(x, found, least, most, strict=True):
        ball = due(name, at)
        assert ball.rel_accuracy_bits() > 100
        assert low <= float(ball.mid()) <= high, at
        # beside a root of F' the last digits of y decide: there bounds are wider
        if abs(at + 0.7518) > 1e-3 or name in FORMS:
            assert apart(one, ball) < CLOSE < ROOM / 2, at


@pytest.mark.parametrize("name", REFERENCES)
def test_bounds_are_close_in_either_tier(name):
    """So that few inputs are candidates: within 2^-30, but where y is next to a root."""
    x = dense()
    x = x[np.abs(x + 0.7518) > 1e-3]
    for tier in ("single", "double"):
        least, most = bounds(REFERENCES[name], x, approximate(REFERENCES[name], x, tier))
        assert np.all(least <= most) and np.all(most <= least * (1 + 2.0**-30))


@pytest.mark.parametrize("name", REFERENCES)
def test_exact_to_160_bits(name):
    for x in dense()[::16]:
        found, ball = exact_condition(REFERENCES[name], float(x)), due(name, x)
        assert abs(arb(mpmath.nstr(found, 400)) / ball - 1) < arb(2) ** -160, x


def test_exact_knows_by_how_much_it_is_off_its_limit():
    """1 + k = 2 + xφ/Φ: at 0.8x more near 0, at 30φ(30) far right; by mpmath."""
    mp = mpmath.MPContext()
    mp.prec = 3000
    for x in (2.0**-1074, 1e-100, 30.0, 50.0):
        rest = x * mp.npdf(x) / mp.ncdf(x)
        found = exact_condition(REFERENCES["gelu"], x)
        with found.context.workprec(3000):
            assert abs((found - 2) / rest - 1) < 2.0**-150


LIMITS = [
    ("gelu", 0.0, 2, "k of x/2 + … is 1"),
    ("sigmoid", -0.0, 2, "at either zero"),
    ("gelu_grad", 0.0, 1, "1/2 does not care about x"),
    ("gelu_grad", 1e3, 1, "nor does 1"),
    ("tanh", 1e3, 2, "x itself"),
    ("gelu", -1e4, 1e8, "x²"),
    ("gelu", -(2.0**500), 2.0**1000, "x² far out"),
    ("gelu_grad", -(2.0**500), 2.0**1000, "the same of the derivative"),
    ("sigmoid", -1e5, 1.702e5, "1.702·|x|"),
    ("sigmoid_grad", -(2.0**1000), 1.702 * 2.0**1000, "the same of the derivative"),
    ("tanh", -(2.0**300), math.sqrt(8 / math.pi) * 3 * 0.044715 * 2.0**900, "a cube"),
    ("tanh_grad", -(2.0**200), math.sqrt(8 / math.pi) * 3 * 0.044715 * 2.0**600, "a cube"),
]


@pytest.mark.parametrize("name, x, limit, why", LIMITS, ids=[f"{r[0]} {r[1]:g}" for r in LIMITS])
def test_limits(name, x, limit, why):
    function, at = REFERENCES[name], np.array([x])
    least, most = (each[0] for each in bounds(function, at, approximate(function, at, "double")))
    one = exact_condition(function, x)
    assert float(one) == pytest.approx(limit, rel=2e-5), why
    assert least <= one <= most and 1 + condition(function, at)[0] == pytest.approx(float(one))
    if x == 0:
        assert least == most == limit, "no doubt at 0"


def test_where_it_overflows():
    function, x = REFERENCES["tanh"], -1e300
    assert condition(function, np.array([x]))[0] == math.inf
    # 0.214·|x|³
    one = exact_condition(function, x)
    assert 2.1 < one / mpmath.mpf(10) ** 899 < 2.2


def test_beside_a_root_y_decides():
    """The derivative's root: k is without bound."""
    function, x = REFERENCES["gelu_grad"], np.array([-0.75179152469356445746])
    assert condition(function, x, np.array([6e-18]))[0] > 1e15
    assert condition(function, x)[0] > 1e15
    wide = approximate(function, x, "single")
    assert bounds(function, x, wide)[1][0] == math.inf, "the enclosure holds 0"


def test_nan_has_none():
    assert condition(REFERENCES["gelu"], np.array([np.nan]))[0] == 1.0
