"""The search for hard inputs of float64: what it finds in a block, and that it misses nothing."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from gelucheck.formats import FORMATS
from gelucheck.inputs.hardest import FUNCTIONS
from gelucheck.proofs.hardest.distance import distance_of
from gelucheck.proofs.hardest.search import BLOCK, Tiles, coefficients, search, strata
from gelucheck.proofs.hardest.simple import far_left, far_right
from gelucheck.reference.functions import REFERENCES

DOUBLE = FORMATS["float64"]
ONE = DOUBLE.round(1.0)
SQUARE = replace(REFERENCES["gelu"], name="square", arb=lambda x: x * x)


@pytest.mark.parametrize("start", [1 << 20, 10_000_003, 47_453_133 - 1000, (1 << 26) - BLOCK])
def test_planted_ties_of_a_square(start):
    """(1 + i·2^-52)² is 1 + 2i·2^-52 and i²·2^-52 ulps: how near that is to 1/2 integers tell."""
    i = np.arange(start, start + BLOCK, dtype=np.uint64)
    rest = (i * i) % np.uint64(1 << 52)
    due = np.abs(rest.astype(np.int64) - (1 << 51)) / 2.0**52
    block = coefficients(SQUARE, DOUBLE, ONE + start, negative=False)
    limit = 2.0**-14
    magnitudes, near = Tiles().near(block, limit)
    inside = np.flatnonzero(due <= limit - 2 * block.off)
    assert set((ONE + start + inside).tolist()) <= set(magnitudes.tolist())
    got = due[magnitudes - ONE - start]
    assert np.abs(near - got).max(initial=0.0) <= block.off
    assert (got <= limit + block.off).all()
    if start == 47_453_133 - 1000:
        # i² is nearest to 2^51 at 47,453,133: the tie that was planted
        best = magnitudes[np.argmin(near)]
        assert best == ONE + 47_453_133 and near.min() < 2.0**-26


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_a_block_finds_is_that_near(name):
    function = REFERENCES[name]
    tiles = Tiles()
    for x in (-20.25, -3.25, -0.001, 0.3, 1.75):
        block = coefficients(function, DOUBLE, DOUBLE.round(abs(x)), x < 0)
        if block is None:
            assert abs(x) > 4, "f underflows, or is x or 1"
            continue
        magnitudes, near = tiles.near(block, 2.0**-13)
        assert 60 < len(near) < 260, "of 2^19, 2^-12 of them: 128"
        for at in (0, len(near) // 2, len(near) - 1):
            value = DOUBLE.value(int(magnitudes[at]))
            exact = distance_of(function, DOUBLE, -value if x < 0 else value)
            assert abs(float(exact.lower) - near[at]) <= block.off


def test_a_block_across_a_power_of_two_is_left_out():
    """GELU is 1/2 at 0.7..: its ulp doubles there."""
    low, high = 0.5, 1.0
    gelu = REFERENCES["gelu"]
    while high - low > 1e-12:
        middle = (low + high) / 2
        low, high = (middle, high) if middle * phi(middle) < 0.5 else (low, middle)
    first = DOUBLE.round(low) - BLOCK // 2
    assert coefficients(gelu, DOUBLE, first, False) is None
    assert coefficients(gelu, DOUBLE, first + 10**6, False) is not None


def phi(x: float) -> float:
    from math import erf, sqrt

    return 0.5 * (1 + erf(x / sqrt(2)))


def test_cells_are_whole_binades_up_to_where_f_is_simple():
    gelu = REFERENCES["gelu"]
    cells = strata(gelu, DOUBLE, -8)
    assert [negative for negative, _, _ in cells] == [True] * 14 + [False] * 12
    for negative in (True, False):
        mine = [(first, size) for side, first, size in cells if side == negative]
        end = far_left(gelu, DOUBLE) if negative else far_right(gelu, DOUBLE)
        assert mine[0][0] == DOUBLE.round(2.0**-8)
        assert all(a + size == b for (a, size), (b, _) in itertools.pairwise(mine))
        assert sum(mine[-1]) == DOUBLE.round(end)


def test_same_seed_same_list_and_more_blocks_find_harder_ones():
    gelu = REFERENCES["gelu"]
    few, looked = search(gelu, DOUBLE, low=-8, blocks=26, count=5)
    again, _ = search(gelu, DOUBLE, low=-8, blocks=26, count=5)
    assert few.tolist() == again.tolist() and looked == 26 * BLOCK
    more, _ = search(gelu, DOUBLE, low=-8, blocks=52, count=5)
    other, _ = search(gelu, DOUBLE, low=-8, blocks=26, count=5, seed=1)
    assert few.tolist() != other.tolist()

    def hardest(ordinals):
        x = DOUBLE.value(DOUBLE.bits_at(int(ordinals[0])))
        return distance_of(gelu, DOUBLE, x).upper

    assert hardest(more) <= hardest(few) < 2.0**-18, "of 2^23 inputs"
