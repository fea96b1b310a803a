"""Figures of a difference as text: four digits, and never a zero that is none."""

import math
from fractions import Fraction

import pytest

from gelucheck.export.network_figures import (
    angle,
    figures_of,
    told_apart,
    unit_of,
)
from gelucheck.networks import Difference, Element, Spread


def element(value, got=0.0, want=0.0, unit=(3, 7)):
    return Element(value, 2, 12, unit, got, want)


def difference(**changes):
    given = {
        "max_abs": element(1.5e-3, 0.2515, 0.25),
        "max_rel": element(0.006),
        **{"mean_abs": 1e-4, "mean_rel": 2e-3, "norm_rel": 5e-4, "cosine": 0.75},
        **{"top1": 1234, "places": 40960, "lost": 0},
    }
    return Difference(**{**given, **changes})


def test_all_of_them():
    spread = {"max_abs": Spread(1e-3, 1.5e-3), "mean_abs": Spread(1e-4, 1e-4)}
    found = figures_of(difference(spread=spread))
    assert (found.max_abs, found.mean_abs) == ("1.500e-3", "1.000e-4")
    assert (found.max_rel, found.mean_rel) == ("6.000e-3", "2.000e-3")
    assert (found.norm_rel, found.angle) == ("5.000e-4", "2.500e-1")
    assert (found.top1, found.places) == ("1,234", "40,960")
    assert found.over_seeds == "1.00e-3…1.50e-3"
    assert found.mean_over_seeds == "1.00e-4", "no range where there is none"
    assert (found.unit, found.where, found.lost) == ("[3, 7]", "seed 2, #12", "")


def test_what_does_not_exist_is_a_dash():
    names = ("max_abs", "max_rel", "mean_abs", "mean_rel", "norm_rel", "cosine")
    found = figures_of(difference(**dict.fromkeys(names), lost=7))
    assert {found.max_abs, found.max_rel, found.mean_abs, found.mean_rel, found.angle} == {"—"}
    assert (found.unit, found.where, found.lost) == ("", "", "7 lost")


def test_no_difference_has_no_worst_unit():
    found = figures_of(difference(max_abs=element(0.0)))
    assert (found.max_abs, found.unit, found.where) == ("0", "", "")


@pytest.mark.parametrize("cosine, norm, told, why", [
    (1.0, 0.0, "0", "the same arrays"),
    (1.0, 1e-9, "<1.1e-16", "1 - 5e-19 is 1 in float64: not 0, and below half its spacing there"),
    (1.0, None, "<1.1e-16", "nothing is known of the norm"),
    (math.nextafter(1.0, 0.0), 1e-8, "1.110e-16", "the nearest below 1"),
    (0.0, 1.0, "1.000e0", "a right angle"),
    (-1.0, 2.0, "2.000e0", "the other way"),
    (None, None, "—", "an array of zeros"),
])  # fmt: skip
def test_the_angle(cosine, norm, told, why):
    assert angle(cosine, norm) == told, why


def test_no_cosine_lies_between_what_is_printed_and_one():
    assert Fraction(1) - Fraction(math.nextafter(1.0, 0.0)) == Fraction(1, 2**53)


@pytest.mark.parametrize("got, want", [
    (0.25, 0.2500000000000001),
    (1e300, math.nextafter(1e300, 0.0)),
    (0.5, 0.25),
    (-0.1, -0.10000001),
])  # fmt: skip
def test_two_numbers_that_differ_are_printed_so(got, want):
    first, second = told_apart(element(1.0, got, want))
    assert first != second
    assert float(first) == pytest.approx(got, rel=1e-5)
    assert float(second) == pytest.approx(want, rel=1e-5)


def test_a_unit_is_written_as_a_place():
    assert unit_of(element(1.5e-3, 0.2515, 0.25)) == "[3, 7]"
    assert unit_of(element(0.0)) == unit_of(None) == ""
    assert unit_of(element(1.0, unit=(5,))) == "[5]"
