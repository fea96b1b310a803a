"""The operations on runs of consecutive values: the same bits as value by value, the oracle's."""

import numpy as np
import pytest

from gelucheck.chunks import LONG
from gelucheck.formats import FORMATS
from gelucheck.reference.evaluate import evaluate
from gelucheck.reference.functions import OPERATIONS, REFERENCES
from gelucheck.reference.operate import operate
from gelucheck.reference.oracle import rounded_bits

# in the middle of a node's interval, between two, next to 0, past the end, infinite
PLACES = (
    1.0,
    0.03125,
    0.015625,
    0.75,
    3.9,
    5.92,
    27.3,
    88.7,
    300.0,
    709.8,
    2.0**-9,
    2.0**-27,
    1e-30,
    1e30,
)
LENGTH = 300
SIDES = [(name, side) for name in OPERATIONS for side in (True, False)]


def run(fmt, place: float, negative: bool) -> np.ndarray:
    """Consecutive values from one that is near a place."""
    top = fmt.end_bits
    start = fmt.ordinal(fmt.bits_of(float(fmt.round_array(np.array([place]))[0])))
    ordinals = np.minimum(np.arange(start - LENGTH // 2, start + LENGTH // 2), top)
    return fmt.values(np.unique(-1 - ordinals if negative else ordinals))


@pytest.mark.parametrize("name", ["float32", "float64", "bfloat16"])
@pytest.mark.parametrize(("operation", "negative"), SIDES)
def test_same_as_value_by_value(name, operation, negative):
    fmt, function = FORMATS[name], OPERATIONS[operation]
    for place in PLACES:
        x = run(fmt, place, negative)
        with np.errstate(all="ignore"):
            got, want = operate(function, x, fmt), evaluate(function, x, fmt).rounded
        assert np.array_equal(fmt.bits_of_values(got), fmt.bits_of_values(want)), place


@pytest.mark.parametrize("name", ["float32", "float64"])
@pytest.mark.parametrize("operation", OPERATIONS)
def test_oracle(name, operation):
    fmt, function = FORMATS[name], OPERATIONS[operation]
    for place in (0.03, 0.7, 2.0, 2.0**-20):
        x = run(fmt, place, True)
        got = fmt.bits_of_values(operate(function, x, fmt))
        for i in range(0, x.size, 37):
            assert int(got[i]) == rounded_bits(function, float(x[i]), fmt), x[i]


def test_specials_among_others():
    """Pieces that hold zeros, infinities and NaN, and pieces of one value."""
    fmt, function = FORMATS["float32"], OPERATIONS["op.erf"]
    x = np.array([np.nan, -np.inf, -1.0, -0.0, 0.0, 1.0, np.inf], np.float32)
    want = np.array([np.nan, -1.0, -0.84270079, -0.0, 0.0, 0.84270079, 1.0], np.float32)
    for values, due in ((x, want), *((x[i : i + 1], want[i : i + 1]) for i in range(x.size))):
        got = operate(function, values, fmt)
        assert np.array_equal(np.isnan(got), np.isnan(due))
        number = ~np.isnan(due)
        assert np.array_equal(got[number].view(np.uint32), due[number].view(np.uint32))
    assert operate(function, x[:0], fmt).size == 0


def test_longer_than_a_piece():
    fmt, function = FORMATS["float32"], OPERATIONS["op.tanh"]
    start = fmt.ordinal(fmt.bits_of(0.25))
    x = fmt.values(np.arange(start - LONG, start + LONG + 5))
    got, want = operate(function, x, fmt), evaluate(function, x, fmt).rounded
    assert np.array_equal(got, want)


@pytest.mark.parametrize("fmt", FORMATS.values(), ids=str)
@pytest.mark.parametrize("name", REFERENCES)
def test_past_the_tables(fmt, name):
    """There GELU is x, and not one value; where it is one, so it stays, zeros with their sign."""
    for x in ([58.25, 59.0, 60.0, 100.0], [-100.0, -60.0], [500.0, 500.0], [700.0, np.inf]):
        for values in (x, [-each for each in x]):
            given = fmt.round_array(np.array(values))
            got, want = (f(REFERENCES[name], given, fmt) for f in (operate, rounded_by_evaluate))
            assert np.array_equal(fmt.bits_of_values(got), fmt.bits_of_values(want)), values


def rounded_by_evaluate(function, x, fmt):
    with np.errstate(all="ignore"):
        return evaluate(function, x, fmt).rounded


def test_gelu_past_the_tables_is_x():
    """Theorem: GELU rounds to x from 8.3 on in float64."""
    x = np.array([58.25, 59.0, 60.0, 100.0, 1e300])
    assert np.array_equal(operate(REFERENCES["gelu"], x, FORMATS["float64"]), x)
