"""The mpmath oracle: its enclosures against Arb, roundings that are hard, digits, and limits."""

import math
import sys
import threading
from functools import partial

import mpmath
import numpy as np
import pytest
from flint import arb, ctx

from gelucheck.errors import UndecidedError
from gelucheck.formats import FORMATS
from gelucheck.reference import oracle as module
from gelucheck.reference.functions import FUNCTIONS, REFERENCES
from gelucheck.reference.oracle import (
    enclose,
    exact,
    nearest_float,
    rounded_bits,
    saturated,
    special,
)

ROOT = -0.7517915246935645
"""-0.75179152469356445746…, where gelu_grad vanishes (facts: minimum of GELU), as a float64."""

HARD = [ROOT, np.nextafter(ROOT, 0), np.nextafter(ROOT, -1), -0.7524614220710162, -0.72]
HARD += [2.0**-1074, 2.0**-540, 1e-30, 2.0**-26, 1e-3, 0.3, 1.0, 5.5, 8.2, 27.2, 38.5, 150, 799]


def arb_of(mpf):
    """An mpf as an exact Arb number."""
    sign, mantissa, exponent, _ = mpf._mpf_
    return (-1 if sign else 1) * arb(int(mantissa)) * arb(2) ** int(exponent)


@pytest.mark.parametrize("name", list(FUNCTIONS))
def test_enclosures_hold_the_value(name, agree):
    """GUARD's claim, with much to spare: the middle is within 2^-10 of the radius that is stated.

    Near the roots of the derivatives the radius is relative to the terms, not to their sum.
    """
    rng = np.random.default_rng(6)
    xs = [*HARD, *rng.uniform(0, 40, 60), *2.0 ** rng.uniform(-1000, 7, 40)]
    xs = [s * float(x) for x in xs for s in (1, -1)]
    before = ctx.prec
    try:
        for x in xs:
            for precision in (32, 77, 150):
                lower, upper = enclose(FUNCTIONS[name], x, precision)
                ctx.prec = 400
                y = agree.TRUTH[name](arb(x))
                while not y.rel_accuracy_bits() > precision + 60 and ctx.prec < 1 << 21:
                    ctx.prec *= 2
                    y = agree.TRUTH[name](arb(x))
                low, high = arb_of(lower), arb_of(upper)
                assert low < y < high, (x, precision)
                assert abs(2 * y - low - high) * 1024 <= high - low, (x, precision)
    finally:
        ctx.prec = before


TIES = [
    ("gelu", 2051.0, "float16", 2050.0, "between 2050 and 2052: GELU is below x"),
    ("tanh", 2049.0, "float16", 2048.0, "between 2048 and 2050"),
    ("sigmoid", 65520.0, "float16", 65504.0, "between the largest value and infinity"),
    ("gelu", np.nextafter(65520, 1e9), "float16", np.inf, "beyond that"),
    ("gelu", 512.25, "float16", 512.0, "below 800, yet x - GELU < 2^-180000"),
    ("gelu", 513.75, "float16", 513.5, "the tie to even would go up"),
    ("sigmoid", 64.03125, "float16", 64.0, "where the branch begins"),
    ("sigmoid", 64.09375, "float16", 64.0625, "the tie to even would go up"),
    ("sigmoid", 63.984375, "float16", 63.96875, "just before it begins"),
    ("gelu", 257.0, "bfloat16", 256.0, "8 bits"),
    ("gelu", 259.0, "bfloat16", 258.0, "the tie to even would go up"),
    ("gelu", 2.0**127 * (2 - 2.0**-24), "float32", 2.0**127 * (2 - 2.0**-23), "largest float32"),
    ("gelu", 1e308, "float64", 1e308, "a value of the format stays"),
    ("gelu", -1e308, "float64", -0.0, "the sign of the limit"),
    ("gelu_grad", 1e308, "float16", 1.0, "the limit"),
    ("op.erfc", -900.0, "float16", 2.0, "the limit"),
    ("op.tanh", -1e300, "float64", -1.0, "the limit"),
    ("op.exp", 1e300, "float64", np.inf, "overflow"),
    ("gelu", 3 * 2.0**-1074, "float64", 2.0**-1073, "1.5 units and a hair: up"),
    ("gelu", -(3 * 2.0**-1074), "float64", -(2.0**-1074), "-1.5 units and a hair: up"),
    ("gelu", -(2.0**-1074), "float64", -0.0, "-half a unit and a hair: up, and negative"),
    ("gelu", 2.0**-24, "float16", 2.0**-24, "half a unit and a hair"),
    ("gelu", 0.1, "bfloat16", 0.053955078125, "0.05398278372770290…: x of no 16-bit format"),
]


