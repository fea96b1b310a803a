"""Exact values against other formulas for the same functions, far beyond the digits shown."""

import math
from decimal import Decimal
from fractions import Fraction

import pytest
from mpmath import MPContext

from gelucheck.explain.exact import FAR, PART_DIGITS, condition, exact_values, sum_digits
from gelucheck.formats import FORMATS
from gelucheck.reference.enclosure import arb_precision
from gelucheck.reference.functions import REFERENCES
from gelucheck.reference.oracle import enclose, rounded_bits

# x typed as text: exactly these rationals, most of them in no binary format
INPUTS = ("0.1", "-2.5", "-5.5", "1/3", "-13.1", "7", "-38.5", "1e-30", "-0.75", "30.25")


def context(digits=400):
    mp = MPContext()
    mp.dps = digits
    return mp


def number(mp, x):
    x = Fraction(x)
    return mp.mpf(x.numerator) / x.denominator


def gelu(mp, x):
    """By the incomplete gamma function: Q(u) = Γ(1/2, u²/2)/(2√π), u >= 0."""
    tail = mp.gammainc(mp.mpf(1) / 2, x * x / 2) / (2 * mp.sqrt(mp.pi))
    return x * (tail if x < 0 else 1 - tail)


def tanh_form(mp, x):
    """x·(1 + tanh z)/2 = x·e^z/(2 cosh z)."""
    z = mp.sqrt(2 / mp.pi) * (x + mp.mpf("0.044715") * x**3)
    return x * mp.exp(z) / (2 * mp.cosh(z))


def sigmoid_form(mp, x):
    """x·s(2z) = x·e^z/(2 cosh z)."""
    z = mp.mpf("1.702") * x / 2
    return x * mp.exp(z) / (2 * mp.cosh(z))


FORMULAS = {"gelu": gelu, "tanh": tanh_form, "sigmoid": sigmoid_form}


def agree(text, value, digits):
    """Whether a text is a value rounded to some digits: within half a unit of the last one."""
    mp = value.context
    unit = mp.mpf(10) ** (Decimal(text).adjusted() - digits + 1)
    return abs(mp.mpf(text) - value) <= unit / 2


@pytest.mark.parametrize("x", INPUTS)
@pytest.mark.parametrize("digits", [1, 7, 30, 120])
def test_values_are_rounded_right(x, digits):
    mp = context()
    at = number(mp, x)
    found = exact_values(Fraction(x), "gelu", digits)
    assert [each.function for each in found] == ["gelu", "tanh", "sigmoid"]
    for each in found:
        assert agree(each.value, FORMULAS[each.function](mp, at), digits), each


@pytest.mark.parametrize("x", INPUTS)
def test_differences(x):
    mp = context(600 if x == "30.25" else 500)
    at = number(mp, x)
    first, *others = exact_values(Fraction(x), "gelu", 10)
    assert first.difference is None
    for each in others:
        due = FORMULAS[each.function](mp, at) - gelu(mp, at)
        assert agree(each.difference, due, PART_DIGITS), each


@pytest.mark.parametrize("x", ["0.1", "-2.5", "1.5", "-0.75", "5"])
@pytest.mark.parametrize("function", ["gelu", "tanh", "sigmoid"])
def test_derivatives_and_condition_by_differences(x, function):
    mp = context(80)
    at, formula = number(mp, x), lambda u: FORMULAS[function](mp, u)
    slope, bend = mp.diff(formula, at), mp.diff(formula, at, 2)
    found = {each.function: each for each in exact_values(Fraction(x), "gelu_grad", 15)}
    name = function + "_grad"
    assert agree(found["gelu_grad" if function == "gelu" else name].value, slope, 15)
    k = condition(REFERENCES[function], Fraction(x))
    assert math.isclose(k, abs(at * slope / formula(at)), rel_tol=1e-13)
    k = condition(REFERENCES[name], Fraction(x))
    assert math.isclose(k, abs(at * bend / slope), rel_tol=1e-13)


