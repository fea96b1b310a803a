"""The stratified sample: size, order, coverage, density, and that it stays the same."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gelucheck.formats import FORMATS, STANDARD, Format
from gelucheck.inputs.special import special_ordinals
from gelucheck.inputs.strata import sample_ordinals
from gelucheck.inputs.worst import centre_ordinals

HALF, BRAIN, SINGLE, DOUBLE = STANDARD.values()
TOY = Format("toy", 6, 3)


def numbers(fmt):
    return 2 * (fmt.end_bits + 1)


SIZES = [1, 2, 3, 4, 5, 10, 99, 1000, 60_000, 1 << 18]


@pytest.mark.parametrize("count", SIZES)
@pytest.mark.parametrize("fmt", [*FORMATS.values(), TOY], ids=lambda fmt: fmt.name)
def test_exactly_as_many_as_asked_for(fmt, count):
    count = min(count, numbers(fmt))
    ordinals = sample_ordinals(fmt, count, 0)
    assert ordinals.dtype == np.int64 and len(ordinals) == count
    assert (np.diff(ordinals) > 0).all(), "sorted, none twice"
    assert ordinals[0] >= -1 - fmt.end_bits and ordinals[-1] <= fmt.end_bits


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([*FORMATS.values(), TOY]), st.integers(1, 3000), st.integers(0, 2**70))
def test_any_size_and_seed(fmt, count, seed):
    count = min(count, numbers(fmt))
    ordinals = sample_ordinals(fmt, count, seed)
    assert len(set(ordinals.tolist())) == count
    assert np.isfinite(fmt.values(ordinals).astype(float)).any()


def test_same_seed_same_sample():
    for fmt in (SINGLE, DOUBLE):
        first = sample_ordinals(fmt, 5000, 7)
        assert (first == sample_ordinals(fmt, 5000, 7)).all()
        assert len(np.intersect1d(first, sample_ordinals(fmt, 5000, 8))) < 4000


@pytest.mark.parametrize("fmt", [SINGLE, DOUBLE], ids=lambda fmt: fmt.name)
def test_every_binade_of_both_signs(fmt):
    ordinals = sample_ordinals(fmt, 1 << 18, 0)
    finite = fmt.end_bits >> (fmt.precision - 1)
    magnitude = np.where(ordinals < 0, -1 - ordinals, ordinals)
    field = magnitude >> (fmt.precision - 1)
    for negative in (False, True):
        mine = (ordinals < 0) == negative
        counts = np.bincount(field[mine], minlength=finite + 1)[:finite]
        # 5/16 of the sample, less the specials, over all binades of both signs
        least = int(0.9 * (5 / 16) * (2**18 - 13_000) / (2 * finite))
        assert counts.min() >= least


@pytest.mark.parametrize("fmt", [SINGLE, DOUBLE], ids=lambda fmt: fmt.name)
def test_even_within_a_binade(fmt):
    """In a far binade, a quarter of the values in each quarter of its ordinals."""
    ordinals = sample_ordinals(fmt, 1 << 18, 0)
    shift = fmt.precision - 1
    start = (fmt.end_bits >> shift) // 4 * 3 << shift  # a binade far above 1
    inside = ordinals[(ordinals > start + 1) & (ordinals < start + (1 << shift) - 1)] - start
    quarters = np.bincount(inside >> (shift - 2), minlength=4)
    assert len(inside) >= 12 and quarters.max() - quarters.min() <= 2 + len(inside) // 20


@pytest.mark.parametrize("fmt", [SINGLE, DOUBLE], ids=lambda fmt: fmt.name)
def test_denser_where_gelu_bends(fmt):
    values = fmt.values(sample_ordinals(fmt, 1 << 18, 0)).astype(float)
    bend = np.count_nonzero((values >= -6) & (values <= 3) & (np.abs(values) >= 2**-6))
    assert bend >= 0.35 * len(values), "of all binades, less than one in fifty"


@pytest.mark.parametrize("fmt", [SINGLE, DOUBLE], ids=lambda fmt: fmt.name)
def test_special_values_and_windows(fmt):
    ordinals = sample_ordinals(fmt, 1 << 18, 0)
    assert np.isin(special_ordinals(fmt), ordinals).all()
    for centre in centre_ordinals(fmt):
        near = np.count_nonzero(np.abs(ordinals - centre) <= 512)
        assert near >= 100, "of 1,025 neighbours"


def test_small_samples_begin_where_it_matters():
    for fmt in FORMATS.values():
        (one,) = fmt.values(sample_ordinals(fmt, 1, 0)).astype(float)
        assert -6 <= one <= 3 and abs(one) >= 2**-6
