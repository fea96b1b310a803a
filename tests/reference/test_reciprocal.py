"""1/g in double-double, and where exp and cosh leave float64."""

from fractions import Fraction

import numpy as np
import pytest

from gelucheck.formats import FORMATS
from gelucheck.reference.evaluate import evaluate
from gelucheck.reference.fast import approximate
from gelucheck.reference.functions import OPERATIONS
from gelucheck.reference.oracle import rounded_bits
from gelucheck.reference.reciprocal import reciprocal

DOUBLE = FORMATS["float64"]


def test_the_bound_holds_the_reciprocal_in_fractions():
    """Whatever g is within its bound: both ends of it are tried."""
    rng = np.random.default_rng(3)
    high = np.ldexp(rng.uniform(1, 2, 2000), rng.integers(-480, 0, 2000))
    low = high * 2.0**-54 * rng.uniform(-1, 1, 2000)
    bound = high * 2.0 ** -rng.uniform(40, 100, 2000)
    found = reciprocal(high, low, bound)
    for g, rest, room, upper, lower, off in zip(
        *map(list, (high, low, bound, *found)), strict=True
    ):
        for end in (-1, 0, 1):
            exact = 1 / (Fraction(g) + Fraction(rest) + end * Fraction(room))
            assert abs(Fraction(upper) + Fraction(lower) - exact) <= Fraction(off)


# the largest x with a finite value in float64, from log(2^1024 - 2^970) and log(2^1025 - 2^971)
OVERFLOWS = [("op.exp", float.fromhex("0x1.62e42fefa39efp+9")), ("op.cosh", 710.4758600739439)]


@pytest.mark.parametrize(("name", "last"), OVERFLOWS)
def test_overflow_of_float64(name, last, agree):
    function = OPERATIONS[name]
    x = last + np.arange(-40, 41) * np.spacing(last)
    found = evaluate(function, x, DOUBLE).rounded
    assert np.isfinite(found[:41]).all() and np.isinf(found[41:]).all()
    assert agree.disagreements(name, x, found, 64) == []
    assert [rounded_bits(function, float(v), DOUBLE) for v in x] == DOUBLE.bits_of_values(
        found
    ).tolist()


@pytest.mark.parametrize("name", ["op.exp", "op.cosh"])
@pytest.mark.parametrize("tier", ["single", "double"])
def test_infinite_past_the_table(name, tier):
    x = np.array([753.0, 800.0, 1e30, np.inf])
    with np.errstate(all="ignore"):
        found = approximate(OPERATIONS[name], x, tier)
    assert np.isinf(found.high).all() and (found.high > 0).all()
