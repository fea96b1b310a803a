"""Error measures against exact arithmetic: mpmath in a context of its own, and ``Fraction``."""

import math
from fractions import Fraction
from functools import cache
from itertools import pairwise

import ml_dtypes
import mpmath
import numpy as np
import pytest

from gelucheck.formats import STANDARD, Format
from gelucheck.reference.evaluate import evaluate
from gelucheck.reference.functions import REFERENCES
from gelucheck.ulp import errors, steps, unit_exact

TOYS = (Format("toy6", 6, 3), Format("toy5", 5, 3), Format("toy5w", 5, 2), Format("toy6w", 6, 4))
HALF, BRAIN, SINGLE, DOUBLE = STANDARD.values()
MP = mpmath.MPContext()
MP.prec = 4000


def named(item):
    return getattr(item, "name", None)


# ---- by definition ------------------------------------------------------------------------------


def unit(fmt, size, fine=False):
    """u(y) for a positive ``Fraction``: by the definition."""
    if size == 0:
        return Fraction(fmt.smallest_subnormal)
    e = size.numerator.bit_length() - size.denominator.bit_length() - 2
    while Fraction(2) ** (e + 1) < size or (Fraction(2) ** (e + 1) == size and not fine):
        e += 1
    e = max(e, fmt.emin)
    return Fraction(2) ** (e - fmt.precision + 1)


def as_fraction(value):
    sign, mantissa, exponent, _ = value._mpf_
    if exponent < -10_000:
        return Fraction(0)
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent) * (-1 if sign else 1)


LITTLE = Fraction(1, 2**3000)


@cache
def exactly(name, x):
    """The function at x as a ``Fraction``; where 4,000 bits cannot tell it from x, just below."""
    if abs(x) > 1700:  # exp(-1.702x) is below 2^-4000
        return Fraction(float(x)) * (1 - LITTLE) if x > 0 else -LITTLE
    hard = abs(x) < 2.0**-60 or math.frexp(x)[0] in (0.5, -0.5)
    MP.prec = 4000 if hard else 400
    MP.prec += int(2 * min(x, 40) ** 2) if x > 0 else 0
    x = MP.mpf(float(x))
    tanh_slope = 2 * MP.sqrt(2 / MP.pi) * (x + MP.mpf(44715) / 10**6 * x**3)
    slope = {"gelu": None, "tanh": tanh_slope, "sigmoid": x * 1702 / 1000}[name]
    share = MP.ncdf(x) if slope is None else 1 / (1 + MP.exp(-slope))
    value, x = as_fraction(x * share), as_fraction(x)
    if value == x:
        return x * (1 - LITTLE)
    return value if abs(value) > LITTLE else -LITTLE


# ---- the unit -----------------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", TOYS, ids=named)
def test_unit_is_the_spacing(fmt):
    """Between neighbours, u(y) is their distance; at a power of two the convention decides."""
    sizes = [Fraction(fmt.value(bits)) for bits in range(fmt.end_bits)]
    for low, high in pairwise(sizes):
        inside = (low * 2 + high) / 3
        spot = MP.mpf(inside.numerator) / inside.denominator
        assert as_fraction(unit_exact(fmt, spot)) == high - low == unit(fmt, inside)
        assert as_fraction(unit_exact(fmt, -spot, "fine")) == high - low
    for i in range(1, len(sizes) - 1):
        at, below, above = sizes[i], sizes[i] - sizes[i - 1], sizes[i + 1] - sizes[i]
        spot = MP.mpf(at.numerator) / at.denominator
        assert as_fraction(unit_exact(fmt, spot)) == above, "coarse: the spacing above"
        assert as_fraction(unit_exact(fmt, -spot, "fine")) == below, "fine: the one below"


UNITS = [
    (HALF, 0, "0x1p-24", "0x1p-24", "zero: the smallest subnormal"),
    (HALF, "0x1p-30", "0x1p-24", "0x1p-24", "below the smallest subnormal"),
    (HALF, 1, "0x1p-10", "0x1p-11", "a power of two"),
    (HALF, "0x1.fffp-1", "0x1p-11", "0x1p-11", "just below it"),
    (HALF, "0x1p-14", "0x1p-24", "0x1p-24", "the smallest normal"),
    (BRAIN, 3, "0x1p-6", "0x1p-6", "inside a binade"),
    (SINGLE, "0x1p-126", "0x1p-149", "0x1p-149", "the smallest normal"),
    (DOUBLE, "0x1p+1000", "0x1p+948", "0x1p+947", "far up"),
]


