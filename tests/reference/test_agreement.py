"""The references agree with Arb; formulas and rounding are those of ``agree_with_arb``.

A share by default. ``-m slow``: every value of float16 and bfloat16, and a million random float32
and float64 values of each function; the script does the same by hand.
"""

import numpy as np
import pytest

from gelucheck.formats import FORMATS
from gelucheck.reference.functions import FUNCTIONS, REFERENCES

SHORT, LONG = ("float16", "bfloat16"), ("float32", "float64")


def test_the_checker_knows_every_function(agree):
    assert set(agree.TRUTH) == set(FUNCTIONS)


@pytest.mark.parametrize(
    ("name", "x", "r", "why"),
    [
        ("gelu", -1.0, np.float32(-0.15865527), "one step below: -0.158655254 is nearest"),
        ("gelu", -100.0, np.float32(0.0), "the sign of a zero"),
        ("op.tanh", 1e-30, np.float32(0.0), "a zero for a number"),
        ("gelu_grad", np.inf, np.float32(np.nan), "a NaN"),
        ("op.exp", 88.72284, np.float32(3.4028235e38), "the largest for infinity"),
        ("op.exp", 88.72283, np.float32(np.inf), "infinity for a number"),
    ],
)
def test_the_checker_sees_a_fault(agree, name, x, r, why):
    assert agree.disagreements(name, np.array([x], np.float32), np.array([r]), 32), why


@pytest.mark.parametrize("dtype", list(FORMATS))
@pytest.mark.parametrize("name", list(FUNCTIONS))
def test_random_values(dtype, name, agree):
    fmt = FORMATS[dtype]
    assert agree.run(name, fmt, agree.draw(fmt, 1200, 3)) == []


@pytest.mark.parametrize("dtype", SHORT)
@pytest.mark.parametrize("name", list(FUNCTIONS))
def test_every_short_value_share(dtype, name, agree):
    """Every 23rd pattern (23 is prime to 2: no binade, sign or last bit is left out)."""
    patterns = np.arange(0, 1 << 16, 23).astype(np.uint16)
    x = patterns.view(FORMATS[dtype].dtype)
    assert agree.run(name, FORMATS[dtype], x) == []


@pytest.mark.slow
@pytest.mark.parametrize("dtype", SHORT)
@pytest.mark.parametrize("name", list(FUNCTIONS))
def test_every_short_value(dtype, name, agree):
    x = np.arange(1 << 16).astype(np.uint16).view(FORMATS[dtype].dtype)
    assert agree.run(name, FORMATS[dtype], x) == []


@pytest.mark.slow
@pytest.mark.parametrize("dtype", LONG)
@pytest.mark.parametrize("name", list(REFERENCES))
def test_a_million_values(dtype, name, agree):
    assert agree.run(name, FORMATS[dtype], agree.draw(FORMATS[dtype], 1_000_000, 12)) == []


@pytest.mark.parametrize("dtype", list(FORMATS))
@pytest.mark.parametrize("name", ["gelu_grad", "tanh_grad", "sigmoid_grad"])
def test_around_the_root_of_a_derivative(dtype, name, agree):
    """The condition number has no bound there; on the right f' = 1 - f'(-x) crosses 1.

    The root is found by bisection of Arb's values: the derivatives rise from -1 to -0.5.
    """
    from flint import arb, ctx

    fmt, before = FORMATS[dtype], ctx.prec
    ctx.prec = 120
    try:
        truth, left, right = agree.TRUTH[name], arb(-1), arb(-0.5)
        for _ in range(60):
            middle = ((left + right) / 2).mid()
            left, right = (middle, right) if truth(middle) < 0 else (left, middle)
    finally:
        ctx.prec = before
    centre = fmt.ordinal(fmt.round(float(left)))
    ordinals = np.arange(centre - 150, centre + 150)
    x = fmt.values(np.concatenate([ordinals, -1 - ordinals]))
    assert agree.run(name, fmt, x) == []
