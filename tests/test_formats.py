"""Formats: on toys every rule over all patterns, on the real ones against NumPy and IEEE 754."""

import math
from fractions import Fraction
from itertools import pairwise

import ml_dtypes
import numpy as np
import pytest

from gelucheck.errors import UsageError
from gelucheck.formats import FORMATS, STANDARD, Format, find_format

TOYS = (
    Format("toy6", 6, 3),
    Format("toy5", 5, 3),
    Format("toy5w", 5, 2),
    Format("toy7", 7, 4),
    Format("toy8", 8, 4),
    Format("toy6fn", 6, 3, infinities=False),
    Format("toy7fn", 7, 5, infinities=False),
)
HALF, BRAIN, SINGLE, DOUBLE = STANDARD.values()
E4M3, E5M2 = FORMATS["float8_e4m3fn"], FORMATS["float8_e5m2"]
NARROW = (HALF, BRAIN, E4M3, E5M2)
EVERY = (*TOYS, *FORMATS.values())


def named(fmt):
    return fmt.name


def defined(fmt, bits):
    """A pattern by IEEE 754, section 3.4: its sign, and a ``Fraction``, "inf" or "nan".

    Without infinities as in OCP's 8-bit specification, table 1: the last pattern alone is NaN.
    """
    width, digits = fmt.bits - fmt.precision, fmt.precision - 1
    negative, field = bits >> (fmt.bits - 1), (bits >> digits) % 2**width
    fraction = bits % 2**digits
    bias = 2 ** (width - 1) - 1
    if not fmt.infinities and (field, fraction) == (2**width - 1, 2**digits - 1):
        size = "nan"
    elif fmt.infinities and field == 2**width - 1:
        size = "nan" if fraction else "inf"
    elif field:
        size = (1 + Fraction(fraction, 2**digits)) * Fraction(2) ** (field - bias)
    else:
        size = Fraction(fraction, 2**digits) * Fraction(2) ** (1 - bias)
    return negative, size


PARAMETERS = [  # IEEE 754-2019, table 3.5; bfloat16: Intel, BFLOAT16 numerics definition, 2018
    (HALF, 15, -14, -24, 65504.0),
    (BRAIN, 127, -126, -133, float.fromhex("0x1.fep127")),
    (SINGLE, 127, -126, -149, float.fromhex("0x1.fffffep127")),
    (DOUBLE, 1023, -1022, -1074, float.fromhex("0x1.fffffffffffffp1023")),
    # OCP 8-bit Floating Point Specification, revision 1.0, table 1
    (E4M3, 8, -6, -9, 448.0),
    (E5M2, 15, -14, -16, 57344.0),
    (TOYS[0], 3, -2, -4, 14.0),
    (TOYS[1], 1, 0, -2, 3.5),
]


@pytest.mark.parametrize("fmt, emax, emin, quantum, largest", PARAMETERS)
def test_parameters(fmt, emax, emin, quantum, largest):
    assert (fmt.emax, fmt.emin, fmt.quantum, fmt.largest) == (emax, emin, quantum, largest)
    assert fmt.smallest_subnormal == 2.0**quantum and fmt.smallest_normal == 2.0**emin


@pytest.mark.parametrize("fmt", [*TOYS, *NARROW], ids=named)
def test_value_is_the_standard_s(fmt):
    for bits in range(2**fmt.bits):
        negative, size = defined(fmt, bits)
        value = fmt.value(bits)
        if size == "nan":
            assert math.isnan(value)
            continue
        assert math.copysign(1, value) == (-1 if negative else 1)
        assert abs(value) == (math.inf if size == "inf" else size)