@pytest.mark.parametrize(("name", "x", "dtype", "expected", "why"), TIES)
def test_hard_roundings(name, x, dtype, expected, why):
    """The input need not be a value of the format; f lies strictly between x - 2^-140 and x, …"""
    fmt = FORMATS[dtype]
    got = fmt.value(rounded_bits(FUNCTIONS[name], float(x), fmt))
    assert repr(got) == repr(float(expected)), why


@pytest.mark.parametrize("name", list(REFERENCES))
@pytest.mark.parametrize("dtype", list(FORMATS))
def test_any_float_rounds_as_arb_says(name, dtype, agree):
    """Float64 inputs into every format, and their neighbours by a proof of Arb's."""
    fmt, rng = FORMATS[dtype], np.random.default_rng(8)
    x = np.concatenate(
        [rng.uniform(-40, 60, 60), rng.normal(0, 2, 60), 2.0 ** rng.uniform(-30, 0, 20)]
    )
    bits = [rounded_bits(FUNCTIONS[name], float(v), fmt) for v in x]
    rounded = np.array(bits, fmt.uint).view(fmt.dtype)
    assert agree.disagreements(name, x, rounded, fmt.bits) == []


@pytest.mark.parametrize("name", list(REFERENCES))
def test_saturated(name, agree):
    """At 800 f is within 2^-1100 of its limit or x: Arb's value at 800, and the tails decrease."""
    before = ctx.prec
    ctx.prec = 4000
    try:
        for x in (-800.0, 800.0):
            assert saturated(FUNCTIONS[name], x)
            limit = FUNCTIONS[name].limits()[x > 0]
            goal = arb(x if np.isinf(limit) else limit)
            y = agree.TRUTH[name](arb(x))
            assert abs(y - goal).upper() < arb(2) ** -1100
        assert not saturated(FUNCTIONS[name], np.nextafter(800.0, 0))
    finally:
        ctx.prec = before


@pytest.mark.parametrize("name", ["op.exp", "op.cosh"])
def test_saturated_is_overflow_where_the_limit_is_infinite(name, agree):
    assert saturated(FUNCTIONS[name], 800.0)
    assert agree.TRUTH[name](arb(800)) > arb(2) ** 1025


@pytest.mark.parametrize("name", list(FUNCTIONS))
@pytest.mark.parametrize("x", [ROOT, -20.0, -0.3, -1e-200])
def test_exact_is_as_exact_as_it_says(name, x, agree):
    before = ctx.prec
    ctx.prec = 2000
    try:
        for precision in (60, 160, 400):
            y, truth = exact(FUNCTIONS[name], x, precision), agree.TRUTH[name](arb(x))
            assert abs(arb_of(y) - truth) <= abs(truth) * arb(2) ** -precision
    finally:
        ctx.prec = before


NEXT_TO = [
    ("gelu", 2.0**-1074, "x/2"),
    ("tanh", -(2.0**-1074), "x/2"),
    ("sigmoid", 2.0**-500, "x/2"),
    ("gelu", -(2.0**-60), "x/2"),
    ("gelu_grad", 2.0**-1074, "1/2"),
    ("tanh_grad", -(2.0**-1022), "1/2"),
    ("sigmoid_grad", 2.0**-70, "1/2"),
    ("gelu", 9.0, "x"),
    ("gelu", 38.0, "x"),
    ("tanh", 20.0, "x"),
    ("sigmoid", 400.0, "x"),
    ("gelu_grad", 35.0, "1"),
    ("tanh_grad", 15.0, "1"),
    ("sigmoid_grad", 300.0, "1"),
]


