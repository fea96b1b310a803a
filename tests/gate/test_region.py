"""Regions: the text that a limit keeps, and formats that have nothing there."""

import pytest

from gelucheck.gate.region import parse_region, without_values


@pytest.mark.parametrize(
    ("written", "region"),
    [
        ("-6:-2", "-6:-2"),
        ([-6, -2.5], "-6:-2.5"),
        (" 1 : 2 ", "1:2"),
        # 1.5 · 2^-3
        ("-0x1.8p-3:0x1p+0", "-0.1875:1"),
        ("-inf:0", "-inf:0"),
        ([0.0, float("inf")], "0:inf"),
        ("-0:0", "-0:0"),
        ([1, 1], "1:1"),
        ("0.1:1e3", "0.1:1000"),
    ],
)
def test_regions(written, region):
    assert parse_region(written) == region
    assert parse_region(region) == region


@pytest.mark.parametrize(
    ("region", "dtype", "empty"),
    [
        ("0.1:0.1", "float16", True),
        # the ends are float64, and so is what stands for 0.1
        ("0.1:0.1", "float64", False),
        # 2^-24, float16's smallest; its shortest decimal is a little more
        (f"{2.0**-24!r}:{2.0**-24!r}", "float16", False),
        (f"{2.0**-25!r}:{2.0**-25!r}", "float16", True),
        (f"{2.0**-25!r}:{2.0**-25!r}", "bfloat16", False),
        ("0.125:0.125", "bfloat16", False),
        # next to 1 the values of bfloat16 are 2^-7 apart
        ("1.001:1.007", "bfloat16", True),
        ("1.001:1.008", "bfloat16", False),
        ("70000.0:inf", "float16", True),
        ("70000.0:inf", "bfloat16", False),
        ("-inf:-70000.0", "float16", True),
        ("-inf:inf", "float16", False),
        # half of float16's smallest
        ("1e-08:2e-08", "float16", True),
        ("1e-08:2e-08", "float32", False),
    ],
)
def test_formats_without_a_value_there(region, dtype, empty):
    assert without_values(region, dtype) == empty
