"""Roots between neighbouring float64, where they are known exactly."""

import math

import pytest
from flint import arb

from gelucheck.proofs.intervals import working
from gelucheck.proofs.roots import root_between

# function, from, to, the root as an Arb expression
CASES = [
    (lambda x: x * x - 2, 1.0, 2.0, lambda: arb(2).sqrt()),
    (lambda x: 2 - x * x, -2.0, -1.0, lambda: -arb(2).sqrt()),
    (lambda x: x.sin(), 3.0, 4.0, arb.pi),
    (lambda x: x - arb("1e-300"), -1.0, 1.0, lambda: arb("1e-300")),
    (lambda x: (x - arb("0.1")) ** 3, -5.0, 7.0, lambda: arb("0.1")),
    (lambda x: x.exp() - 10**40, 0.0, 1000.0, lambda: arb(10).log() * 40),
]


@pytest.mark.parametrize("function, low, high, root", CASES)
def test_the_root_is_between_neighbours(function, low, high, root):
    with working():
        p, q = root_between(function, low, high)
        assert p < root() < q
    assert q == math.nextafter(p, math.inf)


@pytest.mark.parametrize("root", [0.0, 0.5, -3.0])
def test_a_root_that_is_a_float64_is_between_its_neighbours(root):
    with working():
        p, q = root_between(lambda x: x - root, root - 1.0, root + 1.0)
    assert p < root < q or root in (p, q)
    assert q <= math.nextafter(math.nextafter(p, math.inf), math.inf)


@pytest.mark.parametrize("low, high", [(2.0, 3.0), (-3.0, 3.0), (-1.0, 1.0)])
def test_without_a_change_of_sign_there_is_none(low, high):
    with working():
        assert root_between(lambda x: x * x - 2, low, high) is None


def test_a_function_that_says_nothing_has_none():
    with working():
        assert root_between(lambda x: arb(0, 1), 0.0, 1.0) is None
        # a sign at either end, and none between
        blind = lambda x: x if abs(x) >= 1 else arb(0, 1)  # noqa: E731
        assert root_between(blind, -1.0, 1.0) is None
