"""Parts and blocks: everything once, and blocks that no size of parts moves."""

from itertools import pairwise

import numpy as np
import pytest

from gelucheck.formats import FORMATS
from gelucheck.inputs.selection import select_inputs
from gelucheck.sweep.chunks import BLOCK, GRAIN, MOST_SENT, Part, cut_range, parts_of, whole


@pytest.mark.parametrize(
    ("piece", "size", "cuts"),
    [
        (range(0, 10), 4, [range(0, 4), range(4, 8), range(8, 10)]),
        (range(3, 5), 4, [range(3, 4), range(4, 5)]),
        # -4 is a multiple of 4: the cut at 0 keeps the signs apart
        (range(-5, 2), 4, [range(-5, -4), range(-4, 0), range(0, 2)]),
        # NaNs of negative sign come in the order of their patterns
        (range(-9, -13, -1), 4, [range(-12, -8)]),
        (range(5, 6), 4, [range(5, 6)]),
        (range(0), 4, []),
    ],
)
def test_cuts(piece, size, cuts):
    assert list(cut_range(piece, size)) == cuts


SELECTIONS = [
    ("float16", "all", {}),
    ("bfloat16", "-1:1", {}),
    ("float32", "-1e-40:2e-40", {}),
    ("float32", "sample", {"samples": 150_000}),
    ("float64", "1:1.00000000001", {}),
    ("float64", "sample", {"samples": 70_000}),
]


@pytest.mark.parametrize(("fmt", "spec", "given"), SELECTIONS)
@pytest.mark.parametrize("size", [GRAIN, 3 * GRAIN, 1 << 24])
def test_parts_hold_everything_in_the_same_blocks(fmt, spec, given, size):
    inputs = select_inputs(spec, FORMATS[fmt], **given)
    parts = list(parts_of(inputs, size))
    assert sum(part.count for part in parts) == inputs.count
    assert all(part.count <= max(size, MOST_SENT) for part in parts)
    bits = inputs.fmt.bits_of_values
    blocks = [bits(block) for part in parts for block in part.blocks()]
    assert all(block.size <= BLOCK for block in blocks)
    together = [bits(block) for block in whole(inputs).blocks()]
    assert len(blocks) == len(together)
    for ours, theirs in zip(blocks, together, strict=True):
        np.testing.assert_array_equal(ours, theirs)
    every = np.concatenate([bits(block) for block in inputs.blocks()])
    np.testing.assert_array_equal(np.sort(np.concatenate(blocks)), np.sort(every))


def test_all_of_float32_is_every_pattern_once():
    parts = list(parts_of(select_inputs("all", FORMATS["float32"])))
    cuts = sorted((part.pieces[0].start, part.pieces[0].stop) for part in parts)
    # ordinals of 2^32 patterns, from -2^31 to 2^31 - 1, each once
    assert cuts[0][0] == -(1 << 31)
    assert cuts[-1][1] == 1 << 31
    assert all(left[1] == right[0] for left, right in pairwise(cuts))
    assert all(part.span for part in parts)


def test_no_size_that_cuts_a_block():
    inputs = select_inputs("special", FORMATS["float32"])
    for size in (0, 1, BLOCK, GRAIN + 1):
        with pytest.raises(ValueError):
            list(parts_of(inputs, size))


@pytest.mark.parametrize(
    ("pieces", "words"),
    [
        ((range(0x3F800000, 0x3F800003),), "3 float32 inputs from 1.0 to 1.000000238418579"),
        ((np.array([1.5], np.float32), range(1)), "2 float32 inputs from 1.5 to 0.0"),
    ],
)
def test_in_words(pieces, words):
    assert str(Part("float32", pieces, True)) == words
