"""Intervals: which values they mean, and which texts are none."""

import time

import numpy as np
import pytest

from gelucheck.errors import GelucheckError, InputsError, UsageError
from gelucheck.formats import STANDARD, Format
from gelucheck.inputs.intervals import MOST_HELD, is_interval, ordinals_of, parse_interval

HALF, BRAIN, SINGLE, DOUBLE = STANDARD.values()
TOY = Format("toy", 6, 3)
FINITE = Format("finite", 6, 3, infinities=False)


def values(spec, fmt):
    chosen = parse_interval(spec, fmt).chosen()
    return fmt.values(np.arange(chosen.start, chosen.stop) if isinstance(chosen, range) else chosen)


EXPECTED = [
    ("1:2", TOY, [1, 1.25, 1.5, 1.75, 2], "three bits: quarters between 1 and 2"),
    ("-1:-0.75", TOY, [-1, -0.875, -0.75], "left of zero"),
    ("1:1", TOY, [1], "one value"),
    ("0x1p0:0x1.8p0", TOY, [1, 1.25, 1.5], "hex ends"),
    ("14:inf", TOY, [14, np.inf], "infinity belongs to it"),
    ("-inf:-12", TOY, [-np.inf, -14, -12], "and minus infinity"),
    ("1:2:2", TOY, [1, 2], "both ends"),
    ("1:2:3", TOY, [1, 1.5, 2], "evenly over the ordinals"),
    ("1:8:4", TOY, [1, 2, 4, 8], "over the ordinals, not the values"),
    ("1:2:1", TOY, [1], "one of them is the first"),
    ("1:2:9", TOY, [1, 1.25, 1.5, 1.75, 2], "more than there are: all, once"),
    (" 1 : 2 : 2 ", TOY, [1, 2], "white space"),
    ("2048:2054", HALF, [2048, 2050, 2052, 2054], "steps of 2 there"),
    ("2047.5:2053", HALF, [2048, 2050, 2052], "ends between values: those inside"),
    ("0.3:0.3001", HALF, [1229 / 4096], "steps of 2^-12 there: 0.3·4096 = 1228.8"),
    ("13:1e9", TOY, [14], "beyond the largest finite value"),
    ("-1e9:-13", TOY, [-14], "and below the least"),
    ("14:inf", FINITE, [14, 16, 20, 24], "no infinity: the largest ends it"),
    ("-inf:-20:2", FINITE, [-24, -20], "on the other side"),
    ("22:1e9", FINITE, [24], "beyond it"),
]


@pytest.mark.parametrize("spec, fmt, expected, why", EXPECTED, ids=[row[0] for row in EXPECTED])
def test_values(spec, fmt, expected, why):
    assert is_interval(spec)
    assert values(spec, fmt).astype(float).tolist() == expected, why


ZEROS = [
    ("0:0", ["0x0.0p+0"]),
    ("-0:0", ["-0x0.0p+0", "0x0.0p+0"]),
    ("-0:-0", ["-0x0.0p+0"]),
    ("-0.0625:0", ["-0x1.0000000000000p-4", "-0x0.0p+0", "0x0.0p+0"]),
]


@pytest.mark.parametrize("spec, expected", ZEROS)
def test_zeros_have_signs(spec, expected):
    """The toy format's smallest subnormal is 2^-4: emin = -2, three bits."""
    assert [float(v).hex() for v in values(spec, TOY)] == expected


