"""The normal distribution in a format: probabilities against mpmath, samples against their rule."""

import math

import mpmath
import numpy as np
import pytest

from gelucheck.formats import STANDARD
from gelucheck.inputs.normal import LEAST_POINTS, MOST_POINTS, every_value, sampled

HALF, BRAIN, SINGLE, DOUBLE = STANDARD.values()
MP = mpmath.MPContext()
MP.dps = 120  # the cells next to zero of bfloat16 have 1e-41 of the whole


def mass(left, right, sigma=1.0):
    """The probability of [left, right], which may end in an infinity; of a side that is small."""
    if left > 0:
        left, right = -right, -left
    return MP.ncdf(MP.mpf(right) / MP.mpf(sigma)) - MP.ncdf(MP.mpf(left) / MP.mpf(sigma))


def cell(fmt, ordinal):
    """The ends of what rounds to a value, +0 and -0 having a half each; exact in float64."""
    if ordinal < 0:
        left, right = cell(fmt, -1 - ordinal)
        return -right, -left
    value = fmt.value(ordinal)
    before = fmt.value(ordinal - 1) if ordinal else -value
    last = ordinal == fmt.end_bits - 1
    after = 2 * value - before if last else fmt.value(ordinal + 1)
    return (before + value) / 2, (value + after) / 2


ORDINALS = {
    HALF: (0, -1, 1, 2, 1023, 1024, 1025, 15360, 16000, 20000, 20600, -15361, -18000),
    BRAIN: (0, -1, 1, 127, 128, 129, 255, 16256, 16500, 16900, -16257, -16700, -2),
}


@pytest.mark.parametrize("sigma", [1.0, 0.3, 1e-7, 1e-30, 250.0])
@pytest.mark.parametrize("fmt", ORDINALS, ids=lambda fmt: fmt.name)
def test_probability_of_a_value(fmt, sigma):
    _, weights, _ = every_value(fmt, sigma)
    middle = weights.size // 2
    for ordinal in ORDINALS[fmt]:
        due = mass(*cell(fmt, ordinal), sigma)
        found = weights[middle + ordinal]
        # below its normal numbers float64 has fewer digits
        assert abs(found - due) <= due * 2.0**-52 + 2.0**-1074, (ordinal, found)


def test_every_finite_value_in_order():
    for fmt in (HALF, BRAIN):
        values, weights, _ = every_value(fmt, 1.0)
        top = fmt.end_bits
        assert fmt.ordinals(values).tolist() == list(range(-top, top))
        assert values.dtype == fmt.dtype and weights.shape == values.shape


@pytest.mark.parametrize("sigma", [1.0, 1e-7, 1e-30, 3e4, 1e30])
@pytest.mark.parametrize("fmt", ORDINALS, ids=lambda fmt: fmt.name)
def test_probabilities_add_up_to_the_share(fmt, sigma):
    _, weights, share = every_value(fmt, sigma)
    largest = fmt.largest + (fmt.largest - fmt.value(fmt.end_bits - 2)) / 2
    due = mass(-largest, largest, sigma)
    assert abs(share - due) <= due * 2.0**-53
    assert math.fsum(weights) == pytest.approx(float(due), rel=1e-12)
    assert (weights == weights[::-1]).all()


def test_what_overflows_is_in_no_cell():
    """From 65520 on a number rounds to infinity."""
    _, _, share = every_value(HALF, 32752.0)
    assert share == pytest.approx(math.erf(65520 / 32752 / math.sqrt(2)), rel=1e-14)


def test_zero_takes_half_a_cell_for_each_sign():
    values, weights, _ = every_value(HALF, 1e-30)
    zeros = values == 0
    assert np.signbit(values[zeros]).tolist() == [True, False]
    assert weights[zeros].tolist() == [0.5, 0.5] and not weights[~zeros].any()


def stretches(count):
    """The ends of a sample's stretches, in σ: wide, narrow, wide."""
    narrow, wide = np.linspace(-6, 6, 3 * count // 4 + 1), np.linspace(6, 38, count // 8 + 1)
    return np.concatenate([-wide[:0:-1], narrow, wide[1:]])


@pytest.mark.parametrize("sigma", [1.0, 0.02, 1e-30, 1e30])
@pytest.mark.parametrize("count", [LEAST_POINTS, MOST_POINTS])
def test_one_point_in_each_stretch(count, sigma):
    values, weights, share = sampled(DOUBLE, sigma, count, 0)
    ends = stretches(count)
    # a point may round onto the end of its stretch
    near = values / sigma
    assert values.size == count and share == 1.0
    assert np.all(near >= ends[:-1] - 1e-9) and np.all(near <= ends[1:] + 1e-9)
    assert (weights == weights[::-1]).all()
    assert math.fsum(weights) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("count", [LEAST_POINTS, MOST_POINTS])
def test_probability_of_a_stretch(count):
    _, weights, _ = sampled(DOUBLE, 1.0, count, 0)
    ends = stretches(count)
    edge = count // 8
    for at in (0, 1, edge - 1, edge, edge + 1, count // 3, count // 2 - 1, count // 2, count - 9):
        due = mass(ends[at], ends[at + 1])
        assert abs(weights[at] - due) <= due * 1e-12 + 2.0**-1073


def test_a_sample_covers_its_stretches():
    """A point is uniform in its stretch: the mean place is a half, to five standard errors."""
    values, _, _ = sampled(DOUBLE, 1.0, MOST_POINTS, 3)
    ends = stretches(MOST_POINTS)
    place = (values - ends[:-1]) / np.diff(ends)
    assert abs(place.mean() - 0.5) < 5 / math.sqrt(12 * MOST_POINTS)
    assert np.histogram(place, 8, (0, 1))[0].min() > MOST_POINTS / 8 * 0.95


def test_same_seed_same_sample():
    first, again, other = (sampled(SINGLE, 1.0, 5000, seed) for seed in (1, 1, 2))
    for one, two in zip(first[:2], again[:2], strict=True):
        assert one.tobytes() == two.tobytes()
    assert first[0].tobytes() != other[0].tobytes()


@pytest.mark.parametrize(
    ("asked", "count"), [(1, LEAST_POINTS), (9999, 8192), (1 << 22, MOST_POINTS)]
)
def test_how_many_points(asked, count):
    assert sampled(DOUBLE, 1.0, asked, 0)[0].size == count


def test_what_rounds_alike_is_one_value():
    """σ so small that float32 has few values there: no weight is lost."""
    values, weights, _ = sampled(SINGLE, 2.0**-145, 4096, 0)
    # -38 σ is -608 of its smallest steps
    assert values.size <= 2 * (608 + 1)
    ordinals = SINGLE.ordinals(values)
    assert (np.diff(ordinals) > 0).all()
    assert math.fsum(weights) == pytest.approx(1, abs=1e-12)
