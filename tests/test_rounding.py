"""Rounding against the definition: the nearest value by exact distance, of two the even one."""

import math
from fractions import Fraction
from itertools import pairwise

import flint
import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gelucheck.formats import FORMATS, STANDARD, Format
from gelucheck.rounding import nearest, nearest_array, round_dyadic

TOYS = (
    Format("toy6", 6, 3),
    Format("toy5", 5, 3),
    Format("toy5w", 5, 2),
    Format("toy7", 7, 4),
    Format("toy6fn", 6, 3, infinities=False),
    Format("toy7fn", 7, 5, infinities=False),
)
HALF, BRAIN, SINGLE, DOUBLE = STANDARD.values()
E4M3, E5M2 = FORMATS["float8_e4m3fn"], FORMATS["float8_e5m2"]
MP = mpmath.MPContext()
MP.prec = 3000


def named(fmt):
    return fmt.name


def magnitudes(fmt):
    """Every finite magnitude as a ``Fraction`` in order, then the one that the last spacing leads
    to: it stands for an infinity, or for NaN where there is none."""
    finite = [Fraction(fmt.value(bits)) for bits in range(fmt.end_bits)]
    return [*finite, 2 * finite[-1] - finite[-2]]


def brute(fmt, number, sizes):
    """IEEE 754, 4.3.1: the nearest, at equal distance the one whose last digit is 0."""
    distances = [abs(abs(number) - size) for size in sizes]
    least = min(distances)
    near = [bits for bits, distance in enumerate(distances) if distance == least]
    bits = next(b for b in near if len(near) == 1 or b % 2 == 0)
    return bits | (fmt.sign_bit if number < 0 else 0)


def interesting(fmt):
    """Values, midpoints, and neighbours of both; and beyond the largest."""
    sizes = magnitudes(fmt)
    spots = sizes + [(a + b) / 2 for a, b in pairwise(sizes)]
    spots += [sizes[1] / 4, sizes[-1] * 3, sizes[-1] * Fraction(2) ** 40, Fraction(1, 3)]
    tiny = [Fraction(0), sizes[1] / 1000, Fraction(1, 2**90), Fraction(1, 3**60)]
    return [s + sign * step for s in spots for step in tiny for sign in (1, -1)], sizes


@pytest.mark.parametrize("fmt", TOYS, ids=named)
def test_every_midpoint_and_its_neighbours(fmt):
    numbers, sizes = interesting(fmt)
    for number in numbers:
        if number == 0:
            continue
        for signed in (number, -number):
            assert nearest(fmt, signed) == brute(fmt, signed, sizes), signed


def beyond(fmt, value):
    """The pattern of a value, and of what stands for an infinity where there is none."""
    if math.isinf(value) and not fmt.infinities:
        return fmt.nan_bits | (fmt.sign_bit if value < 0 else 0)
    return fmt.bits_of(value)


@pytest.mark.parametrize("fmt", TOYS, ids=named)
def test_every_kind_of_number_rounds_alike(fmt):
    """mpf, Arb and float64 at the dyadic ones; the array too."""
    numbers, sizes = interesting(fmt)
    dyadic = [n for n in numbers if n.denominator & (n.denominator - 1) == 0 and n != 0]
    assert len(dyadic) > 100
    with_arb = flint.ctx.prec
    flint.ctx.prec = 3000
    try:
        for number in dyadic:
            due = brute(fmt, number, sizes)
            shift = number.denominator.bit_length() - 1
            mpf = MP.ldexp(MP.mpf(number.numerator), -shift)
            arb = flint.arb(number.numerator) * flint.arb(2) ** -shift
            assert arb.is_exact()
            assert nearest(fmt, mpf) == nearest(fmt, arb) == due, number
            if Fraction(float(number)) == number:
                assert nearest(fmt, float(number)) == due
                assert nearest(fmt, np.float64(number)) == due
    finally:
        flint.ctx.prec = with_arb
    exact = [float(n) for n in dyadic if Fraction(float(n)) == n]
    exact += [-n for n in exact]
    due = [brute(fmt, Fraction(n), sizes) for n in exact]
    due = [fmt.value(bits) for bits in due]
    assert np.array_equal(nearest_array(fmt, exact), due, equal_nan=True)