@pytest.mark.parametrize("fmt", TOYS, ids=named)
def test_bits_ordinals_and_values_are_one_to_one(fmt):
    numbers = [b for b in range(2**fmt.bits) if defined(fmt, b)[1] != "nan"]
    ordinals = {fmt.ordinal(b): b for b in numbers}
    assert len(ordinals) == len(numbers) == fmt.all_values().size
    assert sorted(ordinals) == list(fmt.ordinal_range())
    for ordinal, bits in ordinals.items():
        assert fmt.bits_at(ordinal) == bits
        assert fmt.bits_of(fmt.value(bits)) == bits
    values = [fmt.value(ordinals[n]) for n in sorted(ordinals)]
    assert np.array_equal(fmt.all_values(), values)
    signs = [(v, math.copysign(1, v)) for v in values]
    assert all(a < b for a, b in pairwise(signs)), "-0 before +0, else by size"
    nans = fmt.bits_of_values(fmt.nan_values()) if fmt.dtype_name else []
    assert 2**fmt.bits - len(numbers) == fmt.nan_values().size and len(set(nans)) == len(nans)
    for bits in set(range(2**fmt.bits)) - set(numbers):
        with pytest.raises(ValueError, match="NaN has no ordinal"):
            fmt.ordinal(bits)
    for beyond in (max(ordinals) + 1, min(ordinals) - 1):
        with pytest.raises(ValueError, match="no ordinal"):
            fmt.bits_at(beyond)


@pytest.mark.parametrize("fmt", [*TOYS, *NARROW], ids=named)
def test_arrays_do_as_scalars(fmt):
    span = fmt.ordinal_range()
    ordinals = np.arange(span.start, span.stop)
    values = fmt.values(ordinals)
    assert values.dtype == fmt.dtype
    bits = np.array([fmt.bits_at(int(n)) for n in ordinals])
    assert np.array_equal(fmt.bits_of_values(values), bits)
    assert np.array_equal(fmt.ordinals(values), ordinals)
    assert np.array_equal(fmt.ranks(values), np.where(ordinals < 0, ordinals + 1, ordinals))
    assert fmt.bits_of_values(fmt.values_of_bits(bits)).dtype == fmt.uint


@pytest.mark.parametrize("fmt", EVERY, ids=named)
def test_shapes_and_layouts(fmt):
    values = fmt.values(np.arange(24) % fmt.end_bits).reshape(2, 3, 4)
    for view in (values, values[:, ::2], values.transpose(2, 0, 1), values[0, 0, 0], values[:0]):
        assert fmt.ordinals(view).shape == view.shape
        flat = [fmt.ordinal(fmt.bits_of(float(v))) for v in np.ravel(view)]
        assert np.array_equal(fmt.ordinals(view).ravel(), flat)
        assert np.array_equal(fmt.values(fmt.ordinals(view)), view)


@pytest.mark.parametrize("fmt", EVERY, ids=named)
def test_ends_of_the_ordinals(fmt):
    table = [
        (0, 0.0),
        (-1, -0.0),
        (1, fmt.smallest_subnormal),
        (-2, -fmt.smallest_subnormal),
        (fmt.end_bits - 1, fmt.largest),
        (-fmt.end_bits, -fmt.largest),
        (fmt.top_bits, fmt.top),
        (-1 - fmt.top_bits, -fmt.top),
        (1 << (fmt.precision - 1), fmt.smallest_normal),
    ]
    for ordinal, value in table:
        got = float(fmt.values(ordinal))
        assert (got, math.copysign(1, got)) == (value, math.copysign(1, value))
        assert fmt.ordinal(fmt.bits_of(value)) == ordinal
    assert np.isnan(float(fmt.values_of_bits(fmt.nan_bits)))
    assert fmt.bits_of(math.nan) == fmt.nan_bits
    assert fmt.top == (fmt.largest if "fn" in fmt.name else math.inf)


RANGES = [
    (None, None, "whole"),
    (0.0, 1.0, "from +0"),
    (-0.0, 1.0, "from -0: one more"),
    (-1.0, 0.0, "-0 lies before +0"),
    (-1.0, -0.0, "ends before +0"),
    (1.0, 1.0, "one value"),
    (1.0, -1.0, "backwards: nothing"),
]


