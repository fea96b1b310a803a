"""What a search maximises."""

import numpy as np
import pytest

from gelucheck.block import Block, Outputs
from gelucheck.formats import FORMATS
from gelucheck.forms.catalogue import find_writing
from gelucheck.implementations.writing import from_writing
from gelucheck.measure import measure
from gelucheck.sweep.aims import KINDS, aims_of, observed, region_ends
from gelucheck.tally import EDGES


@pytest.mark.parametrize("name", ["float32", "float64"])
def test_regions_are_those_of_the_tally(name):
    fmt = FORMATS[name]
    ends = region_ends(fmt)
    assert ends[0][0] == -fmt.end_bits and ends[-1][1] == fmt.end_bits - 1
    for index, (low, high) in enumerate(ends):
        tally = measure(
            from_writing(find_writing("sigmoid"), "native"), Block(fmt, fmt.values([low, high]))
        )
        assert list(tally.regions) == [index], EDGES[index]
        assert index == 0 or low == ends[index - 1][1] + 1


@pytest.mark.parametrize(
    "writing, figures, why",
    [("erfc", 4, "the form is GELU itself"), ("tanh", 8, "the form and GELU")],
)
def test_the_driving_aim_is_ulp_against_the_form(writing, figures, why):
    fmt = FORMATS["float64"]
    item = from_writing(find_writing(writing), "native")
    aims = aims_of(item, fmt)
    assert {aim.figure for aim in aims} == set(range(figures)), why
    assert aims[0].figure == 0 and aims[0].weight == max(aim.weight for aim in aims)
    x = np.array([-9.0, -3.0, -0.5, 0.25, 2.0, 50.0])
    block = Block(fmt, x)
    outputs = Outputs(item, block, "coarse")
    found = observed(item, outputs)
    assert found.shape == (figures + 1, x.size)
    peaks = measure(item, block).evaluation.peaks
    for row, kind in enumerate(KINDS):
        # the oracle's figure; the fast path is off by its slack, far below one in a million
        assert found[row].max() == pytest.approx(peaks[kind].value, rel=1e-6)


def test_a_correct_rounding_promises_nothing():
    fmt = FORMATS["float32"]
    item = from_writing(find_writing("erfc"), "upcast")
    x = fmt.values(np.arange(-1080000000, -1060000000, 100003))
    found = observed(item, Outputs(item, Block(fmt, x), "coarse"))
    assert not found.any()


def test_next_to_a_root_is_costly():
    """The sigmoid form's derivative vanishes at -0.751154…: its enclosure has no digits there."""
    fmt = FORMATS["float64"]
    item = from_writing(find_writing("sigmoid", "gelu_grad"), "native")
    root = fmt.ordinal(fmt.bits_of(float.fromhex("-0x1.80974a62be3dfp-1")))
    x = fmt.values(np.array([root, fmt.ordinal(fmt.bits_of(-3.0))]))
    found = observed(item, Outputs(item, Block(fmt, x), "coarse"))
    assert found[-1].tolist() == [1, 0]
