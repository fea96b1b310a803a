"""Suprema on the whole line and on intervals: against mpmath's roots of the derivative."""

from fractions import Fraction

import pytest
from flint import arb

from gelucheck.errors import UndecidedError, UsageError
from gelucheck.proofs import suprema
from gelucheck.proofs.expressions import Expression
from gelucheck.proofs.suprema import relative_supremum, supremum
from gelucheck.reference.theorems import METHOD

FORMS = ("tanh", "sigmoid")
OF = ("gelu", "gelu_grad", "phi")
WIDTH = 1e-15

# (form, of): |x|, the value; published: DESIGN section 5 and facts 3.1, where they have as many
# digits as stand here
PUBLISHED = {
    ("tanh", "gelu"): ("2.6989413863772703", "4.7323552068728488e-4"),
    ("sigmoid", "gelu"): ("2.2703977371966102", "2.0334872209239230e-2"),
    ("tanh", "gelu_grad"): ("2.018656", "8.684518e-4"),
    ("sigmoid", "gelu_grad"): ("1.421948", "2.9072046e-2"),
    ("tanh", "phi"): ("2.592145", "1.789326e-4"),
    ("sigmoid", "phi"): ("0.571485", "9.486324e-3"),
}


def close(low: float, high: float, text: str) -> bool:
    """Whether what an interval holds can be written so, with the last digit rounded."""
    mantissa, _, exponent = text.partition("e")
    decimals = len(mantissa.partition(".")[2])
    half = Fraction(51, 100) * Fraction(10) ** (int(exponent or 0) - decimals)
    return Fraction(low) - half <= Fraction(text) <= Fraction(high) + half


@pytest.mark.parametrize("of", OF)
@pytest.mark.parametrize("form", FORMS)
def test_the_supremum_is_the_greatest_extreme_that_mpmath_finds(form, of, exact):
    proved = supremum(form, of)
    at, value = max(
        exact.extremes(exact.difference(form, of), -6, 0, 48), key=lambda one: abs(one[1])
    )
    assert proved.lower <= abs(value) <= proved.upper
    assert proved.at[0] <= at <= proved.at[1]
    assert proved.upper - proved.lower <= WIDTH * proved.lower
    assert proved.at[1] - proved.at[0] <= WIDTH * abs(proved.at[0])


@pytest.mark.parametrize(("form", "of"), PUBLISHED)
def test_the_published_figures(form, of):
    proved = supremum(form, of)
    at, value = PUBLISHED[form, of]
    assert close(-proved.at[1], -proved.at[0], at)
    assert close(proved.lower, proved.upper, value)


@pytest.mark.parametrize("name", METHOD)
def test_what_is_kept_is_proved_again(name):
    """``theorems.METHOD``: its enclosures hold what is proved here, and are as narrow as 2^-48."""
    kept = METHOD[name]
    proved = supremum(name.removesuffix("_grad"), "gelu_grad" if "_grad" in name else "gelu")
    assert kept.lower <= proved.upper and proved.lower <= kept.upper
    assert kept.upper <= kept.lower * (1 + 2**-48)
    assert kept.at in proved.at


@pytest.mark.parametrize("name", METHOD)
def test_the_kept_lower_end_is_attained(name, exact):
    kept, of = METHOD[name], "gelu_grad" if "_grad" in name else "gelu"
    value = abs(exact.difference(name.removesuffix("_grad"), of)(exact.number(kept.at)))
    # one rounding of the kept float64 is allowed
    assert value >= kept.lower * (1 - exact.mp.mpf(2) ** -52)


# constants at the ends of what is allowed, and where two peaks are almost equal
CONSTANTS = [
    ("tanh", "gelu", "0"),
    ("tanh", "gelu", "10"),
    ("tanh", "gelu", "0.0443829"),
    ("tanh", "phi", "0.04417"),
    ("sigmoid", "gelu", "1.7729335"),
    ("sigmoid", "phi", "100"),
]


@pytest.mark.parametrize(("form", "of", "constant"), CONSTANTS)
def test_any_constant(form, of, constant, exact):
    number = Fraction(constant)
    proved = supremum(form, of, number)
    low = -0.5 if number == 100 else -6
    found = exact.extremes(exact.difference(form, of, number), low, 0, 48)
    at, value = max(found, key=lambda one: abs(one[1]))
    assert proved.lower <= abs(value) <= proved.upper
    assert proved.at[0] <= at <= proved.at[1]
    assert f"{form}({constant.removesuffix('.0')})" in proved.name