@pytest.mark.parametrize("fmt, y, coarse, fine, why", UNITS, ids=[row[4] for row in UNITS])
def test_unit(fmt, y, coarse, fine, why):
    y = MP.mpf(float.fromhex(y) if isinstance(y, str) else y)
    for sign in (1, -1):
        assert float(unit_exact(fmt, sign * y)) == float.fromhex(coarse), why
        assert float(unit_exact(fmt, sign * y, "fine")) == float.fromhex(fine), why


# ---- steps --------------------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", TOYS, ids=named)
def test_steps_over_all_pairs(fmt):
    """Counted along the list of distinct values, in which the two zeros are one."""
    values = fmt.all_values()
    distinct = sorted({float(v) for v in values})
    place = np.array([distinct.index(float(v)) for v in values])
    left, right = np.meshgrid(values, values)
    due = np.abs(place[None, :] - place[:, None])
    assert np.array_equal(steps(fmt, left.ravel(), right.ravel()), due.ravel())


STEPS = [
    (HALF, 0.0, -0.0, 0, "one zero"),
    (HALF, -(2.0**-24), 2.0**-24, 2, "across zero"),
    (HALF, 65504.0, -65504.0, 2 * 0x7BFF, "the whole format"),
    (HALF, math.inf, 65504.0, 1, "infinity is next to the largest"),
    (SINGLE, -math.inf, math.inf, 2 * 0x7F800000, "the widest"),
    (DOUBLE, -1.7976931348623157e308, 1.7976931348623157e308, 2 * 0x7FEFFFFFFFFFFFFF, "64 bits"),
    (DOUBLE, 1.0, 1.0000000000000002, 1, "next to each other"),
]


@pytest.mark.parametrize("fmt, got, due, count, why", STEPS, ids=[row[4] for row in STEPS])
def test_steps(fmt, got, due, count, why):
    one, other = np.array([got], fmt.dtype), np.array([due], fmt.dtype)
    for a, b in ((one, other), (other, one)):
        found = steps(fmt, a, b)
        assert found.dtype == np.uint64 and int(found[0]) == count, why


# ---- errors, and their slack --------------------------------------------------------------------


def spread(fmt):
    """Inputs where it is hard: powers of two, tails, thresholds, subnormals, and some more."""
    exponents = [-1022, -900, -600, -200, -126, -125, -100, -66, -60, -15, -14, -13, 5, 9, 10, 100]
    exponents = [e for e in [*exponents, *range(-4, 5)] if fmt.quantum <= e <= fmt.emax]
    powers = 2.0 ** np.array([*exponents, fmt.quantum, fmt.emin, fmt.emax])
    tails = np.concatenate([np.linspace(-40, -5, 15), np.linspace(-5, 9, 20)])
    edges = [-0.75179152469356446, 5.3475155830383301, 8.2126862124304587, -14.35606861]
    edges += [-5.7265625, -13.5625, 3.447265625, 2.78125, -38.580140223782365, 1.24e-16]
    near = fmt.round_array(np.concatenate([powers, -powers, tails, edges])).astype(np.float64)
    ordinals = fmt.ordinals(near.astype(fmt.dtype))
    ordinals = np.unique(np.concatenate([ordinals - 1, ordinals, ordinals + 1]))
    keep = (ordinals > -1 - fmt.end_bits) & (ordinals < fmt.end_bits)
    chosen = ordinals[keep]
    return fmt.values(chosen)


def faulty(fmt, x, rounded):
    """Outputs of all kinds, right and wrong."""
    wide, due = x.astype(np.float64), rounded.astype(np.float64)
    ranks = fmt.ordinals(rounded)
    with np.errstate(all="ignore"):
        yield "right", rounded
        yield "next", fmt.values(np.clip(ranks + 1, -fmt.end_bits, fmt.end_bits - 1))
        yield "zero", np.zeros_like(rounded)
        yield "x", x
        yield "2x", fmt.round_array(2 * wide)
        yield "half", fmt.round_array(wide / 2)
        yield "sign", fmt.round_array(-due)
        yield "far", np.full_like(rounded, fmt.largest)
        yield "far left", np.full_like(rounded, -fmt.largest)
        yield "nan", np.full_like(rounded, np.nan)
        yield "inf", np.full_like(rounded, np.inf)


