"""Decimal digits: rationals by hand, ties, powers of ten, enclosures that are too wide."""

from fractions import Fraction

import pytest
from mpmath import MPContext

from gelucheck.explain.digits import fraction_digits, round_digits, settle_digits, write_digits


@pytest.mark.parametrize(
    ("number", "digits", "text"),
    [
        ("1/3", 5, "0.33333"),
        ("2/3", 5, "0.66667"),
        ("-2/3", 1, "-0.7"),
        ("1/8", 2, "0.12"),  # a tie goes to the even digit
        ("3/8", 2, "0.38"),
        ("1/8", 30, "0.125"),  # and all the digits where they end
        ("999999/1000000", 3, "1.00"),  # a carry into the next power of ten
        ("995/1000", 2, "1.0"),  # a tie, to the even 100
        ("5/10000000", 3, "5e-7"),
        ("123456789", 4, "1.235e8"),
        ("120000", 3, "120000"),
        ("0", 3, "0"),
        ("-25", 30, "-25"),
    ],
)
def test_rationals(number, digits, text):
    assert fraction_digits(Fraction(number), digits) == text


@pytest.mark.parametrize(
    ("mantissa", "exponent", "text"),
    [
        (123, 0, "1.23"),
        (123, 2, "123"),
        (123, -1, "0.123"),
        (123, -5, "0.0000123"),
        (123, -6, "1.23e-6"),
        (123, 5, "123000"),
        (123, 6, "1.23e6"),
        (1, 300, "1e300"),
    ],
)
def test_layout(mantissa, exponent, text):
    assert write_digits(False, mantissa, exponent) == text
    assert write_digits(True, mantissa, exponent) == "-" + text


def context(bits=200):
    mp = MPContext()
    mp.prec = bits
    return mp


@pytest.mark.parametrize(
    ("lower", "upper", "digits", "text"),
    [
        ("1.2344", "1.2346", 4, None),  # 1.234 or 1.235
        ("1.2346", "1.2349", 4, "1.235"),
        ("-1.2349", "-1.2346", 4, "-1.235"),
        ("-1e-9", "1e-9", 4, None),  # holds zero
        ("0.99999", "1.00001", 4, "1.000"),  # on both sides of a power of ten
        ("9.9999e-8", "1.00001e-7", 3, "1.00e-7"),
        ("0.9994", "0.9997", 3, None),
        ("1e-400", "1.0000001e-400", 3, "1.00e-400"),
    ],
)
def test_enclosures(lower, upper, digits, text):
    mp = context()
    assert round_digits(mp.mpf(lower), mp.mpf(upper), digits) == text


@pytest.mark.parametrize(
    ("tie", "side", "digits", "text"),
    [
        ("2.5", -1, 1, "2"),
        ("2.5", 1, 1, "3"),
        ("-2.5", 1, 1, "-2"),
        ("-2.5", -1, 1, "-3"),
        ("9.5", 1, 1, "10"),
        ("0.125", 1, 2, "0.13"),
    ],
)
def test_a_tie_that_is_never_met_is_decided_by_its_side(tie, side, digits, text):
    mp = context()
    middle, slack = mp.mpf(tie), mp.mpf(2) ** -150
    ends = middle - slack, middle + slack
    assert round_digits(*ends, digits) is None
    assert round_digits(*ends, digits, (Fraction(tie), side)) == text


def test_the_context_precision_does_not_round_the_ends():
    mp = context(400)
    third = -mp.mpf(1) / 3
    mp.prec = 20
    assert round_digits(third, third, 50) == "-0." + "3" * 50


def test_precision_is_raised_until_the_digits_are_decided():
    asked = []

    def enclose(bits):
        asked.append(bits)
        mp = context(4000)
        # 1.5 + 2^-500: to one digit that is 2, once 500 bits tell it from the tie
        number = mp.mpf(1.5) + mp.ldexp(1, -500)
        return number - mp.ldexp(1, -bits), number + mp.ldexp(1, -bits)

    assert settle_digits(enclose, 1, 2000) == "2"
    assert asked[-1] > 500 > asked[-2]
    assert settle_digits(enclose, 1, 400) is None