@pytest.mark.parametrize(
    ("x", "function", "digits", "value", "why"),
    [
        ("1000.5", "gelu", 4, "1000", "just below a tie"),
        ("1001.5", "gelu", 4, "1001", "the even digit would be 1002"),
        ("5e-324", "gelu", 1, "3e-324", "just above the tie 2.5e-324"),
        ("-5e-324", "gelu", 1, "-2e-324", "x/2 plus something positive"),
        ("5e-6000", "sigmoid", 1, "3e-6000", "no precision would tell"),
        (str(2**30 + 5), "gelu", 9, "1.07374183e9", "a tie of the far right"),
        ("100", "gelu", 30, "100." + "0" * 27, "x less 1e-2173"),
        ("0.5e400", "tanh", 5, "5e399", "x itself"),
        ("-1e300", "gelu", 5, "-0", "the limit"),
        ("1e300", "gelu_grad", 5, "1", "the limit of the derivative"),
    ],
)
def test_values_next_to_a_tie_or_a_limit(x, function, digits, value, why):
    found = exact_values(Fraction(x), "gelu_grad" if "grad" in function else "gelu", digits)
    assert {each.function: each.value for each in found}[function] == value, why
    assert all(each.beyond == (abs(Fraction(x)) >= FAR) for each in found)


@pytest.mark.parametrize(
    ("x", "function", "values", "differences", "k"),
    [
        (0.0, "gelu", "0", "0", 1.0),
        (-0.0, "gelu", "-0", "0", 1.0),
        (math.inf, "gelu", "inf", None, None),
        (-math.inf, "gelu", "-0", "0", None),
        (math.nan, "gelu", "nan", None, None),
        (0.0, "gelu_grad", "0.5", "0", 0.0),
        (math.inf, "gelu_grad", "1", "0", None),
    ],
)
def test_special_values(x, function, values, differences, k):
    found = exact_values(x, function, 30)
    assert [each.value for each in found] == [values] * 3
    assert [each.difference for each in found] == [None, differences, differences]
    assert [each.condition for each in found] == [k] * 3


def test_a_tail_of_a_published_table():
    # Abramowitz and Stegun, table 26.2: Q(5) = 2.86651 5719e-7, so 5·Q(5) = 1.43325786e-6
    found = exact_values(Fraction(-5), "gelu", 9)[0]
    assert found.value == "-1.43325786e-6"


def test_ten_thousand_digits():
    """Against Arb, by the other formula: x·(1 + erf(x/√2))/2."""
    from flint import arb

    text = exact_values(Fraction(-1, 2), "gelu", 10_000)[0].value
    assert len(text) == len("-0.") + 10_000
    with arb_precision(34_000):
        x = arb(-1) / 2
        due = x * (1 + (x / arb(2).sqrt()).erf()) / 2
        assert abs(arb(text) - due) <= arb(10) ** -10_000 * 0.500001


def test_the_oracle_takes_rationals():
    third = Fraction(-1, 3)
    lower, upper = enclose(REFERENCES["gelu"], third, 200)
    mp = context(100)
    assert lower < gelu(mp, -mp.mpf(1) / 3) < upper
    fmt = FORMATS["float64"]
    assert rounded_bits(REFERENCES["gelu"], third, fmt) == fmt.round(gelu(mp, -mp.mpf(1) / 3))


@pytest.mark.parametrize("x", ["40.5", "-40.5", "3", "900", "-1100"])
def test_sums_with_a_number(x):
    mp = context(60 if abs(Fraction(x)) > 100 else 1200)
    at = number(mp, x)
    if abs(at) < 100:
        y = Fraction(float(gelu(context(30), number(context(30), x))))
        due = number(mp, y) - gelu(mp, at)
        assert agree(sum_digits(y, ((-1, REFERENCES["gelu"]),), Fraction(x)), due, PART_DIGITS)
    else:
        # x - gelu(x) on the right is |gelu(-x)|, and -0 - gelu(x) on the left too
        y = max(Fraction(x), Fraction(0))
        text = sum_digits(y, ((-1, REFERENCES["gelu"]),), Fraction(x))
        left = abs(at) * mp.erfc(abs(at) / mp.sqrt(2)) / 2
        assert agree(text, left, PART_DIGITS)