def test_spread_over_all_of_float64_is_exact():
    """Products beyond int64 occur on the way: compared with Python's integers."""
    for spec, count in (("-inf:inf:2", 2), ("-inf:inf:3", 3), ("-inf:inf:1000", 1000)):
        interval = parse_interval(spec, DOUBLE)
        low, size = interval.ordinals.start, interval.size
        expected = [low + i * (size - 1) // (count - 1) for i in range(count)]
        assert interval.chosen().tolist() == expected


def test_large_intervals_take_no_memory():
    interval = parse_interval("-inf:inf", SINGLE)
    assert interval.size == 2**32 - 2 * (2**23 - 1), "all patterns but the NaNs"
    assert isinstance(interval.chosen(), range)


REFUSED = [
    ("2:1", HALF, UsageError, "runs backwards"),
    ("inf:-inf", DOUBLE, UsageError, "runs backwards"),
    ("0:-0", HALF, UsageError, "runs backwards"),
    ("1:2:0", HALF, UsageError, "not a positive whole number"),
    ("1:2:-5", HALF, UsageError, "not a positive whole number"),
    ("1:2:1.5", HALF, UsageError, "not a positive whole number"),
    ("1:2:", HALF, UsageError, "not a positive whole number"),
    ("1:2:1e3", HALF, UsageError, "not a positive whole number"),
    ("1:2:" + "9" * 5000, DOUBLE, UsageError, "not a positive whole number"),
    ("1:2:3:4", HALF, UsageError, "not an interval"),
    ("nan:1", HALF, UsageError, "not a number"),
    ("0:nan", HALF, UsageError, "not a number"),
    ("1:", HALF, InputsError, "B of '1:'"),
    ("1..2:3", HALF, InputsError, "A of '1..2:3'"),
    ("2049:2049.5", HALF, UsageError, "'2049:2049.5' holds no value of float16"),
    ("15:1e9", TOY, UsageError, "holds no value of toy"),
    ("25:99", FINITE, UsageError, "holds no value of finite"),
    ("inf:inf", FINITE, UsageError, "holds no value of finite"),
    ("-99:-27", FINITE, UsageError, "holds no value of finite"),
    ("0:1e999999999", DOUBLE, InputsError, "B of '0:1e999999999': '1e999999999' is too large"),
    ("0x1p99999999:inf", DOUBLE, InputsError, "is too large for every format"),
    ("0:1", DOUBLE, UsageError, "more than 8,589,934,592"),
    ("-inf:inf", DOUBLE, UsageError, "more than 8,589,934,592"),
    (f"0:1:{MOST_HELD + 1}", DOUBLE, UsageError, "more than 4,194,304"),
    ("0:1:999999999999999999", DOUBLE, UsageError, "more than 4,194,304"),
]


@pytest.mark.parametrize("spec, fmt, kind, words", REFUSED, ids=[row[0][:24] for row in REFUSED])
def test_refused(spec, fmt, kind, words):
    assert is_interval(spec)
    with pytest.raises(kind) as caught:
        parse_interval(spec, fmt)
    assert words in caught.value.what
    assert caught.value.mend and caught.value.exit_code == 2
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    "text",
    ["x.npy", "a:b", "C:\\x.txt", "./1:2", "auto", "-", ":5", "bits:0x1", "1", "1:x.txt", ""],
)
def test_not_meant_as_an_interval(text):
    assert not is_interval(text)


def test_the_question_is_quick_for_hostile_text():
    started = time.process_time()
    for text in ("1" * 10**5, "1:" * 10**5, "inf" * 10**5, " " * 10**5 + ":"):
        is_interval(text)
        try:
            parse_interval(text, HALF)
        except GelucheckError as error:
            assert len(str(error)) < 400
    assert time.process_time() - started < 2, "nothing here is more than linear"


@pytest.mark.parametrize(
    ("first", "last"),
    # 2^-24 and 2^-25: their shortest decimals are beyond them; 1 + 2^-10 and 65504 are exact
    [(2.0**-24, 1.0), (-(2.0**-24), 2.0**-24), (2.0**-25, 2.0**-24), (1 + 2.0**-10, 65504.0)],
)
def test_the_ends_of_a_region_belong_to_it(first, last):
    x = np.arange(1 << 16, dtype=np.uint16).view(np.float16).astype(float)
    expected = sorted(set(x[(x >= first) & (x <= last)]))
    found = HALF.values(np.array(ordinals_of(f"{first!r}:{last!r}", HALF))).astype(float)
    assert sorted(set(found)) == expected


def test_a_region_that_float64_cannot_tell_from_zero_has_no_zero():
    assert not ordinals_of("1e-400:2e-400", DOUBLE)
