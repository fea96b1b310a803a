"""What is counted apart: a fault planted at one input, the categories it falls in, its witness."""

import math

import numpy as np
import pytest

from gelucheck.block import Block
from gelucheck.categories import bounds_of, categories
from gelucheck.formats import STANDARD, Format
from gelucheck.implementations.interface import Implementation
from gelucheck.measure import measure
from gelucheck.record import COUNTS
from gelucheck.reference.functions import REFERENCES
from gelucheck.tally import Tally

HALF, BRAIN, SINGLE, DOUBLE = STANDARD.values()
INF, NAN = math.inf, math.nan


def counted(fmt, x, got, function="gelu"):
    """name -> (how many, x of the witness, got of the witness)."""
    x, got = np.array(x, fmt.dtype), np.array(got, fmt.dtype)
    block = Block(fmt, x)
    bits = fmt.bits_of_values(got)
    reference = block.reference(REFERENCES[function])
    found = categories(block.wide, got, reference, block.order, lambda i, v: block.peak(bits, i, v))
    return {
        name: (count.count, fmt.value(count.first.x), fmt.value(count.first.got))
        for name, count in found.items()
    }


# (x, got, categories, why): GELU(-1) = -0.1587, GELU(1) = 0.8413; float16
ONE = [
    (1.0, 0.8413, [], "right"),
    (1.0, 0.5, [], "wrong, but a number of the right kind"),
    (1.0, NAN, ["nan", "broken"], "NaN for a number"),
    (-INF, NAN, ["nan", "nan_left"], "NaN at -inf, where the limit is -0"),
    (INF, NAN, ["nan"], "NaN at +inf"),
    (NAN, NAN, [], "NaN for NaN"),
    (NAN, 0.0, ["missing_nan"], "a number for NaN"),
    (NAN, INF, ["missing_nan"], "infinity for NaN"),
    (1.0, INF, ["inf", "broken"], "infinity for a number"),
    (-1.0, -INF, ["inf", "broken"], "of either sign"),
    (-INF, -INF, ["inf"], "infinity for the limit -0"),
    (-INF, INF, ["inf", "sign"], "and of the wrong sign"),
    (INF, INF, [], "right at +inf"),
    (INF, 65504.0, ["missing_inf"], "a number for infinity"),
    (INF, -INF, ["sign"], "the wrong infinity"),
    (INF, 0.0, ["missing_inf", "flushed"], "nothing for infinity"),
    (-INF, -0.0, [], "right at -inf"),
    (-INF, 0.0, ["zero_sign"], "+0 for -0"),
    (-INF, -1.0, ["range"], "below the minimum at -inf"),
    (-1.0, 0.1587, ["sign", "range"], "wrong sign, and above max(x, 0)"),
    (1.0, -0.125, ["sign"], "wrong sign on the right"),
    (0.0, 0.0, [], "+0 for +0"),
    (-0.0, -0.0, [], "-0 for -0"),
    (0.0, -0.0, ["zero_sign"], "-0 for +0"),
    (-0.0, 0.0, ["zero_sign"], "+0 for -0"),
    (0.0, 0.25, ["range"], "not zero at zero: no sign is due, max(x, 0) is 0"),
    (0.0, -0.125, [], "negative at zero, within the range"),
    (-10.0, -0.0, [], "rounds to -0"),
    (-10.0, 0.0, ["zero_sign"], "the sign stays where the value rounds to zero"),
    (-10.0, 2.0**-24, ["sign", "range"], "a positive for what rounds to -0"),
    (-10.0, -(2.0**-24), [], "a negative one for it"),
    (-3.0, -0.0, ["flushed"], "zero for -0.004"),
    (-3.0, 0.0, ["flushed"], "a zero has no wrong sign where a number is due"),
    (1.0, 0.0, ["flushed"], "zero for a positive"),
    (-0.75, -0.1699, [], "the minimum"),
    (-0.75, -0.17, [], "RN of the minimum, just below it"),
    (-0.75, -0.1702, ["range"], "a step further down"),
    (-(2.0**-9), -0.25, ["range"], "below the minimum anywhere"),
    (2.0, 2.0, [], "x itself is the upper bound"),
    (2.0, 2.002, ["range"], "above it"),
    (-2.0, NAN, ["nan", "broken"], "NaN on the left is broken, not nan_left"),
]


@pytest.mark.parametrize("x, got, names, why", ONE, ids=[row[3] for row in ONE])
def test_one_planted_fault(x, got, names, why):
    found = counted(HALF, [x], [got])
    assert sorted(found) == sorted(names), why
    for count, at, came in found.values():
        assert count == 1
        assert at == x or math.isnan(at)
        assert came == float(np.float16(got)) or math.isnan(came)


def test_the_witness_is_the_first_in_ordinal_order_whatever_the_order_of_the_inputs():
    x = [3.0, -0.5, NAN, -2.0, INF, -0.0, 1.0, -INF]
    found = counted(HALF, x, [NAN] * len(x))
    assert found == {
        "nan": (7, -INF, pytest.approx(NAN, nan_ok=True)),
        "broken": (5, -2.0, pytest.approx(NAN, nan_ok=True)),
        "nan_left": (1, -INF, pytest.approx(NAN, nan_ok=True)),
    }


