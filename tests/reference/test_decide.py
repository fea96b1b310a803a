"""Deciding a rounding: an enclosure is decided only where all that is in it rounds alike."""

from fractions import Fraction

import numpy as np
import pytest

from gelucheck.formats import FORMATS
from gelucheck.reference.decide import decide
from gelucheck.reference.fast import Approximation
from gelucheck.reference.functions import FUNCTIONS
from gelucheck.reference.tables import SCALE

LEAST = Fraction(1, 1 << 1074)
QUANTUM = 2.0**-1074 * SCALE
COUNT = 6000


def nearest(value: Fraction, precision: int, emin: int) -> Fraction:
    """Ties to even, by Python's own rounding of fractions; no overflow here."""
    if value == 0:
        return value
    size = abs(value)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    exponent -= size < Fraction(2) ** exponent
    unit = Fraction(2) ** (max(exponent, emin) - precision + 1)
    return round(value / unit) * unit


def wrong(fmt, high, low, bound, scale):
    """Decided values that are not the rounding of both ends of the enclosure, and how many are."""
    single = scale is None
    value = Approximation(high, low, scale, bound)
    rounded, undecided = decide(FUNCTIONS["gelu_grad"], np.full(high.size, -3.0), fmt, value)
    scales = np.ones(high.size) if single else scale
    faults, decided = [], 0
    columns = (high, low, bound, scales, rounded.astype(np.float64), undecided)
    for h, w, b, s, r, open_ in zip(*(column.tolist() for column in columns), strict=True):
        if open_:
            continue
        decided += 1
        for end in (-1, 1):
            exact = (Fraction(h) + Fraction(w) + end * Fraction(b)) / Fraction(s)
            if nearest(exact, fmt.precision, fmt.emin) != Fraction(r):
                faults.append((h, w, b, s, r))
    return faults, decided


def test_subnormal_results_next_to_a_tie():
    """n + 1/2 units and a hair: the hair is below an ulp of 1/2, so the sum of both is a tie."""
    rng = np.random.default_rng(1)
    whole = np.floor(2.0 ** rng.integers(0, 51, COUNT) * rng.uniform(1, 2, COUNT))
    units = (whole + rng.choice([0, 0.25, 0.5], COUNT)) * rng.choice([-1, 1], COUNT)
    hair = np.minimum(2.0 ** rng.integers(-90, -50, COUNT), np.spacing(whole) / 4)
    low = hair * rng.choice([-1, 0, 1], COUNT) * QUANTUM
    bound = 2.0 ** rng.integers(-150, -90, COUNT) * whole * QUANTUM
    high = units * QUANTUM
    high, low = high + low, low - ((high + low) - high)
    faults, decided = wrong(FORMATS["float64"], high, low, bound, np.full(COUNT, SCALE))
    assert faults == []
    assert COUNT / 2 < decided < COUNT


def test_hair_on_a_tie_is_left_to_the_oracle():
    """2.5 and 3.5 units, ±2^-60 units: the first rounds to 2 or 3, the second to 3 or 4."""
    high = np.array([2.5, 2.5, 3.5, 3.5]) * QUANTUM
    low = np.array([1.0, -1.0, 1.0, -1.0]) * 2.0**-60 * QUANTUM
    value = Approximation(high, low, np.full(4, SCALE), np.full(4, 2.0**-100 * QUANTUM))
    _, undecided = decide(FUNCTIONS["gelu_grad"], np.full(4, -3.0), FORMATS["float64"], value)
    assert undecided.all()


@pytest.mark.parametrize(
    ("scale", "low_exponent", "high_exponent", "why"),
    [
        (1.0, -400, 3, "not scaled"),
        (SCALE, -400, 3, "scaled, normal results"),
        (SCALE, -425, -418, "results around 2^-1022 = 2^-422/SCALE: normal or not"),
    ],
)
def test_double_words_next_to_a_tie(scale, low_exponent, high_exponent, why):
    """A second word of half an ulp, a hair more or less, and bounds around the hair."""
    rng = np.random.default_rng(2)
    high = rng.uniform(1, 2, COUNT) * 2.0 ** rng.integers(low_exponent, high_exponent, COUNT)
    high *= rng.choice([-1, 1], COUNT)
    half = np.spacing(np.abs(high)) / 2
    low = half * rng.choice([-1, 1], COUNT) * (1 - 2.0 ** -rng.integers(10, 53, COUNT))
    bound = half * 2.0 ** -rng.integers(5, 70, COUNT)
    faults, decided = wrong(FORMATS["float64"], high, low, bound, np.full(COUNT, scale))
    assert faults == [], why
    assert COUNT / 10 < decided < COUNT


@pytest.mark.parametrize("name", ["float16", "bfloat16", "float32"])
def test_single_words_next_to_a_tie(name):
    fmt, rng = FORMATS[name], np.random.default_rng(3)
    exponent = rng.integers(fmt.emin - fmt.precision - 2, 4, COUNT)
    unit = 2.0 ** (np.maximum(exponent, fmt.emin) - fmt.precision + 1)
    ticks = np.floor(2.0**exponent * rng.uniform(1, 2, COUNT) / unit) + 0.5
    high = ticks * unit * (1 + rng.integers(-40, 40, COUNT) * 2.0**-52)
    high *= rng.choice([-1, 1], COUNT)
    bound = np.abs(high) * 2.0 ** -rng.integers(44, 54, COUNT)
    low = np.spacing(np.abs(high)) / 2 * rng.uniform(-1, 1, COUNT)
    faults, decided = wrong(fmt, high, low, bound, None)
    assert faults == []
    assert COUNT / 10 < decided < COUNT


@pytest.mark.parametrize("name", list(FORMATS))
@pytest.mark.parametrize("function", ["gelu", "tanh", "sigmoid"])
def test_just_above_half(name, function, agree):
    """x/2 + δ with 0 < δ <= x²/2: ties of the subnormal range go up, everything else to x/2."""
    fmt = FORMATS[name]
    edge = fmt.ordinal(fmt.round(2.0**-64)) if fmt.quantum < -64 else 0
    low = [1, 2, 3, 4, 5, 6, 7, fmt.ordinal(fmt.round(fmt.smallest_normal))]
    odd = [int(k) for k in np.random.default_rng(5).integers(1, max(edge, 8), 60)]
    near = [k + d for k in [*low[-1:], *low[-1:], edge] for d in range(-3, 4) if k + d > 0]
    ordinals = np.unique([*low, *odd, *near, 2 * low[-1], 2 * low[-1] + 1 - (fmt.bits == 16)])
    ordinals = np.concatenate([ordinals, -1 - ordinals])
    assert agree.run(function, fmt, fmt.values(ordinals)) == []
