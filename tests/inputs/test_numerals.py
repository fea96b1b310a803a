"""Numerals and the values that they mean: tables, and properties against Python's own readers."""

import math
import sys
import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gelucheck.errors import InputsError
from gelucheck.formats import FORMATS, STANDARD, Format
from gelucheck.inputs.numerals import MAX_LENGTH, read_numeral, shown
from gelucheck.inputs.parse import parse_bits, parse_exact, parse_value

HALF, BRAIN, SINGLE, DOUBLE = STANDARD.values()
TOY = Format("toy", 6, 3)

EXACT = [
    ("0.1", Fraction(1, 10), "a decimal is a fraction, not a float64"),
    ("-2.5", Fraction(-5, 2), "sign"),
    ("+1e3", Fraction(1000), "plus, exponent"),
    ("1E-2", Fraction(1, 100), "capital E"),
    (".5", Fraction(1, 2), "no whole part"),
    ("5.", Fraction(5), "no fraction"),
    ("  7\t", Fraction(7), "white space around"),
    ("0x1.8p+1", Fraction(3), "hex"),
    ("-0X.8P0", Fraction(-1, 2), "hex, capitals, no whole part"),
    ("0x10", Fraction(16), "hex without an exponent"),
    ("0x1p-1074", Fraction(1, 2**1074), "smallest float64"),
    ("1" + "0" * 400 + "e-400", Fraction(1), "digits and exponent cancel"),
    ("0." + "0" * 3000 + "1e3001", Fraction(1), "the same from below"),
    ("0", Fraction(0), "zero"),
    ("0e99999999999999999999", Fraction(0), "zero, whatever the exponent"),
    ("1e400", Fraction(10**400), "beyond float64, still exact"),
]


@pytest.mark.parametrize("text, expected, why", EXACT, ids=[row[2] for row in EXACT])
def test_parse_exact(text, expected, why):
    got = parse_exact(text)
    assert isinstance(got, Fraction) and got == expected, why


def test_parse_exact_gives_floats_where_no_fraction_can():
    assert math.copysign(1, parse_exact("-0.0")) == -1 and isinstance(parse_exact("-0"), float)
    assert parse_exact("inf") == math.inf and parse_exact("-Infinity") == -math.inf
    assert math.isnan(parse_exact("NaN"))
    assert parse_exact("bits:0xc010", BRAIN) == Fraction(-9, 4)
    assert math.copysign(1, parse_exact("bits:0x8000", HALF)) == -1
    assert parse_exact("bits:0xff80", BRAIN) == -math.inf


NOT_NUMBERS = [
    "", " ", ".", "-", "+-1", "1e", "1e+", "e5", "0x", "0x.", "0xp3", "0x1p", "0xg", "1_000",
    "1,5", "1.2.3", "--1", "1 2", "0b101", "infinit", "nan(1)", "١", "½", "1f", "−1", "ınf",
    "1\x00", "None", "True", "__import__('os')", "1e5e5", "0x1.8p3p3", "bits 5",
]  # fmt: skip


@pytest.mark.parametrize("text", NOT_NUMBERS)
def test_not_a_number_is_refused_with_its_text(text):
    with pytest.raises(InputsError, match="is not a number") as caught:
        parse_value(text, DOUBLE)
    assert shown(text.strip()) in caught.value.what
    assert caught.value.mend


HUGE = [
    ("1e999999999", math.inf),
    ("-1e999999999", -math.inf),
    ("0x1p99999999", math.inf),
    ("1e" + "9" * 4000, math.inf),
    ("0x1p" + "9" * 4000, math.inf),
    ("1e-999999999", 0.0),
    ("-0x1p-99999999", -0.0),
    ("1e-" + "9" * 4000, 0.0),
    ("9" * 4000, math.inf),
    ("0." + "0" * 4000 + "1", 0.0),
    ("0x" + "f" * 4000 + "p-999999999999999", 0.0),
]