def check_slack(name, fmt, x, convention):
    reference = evaluate(REFERENCES[name], x, fmt)
    exact = [exactly(name, v) if v != 0 else Fraction(0) for v in x.astype(np.float64)]
    fine = convention == "fine"
    units = [unit(fmt, abs(y), fine) for y in exact]
    wrong = []
    for kind, got in faulty(fmt, x, reference.rounded):
        found = errors(fmt, got, reference.rounded, reference.exact, convention)
        output = got.astype(np.float64)
        finite = np.isfinite(output) & np.isfinite(reference.rounded.astype(np.float64))
        assert np.array_equal(found.measured, finite)
        for i in np.flatnonzero(finite):
            size = abs(Fraction(output[i]) - exact[i])
            due = {
                "absolute": size,
                "ulp": size / units[i],
                "excess": max(size - units[i] / 2, Fraction(0)),
            }
            if reference.rounded[i] != 0:
                due["relative"] = size / abs(exact[i])
            else:
                assert found.relative[i] == 0
            for figure, value in due.items():
                have, room = getattr(found, figure)[i], found.slack[figure][i]
                assert room >= 0
                if math.isinf(have):
                    assert value > Fraction(2) ** 1023 and room == 0
                    continue
                if math.isinf(room):
                    continue
                # 2^-1074: what float64 itself cannot tell apart
                off = abs(Fraction(have) - value)
                limit = Fraction(room) + Fraction(2) ** -1074
                if off > limit:
                    wrong.append((kind, figure, float(x[i]), have, float(off), float(room)))
    assert not wrong, wrong[:20]


@pytest.mark.parametrize(
    "name, convention",
    [("gelu", "coarse"), ("gelu", "fine"), ("tanh", "coarse"), ("sigmoid", "fine")],
)
@pytest.mark.parametrize("fmt", STANDARD.values(), ids=named)
def test_slack_bounds_the_deviation(fmt, name, convention):
    check_slack(name, fmt, spread(fmt), convention)


@pytest.mark.parametrize("convention", ["coarse", "fine"])
@pytest.mark.parametrize("fmt", TOYS, ids=named)
def test_slack_bounds_the_deviation_at_every_value_of_a_toy(fmt, convention):
    check_slack("gelu", fmt, fmt.all_values()[1:-1], convention)


@pytest.mark.parametrize("fmt", TOYS, ids=named)
def test_all_pairs_of_a_toy(fmt):
    """Every output for every input: absolute, in ulp, in steps."""
    inputs = outputs = fmt.all_values()[1:-1]
    reference = evaluate(REFERENCES["gelu"], inputs, fmt)
    distinct = sorted({float(v) for v in fmt.all_values()})
    exact = [exactly("gelu", v) if v else Fraction(0) for v in inputs]
    for got in outputs:
        found = errors(fmt, np.full_like(inputs, got), reference.rounded, reference.exact)
        for i, y in enumerate(exact):
            size = abs(Fraction(float(got)) - y)
            assert found.absolute[i] == pytest.approx(float(size), rel=2**-45, abs=2.0**-60)
            ulp = float(size / unit(fmt, abs(y)))
            assert found.ulp[i] == pytest.approx(ulp, rel=2**-45, abs=2.0**-50)
            away = abs(distinct.index(float(got)) - distinct.index(float(reference.rounded[i])))
            assert found.steps[i] == away


def test_bfloat16_dtype_is_measured_without_a_cast_of_its_own():
    """ml_dtypes rounds float64 twice; got and due come as bfloat16 and are compared exactly."""
    x = np.array([1.0], ml_dtypes.bfloat16)
    reference = evaluate(REFERENCES["gelu"], x, BRAIN)
    found = errors(BRAIN, reference.rounded, reference.rounded, reference.exact)
    due = abs(Fraction(float(reference.rounded[0])) - exactly("gelu", 1.0))
    assert found.absolute[0] == pytest.approx(float(due), rel=2**-40) and found.steps[0] == 0
