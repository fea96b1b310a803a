"""Differences against their definitions, in fractions and in mpmath."""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from gelucheck.formats import FORMATS
from gelucheck.network.difference import Wanted, difference, tally

BEYOND = 1.7e308


def made(got, want, seed=0):
    return tally(np.array(got), Wanted(np.array(want, np.float64)), seed)


def of(*pairs):
    return difference({seed: made(*pair, seed) for seed, pair in enumerate(pairs)})


def by_definition(got, want):
    """The figures of two lists of finite numbers, each difference and quotient rounded once."""
    apart = [abs(g - w) for g, w in zip(got, want, strict=True)]
    related = [d / abs(w) for d, w in zip(apart, want, strict=True) if w]
    with mpmath.workdps(60):
        a, b = (mpmath.matrix([mpmath.mpf(v) for v in values]) for values in (got, want))
        norms = mpmath.norm(a), mpmath.norm(b)
        product = mpmath.fdot(a, b)
        return {
            "max_abs": max(apart),
            "max_rel": max(related, default=None),
            "mean_abs": float(sum(map(Fraction, apart)) / len(apart)),
            "mean_rel": float(sum(map(Fraction, related)) / len(related)) if related else None,
            "norm_rel": float(mpmath.norm(a - b) / norms[1]) if norms[1] else None,
            "cosine": float(product / norms[0] / norms[1]) if all(norms) else None,
        }


NUMBERS = st.floats(-1e6, 1e6, width=32) | st.sampled_from([0.0, -0.0, 1.0, -1.0])


@settings(max_examples=60)
@given(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=12))
def test_figures_are_those_of_the_definition(pairs):
    got, want = map(list, zip(*pairs, strict=True))
    figures = of(([got], [want]))
    for name, value in by_definition(got, want).items():
        found = getattr(figures, name)
        if name.startswith("max") and found:
            assert found.value == value
            assert (found.got, found.want) == (got[found.unit[0]], want[found.unit[0]])
        elif value is None or name.startswith("mean"):
            assert found == value, "the float nearest to the exact mean"
        elif name == "cosine":
            assert abs(found - value) <= 2**-51 and -1 <= found <= 1
        else:
            assert found == pytest.approx(value, rel=1e-15), "squares are rounded"


@pytest.mark.parametrize("tilt", [1e-3, 1e-6, 1e-8, 1e-9])
def test_a_cosine_near_1(tilt):
    """Of (1, t) and (1, 0) it is 1/sqrt(1 + t²)."""
    found = of(([[1.0, tilt]], [[1.0, 0.0]])).cosine
    with mpmath.workdps(60):
        assert abs(found - 1 / mpmath.sqrt(1 + mpmath.mpf(tilt) ** 2)) <= 2**-52
    assert found <= 1


@pytest.mark.parametrize("scale, due", [(1.0, 1), (3.0, 1), (1e-200, 1), (1e300, 1), (-0.1, -1)])
@pytest.mark.parametrize("base", [1.0, 1e-100])
def test_a_multiple_has_cosine_1(scale, due, base):
    """However much larger or smaller: squares and products beyond float64 are sums all the same."""
    want = np.random.default_rng(1).standard_normal((4, 50)) * base
    found = of((want * scale, want)).cosine
    assert found == due if scale == 1 else abs(found - due) <= 2**-51
    assert abs(found) <= 1


def test_the_first_of_the_largest():
    """By seed, then by sample, then by unit."""
    ones = np.ones((2, 2, 2))
    got = ones.copy()
    got[0, 1, 0] = got[1, 0, 0] = 1.5
    found = of((ones, ones), (got, ones), (got, ones)).max_abs
    assert (found.seed, found.sample, found.unit, found.value) == (1, 0, (1, 0), 0.5)
    assert all(type(each) is int for each in (found.seed, found.sample, *found.unit))


def test_a_relative_difference_has_a_reference_that_is_not_0():
    figures = of(([[5.0, 1.0]], [[0.0, 2.0]]))
    assert (figures.max_rel.value, figures.max_rel.unit, figures.mean_rel) == (0.5, (1,), 0.5)
    figures = of(([[5.0]], [[0.0]]))
    assert figures.max_rel is figures.mean_rel is figures.norm_rel is figures.cosine is None
    assert figures.max_abs.value == 5


def test_what_is_lost_is_in_no_figure():
    """2 of 4 numbers: the others are 1 off, of 3 and of 4."""
    figures = of(([[math.nan, 2.0, math.inf, 5.0]], [[1.0, 3.0, 1.0, 4.0]]))
    assert figures.lost == 2
    assert (figures.max_abs.value, figures.max_abs.unit) == (1, (1,))
    assert (figures.max_rel.value, figures.max_rel.unit) == (1 / 3, (1,))
    assert figures.mean_abs == 1
    assert figures.mean_rel == float((Fraction(1 / 3) + Fraction(1, 4)) / 2)
    assert figures.norm_rel == pytest.approx(math.sqrt(2 / 25), rel=1e-15)
    assert figures.cosine == pytest.approx(26 / (math.sqrt(29) * 5), rel=1e-15)


def test_nothing_is_left():
    figures = of(([[math.nan]], [[1.0]]))
    assert figures.lost == 1
    assert figures.max_abs is figures.max_rel is figures.mean_abs is figures.mean_rel is None
    assert figures.norm_rel is figures.cosine is None


