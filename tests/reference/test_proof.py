"""Suprema by branch and bound: against suprema known in closed form, and those that are kept."""

import math

import mpmath
import pytest

from gelucheck.reference.functions import REFERENCES
from gelucheck.reference.proof import method_supremum, supremum
from gelucheck.reference.theorems import METHOD

# function for Arb balls and series, interval, supremum of |f|, where
KNOWN = [
    (lambda x: x * (-x * x).exp(), 0.0, 4.0, math.exp(-0.5) / math.sqrt(2), math.sqrt(0.5)),
    (lambda x: x * x - 2, -1.0, 1.0, 2.0, 0.0),
    (lambda x: x.sin() - x.cos(), 0.0, 3.0, math.sqrt(2), 3 * math.pi / 4),
]


@pytest.mark.parametrize("function, left, right, value, at", KNOWN)
def test_a_supremum_known_in_closed_form_is_enclosed(function, left, right, value, at):
    found = supremum(function, left, right)
    assert found.lower <= value * (1 + 2**-52) and value * (1 - 2**-52) <= found.upper
    assert found.upper <= found.lower * (1 + 2**-48)
    assert abs(found.at - at) < 1e-7


# DESIGN, section 5, and facts, 3.1: |x| and the value, computed independently with mpmath
PUBLISHED = [
    ("tanh", 2.6989413863772703, 4.7323552068728488e-4),
    ("sigmoid", 2.2703977371966102, 2.0334872209239230e-2),
    ("tanh_grad", 2.018656, 8.684518e-4),
    ("sigmoid_grad", 1.421948, 2.9072046e-2),
]


@pytest.mark.parametrize("name, at, value", PUBLISHED)
def test_the_published_figures(name, at, value):
    kept = METHOD[name]
    assert abs(kept.at) == pytest.approx(at, rel=1e-6)
    assert kept.lower == pytest.approx(value, rel=1e-7)


@pytest.mark.parametrize("name", METHOD)
def test_what_is_kept_is_proved_again(name):
    """The enclosures overlap, and each is as narrow as 2^-48."""
    proved, kept = method_supremum(name), METHOD[name]
    assert max(proved.lower, kept.lower) <= min(proved.upper, kept.upper)
    assert kept.upper <= kept.lower * (1 + 2**-48)


@pytest.mark.parametrize("name", METHOD)
def test_the_lower_end_is_attained(name):
    """By mpmath at 60 digits, by formulas that the records do not use."""
    kept = METHOD[name]
    with mpmath.workdps(60):
        cubic, quick = mpmath.mpf("0.044715"), mpmath.mpf("1.702")
        root = mpmath.sqrt(2 / mpmath.pi)
        forms = {
            "tanh": lambda x: x * (1 + mpmath.tanh(root * (x + cubic * x**3))) / 2,
            "sigmoid": lambda x: x * (1 + mpmath.tanh(quick * x / 2)) / 2,
        }
        form = forms[name.removesuffix("_grad")]

        def difference(x):
            return form(x) - x * mpmath.ncdf(x)

        at = mpmath.mpf(kept.at)
        value = mpmath.diff(difference, at) if name.endswith("_grad") else difference(at)
        # one rounding of the kept float64 is allowed
        assert abs(value) >= kept.lower * (1 - mpmath.mpf(2) ** -52)


def test_the_difference_is_even():
    """|form - gelu| is looked at for x <= 0 only: f(x) - f(-x) = x for both."""
    for name in ("gelu", "tanh", "sigmoid"):
        function = REFERENCES[name]
        with mpmath.workdps(40):
            for x in (0.25, 1.5, 3.75):
                right, left = (function.mp(mpmath.mp, mpmath.mpf(s))[0] for s in (x, -x))
                assert abs(right - left - x) < mpmath.mpf(10) ** -35