@pytest.mark.parametrize("first, last, why", RANGES, ids=[row[2] for row in RANGES])
@pytest.mark.parametrize("fmt", TOYS, ids=named)
def test_ordinal_range(fmt, first, last, why):
    def key(value):
        return value, math.copysign(1, value)

    low, high = (-math.inf if first is None else first), (math.inf if last is None else last)
    wanted = [v for v in fmt.all_values() if key(low) <= key(v) <= key(high)]
    span = fmt.ordinal_range(first, last)
    assert np.array_equal(fmt.values(np.arange(span.start, span.stop)), wanted), why


NATIVE = [
    (HALF, np.float16),
    (BRAIN, ml_dtypes.bfloat16),
    (SINGLE, np.float32),
    (DOUBLE, float),
    (E5M2, ml_dtypes.float8_e5m2),
]


@pytest.mark.parametrize("fmt, dtype", NATIVE, ids=lambda item: getattr(item, "name", ""))
def test_patterns_are_numpy_s(fmt, dtype):
    values = np.array([0.0, -0.0, 1.0, -2.5, 0.15625, np.inf, -np.inf], dtype)
    assert np.array_equal(fmt.bits_of_values(values), values.view(fmt.uint))
    assert [fmt.bits_of(float(v)) for v in values] == values.view(fmt.uint).tolist()


@pytest.mark.parametrize("fmt", [E4M3, E5M2], ids=named)
def test_every_pattern_of_8_bits_is_ml_dtypes_s(fmt):
    patterns = np.arange(256, dtype=np.uint8)
    values = patterns.view(getattr(ml_dtypes, fmt.name))
    assert fmt.dtype == values.dtype and fmt.uint == np.uint8
    assert np.array_equal(fmt.bits_of_values(values), patterns)
    ours = np.array([fmt.value(bits) for bits in range(256)])
    assert np.array_equal(ours, values.astype(float), equal_nan=True)
    numbers = patterns[~np.isnan(ours)]
    assert np.array_equal(np.signbit(ours[numbers]), numbers >= 128)
    info = ml_dtypes.finfo(fmt.name)
    known = fmt.largest, fmt.smallest_normal, fmt.smallest_subnormal, 2.0 ** (1 - fmt.precision)
    assert known == (info.max, info.tiny, info.smallest_subnormal, info.eps)


def test_the_standard_ones_are_four():
    assert list(STANDARD) == ["float16", "bfloat16", "float32", "float64"]
    assert all(FORMATS[name] is fmt for name, fmt in STANDARD.items())
    assert {fmt.wider for fmt in FORMATS.values()} <= {*FORMATS, None}


def test_a_value_that_is_not_of_the_format_is_named():
    with pytest.raises(ValueError, match=r"float16 has no value 0\.1; the nearest is 0\.0999755"):
        HALF.bits_of(0.1)
    with pytest.raises(ValueError, match=r"float8_e4m3fn has no value inf"):
        E4M3.bits_of(math.inf)


def test_find_format():
    assert find_format("bfloat16") is BRAIN and find_format(TOYS[0]) is TOYS[0]
    with pytest.raises(UsageError, match="float24") as caught:
        find_format("float24")
    assert "float16, bfloat16, float32, float64" in str(caught.value)


FINITE = [(HALF, 63_488), (BRAIN, 65_280), (E4M3, 254), (E5M2, 248)]


@pytest.mark.parametrize("fmt, finite", FINITE, ids=lambda item: getattr(item, "name", ""))
def test_how_many_finite_values(fmt, finite):
    values = fmt.all_values().astype(float)
    assert np.count_nonzero(np.isfinite(values)) == finite
    assert finite == 2 * fmt.end_bits
    assert values.size + fmt.nan_values().size == 2**fmt.bits
