"""Where the largest f and the largest -f are equal as the constant moves: found, not yet proved.

By Newton's method on three equations at once: f' is 0 at two places, and f at the one is -f at the
other. Its accuracy is checked by those who use it.
"""

from dataclasses import replace
from fractions import Fraction

from gelucheck.proofs.expressions import Expression
from gelucheck.proofs.intervals import Work, below, working
from gelucheck.proofs.tops import Question, find_tops

ROUNDS = 60
STEP = Fraction(1, 2**70)
"""Of the constant, for a difference quotient."""


def equalised(function: Expression, low: float, work: Work) -> tuple[Fraction, float, float]:
    """The constant at which sup f = sup -f on [low, 0], to some 40 digits; what both are there; and
    how fast they come apart as the constant moves away from it.

    Args:
        function: with a constant to begin at.

    Raises:
        UndecidedError: Newton's method does not come to rest.
    """
    from flint import arb

    with working():
        places = [_highest(function, side, low, work) for side in (1, -1)]
        for _ in range(ROUNDS):
            moved = replace(function, constant=function.constant + STEP)
            places = [_nearer(function, x) for x in places]
            gap = sum((function.value(x) for x in places), arb(0))
            other = sum((moved.value(x) for x in places), arb(0))
            apart = _exact(other - gap) / STEP
            step = _exact(gap) / apart
            if abs(step) < Fraction(1, 2**90):
                error = abs(float(_exact(function.value(places[0]))))
                return function.constant, error, abs(float(apart))
            function = replace(function, constant=_short(function.constant - step))
    raise work.fault()


def _highest(function: Expression, side: int, low: float, work: Work):
    from flint import arb

    tops = find_tops(Question(function, (side,), low, 0.0, False, work))
    if not tops:
        raise work.fault()
    return arb(max(tops, key=lambda top: below(top.attained)).at[0])


def _nearer(function: Expression, x):
    """A step of Newton's method towards the root of f'."""
    return (x - function.slope(x) / function.bend(x)).mid()


def _exact(number) -> Fraction:
    mantissa, exponent = number.mid().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _short(number: Fraction) -> Fraction:
    """A rational next to a number, in 128 binary places."""
    return Fraction(round(number * 2**128), 2**128)
