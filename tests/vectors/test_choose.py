"""The inputs of a set: what must be there, and that each tag means what it says."""

import numpy as np
import pytest

from gelucheck.formats import FORMATS
from gelucheck.reference.functions import REFERENCES
from gelucheck.vectors.choose import choose
from gelucheck.vectors.tags import TAGS, counts_of, mask_of, names_of


@pytest.fixture(scope="module")
def single():
    ordinals, tags, evidence = choose(FORMATS["float32"], REFERENCES["gelu"], 500, 3)
    return FORMATS["float32"].values(ordinals), tags, evidence


def tagged(single, name):
    values, tags, _ = single
    return set(values[(tags & TAGS[name]) > 0].tolist())


def test_a_sample_ascends_and_says_so(single):
    values, _, evidence = single
    assert evidence == "sample"
    assert np.all(np.diff(values[np.isfinite(values)]) >= 0)
    # both zeros, which are one number
    assert np.count_nonzero(values == 0) == 2


def test_powers_of_two_and_their_neighbours_are_binade_edges(single):
    found = tagged(single, "binade-edge")
    for power in (-149, -126, -1, 0, 64, 127):
        one = np.float32(2.0**power)
        for value in (one, np.nextafter(one, np.float32(0)), np.nextafter(one, np.float32(np.inf))):
            assert float(value) in found and -float(value) in found
    # every binade has one edge and two neighbours, of which some are shared; both signs
    assert len(found) <= 2 * 3 * (149 + 128)


@pytest.mark.parametrize(
    ("tag", "value"),
    [
        ("special", np.inf),
        ("special", -1.0),
        ("special", 2.0**-149),
        ("saturation", 5.3475155830383301),
        ("worst", float.fromhex("-0x1.a2fe94p+3")),
        ("branch", 0.84375),
    ],
)
def test_what_is_known_is_there(single, tag, value):
    assert value in tagged(single, tag)


def test_stratified_sample_is_as_large_as_asked(single):
    assert len(tagged(single, "stratified")) >= 499  # both zeros are one number


def test_every_tag_that_is_made_has_a_meaning(single):
    from gelucheck.vectors.tags import KNOWN, MEANINGS

    assert MEANINGS.keys() == TAGS.keys()
    assert not np.any(single[1] & ~np.uint32(KNOWN))
    assert all(single[1] > 0)


def test_masks_and_names():
    assert mask_of(["hardest", "special", "special"]) == 1 | 8
    assert names_of(1 | 8) == ["special", "hardest"]
    assert names_of(1 << 31) == []
    assert counts_of(np.array([1, 9, 8, 0], np.uint32)) == {"special": 2, "hardest": 2}
    bits = sorted(TAGS.values())
    assert bits == [1 << n for n in range(len(TAGS))]
