"""The functions of the checker, on boxes and in the tails, against mpmath."""

from fractions import Fraction
from itertools import pairwise

import flint
import mpmath
import pytest

from gelucheck.proofs import replay as module
from gelucheck.proofs.replay import Rejected
from gelucheck.proofs.replay_functions import Function

CONSTANTS = {"erf": None, "tanh": "8943/200000", "sigmoid": "851/500"}
KINDS = (
    ("itself", ("gelu", "gelu_grad", "phi")),
    ("difference", ("gelu", "gelu_grad", "phi")),
    ("ratio", ("gelu",)),
)
GIVEN = [
    {"kind": kind, "form": form, "constant": constant, "of": of}
    for kind, each in KINDS
    for form, constant in CONSTANTS.items()
    for of in each
    if form != "erf" or kind == "itself"
]
named = pytest.mark.parametrize("given", GIVEN, ids=lambda g: "-".join(map(str, g.values())))


@pytest.fixture(autouse=True)
def _working(monkeypatch):
    monkeypatch.setattr(flint.ctx, "prec", module.BITS)
    monkeypatch.setattr(flint.ctx, "cap", module.TERMS)


def due(exact, given: dict):
    """The same function in mpmath, from its definition."""
    form, of = given["form"], given["of"]
    if given["kind"] == "itself":
        return exact.function(form, of)
    return exact.ratio(form) if given["kind"] == "ratio" else exact.difference(form, of)


def holds(ball, number) -> bool:
    """Whether a ball comes as near to a number of mpmath as differences are good for."""
    error = flint.arb(0, 1e-25 * (1 + abs(float(number))))
    return (ball + error).overlaps(flint.arb(mpmath.nstr(number, 50)))


@named
def test_on_boxes(given, exact):
    f, function = Function(given), due(exact, given)
    for low, high in ((-2.75, -2.5), (-0.125, 0.125), (1.0, 1.5), (-7.5, -7.4375)):
        balls = f.over(low, high)
        for x in (low, low + (high - low) / 3, high):
            taylor = exact.mp.taylor(function, exact.number(x), 2)
            assert all(map(holds, balls, taylor)), (x, balls, taylor)
            here = f.at(flint.arb(x))
            assert all(map(holds, here, taylor)), (x, here, taylor)
            assert here[0].rad() < 1e-30


@named
def test_in_the_tail(given, exact):
    f, function = Function(given), due(exact, given)
    # of a ratio the bound is that of the difference, and on the right
    side, scale = (1, Fraction(1, 2)) if given["kind"] == "ratio" else (-1, None)
    places = (5.0, 5.5, 6.5)
    bounds = [f.tail(far) for far in places]
    assert all(after < before for before, after in pairwise(bounds))
    for far, ball in zip(places, bounds, strict=True):
        bound = exact.mp.mpf(mpmath.nstr(exact.mp.mpf(ball.mid()._mpf_), 40))
        bound = bound if scale is None else bound / (far * exact.number(scale))
        for step in (0, 0.25, 1, 2):
            assert abs(function(exact.number(side * (far + step)))) <= bound
        # and not so large that nothing could be proved with it
        assert bound < 100 * abs(function(exact.number(side * far)))


@pytest.mark.parametrize(
    "constant, far, why",
    [
        ("851/500", 4.75, "below 5: φ bounds the tail of gelu from 1 on, but the lemma says 5"),
        ("1/10", 5.0, "u·e^(-u/10) grows up to u = 10"),
        ("1/10", 20.0, "far·z' is 2, and not more"),
    ],
)
def test_too_near_for_a_tail(constant, far, why):
    given = {"kind": "itself", "form": "sigmoid", "constant": constant, "of": "gelu"}
    with pytest.raises(Rejected) as caught:
        Function(given).tail(far)
    assert caught.value.place == "far", why
    assert Function(given).tail(20.5) > 0