@pytest.mark.parametrize("text, rounded", HUGE, ids=[row[0][:16] for row in HUGE])
@pytest.mark.parametrize("fmt", [HALF, DOUBLE, TOY], ids=lambda fmt: fmt.name)
def test_huge_exponents_cost_nothing(fmt, text, rounded):
    started = time.process_time()
    with pytest.raises(InputsError, match="has no value"):
        parse_value(text, fmt)
    got = parse_value(text, fmt, round_inputs=True)
    assert got == rounded and math.copysign(1, got) == math.copysign(1, rounded)
    # multiplied out, most of these would need gigabytes and hours
    assert time.process_time() - started < 1


def test_parse_exact_refuses_what_it_cannot_multiply_out():
    for text in ("1e999999999", "0x1p-99999999"):
        with pytest.raises(InputsError, match="for every format"):
            parse_exact(text)


def test_long_text_is_refused():
    with pytest.raises(InputsError, match="longer than") as caught:
        read_numeral("1" * (MAX_LENGTH + 1))
    assert len(str(caught.value)) < 300


def test_the_interpreters_digit_limit_is_no_matter():
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        assert parse_exact("7" * 4000 + "e-4000") == Fraction(7 * (10**4000 - 1) // 9, 10**4000)
        assert parse_exact("1e" + "0" * 3000 + "2") == 100
    finally:
        sys.set_int_max_str_digits(before)


HELD = [
    # text, format, value
    ("-2.5", HALF, -2.5),
    ("65504", HALF, 65504.0),
    ("0x1p-24", HALF, 2.0**-24),
    ("0.1", DOUBLE, 0.1),
    ("1e-1", DOUBLE, 0.1),
    ("0.10", DOUBLE, 0.1),
    ("0.10000000149011612", SINGLE, float.fromhex("0x1.99999ap-4")),
    ("1.00000001490116119e-01", SINGLE, float.fromhex("0x1.99999ap-4")),
    ("1.000000000000000056e-01", DOUBLE, 0.1),  # numpy.savetxt's default format
    ("1.0000000000000001e-01", DOUBLE, 0.1),  # %.16e
    ("0.0999755859375", HALF, 0.0999755859375),
    ("0.10009765625", BRAIN, 0.10009765625),
    ("3.4028234663852886e+38", SINGLE, float.fromhex("0x1.fffffep+127")),
    ("1.401298464324817e-45", SINGLE, 2.0**-149),
    ("5e-324", DOUBLE, 5e-324),
    ("1.7976931348623157e308", DOUBLE, sys.float_info.max),
    ("bits:0xc010", BRAIN, -2.25),
    ("bits:0xC010", HALF, -2.03125),
    ("BITS:0", HALF, 0.0),
    ("bits:15360", HALF, 1.0),
    ("inf", HALF, math.inf),
    ("-inf", BRAIN, -math.inf),
]


@pytest.mark.parametrize("text, fmt, value", HELD)
def test_held(text, fmt, value):
    assert parse_value(text, fmt) == value


NOT_HELD = [
    # text, format, nearest value
    ("0.1", BRAIN, 0.10009765625),
    ("0.1", HALF, 0.0999755859375),
    ("0.1", SINGLE, float.fromhex("0x1.99999ap-4")),
    ("3.4028235e+38", SINGLE, float.fromhex("0x1.fffffep+127")),
    ("0.3", TOY, 0.3125),
    ("2049", HALF, 2048.0),
    ("2051", HALF, 2052.0),  # a tie, to even
    ("65519.999", HALF, 65504.0),
    ("65520", HALF, math.inf),
    ("70000", HALF, math.inf),
    ("-1e39", SINGLE, -math.inf),
    ("1e-400", DOUBLE, 0.0),
    ("0x1.00000000000008p0", DOUBLE, 1.0),  # a tie, one bit too many
    ("0x1.99999999999999p-4", DOUBLE, 0.1),  # hex floats are never leniently read
    ("0.1000000000000000055511151231257", SINGLE, float.fromhex("0x1.99999ap-4")),
    ("16777217", SINGLE, 16777216.0),
]


@pytest.mark.parametrize("text, fmt, nearest", NOT_HELD)
def test_not_held(text, fmt, nearest):
    with pytest.raises(InputsError) as caught:
        parse_value(text, fmt)
    assert text in caught.value.what and fmt.name in caught.value.what
    assert repr(nearest) in caught.value.what
    assert "--round-inputs" in caught.value.mend
    assert parse_value(text, fmt, round_inputs=True) == nearest


@pytest.mark.parametrize("text, end", [("inf", "448.0"), ("-inf", "-448.0"), ("-1e9", "-448.0")])
def test_a_format_without_infinities(text, end):
    fmt = FORMATS["float8_e4m3fn"]
    with pytest.raises(InputsError, match=f"has no value {text}; its values end at {end}:"):
        parse_value(text, fmt)
    assert math.isnan(parse_value(text, fmt, round_inputs=True))
    assert parse_value("464", fmt, round_inputs=True) == 448, "a tie, to even"


def test_rounded_once_from_the_text():
    """1 + 2^-8 + 2^-60 is above a tie of bfloat16; through float64 it would be the tie, to even."""
    above = "0x1.010000000000001p0"
    assert float.fromhex(above) == 1 + 2**-8
    assert parse_value(above, BRAIN, round_inputs=True) == 1 + 2**-7
    exact = Fraction(1) + Fraction(1, 2**11) + Fraction(1, 10**40)
    digits = str(exact.numerator * 10**40 // exact.denominator)
    assert parse_value(f"1.{digits[1:]}", HALF, round_inputs=True) == 1 + 2**-10


def test_bits():
    assert parse_bits("bits:0xfe01", HALF) == 0xFE01, "the payload of a NaN is kept"
    assert parse_bits("-0", HALF) == 0x8000
    assert parse_bits("nan", HALF) == 0x7E00
    for text in ("bits:0x10000", "bits:65536", "bits:" + "9" * 39):
        with pytest.raises(InputsError, match="does not fit float16"):
            parse_bits(text, HALF)
    for text in ("bits:", "bits:0x", "bits:-1", "bits:xyz", "bits:0x" + "0" * 33, "bits:1.5"):
        with pytest.raises(InputsError, match="not a bit pattern"):
            parse_bits(text, HALF)
    with pytest.raises(InputsError, match="unknown format"):
        parse_exact("bits:0x1")


def test_messages_are_safe_to_print():
    assert shown("\x1b[31m\n") == r"'\x1b[31m\n'"
    assert len(shown("a" * 10**6)) < 70


finite = st.floats(allow_nan=False, allow_infinity=False)


@given(finite)
def test_repr_and_hex_come_back(value):
    assert parse_value(repr(value), DOUBLE).hex() == value.hex()
    assert parse_value(value.hex(), DOUBLE).hex() == value.hex()
    assert parse_value(f"{value:.17e}", DOUBLE).hex() == value.hex()
    assert parse_value(f"{value:.30g}", DOUBLE).hex() == value.hex()


@given(st.floats(allow_nan=False, allow_infinity=False, width=32))
def test_a_float32_value_printed_as_float64_comes_back(value):
    assert parse_value(repr(value), SINGLE) == value


@given(st.from_regex(r"[+-]?[0-9]{1,25}(\.[0-9]{0,25})?(e[+-]?[0-9]{1,3})?", fullmatch=True))
def test_decimals_round_as_python_rounds_them(text):
    """Python's ``float`` rounds correctly: an independent reader."""
    assert parse_value(text, DOUBLE, round_inputs=True).hex() == float(text).hex()
    assert parse_exact(text) == Fraction(text)


@given(st.text(max_size=40))
def test_any_text_is_a_value_or_a_clear_error(text):
    try:
        assert isinstance(parse_value(text, SINGLE, round_inputs=True), float)
    except InputsError as error:
        assert "\n" not in error.what and error.what.isprintable()


def test_values_of_a_small_format_come_back():
    for bits in range(0, 1 << 16, 7):
        value = HALF.value(bits)
        if not math.isnan(value):
            assert parse_bits(repr(value), HALF) == bits