SPECIAL = [
    (0, 0.0),
    (Fraction(0), 0.0),
    (0.0, 0.0),
    (-0.0, -0.0),
    (math.inf, math.inf),
    (-math.inf, -math.inf),
    (np.float32(-0.0), -0.0),
    (MP.mpf(0), 0.0),
    (MP.inf, math.inf),
    (MP.ninf, -math.inf),
    (flint.arb("inf"), math.inf),
    (flint.arb("-inf"), -math.inf),
    (flint.arb(0), 0.0),
    (MP.ldexp(1, 10**9), math.inf),
    (-MP.ldexp(3, 10**18), -math.inf),
    (MP.ldexp(1, -(10**9)), 0.0),
    (-MP.ldexp(3, -(10**18)), -0.0),
    (flint.arb(2) ** (10**9), math.inf),
    (-(flint.arb(2) ** -(10**9)), -0.0),
    (10**400, math.inf),
    (-(10**400), -math.inf),
    (Fraction(-1, 10**400), -0.0),
    (Fraction(10**4000, 10**4000), 1.0),
    (True, 1.0),
]


@pytest.mark.parametrize("number, value", SPECIAL, ids=range(len(SPECIAL)))
@pytest.mark.parametrize("fmt", [*TOYS, *FORMATS.values()], ids=named)
def test_special(fmt, number, value):
    assert nearest(fmt, number) == beyond(fmt, value)


@pytest.mark.parametrize("fmt", [*TOYS, *FORMATS.values()], ids=named)
def test_nan(fmt):
    for number in (math.nan, -math.nan, np.float32("nan"), MP.nan, flint.arb("nan")):
        assert nearest(fmt, number) == fmt.nan_bits
    assert np.isnan(nearest_array(fmt, [math.nan]).astype(float)).all()


def test_a_ball_is_not_rounded_as_a_number():
    with pytest.raises(ValueError, match="ball"):
        nearest(HALF, flint.arb(1, 1e-9))


@pytest.mark.parametrize("fmt", FORMATS.values(), ids=named)
def test_overflow_and_underflow_thresholds(fmt):
    """IEEE 754, 4.3.1: infinity from 2^emax·(2 - 2^-p) on; half the smallest goes to zero."""
    edge = Fraction(2) ** fmt.emax * (2 - Fraction(1, 2**fmt.precision))
    if not fmt.infinities:
        # the pattern above the largest value is NaN's, and the largest is the even one of the two
        edge = Fraction(464)
    eps = edge / 2**200
    least = Fraction(fmt.smallest_subnormal) / 2
    for number, value in [
        (edge - eps, fmt.largest),
        (edge, math.inf if fmt.infinities else 448.0),
        (edge + eps, math.inf),
        (-edge + eps, -fmt.largest),
        (-edge, -math.inf if fmt.infinities else -448.0),
        (least, 0.0),
        (least + eps * 0 + Fraction(1, 2**1300), fmt.smallest_subnormal),
        (-least, -0.0),
        (3 * least, 2 * fmt.smallest_subnormal),
        (3 * least - Fraction(1, 2**1300), fmt.smallest_subnormal),
    ]:
        assert nearest(fmt, number) == beyond(fmt, value)


@pytest.mark.parametrize("fmt", [HALF, BRAIN, E4M3, E5M2], ids=named)
def test_array_at_every_midpoint(fmt):
    """All adjacent pairs: the midpoint goes to the even one, what is beside it to its own side."""
    bits = np.arange(fmt.end_bits)
    low = fmt.values_of_bits(bits).astype(np.float64)
    high = np.append(low[1:], 2 * low[-1] - low[-2])
    middle = (low + high) / 2
    even = np.where(bits % 2 == 0, bits, bits + 1)
    for numbers, due in [
        (low, bits),
        (middle, even),
        (np.nextafter(middle, np.inf), bits + 1),
        (np.nextafter(middle, 0), bits),
        (np.nextafter(low[1:], np.inf), bits[1:]),
        (np.nextafter(high, 0), bits + 1),
    ]:
        for sign, pattern in ((1, 0), (-1, fmt.sign_bit)):
            got = fmt.bits_of_values(nearest_array(fmt, sign * numbers))
            assert np.array_equal(got, due | pattern)
    for i in range(0, bits.size, 97 if fmt.bits > 8 else 1):
        for number in (middle[i], np.nextafter(middle[i], 0), np.nextafter(middle[i], np.inf)):
            assert nearest(fmt, number) == fmt.bits_of_values(nearest_array(fmt, number))


