"""Bounds by region: what they say, and of what."""

import math

import pytest

from gelucheck.errors import UsageError
from gelucheck.proofs.rounding.bounds import REGIONS, Bound, bounds
from gelucheck.record import Theorem

MIDDLE = [(-1.0, 1.0), (1.0, 4.0)]


@pytest.mark.parametrize(
    ("name", "dtype"),
    [
        ("erfc", "float32"),
        ("normcdf", "float64"),
        ("tanh-logistic", "float32"),
        pytest.param("sigmoid", "float32", marks=pytest.mark.slow),
        pytest.param("normcdf", "float32", marks=pytest.mark.slow),
        pytest.param("erfc", "float64", marks=pytest.mark.slow),
        pytest.param("tanh-logistic", "float64", marks=pytest.mark.slow),
        pytest.param("sigmoid", "float64", marks=pytest.mark.slow),
    ],
)
def test_sound_writings_are_bounded_tightly(name, dtype):
    for bound in bounds(name, dtype, "native", MIDDLE, budget=1 << 12):
        assert 0.5 < bound.found <= bound.upper <= 1.5 * bound.found
        assert bound.evidence == "search"
        assert bound.low <= bound.found_x <= bound.high
        assert bound.low <= bound.at[0] <= bound.at[1] <= bound.high


def test_what_the_contract_knows_is_found_and_bounded():
    """erfc in float32 attains 199.709… ulp at -13.09 (exhaustively), which is all there is."""
    [bound] = bounds("erfc", "float32", "native", [(-14.0, -13.0)])
    assert bound.found_x == float.fromhex("-0x1.a2fe94p+3")
    assert 199.709107 < bound.found <= bound.upper < 201.8


def test_float32_in_float64_is_half_an_ulp():
    """One rounding at the end, and what float64 loses: 2^-29 of an ulp at a time."""
    for bound in bounds("erfc", "float32", "upcast", MIDDLE, budget=1 << 12):
        assert 0.4999 < bound.found <= bound.upper < 0.50001


def test_exhaustive_formats():
    """In 16-bit formats boxes end up as single values: the bound is what is found."""
    found = bounds("normcdf", "float16", "native")
    assert [(b.low, b.high) for b in found][1:-1] == list(REGIONS[1:-1])
    assert (found[0].low, found[-1].high) == (-65504.0, 65504.0)
    for bound in found:
        assert bound.evidence == "exhaustive"
        assert bound.found <= bound.upper <= 1.011 * bound.found


@pytest.mark.parametrize(
    ("name", "function", "region", "words"),
    [
        ("erf-half-last", "gelu", (4.0, math.inf), "overflow"),
        ("tanh", "gelu_grad", (4.0, math.inf), "NaN"),
    ],
)
def test_no_bound_has_a_reason(name, function, region, words):
    """2·x overflows; x² overflows and meets a 0."""
    [bound] = bounds(name, "float16", "native", [region], function=function)
    assert bound.upper == math.inf and words in bound.reason
    assert words in bound.theorem().sentence


def test_as_theorem():
    [bound] = bounds("erf", "float32", "native", [(0.25, 1.0)], budget=0)
    theorem = bound.theorem()
    name, found = "erf · float32 · native on [0.25, 1]", bound.found
    at = bound.found_x
    assert theorem == Theorem(name, found, found, bound.upper, at, theorem.sentence, "rounding")


@pytest.mark.parametrize(
    ("dtype", "low", "high", "place"),
    [
        ("float16", -65504.0, -8.0, "(-inf, -8]"),
        ("float16", 4.0, 65504.0, "[4, inf)"),
        ("float16", -1.0, 1.0, "[-1, 1]"),
        # it has no infinity
        ("float8_e4m3fn", 4.0, 448.0, "[4, 448]"),
    ],
)
def test_regions_in_words(dtype, low, high, place):
    at = (-1.0, -1.0)
    made = Bound("erf", "gelu", dtype, "native", low, high, 2.309, -1.0, "search", 2.8901, at)
    assert made.theorem().name == f"erf · {dtype} · native on {place}"
    assert "a search showed" in made.sentence()


def test_zero_alone():
    """0.5·0·(1 + erf 0) is 0; the derivative there is 1/2, exactly."""
    for function in ("gelu", "gelu_grad"):
        [bound] = bounds("erf", "float32", "native", [(0.0, 0.0)], function=function)
        assert bound.found == bound.upper == 0


def test_regions_without_values_are_left_out():
    assert bounds("erf", "float16", "native", [(1.0001, 1.0002)]) == ()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("erf", "float64", "upcast"), "no arithmetic 'upcast'"),
        (("nothing", "float32", "native"), "unknown form"),
        (("erf", "float31", "native"), "unknown format"),
        (("erf", "float32", "native", [(1.0, -1.0)]), "no region"),
        (("erf", "float32", "native", [(math.nan, 1.0)]), "no region"),
    ],
)
def test_what_cannot_be_asked(arguments, words):
    with pytest.raises(UsageError, match=words):
        bounds(*arguments)