def test_the_first_that_counts_where_nothing_differs():
    figures = of(([[math.nan, 0.0, 1.0]], [[1.0, 0.0, 1.0]]))
    assert (figures.max_abs.value, figures.max_abs.unit) == (0, (1,))
    assert (figures.max_rel.value, figures.max_rel.unit) == (0, (2,))


def test_what_float64_cannot_hold():
    """A difference of 3.4e308 is lost; a quotient beyond 2^1024 is the largest number."""
    assert of(([[BEYOND]], [[-BEYOND]])).lost == 1
    figures = of(([[1.0, 2.0]], [[5e-324, 2.0]]))
    largest = float(np.finfo(np.float64).max)
    assert (figures.max_rel.value, figures.mean_rel) == (largest, largest / 2)
    assert figures.norm_rel == pytest.approx(0.5) and math.isfinite(figures.cosine)
    assert of(([[1.0]], [[5e-324]])).norm_rel == largest


TOP1 = [
    ([1, 2, 3], [1, 2, 3], 0, "the same"),
    ([1, 3, 2], [1, 2, 3], 1, "another one is larger"),
    ([1, 3, 3], [1, 2, 3], 0, "a tie in the run is no change"),
    ([1, 2, 3], [1, 3, 3], 1, "of a tie in the reference the first is meant"),
    ([1, 3, 2], [1, 3, 3], 0, "and it is still the largest"),
    ([math.nan, 2, 3], [1, 2, 3], 1, "a NaN among them"),
    ([1, 2, math.inf], [1, 2, 3], 0, "the largest one overflows"),
    ([1, math.inf, 3], [1, 2, 3], 1, "another one overflows"),
]


@pytest.mark.parametrize("got, want, changes, why", TOP1, ids=[row[3] for row in TOP1])
def test_top1(got, want, changes, why):
    figures = of(([np.array(got, float)], [want]))
    assert (figures.top1, figures.places) == (changes, 1), why


@pytest.mark.parametrize(
    "shape, axis, places",
    [((2, 5), -1, 2), ((2, 3, 5), -1, 6), ((2, 5, 3, 4), 1, 24)],
)
def test_places_of_each_rank(shape, axis, places):
    """Units are the last axis; of an image the channels. One place is changed."""
    want = np.random.default_rng(0).permutation(np.prod(shape)).reshape(shape).astype(float)
    got = want.copy()
    index = [0] * len(shape)
    index[axis] = int(np.moveaxis(want, axis, -1)[(0,) * (len(shape) - 1)].argmin())
    got[tuple(index)] = 1e6
    figures = of((got, want))
    assert (figures.top1, figures.places) == (1, places)


@pytest.mark.parametrize("name", FORMATS)
def test_values_of_every_format(name):
    """1.5 and -2.5 are values of all of them."""
    got = np.array([[1.5, -2.5]], FORMATS[name].dtype)
    figures = of((got, [[1.0, -2.0]]))
    assert (figures.max_abs.value, figures.max_rel.value, figures.mean_abs) == (0.5, 0.5, 0.5)
    assert figures.max_abs.got == 1.5 and type(figures.max_abs.got) is float


def test_seeds_add_up_and_spread():
    """Seed 0 is 1 off in one of two, seed 1 is 3 and 1 off; all of a reference of ones."""
    ones = [[1.0, 1.0]]
    first, second = ([[2.0, 1.0]], ones), ([[4.0, 2.0]], ones)
    figures = of(first, second)
    assert (figures.max_abs.value, figures.max_abs.seed) == (3, 1)
    assert figures.mean_abs == 5 / 4
    assert figures.norm_rel == pytest.approx(math.sqrt(11 / 4), rel=1e-15)
    assert (figures.places, figures.top1, figures.lost) == (2, 0, 0)
    ends = {name: (spread.low, spread.high) for name, spread in figures.spread.items()}
    assert ends["max_abs"] == (1, 3) and ends["mean_abs"] == (0.5, 2)
    assert ends["top1"] == (0, 0)
    assert (
        ends["norm_rel"]
        == (
            of(first).norm_rel,
            of(second).norm_rel,
        )
        == pytest.approx((math.sqrt(1 / 2), math.sqrt(5)), rel=1e-15)
    )
    # of (2, 1) and (1, 1) 3/sqrt(10), of (4, 2) the same
    assert ends["cosine"] == pytest.approx((3 / math.sqrt(10),) * 2, rel=1e-15)
    assert of(first).spread == {}


def test_a_seed_without_a_figure_has_no_part_in_its_spread():
    figures = of(([[math.nan]], [[1.0]]), ([[3.0]], [[1.0]]))
    assert (figures.spread["max_abs"].low, figures.spread["max_abs"].high) == (2, 2)
    assert "cosine" in figures.spread and "max_abs" not in of(*[([[math.nan]], [[1.0]])] * 2).spread


@settings(max_examples=20)
@given(
    arrays(np.float32, (3, 7), elements=st.floats(-8, 8, width=32)),
    st.permutations(range(3)),
)
def test_no_order_of_samples_matters(want, order):
    """Of sums; the same for the memory order of the array."""
    got = np.float16(want) + np.float16(0.25)
    one = of((got, want))
    for other in (of((got[order], want[order])), of((np.asfortranarray(got), want))):
        for name in ("mean_abs", "mean_rel", "norm_rel", "cosine"):
            assert getattr(other, name) == getattr(one, name)


def test_nothing_given_is_changed():
    got = np.array([[1.0, math.nan]])
    want = np.array([[2.0, 3.0]])
    copies = got.copy(), want.copy()
    made(got, want)
    assert np.array_equal(got, copies[0], equal_nan=True) and np.array_equal(want, copies[1])
