"""Settled maxima against a brute force: every error exactly, then the largest of them."""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from gelucheck.block import Block
from gelucheck.formats import FORMATS, STANDARD, Format
from gelucheck.implementations.interface import Implementation
from gelucheck.measure import measure
from gelucheck.rows import row_of

HALF, BRAIN, SINGLE, DOUBLE = STANDARD.values()
TOYS = (Format("toy6", 6, 3), Format("toy5", 5, 3))
MP = mpmath.MPContext()


# ---- the forms, on each side from what is small there -------------------------------------------


def small(form, u):
    """The form at -u for u > 0: relative precision whatever u is, but below 2^-4000 just that."""
    if u > 3000:
        # u·e^(-1.702u) is the slowest of them; an erfc of mpmath 1.3 overflows far out
        return MP.ldexp(-1, -4000)
    if form == "gelu":
        return -u * MP.erfc(u / MP.sqrt(2)) / 2
    slope = 2 * MP.sqrt(2 / MP.pi) * (u + MP.mpf(44715) / 10**6 * u**3)
    return -u / (1 + MP.exp(slope if form == "tanh" else u * 1702 / 1000))


def difference(form, x, got):
    """got - f(x) to at least 100 bits, |f(x)|, and floor(log2|f(x)|)."""
    MP.prec = 400 + 3 * max(0, -math.frexp(x)[1]) if x else 400
    if x == 0:
        return MP.mpf(got), MP.mpf(0), -math.inf
    at = MP.mpf(x)
    value = small(form, abs(at))
    if MP.frexp(value)[1] < -4000:
        value = MP.ldexp(-1, -4000)
    MP.prec = 5200
    if x > 0:
        left = (MP.mpf(got) - at) - value
        below = math.frexp(x)[1] - 1 - (math.frexp(x)[0] == 0.5)
        total = at + value
        exponent = MP.frexp(total)[1] - 1 if total < at else below
        return left, total, exponent
    return MP.mpf(got) - value, abs(value), int(MP.frexp(value)[1]) - 1


def to_float(size):
    """The nearest float64, by Fraction and CPython's correctly rounded division."""
    _, mantissa, exponent, _ = size._mpf_
    exact = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    try:
        return exact.numerator / exact.denominator
    except OverflowError:
        return math.inf


def brute(form, fmt, x, got, rounded):
    """kind -> (value, above, ordinal) of the largest; of equals the smallest ordinal."""
    best = {}
    ranks, due = fmt.ranks(got), fmt.ranks(rounded)
    for i, ordinal in enumerate(fmt.ordinals(x)):
        at, output = float(x[i]), float(got[i])
        if not (math.isfinite(at) and math.isfinite(output) and math.isfinite(float(rounded[i]))):
            continue
        left, exact, exponent = difference(form, at, output)
        size = abs(left)
        unit = MP.ldexp(1, int(max(exponent, fmt.emin)) - fmt.precision + 1)
        found = {"absolute": size, "ulp": size / unit, "excess": max(size - unit / 2, MP.mpf(0))}
        if rounded[i] != 0:
            found["relative"] = size / exact
        found["steps"] = abs(int(ranks[i]) - int(due[i]))
        for kind, value in found.items():
            place = -int(ordinal)
            if kind == "steps":
                key = value, False, place
            else:
                near = math.copysign(to_float(abs(value)), value)
                key = near, bool(value > near), place
            best[kind] = max(best.get(kind, key), key)
    return {kind: (value, above, -place) for kind, (value, above, place) in best.items()}


# ---- what is measured ---------------------------------------------------------------------------


def true_round(form, fmt, x):
    """The correctly rounded form, from the brute force."""
    rounded = []
    with np.errstate(invalid="ignore"):
        wide = x.astype(np.float64)
    for v in wide:
        if math.isnan(v) or v in (0, math.inf, -math.inf):
            rounded.append(-0.0 if v == -math.inf else v)
            continue
        left, _, _ = difference(form, v, 0.0)
        rounded.append(fmt.value(fmt.round(-left)))
    return fmt.round_array(np.array(rounded))


def single_sum(x, fmt):
    v = x.astype(np.float64)
    erf = np.array([math.erf(t / math.sqrt(2)) for t in v])
    return fmt.round_array(0.5 * v * (1 + erf))


def tail_cut(x, fmt):
    v = x.astype(np.float64)
    good = np.array([0.5 * t * math.erfc(-t / math.sqrt(2)) for t in v])
    return fmt.round_array(np.where(v < -2.5, -0.0, good))


