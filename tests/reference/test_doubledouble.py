"""Double-double arithmetic against exact fractions."""

from fractions import Fraction

import numpy as np
import pytest

from gelucheck.reference import doubledouble as dd

COUNT = 4000
BOUND = Fraction(1, 1 << 101)


def floats(rng, low=-60, high=60, count=COUNT):
    """Random signs, exponents, and significands of few and of many bits."""
    bits = rng.integers(1, 53, count)
    significand = np.floor(rng.uniform(1, 2, count) * 2.0**bits) / 2.0**bits
    return significand * 2.0 ** rng.integers(low, high, count) * rng.choice([-1, 1], count)


def pairs(rng, **where):
    """Normalised words: the second at most half an ulp of the first."""
    high = floats(rng, **where)
    low = np.spacing(np.abs(high)) / 2 * rng.uniform(-1, 1, high.size)
    return high, low * (rng.uniform(0, 1, high.size) < 0.8)


def exact(*columns):
    return [tuple(map(Fraction, row)) for row in zip(*(c.tolist() for c in columns), strict=True)]


@pytest.mark.parametrize("seed", range(3))
def test_error_free_transformations(seed):
    rng = np.random.default_rng(seed)
    a, b = floats(rng), floats(rng)
    for first, second, s, e in exact(a, b, *dd.two_sum(a, b)):
        assert s + e == first + second
    for first, second, p, e in exact(a, b, *dd.two_prod(a, b)):
        assert p + e == first * second
    big, small = np.where(np.abs(a) >= np.abs(b), (a, b), (b, a))
    for first, second, s, e in exact(big, small, *dd.fast_two_sum(big, small)):
        assert s + e == first + second
    for whole, head, tail in exact(a, *dd.split(a)):
        assert head + tail == whole


def test_first_words_are_rounded():
    rng = np.random.default_rng(7)
    a, b = floats(rng), floats(rng)
    assert (dd.two_sum(a, b)[0] == a + b).all() and (dd.two_prod(a, b)[0] == a * b).all()


def cancelling(rng, t, p):
    """c next to -t·p: equal, a few units off, or half of it: where normalisation is hardest."""
    product = t * p[0]
    off = rng.choice([0, 1, -1, 2, 5, -9, 1 << 20, 1 << 40], COUNT)
    high = -product * rng.choice([1, 1, 1, 0.5, 2], COUNT) + off * np.spacing(np.abs(product))
    low = np.spacing(np.abs(high)) / 2 * rng.uniform(-1, 1, COUNT)
    return high, low


@pytest.mark.parametrize("kind", ["free", "cancelling", "zero"])
@pytest.mark.parametrize("seed", range(3))
def test_horner_step(kind, seed):
    """Within 2^-101·(|c| + |t·p|), and normalised, cancellation included."""
    rng = np.random.default_rng(seed)
    t, p = floats(rng, low=-12, high=1), pairs(rng, low=-6, high=6)
    c = {
        "free": lambda: pairs(rng, low=-12, high=7),
        "cancelling": lambda: cancelling(rng, t, p),
        "zero": lambda: (np.zeros(COUNT), np.zeros(COUNT)),
    }[kind]()
    high, low = dd.horner_step(t, dd.split(t), p, c)
    assert (high + low == high).all()
    for v, p0, p1, c0, c1, h, w in exact(t, *p, *c, high, low):
        product, constant = v * (p0 + p1), c0 + c1
        assert abs(h + w - constant - product) <= BOUND * (abs(constant) + abs(product))


@pytest.mark.parametrize("seed", range(3))
def test_scaled_sum_and_product(seed):
    rng = np.random.default_rng(seed)
    a, v = floats(rng, low=-8, high=8), pairs(rng, low=-8, high=8)
    near = np.where(rng.uniform(0, 1, COUNT) < 0.4, -v[0], a)
    for x, v0, v1, h, w in exact(near, *v, *dd.scaled_sum(near, v)):
        assert abs(h + w - x - v0 - v1) <= BOUND * (abs(x) + abs(v0 + v1))
    for x, v0, v1, h, w in exact(a, *v, *dd.product(a, v)):
        assert abs(h + w - x * (v0 + v1)) <= BOUND * abs(x * (v0 + v1))