def test_a_slope_of_a_hundredth_reaches_far(exact):
    """x·s(x/100) is furthest from GELU where Φ(x) is 0: at u with 1 + e^v = v·e^v, v = u/100."""
    proved = supremum("sigmoid", "gelu", Fraction(1, 100))
    mp = exact.mp
    v = mp.findroot(lambda v: 1 + mp.exp(-v) - v, 1.2)
    assert proved.at[0] <= -100 * v <= proved.at[1]
    assert proved.lower <= 100 * v / (1 + mp.exp(v)) <= proved.upper


# form, interval, where: an end, or None
RELATIVE = [
    ("tanh", -5.0, 5.0, -5.0),
    ("tanh", -2.0, 2.0, None),
    ("tanh", -9.0, 9.0, -9.0),
    ("tanh", 3.0, 4.0, 3.0),
    ("tanh", 1.0, 1.0000000000000002, 1.0000000000000002),
    ("sigmoid", -3.0, 3.0, -3.0),
    ("sigmoid", -1.0, 3.0, None),
    ("sigmoid", -12.0, 37.0, -12.0),
    ("sigmoid", 8.0, 37.0, 8.0),
]


@pytest.mark.parametrize(("form", "low", "high", "end"), RELATIVE)
def test_relative_suprema(form, low, high, end, exact):
    proved = relative_supremum(form, low, high)
    with exact.mp.workdps(120):
        ratio = exact.ratio(form)
        if end is None:
            inside = exact.extremes(ratio, low, high, 60)
            at, value = max(inside, key=lambda one: abs(one[1]))
            assert abs(ratio(exact.number(low))) < abs(value) > abs(ratio(exact.number(high)))
        else:
            at, value = end, ratio(exact.number(end))
        assert proved.lower <= abs(value) <= proved.upper <= proved.lower * (1 + WIDTH)
        assert proved.at[0] <= at <= proved.at[1]
        for k in range(17):
            x = exact.number(low) + (exact.number(high) - exact.number(low)) * k / 16
            assert abs(ratio(x)) <= proved.upper


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (lambda: supremum("erf"), "one of tanh, sigmoid"),
        (lambda: supremum("cubic"), "one of tanh, sigmoid"),
        (lambda: supremum("tanh", "sigmoid"), "one of gelu, gelu_grad, phi"),
        (lambda: supremum("tanh", "gelu", Fraction(-1, 10)), "from 0 to 10"),
        (lambda: supremum("tanh", "gelu", Fraction(10) + Fraction(1, 10**30)), "from 0 to 10"),
        (lambda: supremum("sigmoid", "gelu", Fraction(0)), "from 0.01 to 100"),
        (lambda: supremum("sigmoid", "gelu", Fraction(10**400)), "from 0.01 to 100"),
        (lambda: supremum("tanh", "gelu", Fraction(1, 10**401)), "400 digits"),
        (lambda: relative_supremum("tanh", 1.0, 1.0), "an interval"),
        (lambda: relative_supremum("tanh", 2.0, 1.0), "an interval"),
        (lambda: relative_supremum("tanh", float("nan"), 1.0), "an interval"),
        (lambda: relative_supremum("tanh", float("-inf"), 1.0), "-37"),
        (lambda: relative_supremum("tanh", 8.5, 9.0), "8"),
        (lambda: relative_supremum("tanh", -12.0, 1.0), "further right"),
        (lambda: relative_supremum("sigmoid", -20.0, 1.0, Fraction(100)), "further right"),
    ],
)
def test_what_cannot_be_asked(ask, why):
    with pytest.raises(UsageError) as caught:
        ask()
    assert why in str(caught.value)


def test_a_tail_that_is_not_below_the_supremum_proves_nothing(monkeypatch):
    """4.73e-4 is attained: a tail that may reach 5e-4 leaves it open, one of 2e-5 does not."""
    monkeypatch.setattr(Expression, "tail", lambda self, far: arb("5e-4"))
    suprema._supremum.cache_clear()
    with pytest.raises(UndecidedError):
        supremum("tanh")
    monkeypatch.setattr(Expression, "tail", lambda self, far: arb("2e-5"))
    assert supremum("tanh").lower == METHOD["tanh"].lower
    suprema._supremum.cache_clear()
