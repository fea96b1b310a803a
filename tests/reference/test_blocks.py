"""Blocks: the polynomials and their bounds against Arb, and where the forms are proved simple."""

import numpy as np
import pytest

from gelucheck.formats import FORMATS
from gelucheck.reference.blocks import LENGTH, PANEL, ROWS, geometry, polynomials, powers
from gelucheck.reference.blocks_simple import HALVES_END, SAME, TIES_END, ZERO, due, kind_of
from gelucheck.reference.enclosure import arb_precision, arb_rounded_bits, ball
from gelucheck.reference.evaluate import evaluate
from gelucheck.reference.functions import REFERENCES

SINGLE = FORMATS["float32"]
FORMS = ("gelu", "tanh", "sigmoid")
FIELDS = (0, 1, 40, 90, 101, 102, 110, 120, 123, 125, 126, 127, 128, 129, 130, 131, 133)


EACH = (1 << 23) // PANEL
"""Panels of a binade."""


def panel(field: int, place: int) -> np.ndarray:
    """The smallest magnitudes of the blocks of a panel inside a binade."""
    return (field << 23) + place * PANEL + np.arange(ROWS) * LENGTH


def worst(function, first, negative, less=0.0) -> float:
    """Largest error of some values over the bound, by Arb."""
    found = polynomials(function, SINGLE, first, negative, less)
    middle, radius = geometry(SINGLE, first)
    places = np.array([0, 1, LENGTH // 3, LENGTH // 2, LENGTH - 1])
    ratio = 0.0
    for row in (0, 7, ROWS - 1):
        used = int(found.degree[row]) + 1
        got = (found.terms[row, :used] @ powers(negative)[:used])[places]
        s = powers(negative)[1][places]
        for value, t in zip(got, s, strict=True):
            x = float(middle[row] + radius[row] * t) * (-1 if negative else 1)
            with arb_precision(600):
                from flint import arb

                exact = ball(function, x, 600) - arb(x) * less
                error = abs(exact - arb(float(value)))
                ratio = max(ratio, float((error / arb(float(found.bound[row]))).upper()))
    return ratio


@pytest.mark.parametrize("name", [*FORMS, "gelu_grad", "tanh_grad", "sigmoid_grad"])
@pytest.mark.parametrize("negative", [False, True])
def test_bounds_hold(name, negative):
    generator = np.random.default_rng(len(name) + negative)
    for field in FIELDS:
        first = panel(field, int(generator.integers(0, EACH)))
        assert worst(REFERENCES[name], first, negative) <= 1


@pytest.mark.parametrize("name", FORMS)
def test_bounds_are_small_enough_to_decide(name):
    """About 2^-48 of the value: so one rounding in some millions is left to the oracle."""
    for field in (102, 110, 120, 126, 127, 128):
        for negative in (False, True):
            first = panel(field, EACH - 4)
            found = polynomials(REFERENCES[name], SINGLE, first, negative)
            least = np.abs(found.terms[:, 0]) - found.spread
            assert (found.bound < 2.0**-47 * least).all(), (field, negative)


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("negative", [False, True])
def test_bounds_without_the_half(name, negative):
    for field in (0, 1, 30, 80, 101):
        first = panel(field, EACH * 3 // 5)
        found = polynomials(REFERENCES[name], SINGLE, first, negative, 0.5)
        assert worst(REFERENCES[name], first, negative, 0.5) <= 1
        # relative to what is left, about 0.4·x²
        assert field < 2 or (found.bound < 2.0**-40 * found.terms[:, 0]).all()


@pytest.mark.parametrize("name", FORMS)
def test_same_from_here_on(name):
    """At the threshold and at each power of two, where the spacing below is smaller; not before."""
    function, start = REFERENCES[name], SINGLE.bits_of(SAME[name])
    for bits in (start, start + 1, *(SINGLE.bits_of(2.0**k) for k in (3, 4, 5))):
        if bits >= start:
            assert arb_rounded_bits(function, SINGLE.value(bits), SINGLE) == bits
    assert arb_rounded_bits(function, SINGLE.value(start - 1), SINGLE) != start - 1


@pytest.mark.parametrize("name", FORMS)
def test_zero_from_here_on(name):
    function, start = REFERENCES[name], SINGLE.bits_of(ZERO[name])
    assert arb_rounded_bits(function, -SINGLE.value(start), SINGLE) == SINGLE.sign_bit
    assert arb_rounded_bits(function, -SINGLE.value(start - 1), SINGLE) != SINGLE.sign_bit


@pytest.mark.parametrize("name", FORMS)
def test_half_is_off_by_little(name):
    """δ <= 0.43·x²: half the second derivative on a ball around 0 (Lagrange)."""
    from flint import arb, arb_series

    with arb_precision(100, 3):
        near = arb(0, 2.0**-24)
        second = REFERENCES[name].arb(arb_series([near, 1]))[2]
        assert second < 0.43
        assert second > 0


CASES = [(field, place) for field in (0, 1, 2, 50, 101) for place in (1, EACH // 2, EACH - 1)]
CASES += [(field, EACH * 3 // 4) for field in (129, 130, 133, 140, 254)]


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("negative", [False, True])
def test_due_is_the_reference(name, negative):
    generator = np.random.default_rng(1)
    seen = set()
    for field, place in CASES:
        first = (field << 23) + place * PANEL
        kind = kind_of(REFERENCES[name], SINGLE, first, first + PANEL - 1, negative)
        if kind is None:
            continue
        seen.add(kind)
        places = np.unique(np.r_[0, PANEL - 1, generator.integers(0, PANEL, 50)])
        bits = (first + places).astype(np.uint32) | np.uint32(negative << 31)
        want = evaluate(REFERENCES[name], SINGLE.values_of_bits(bits), SINGLE).rounded
        got = due(kind, negative, bits, np.empty_like(bits))
        assert (got == SINGLE.bits_of_values(want)).all(), (field, place, kind)
    assert seen == {"tie", "half", "zero" if negative else "same"}


@pytest.mark.parametrize(
    ("first", "kind", "why"),
    [
        (0, "tie", "0 and the smallest"),
        (PANEL, "tie", "subnormal"),
        (TIES_END - PANEL, "tie", "x/2 is subnormal"),
        (TIES_END, "half", "x/2 is normal"),
        (HALVES_END - PANEL, "half", "below 2^-25"),
        (HALVES_END, None, "2^-25"),
        (SINGLE.end_bits, None, "holds infinity"),
        (SINGLE.end_bits + PANEL, "nan", "nothing but NaN"),
    ],
)
def test_kinds(first, kind, why):
    found = kind_of(REFERENCES["gelu"], SINGLE, first, first + PANEL - 1, False)
    assert found == kind, why
