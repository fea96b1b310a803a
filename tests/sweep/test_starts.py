"""Where a search begins."""

import numpy as np
import pytest

from gelucheck.formats import FORMATS
from gelucheck.inputs.branches import branch_ordinals
from gelucheck.inputs.worst import centre_ordinals
from gelucheck.sweep.starts import first_cuts, start_ordinals

WIDE = [FORMATS["float32"], FORMATS["float64"]]


@pytest.mark.parametrize("fmt", WIDE, ids=lambda fmt: fmt.name)
@pytest.mark.parametrize("count", [1, 2, 3, 10, 100, 1000, 1 << 16])
def test_some_finite_ordinals_each_once(fmt, count):
    ordinals = start_ordinals(fmt, count, 0)
    assert 1 <= ordinals.size <= count
    assert ordinals.size > 0.9 * count - 2  # what the two halves share is not made up for
    assert np.all(np.diff(ordinals) > 0)
    assert np.all(np.isfinite(fmt.values(ordinals).astype(np.float64)))


@pytest.mark.parametrize("fmt", WIDE, ids=lambda fmt: fmt.name)
def test_what_is_known_is_among_them(fmt):
    ordinals = start_ordinals(fmt, 1 << 18, 3)
    for known in (centre_ordinals(fmt), branch_ordinals(fmt)):
        assert np.all(np.isin(known, ordinals))
        assert np.all(np.isin(known + 1, ordinals))
    # every power of two, both signs: where binades begin
    powers = 2.0 ** np.arange(fmt.emin, fmt.emax + 1)
    due = fmt.ordinals(np.concatenate([powers, -powers]).astype(fmt.dtype))
    assert np.all(np.isin(due, ordinals))


@pytest.mark.parametrize("fmt", WIDE, ids=lambda fmt: fmt.name)
def test_cuts_cover_every_finite_value(fmt):
    cuts = first_cuts(fmt)
    assert np.all(np.diff(cuts) > 0)
    # the ordinals of -largest and +largest: the next one is an infinity
    assert (cuts[0], cuts[-1]) == (-fmt.end_bits, fmt.end_bits)
    # no interval is longer than a binade
    assert np.diff(cuts).max() <= 1 << (fmt.precision - 1)
