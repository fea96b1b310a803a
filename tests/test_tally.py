"""Tallies merge in any order and grouping, and equal the tally of all inputs at once."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gelucheck.block import Block
from gelucheck.formats import FORMATS, STANDARD, Format
from gelucheck.implementations.interface import Implementation
from gelucheck.measure import measure
from gelucheck.peaks import Peak
from gelucheck.tally import EDGES, Count, Measured, RegionTally, Tally, merge_peaks

HALF, BRAIN, SINGLE, DOUBLE = STANDARD.values()
TOY = Format("toy6", 6, 3)


def broken(x, fmt):
    """Of everything something, decided by the pattern alone: NaN, infinities, signs, zeros."""
    bits = fmt.bits_of_values(x).astype(np.int64)
    with np.errstate(all="ignore"):
        wide = x.astype(np.float64)
        choices = [wide, wide / 2, -wide / 2, wide * 0, wide * np.nan, np.full_like(wide, np.inf)]
    return fmt.round_array(np.choose(bits % 6, choices))


BROKEN = Implementation("broken", "gelu", "tanh", None, None, broken, tuple(FORMATS))


def tally_of(fmt, x):
    return measure(BROKEN, Block(fmt, x))


def inputs(fmt):
    generator = np.random.Generator(np.random.PCG64(11))
    top = fmt.end_bits
    ordinals = generator.integers(-1 - top, top + 1, 60)
    near = fmt.round_array(generator.uniform(-16, 9, 60))
    special = fmt.values([0, -1, top, -1 - top])
    nan = fmt.values_of_bits([fmt.nan_bits])
    # each value comes twice, far apart
    once = np.concatenate([fmt.values(ordinals), near, special, nan])
    return np.concatenate([once, once[::-1]])


EVERY = [TOY, HALF, BRAIN, SINGLE, DOUBLE]
WHOLE = {fmt.name: (inputs(fmt), tally_of(fmt, inputs(fmt))) for fmt in EVERY}


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(EVERY), st.data())
def test_any_split_order_and_grouping_gives_the_same_tally(fmt, data):
    x, whole = WHOLE[fmt.name]
    cuts = sorted(data.draw(st.lists(st.integers(0, x.size), max_size=6)))
    parts = data.draw(st.permutations(np.split(x, cuts)))
    tallies = [tally_of(fmt, part) for part in parts]
    while len(tallies) > 1:
        i = data.draw(st.integers(0, len(tallies) - 2))
        tallies[i : i + 2] = [tallies[i].merge(tallies[i + 1])]
    assert tallies[0] == whole


@pytest.mark.parametrize("fmt", EVERY, ids=lambda fmt: fmt.name)
def test_the_order_of_the_inputs_is_nothing(fmt):
    x, whole = WHOLE[fmt.name]
    generator = np.random.Generator(np.random.PCG64(1))
    assert tally_of(fmt, generator.permutation(x)) == whole


@pytest.mark.parametrize("fmt", EVERY, ids=lambda fmt: fmt.name)
def test_nothing_is_neutral(fmt):
    _, whole = WHOLE[fmt.name]
    assert whole.merge(Tally()) == Tally().merge(whole) == whole
    assert whole.merge(tally_of(fmt, fmt.values(np.arange(0)))) == whole


def peak(value, ordinal):
    return Peak(value, ordinal, 0, 0)


def test_parts_merge_by_their_sums_and_larger_peaks():
    one = Measured(2, 10, 100, 1, 5, {"ulp": peak(1.0, 5)})
    two = Measured(3, 20, 400, 2, 7, {"ulp": peak(1.0, 4), "steps": peak(7, 1)})
    both = Measured(5, 30, 500, 3, 12, {"ulp": peak(1.0, 4), "steps": peak(7, 1)})
    assert one.merge(two) == two.merge(one) == both
    assert Count(2, peak(0, 5)).merge(Count(3, peak(0, -9))) == Count(5, peak(0, -9))
    left, right = RegionTally(1, {"ulp": peak(3.0, 1)}), RegionTally(4, {})
    assert left.merge(right) == right.merge(left) == RegionTally(5, {"ulp": peak(3.0, 1)})
    assert merge_peaks({}, {}) == {}


def test_edges_cover_the_line_in_order():
    assert EDGES[0] == -np.inf and EDGES[-1] == np.inf and np.all(np.diff(EDGES) > 0)
