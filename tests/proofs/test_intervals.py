"""Rounding outwards, and how much work there is."""

import math

import pytest
from flint import arb, ctx

from gelucheck.errors import UndecidedError
from gelucheck.proofs.intervals import (
    BITS,
    Work,
    above,
    ball,
    below,
    middle_of,
    sign,
    widened,
    working,
)

UP = math.nextafter(1.0, 2.0)

# an Arb number, the greatest float64 not above it, the least not below
ROUNDED = [
    (lambda: arb(1), 1.0, 1.0),
    (lambda: arb(1) + arb(2) ** -100, 1.0, UP),
    (lambda: arb(1) - arb(2) ** -100, math.nextafter(1.0, 0.0), 1.0),
    (lambda: -arb(1) - arb(2) ** -100, -UP, -1.0),
    (lambda: arb("0.1"), math.nextafter(0.1, 0.0), 0.1),
    (lambda: arb(2) ** -2000, 0.0, 5e-324),
    (lambda: arb(10) ** 400, math.nextafter(math.inf, 0.0), math.inf),
    (lambda: arb(1, 2.0**-60), math.nextafter(1.0, 0.0), UP),
]


@pytest.mark.parametrize("number, low, high", ROUNDED)
def test_rounding_outwards(number, low, high):
    with working():
        assert (below(number()), above(number())) == (low, high)


def test_balls_hold_their_intervals():
    with working():
        for low, high in ((-1.0, 0.1), (0.1, 0.3), (1.0, UP)):
            assert ball(low, high).contains(arb(low)) and ball(low, high).contains(arb(high))
            wide = (arb(high) - low) / 2
            assert widened(low, high).contains(arb(low) - wide)
            assert widened(low, high).contains(arb(high) + wide)


def test_signs():
    assert [sign(x) for x in (arb(2), arb(-1), arb(0), arb(0, 1), arb("nan"))] == [1, -1, 0, 0, 0]


def test_the_precision_is_set_and_restored():
    before = ctx.prec, ctx.cap
    with working():
        assert (ctx.prec, ctx.cap) == (BITS, 2)
    assert (ctx.prec, ctx.cap) == before


def test_work_is_bounded():
    work = Work("the matter", 2)
    work.step()
    work.step()
    with pytest.raises(UndecidedError) as caught:
        work.step()
    assert "the matter" in str(caught.value)


def test_the_middle_of_neighbours_is_not_there():
    assert middle_of(1.0, 3.0, Work("it")) == 2.0
    with pytest.raises(UndecidedError):
        middle_of(1.0, UP, Work("it"))