FAULTS = {
    "the sum 1 + erf": single_sum,
    "tail cut at -2.5": tail_cut,
    "x itself": lambda x, fmt: x,
    "2x": lambda x, fmt: fmt.round_array(2 * x.astype(np.float64)),
    "x/2": lambda x, fmt: fmt.round_array(x.astype(np.float64) / 2),
    "sign": lambda x, fmt: fmt.round_array(-x.astype(np.float64)),
    "zero": lambda x, fmt: np.zeros_like(x),
    "huge": lambda x, fmt: np.full_like(x, fmt.largest),
    "relu": lambda x, fmt: np.maximum(x, np.zeros_like(x)),
    "one step up": lambda x, fmt: fmt.values(
        np.minimum(fmt.ordinals(true_round("gelu", fmt, x)) + 1, fmt.end_bits - 1)
    ),
    "right": lambda x, fmt: true_round("gelu", fmt, x),
}


def made(call, form="erf", name="made"):
    """An implementation from a function of (x, fmt)."""
    formats = tuple(FORMATS)

    def quiet(x, fmt):
        with np.errstate(all="ignore"):
            return call(x, fmt)

    return Implementation(name, "gelu", form, None, None, quiet, formats)


def inputs(fmt, count=28, seed=3):
    """Ordinals and values at random, powers of two, the specials; unsorted, with twins."""
    generator = np.random.Generator(np.random.PCG64(seed))
    top = fmt.end_bits
    if fmt.bits <= 8:
        return np.concatenate([fmt.all_values(), fmt.nan_values()])
    anywhere = fmt.values(generator.integers(-1 - top, top, count))
    near = fmt.round_array(generator.uniform(-16, 9, 3 * count))
    powers = fmt.round_array(np.concatenate([2.0 ** np.arange(-3, 8), -(2.0 ** np.arange(-9, 6))]))
    special = fmt.values([0, -1, 1, -2, top, -1 - top, top - 1, -top])
    every = np.concatenate(
        [anywhere, near, powers, special, near[:7], fmt.values_of_bits([top + 1])]
    )
    return generator.permutation(every)


def check_against_brute_force(fmt, x, fault):
    """Measure as the erf form and as the tanh form: total against gelu, evaluation against tanh."""
    block = Block(fmt, x)
    tally = measure(made(FAULTS[fault], form="tanh"), block)
    got = made(FAULTS[fault]).call(x, fmt)
    for form, measured in (("gelu", tally.total), ("tanh", tally.evaluation)):
        due = brute(form, fmt, x, got, true_round(form, fmt, x))
        have = {
            kind: (peak.value, peak.above, peak.ordinal) for kind, peak in measured.peaks.items()
        }
        assert have == due


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("fmt", [*TOYS, *STANDARD.values()], ids=lambda fmt: fmt.name)
def test_maxima_are_the_brute_force_s(fmt, fault):
    check_against_brute_force(fmt, inputs(fmt), fault)


PLACES = {
    "far left": np.linspace(-120, -20, 700),
    "far right": np.linspace(9, 700, 700),
    "next to zero": np.concatenate([-(2.0 ** -np.arange(50, 120)), 2.0 ** -np.arange(50, 120)]),
    "powers of two": 2.0 ** np.arange(-20, 12),
}


@pytest.mark.parametrize("fault", ["right", "x itself", "x/2", "zero"])
@pytest.mark.parametrize("where", PLACES)
@pytest.mark.parametrize("fmt", [SINGLE, DOUBLE], ids=lambda fmt: fmt.name)
def test_where_every_error_is_much_the_same(fmt, where, fault):
    check_against_brute_force(fmt, fmt.round_array(PLACES[where])[::28], fault)


@pytest.mark.parametrize("form", ["tanh", "sigmoid"])
@pytest.mark.parametrize("fmt", [TOYS[0], HALF, DOUBLE], ids=lambda fmt: fmt.name)
def test_method_is_the_brute_force_s(fmt, form):
    x = inputs(fmt, 40, seed=5)
    tally = measure(made(FAULTS["right"], form=form), Block(fmt, x))
    best = (-1.0, False, 0)
    for at, ordinal in zip(x.astype(float), fmt.ordinals(x), strict=True):
        if math.isfinite(at) and at != 0:
            here = difference("gelu", at, 0.0)[0] - difference(form, at, 0.0)[0]
            near = to_float(abs(here))
            best = max(best, (near, bool(abs(here) > near), -int(ordinal)))
    peak = tally.method
    assert (peak.value, peak.above, -peak.ordinal) == best
    row = row_of(made(FAULTS["right"], form=form), fmt, "given", tally)
    assert row.method.value == best[0] and fmt.ordinal(int(row.method.bits, 16)) == -best[2]