BOUNDS = [  # the value of the format at or below the minimum, by hand from its spacing there
    (HALF, "gelu", -0.1700439453125, "the spacing is 2^-13: -1393/8192"),
    (DOUBLE, "gelu", -0.16997120747990369, "-0.169971207479903662: one float64 below"),
]


@pytest.mark.parametrize("fmt, name, lowest, why", BOUNDS, ids=["half", "double"])
def test_lower_bound_is_at_or_below_the_minimum(fmt, name, lowest, why):
    low, _ = bounds_of(Block(fmt, np.ones(1, fmt.dtype)).reference(REFERENCES[name]), np.ones(1))
    minimum = REFERENCES[name].range[0]
    assert low <= minimum < float(fmt.values(fmt.ordinals(fmt.round_array(low)) + 1)), why
    assert low == lowest, why


@pytest.mark.parametrize("name", REFERENCES)
@pytest.mark.parametrize("fmt", [HALF, BRAIN], ids=lambda fmt: fmt.name)
def test_the_right_answers_fall_in_no_category(fmt, name):
    """Every value of a 16-bit format, NaN and infinities too: none of the rules is too strict."""
    x = np.concatenate([fmt.all_values(), fmt.nan_values()])
    block = Block(fmt, x)
    right = block.reference(REFERENCES[name])
    assert categories(block.wide, right.rounded, right, block.order, None) == {}


# ---- the derivative -----------------------------------------------------------------------------

SLOPE = [  # GELU'(0) = 1/2, GELU'(-1.4) = -0.1289, its limits are -0 and 1
    (0.0, 0.5, [], "right at zero"),
    (0.0, 0.0, ["flushed"], "zero where 1/2 is due"),
    (0.0, -0.5, ["sign", "range"], "negative at zero: there is a sign there"),
    (1.5, 1.1299, ["range"], "above the maximum 1.1289"),
    (INF, NAN, ["nan"], "NaN at +inf where 1 is due"),
    (INF, INF, ["inf"], "infinity where 1 is due"),
    (-INF, -0.0, [], "-0 at -inf"),
    (256.0, NAN, ["nan", "broken"], "3x² overflows and meets 0"),
]


@pytest.mark.parametrize("x, got, names, why", SLOPE, ids=[row[3] for row in SLOPE])
def test_of_the_derivative(x, got, names, why):
    assert sorted(counted(HALF, [x], [got], "gelu_grad")) == sorted(names), why


# ---- any single wrong value is found ------------------------------------------------------------


def planted(fmt, place, value):
    """A right implementation but for one input, whose output is given."""

    def call(x, fmt):
        got = Block(fmt, x).reference(REFERENCES["gelu"]).rounded
        at = fmt.ordinals(x) == place
        return np.where(at, fmt.dtype.type(value), got)

    return Implementation("planted", "gelu", "erf", None, None, call, (fmt.name,))


PLANTED = [
    (place, value)
    for place in (0x0000, -1, 0x0001, 0x03FF, 0x3C00, 0x42E5, 0x7BFF, -0x7C00, -0x3C01, -0x45F2)
    for value in (NAN, INF, -INF, 0.123)
]


@pytest.mark.parametrize("place, value", PLANTED)
def test_a_single_wrong_value_among_all_of_float16_is_found(place, value):
    every = HALF.all_values()
    tally = Tally()
    for part in np.array_split(every, 4):
        tally = tally.merge(measure(planted(HALF, place, value), Block(HALF, part)))
    bits = HALF.bits_at(place)
    if math.isfinite(value):
        assert tally.steps[0] == 63_487
        for kind in ("absolute", "ulp", "steps"):
            assert tally.total.peaks[kind].x == tally.evaluation.peaks[kind].x == bits
    else:
        assert tally.steps == (63_487, 0, 0, 0, 0) == (tally.faithful, 0, 0, 0, 0)
        assert tally.counts["broken"].count == 1 and tally.counts["broken"].first.x == bits
        name = "nan" if math.isnan(value) else "inf"
        assert tally.counts[name].count == 1 and tally.counts[name].first.x == bits


def test_every_stored_count_can_occur():
    """The names in the record are those that are counted here."""
    x = [1.0, NAN, 2.0, INF, -1.0, 0.0, -3.0, 0.5]
    got = [NAN, 0.0, INF, 1.0, 0.25, -0.0, 0.0, 1.0]
    assert set(COUNTS) <= set(counted(HALF, x, got))


def test_a_toy_has_them_too():
    toy = Format("toy6", 6, 3)
    found = counted(toy, toy.all_values(), np.full(toy.all_values().size, NAN))
    assert found["nan"][0] == toy.all_values().size
    assert found["broken"][0] == toy.all_values().size - 2 and found["broken"][1] == -14.0
