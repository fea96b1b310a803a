"""The functions of certificates, their derivatives and tails, against mpmath."""

from fractions import Fraction
from itertools import pairwise, product

import pytest
from flint import arb

from gelucheck.proofs.expressions import called, expression, shown, written
from gelucheck.proofs.intervals import working
from gelucheck.proofs.taylor import Local

OF = ("gelu", "gelu_grad", "phi")
POINTS = (-6.25, -1.5, -0.125, 0.0, 0.75, 3.0)
FUNCTIONS = [
    *product(("difference",), ("tanh", "sigmoid"), OF, (None, "0.5")),
    *product(("ratio",), ("tanh", "sigmoid"), ("gelu",), (None, "0.5")),
    *product(("itself",), ("erf",), OF, (None,)),
    *product(("itself",), ("tanh", "sigmoid"), ("gelu", "gelu_grad"), (None,)),
]


def truth(exact, kind, form, of, constant):
    if kind == "difference":
        return exact.difference(form, of, constant)
    return exact.ratio(form, constant) if kind == "ratio" else exact.function(form, of, constant)


def near(ball, value, exact) -> bool:
    """Whether a ball is narrow and holds what mpmath has, to the digits that mpmath has."""
    middle = exact.mp.mpf(ball.mid().str(45, radius=False))
    scale = 1 + abs(value)
    return float(ball.rad()) < 1e-40 * scale and abs(middle - value) < 1e-25 * scale


@pytest.mark.parametrize("kind, form, of, constant", FUNCTIONS)
def test_values_and_derivatives(kind, form, of, constant, exact):
    number = None if constant is None else Fraction(constant)
    function, f = expression(kind, form, of, number), truth(exact, kind, form, of, number)
    with working():
        for x in POINTS:
            assert near(function.value(arb(x)), f(exact.mp.mpf(x)), exact)
        x = POINTS[1]
        assert near(function.slope(arb(x)), exact.mp.diff(f, x), exact)
        assert near(function.bend(arb(x)), exact.mp.diff(f, x, 2), exact)


@pytest.mark.parametrize("kind, form, of, constant", FUNCTIONS)
def test_a_box_holds_what_is_in_it(kind, form, of, constant):
    """f' and the reach of f on a box, against values in it; and a wide one does not fail."""
    number = None if constant is None else Fraction(constant)
    function = expression(kind, form, of, number)
    with working():
        for low, high, spare in ((-1.625, -1.5, True), (0.25, 0.5, False)):
            local = Local(function, low, high, spare)
            for k in range(9):
                x = arb(low) + (arb(high) - low) * k / 8
                assert local.slope.contains(function.slope(x))
                assert local.bend.contains(function.bend(x))
                assert abs(function.value(x) - local.value) <= local.reach
        wide = Local(function, -700.0, 700.0)
        assert not wide.bend.is_finite() or wide.reach > 0


@pytest.mark.parametrize("kind, form, of, constant", FUNCTIONS)
def test_nothing_beyond_is_above_the_tail(kind, form, of, constant, exact):
    number = None if constant is None else Fraction(constant)
    function, f = expression(kind, form, of, number), truth(exact, kind, form, of, number)
    side = 1 if kind == "ratio" else -1
    with working():
        assert function.reaches(arb(5)) and not function.reaches(arb("4.99"))
        bounds = [function.tail(arb(far)) for far in (5, 6, 8, 12)]
    assert all(one > two for one, two in pairwise(bounds))
    for far, bound in zip((5, 6, 8, 12), bounds, strict=True):
        for more in (0, 0.25, 1, 4):
            with exact.mp.workdps(120):
                value = abs(f(exact.mp.mpf(side * (far + more))))
            assert value <= float(bound.upper()) * (1 + 1e-15)


def test_a_slow_form_has_its_tail_far_out():
    """u·z' > 2 is what the bound needs: with z = u/100 it begins at 200."""
    function = expression("difference", "sigmoid", "gelu", Fraction(1, 100))
    with working():
        assert not function.reaches(arb(199)) and function.reaches(arb(201))


@pytest.mark.parametrize(
    "number, text",
    [
        (Fraction("1.702"), "1.702"),
        (Fraction(2), "2"),
        (Fraction(1, 3), "1/3"),
        (Fraction(0.1), "0.1"),
        (Fraction("1e-15"), "1e-15"),
        (Fraction("0.12345678901234567890123"), "0.12345678901234567890123"),
        (Fraction("1.23456789012345678901e-9"), "1.23456789012345678901E-9"),
        (Fraction(10**60 + 1, 10**60 + 3), "about 1.0"),
        (Fraction(10**400), "more than 1.8e308 in magnitude"),
    ],
)
def test_numbers_for_people(number, text):
    assert shown(number) == text


def test_names_and_descriptions():
    usual = expression("difference", "tanh", "gelu_grad")
    other = expression("itself", "sigmoid", "gelu", Fraction("1.7"))
    assert (called(usual), called(other)) == ("tanh_grad", "sigmoid(1.7)")
    assert called(expression("itself", "erf", "gelu_grad")) == "gelu_grad"
    assert usual.described() == {
        "kind": "difference",
        "form": "tanh",
        "constant": "8943/200000",
        "of": "gelu_grad",
    }
    assert expression("itself", "erf").described()["constant"] is None
    assert written(Fraction(2)) == "2/1"