@pytest.mark.parametrize(("name", "x", "neighbour"), NEXT_TO)
def test_exact_keeps_its_distance(name, x, neighbour, agree):
    """An error there is the difference from the neighbour: known to as many bits."""
    before = ctx.prec
    ctx.prec = 4500
    try:
        near = {"x/2": arb(x) / 2, "1/2": arb(0.5), "x": arb(x), "1": arb(1)}[neighbour]
        truth = agree.TRUTH[name](arb(x))
        y = arb_of(exact(FUNCTIONS[name], x))
        assert abs(y - truth) <= abs(truth - near) * arb(2) ** -155
        assert abs(truth - near) > 0
    finally:
        ctx.prec = before


@pytest.mark.parametrize("name", list(REFERENCES))
def test_exact_far_left_keeps_its_sign(name):
    """Below 2^-1200 in magnitude: off by less than that, and negative."""
    for x in (-799.0, -800.0, -1e5, -1e300):
        assert -mpmath.ldexp(1, -1199) < exact(FUNCTIONS[name], x) < 0


@pytest.mark.parametrize(
    ("name", "x", "expected"),
    [
        ("gelu", -np.inf, -0.0),
        ("gelu", np.inf, np.inf),
        ("gelu", -0.0, -0.0),
        ("gelu_grad", -0.0, 0.5),
        ("op.erf", -np.inf, -1.0),
        ("op.erfc", -np.inf, 2.0),
        ("op.erfc", np.inf, 0.0),
        ("op.erfc", -0.0, 1.0),
        ("op.tanh", -0.0, -0.0),
        ("op.sigmoid", -np.inf, 0.0),
        ("op.sigmoid", np.inf, 1.0),
        ("op.exp", -np.inf, 0.0),
        ("op.exp", np.inf, np.inf),
        ("op.exp", 0.0, 1.0),
    ],
)
def test_special(name, x, expected):
    assert repr(special(FUNCTIONS[name], x)) == repr(expected)
    assert repr(nearest_float(FUNCTIONS[name], x)) == repr(expected)


def test_nearest_float():
    with mpmath.workdps(60):
        due = float(-mpmath.ncdf(-1))
    assert nearest_float(FUNCTIONS["gelu"], -1.0) == due


def test_undecided_is_said(monkeypatch):
    """A value that is a tie forever, were it not transcendental: the oracle gives up in words."""
    monkeypatch.setattr(module, "enclose", lambda *_: (mpmath.mpf(-1), mpmath.mpf(1)))
    for call in (lambda: rounded_bits(FUNCTIONS["gelu"], 0.625, FORMATS["float16"]),):
        with pytest.raises(UndecidedError) as caught:
            call()
        assert "gelu(0.625)" in str(caught.value)


def test_threads_take_turns():
    """Precision belongs to a context: with one for all threads, one lowered another's."""
    function, double = FUNCTIONS["gelu"], FORMATS["float64"]
    fresh = module._rounded_bits.__wrapped__
    xs = np.random.default_rng(0).uniform(-8, 3, 1500).tolist()
    due = [fresh(function, x, double) for x in xs]
    got = [None] * len(xs)

    def doubles(start):
        for i in range(start, len(xs), 2):
            got[i] = fresh(function, xs[i], double)

    def others():
        for x in xs:
            fresh(function, x, FORMATS["bfloat16"])

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        jobs = [partial(doubles, 0), partial(doubles, 1), others, others]
        threads = [threading.Thread(target=job) for job in jobs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert got == due


@pytest.mark.parametrize("first, second", [(0.0, -0.0), (-0.0, 0.0)])
def test_the_two_zeros_are_not_taken_for_one_another(first, second):
    """They are equal, and a cache would give one the other's answer; f(±0) = ±0 in each form."""
    half = FORMATS["float16"]
    for name in ("gelu", "tanh", "sigmoid", "op.erf"):
        for x in (first, second, first):
            sign = half.sign_bit if math.copysign(1, x) < 0 else 0
            assert rounded_bits(FUNCTIONS[name], x, half) == sign
            assert math.copysign(1, nearest_float(FUNCTIONS[name], x)) == math.copysign(1, x)