@pytest.mark.parametrize("fmt", [E4M3, E5M2], ids=named)
def test_array_rounds_a_float32_as_ml_dtypes_does(fmt):
    """From float32, that is: its casts from float64 go by way of float32, and so round twice."""
    low = fmt.values_of_bits(np.arange(fmt.end_bits)).astype(np.float32)
    high = np.append(low[1:], 2 * low[-1] - low[-2])
    numbers = [low, high, (low + high) / 2, [2 * high[-1], np.inf, np.nan]]
    numbers = np.concatenate(numbers).astype(np.float32)
    numbers = np.concatenate([np.nextafter(numbers, np.float32(end)) for end in (-9e9, 9e9)])
    numbers = np.concatenate([numbers, -numbers, low, -low])
    with np.errstate(all="ignore"):
        due = numbers.astype(fmt.dtype)
    got = nearest_array(fmt, numbers)
    assert np.array_equal(got.view(np.uint8), due.view(np.uint8)) and numbers.size > 1400


def test_array_rounds_to_float32_as_ieee_hardware_does():
    """A cast from float64 to float32 is one IEEE rounding: the processor does it."""
    generator = np.random.Generator(np.random.PCG64(7))
    patterns = generator.integers(0, 1 << 63, 200_000).astype(np.uint64)
    numbers = patterns.view(np.float64)
    near = generator.integers(0, 0x7F800000, 200_000).astype(np.uint32)
    single = near.view(np.float32).astype(np.float64)
    step = np.nextafter(near.view(np.float32), np.float32(np.inf)).astype(np.float64)
    middle = (single + step) / 2
    tiny = generator.random(50_000) * 2.0**-125
    every = np.concatenate(
        [numbers, single, middle, np.nextafter(middle, 0), np.nextafter(middle, np.inf), tiny]
    )
    every = np.concatenate([every, -every])
    with np.errstate(all="ignore"):
        due = every.astype(np.float32)
    got = nearest_array(SINGLE, every)
    assert np.array_equal(got[~np.isnan(due)].view(np.uint32), due[~np.isnan(due)].view(np.uint32))
    assert np.isnan(got[np.isnan(due)]).all()


@given(st.floats(allow_nan=False), st.sampled_from(list(FORMATS.values())))
def test_array_and_scalar_agree(number, fmt):
    assert int(fmt.bits_of_values(nearest_array(fmt, number))) == nearest(fmt, number)


@given(st.fractions(), st.integers(-1200, 1200))
def test_float64_rounds_as_python_does(fraction, power):
    """CPython's int/int division is correctly rounded: an independent rounding to float64."""
    number = fraction * Fraction(2) ** power
    try:
        due = number.numerator / number.denominator
    except OverflowError:
        due = math.inf if number > 0 else -math.inf
    if due == 0 and number < 0:
        due = -0.0
    assert nearest(DOUBLE, number) == DOUBLE.bits_of(due)


@given(
    st.integers(2**13, 2**80), st.integers(-200, 200), st.booleans(), st.sampled_from([*TOYS, HALF])
)
def test_sticky_is_a_little_more(mantissa, exponent, negative, fmt):
    number = Fraction(mantissa) * Fraction(2) ** exponent
    more = number + Fraction(2) ** (exponent - 300)
    bits = round_dyadic(fmt, negative, mantissa, exponent, sticky=True)
    assert bits == nearest(fmt, -more if negative else more)


@pytest.mark.parametrize("shape", [(), (0,), (2, 0, 3), (3, 4)])
def test_array_keeps_the_shape(shape):
    numbers = np.full(shape, 0.1)
    got = nearest_array(HALF, numbers)
    assert got.shape == shape and got.dtype == np.float16
    assert nearest_array(HALF, np.full((4, 6), 0.1)[::2, ::3].T).shape == (2, 2)


ENDS = [
    (Fraction(1), Fraction(1) + Fraction(1, 2**12), 1.0, "both go to 1"),
    (Fraction(1), Fraction(1) + Fraction(1, 2**11), 1.0, "the tie goes to even"),
    (Fraction(1), Fraction(1) + Fraction(1, 2**11) + Fraction(1, 2**99), None, "past the tie"),
    (Fraction(-1, 2**40), Fraction(1, 2**40), None, "zeros of unlike sign"),
    (Fraction(-1, 2**40), Fraction(-1, 2**50), -0.0, "zeros of like sign"),
]


@pytest.mark.parametrize("lower, upper, value, why", ENDS, ids=[row[3] for row in ENDS])
def test_round_interval(lower, upper, value, why):
    due = None if value is None else HALF.bits_of(value)
    assert HALF.round_interval(lower, upper) == due, why
