"""How numbers and names are printed."""

import math
from fractions import Fraction

import pytest

from gelucheck.export.figures import (
    NOTHING,
    clean,
    figure,
    format_against,
    format_count,
    format_share,
    format_x,
)
from gelucheck.formats import FORMATS


@pytest.mark.parametrize(
    ("value", "text", "why"),
    [
        (None, NOTHING, "does not exist"),
        (0, "0", "a zero is exact"),
        (-0.0, "0", "an error has no sign of zero"),
        (0.5, "0.5000", "four significant digits"),
        (1.6957698312199658, "1.696", "rounded"),
        (2036.5389681728361, "2037", "no decimals left"),
        (99999.4, "99999", "the last that is plain"),
        (123456, "1.235e5", "a power of ten is shorter to read"),
        (9.99996, "10.00", "the carry takes a decimal away"),
        (4.7323552068728488e-4, "4.732e-4", "small"),
        (1.1e-16, "1.100e-16", "no padding of the exponent but what it needs"),
        (5e-324, "4.941e-324", "smallest subnormal"),
        (math.inf, "inf", "as Python has it"),
        (-math.inf, "-inf", "as Python has it"),
        (math.nan, "nan", "as Python has it"),
    ],
)
def test_figure(value, text, why):
    assert figure(value) == text, why


def test_scientific_figures_can_be_compared_in_a_column():
    assert [figure(v, scientific=True) for v in (0.02, 1e-3, 3.0)] == [
        *("2.000e-2", "1.000e-3", "3.000e0")
    ]


@pytest.mark.parametrize(
    ("value", "bound", "text", "why"),
    [
        (0.0010000004, 1e-3, "1.0000004e-3", "above must be seen to be above"),
        (0.00099999996, 1e-3, "9.9999996e-4", "below must be seen to be below"),
        (1e-3, 1e-3, "1.000e-3", "equal may be seen to be equal"),
        (2.4e-3, 1e-3, "2.400e-3", "no more than is needed"),
        (2.0, None, "2.000e0", "nothing to compare with"),
        (math.inf, 1e-3, "inf", "no digits"),
    ],
)
def test_digits_are_extended_until_text_and_verdict_agree(value, bound, text, why):
    assert format_against(value, bound, scientific=True) == text, why


@pytest.mark.parametrize("bound", [0.5, 2, 1e-3, 0.1])
@pytest.mark.parametrize("direction", [0, 1, 10])
def test_the_text_is_on_the_side_of_the_number(bound, direction):
    for value in (math.nextafter(bound, direction), bound):
        text = float(format_against(value, bound))
        assert (text > bound, text < bound) == (value > bound, value < bound)


def test_digits_that_would_not_suffice_are_not_printed():
    assert format_against(0.5 + 1e-14, 0.5, most=9) == "0.5000"


@pytest.mark.parametrize(
    ("x", "dtype", "text", "why"),
    [
        (-3.8828125, "float16", "-3.8828125", "exact and short enough"),
        (3.0, "float16", "3", "an integer"),
        (-0.0, "float16", "-0", "the sign of zero counts"),
        (float.fromhex("0x1.99999ap-4"), "float32", "0.1", "reads back in its own format"),
        (-math.inf, "float32", "-inf", "an infinity"),
        (2.0**-24, "float16", "6e-8", "smallest subnormal: any 6e-8 rounds to it"),
        (2.6989413863772703, "float64", "2.69894138…", "cut, not rounded"),
        (-2.6989413863772703e-200, "float64", "-2.698…e-200", "the power of ten stays"),
        (1e16, "float64", "1e16", "no plus, no padding"),
        (None, "float64", NOTHING, "does not exist"),
        (-(2.0**-9), "float8_e4m3fn", "-0.0019531…", "-0.002 would be another number"),
        (-(2.0**-16), "float8_e5m2", "-1.5258…e-5", "-2e-5 would be 31 % off"),
        (-7 * 2.0**-16, "float8_e5m2", "-1.0681…e-4", "digits rather than zeros"),
        (0.15625, "float8_e4m3fn", "0.15625", "exact and short enough"),
        (1.5612345678901235e308, "float16", "1.5612…e308", "no value of the format: cut, not inf"),
        (-1.7976931348623157e308, "float64", "-1.797…e308", "one digit of it is beyond float64"),
    ],
)
def test_x(x, dtype, text, why):
    assert format_x(x, FORMATS[dtype], room=12 if "e-200" in text else 11) == text, why


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32"])
def test_a_shown_x_is_the_x(dtype):
    """What fits in a cell rounds to the value itself, over a spread of all patterns."""
    fmt = FORMATS[dtype]
    for bits in range(0, fmt.end_bits, max(1, fmt.end_bits // 997)):
        text = format_x(fmt.value(bits), fmt, room=16)
        assert fmt.round(float(text)) == bits


@pytest.mark.parametrize("dtype", ["float8_e4m3fn", "float8_e5m2"])
def test_values_of_few_bits_are_exact_or_begin_as_they_do(dtype):
    """All values: exact in a long cell; in a short one the first digits, four or more."""
    fmt = FORMATS[dtype]
    for bits in range(fmt.end_bits):
        x = fmt.value(bits)
        assert Fraction(format_x(x, fmt, room=24)) == Fraction(x)
        text = format_x(-x, fmt)
        assert len(text) <= 11
        digits, dots, power = text.partition("…")
        if dots:
            low = Fraction(digits + power)
            assert 0 < low - Fraction(-x) < abs(low) / 1000
        else:
            assert Fraction(text) == Fraction(-x)


def test_an_unknown_format_cuts():
    assert format_x(0.1234567890123, None) == "0.12345678…"


@pytest.mark.parametrize(
    ("part", "whole", "text", "why"),
    [
        (63488, 63488, "100%", "all"),
        (0, 63488, "0%", "none"),
        (1, 3, "33.33%", "two decimals"),
        (999_999, 1_000_000, "99.9999%", "not all must not look like all"),
        (1, 1_000_000, "0.0001%", "not none must not look like none"),
        (4278190079, 4278190080, "99.99999998%", "one in four thousand million"),
        (0, 0, NOTHING, "nothing was tried"),
    ],
)
def test_share(part, whole, text, why):
    assert format_share(part, whole) == text, why


def test_count():
    assert format_count(4278190080) == "4,278,190,080"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain ½ · name", "plain ½ · name"),
        ("a\x1b[31mb", "a\\x1b[31mb"),
        ("a\nb\tc", "a\\nb\\tc"),
        ("a\u202eb", "a\\u202eb"),
        ("\udc80", "\\udc80"),
    ],
)
def test_names_cannot_command_a_terminal(text, shown):
    assert clean(text) == shown
