"""Mutants in the formula: a constant's last digit, branches, truncation, another form, a table.

Computed in float64 and rounded once, so that what is written wrong is all that is wrong; the same
without a fault is the second correct implementation, beside the oracle's own.
"""

import math

import numpy as np
import pytest

from gelucheck.formats import FORMATS
from gelucheck.forms.catalogue import find_writing
from gelucheck.gate.limits import Limits
from gelucheck.gate.verdict import judge
from gelucheck.implementations.writing import from_writing
from gelucheck.record import Run
from gelucheck.reference.evaluate import oracle

TIGHT = Limits(None, max_steps=0)
DTYPES = ("float16", "bfloat16")
_ERF, _ERFC = np.frompyfunc(math.erf, 1, 1), np.frompyfunc(math.erfc, 1, 1)
HALF_ROOT, ROOT, CUBIC, QUICK = math.sqrt(0.5), math.sqrt(2 / math.pi), 0.044715, 1.702


def erfc(v):
    return np.asarray(_ERFC(v), np.float64)


def logistic(t):
    e = np.exp(-np.abs(t))
    return np.where(t >= 0, 1.0, e) / (1 + e)


def erf_form(half_root=HALF_ROOT, half=0.5):
    return lambda v: half * v * erfc(-v * half_root)


def tanh_form(cubic=CUBIC, root=ROOT, power=3):
    return lambda v: v * logistic(2 * root * (v + cubic * v**power))


def sigmoid_form(scale=QUICK):
    return lambda v: v * logistic(scale * v)


def tail(v):
    """Half of erfc(|v|/sqrt 2)."""
    return 0.5 * erfc(np.abs(v) * HALF_ROOT)


def piece(where, inside, outside):
    return lambda v: np.where(where(v), inside(v), outside(v))


def abramowitz(v):
    """Phi by Abramowitz and Stegun 7.1.26, good to 1.5e-7."""
    a = np.abs(v) * HALF_ROOT
    t = 1 / (1 + 0.3275911 * a)
    poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027
        + t * 1.061405429))))  # fmt: skip
    return 0.5 * v * (1 + np.copysign(1 - poly * np.exp(-a * a), v))


def gridded(v, step=2.0**-10):
    near = np.round(np.clip(v, -8, 8) / step) * step
    return np.where(np.abs(v) < 8, erf_form()(near), np.maximum(v, 0))


SOUND = {"erf": erf_form(), "tanh": tanh_form(), "sigmoid": sigmoid_form()}

FORMULAS = [
    # declared form, what is wrong, the formula in float64
    *[("erf", f"sqrt(1/2) = {c}", erf_form(c)) for c in (0.7071, 0.70711, 0.707)],
    *[("erf", f"sqrt(2) = {c}", erf_form(1 / c)) for c in (1.414, 1.4142, 1.41421)],
    ("erf", "no half", erf_form(half=1.0)),
    ("erf", "0.4999", erf_form(half=0.4999)),
    ("erf", "branches swapped", piece(lambda v: v < 0, lambda v: v - v * tail(v),
                                      lambda v: v * tail(v))),
    ("erf", "the branch for x >= 0 everywhere", lambda v: v - v * tail(v)),
    ("erf", "the branch for x < 0 everywhere", lambda v: v * tail(v)),
    ("erf", "x from 3 on", piece(lambda v: v >= 2.5, lambda v: v, erf_form())),
    ("erf", "0 up to -5", piece(lambda v: v <= -5, lambda v: -0.0 * v, erf_form())),
    ("erf", "minus zero in between", piece(lambda v: np.abs(v) < 1e-4, lambda v: 0 * v,
                                           erf_form())),
    ("erf", "the tanh form", SOUND["tanh"]),
    ("erf", "the sigmoid form", SOUND["sigmoid"]),
    ("erf", "the slope", lambda v: 0.5 * erfc(-v * HALF_ROOT)
     + v * np.exp(-v * v / 2) / math.sqrt(2 * math.pi)),
    ("erf", "ReLU", lambda v: np.maximum(v, 0)),
    ("erf", "SiLU", sigmoid_form(1.0)),
    ("erf", "|x|", lambda v: np.abs(v) * erfc(-v * HALF_ROOT) / 2),
    ("erf", "Phi for x Phi", lambda v: erfc(-v * HALF_ROOT) / 2),
    ("erf", "x Phi(-x)", lambda v: 0.5 * v * erfc(v * HALF_ROOT)),
    ("erf", "Abramowitz and Stegun", abramowitz),
    ("erf", "a grid of 2^-10", gridded),
    ("erf", "an offset of 1e-6", lambda v: erf_form()(v) + 1e-6),
    *[("tanh", f"0.044715 = {c}", tanh_form(c)) for c in (0.044714, 0.044716, 0.0447, 0.04471)],
    *[("tanh", f"sqrt(2/pi) = {c}", tanh_form(root=c)) for c in (0.79788, 0.79789, 0.7979, 0.798)],
    ("tanh", "sqrt(pi/2)", tanh_form(root=math.sqrt(math.pi / 2))),
    ("tanh", "2/pi", tanh_form(root=2 / math.pi)),
    ("tanh", "a square for the cube", tanh_form(power=2)),
    ("tanh", "a minus for the plus", tanh_form(-CUBIC)),
    ("tanh", "no cube", tanh_form(0.0)),
    ("tanh", "the erf form", SOUND["erf"]),
    ("tanh", "the sigmoid form", SOUND["sigmoid"]),
    ("tanh", "0 up to -3", piece(lambda v: v < -3, lambda v: -0.0 * v, tanh_form())),
    *[("sigmoid", f"1.702 = {c}", sigmoid_form(c)) for c in (1.701, 1.703, 1.7, 1.7021, 1.0)],
    ("sigmoid", "the erf form", SOUND["erf"]),
    ("sigmoid", "the tanh form", SOUND["tanh"]),
    ("sigmoid", "x sigmoid(-1.702 x)", sigmoid_form(-QUICK)),
]  # fmt: skip


def wide(x):
    with np.errstate(invalid="ignore"):  # a signalling NaN
        return np.asarray(x, np.float64)


def rounded(dtype, formula):
    """A formula of float64 as an implementation: its values at the infinities are their limits."""
    fmt = FORMATS[dtype]

    def call(x):
        v = wide(x)
        with np.errstate(all="ignore"):
            y = wide(formula(v))
            # x/2 + x²/sqrt(2 pi) lies above x/2 by less than float64 holds: next to 0 it is a tie
            y = np.where((np.abs(v) < 2.0**-60) & (y != 0), np.nextafter(y, np.inf), y)
            y = np.where(v == -np.inf, -0.0, np.where(v == np.inf, np.inf, y))
            return fmt.round_array(y)

    return call


def after(dtype, change):
    """The right outputs, changed afterwards: ``change`` gets x, float64 y, RN(y) and the format."""
    fmt = FORMATS[dtype]

    def call(x):
        with np.errstate(all="ignore"):
            return change(wide(x), wide(SOUND["erf"](wide(x))), oracle(x, dtype), fmt)

    return call


def moved(fmt, y, where, step):
    """Outputs one value of the format on, where so."""
    ranks = fmt.ordinals(y)
    return np.where(where, fmt.values(ranks + np.where(where, step, 0)), y).astype(fmt.dtype)


def truncated(x, exact, y, fmt):
    ok = np.isfinite(wide(y)) & (wide(y) != 0)
    return moved(fmt, y, ok & (np.abs(wide(y)) > np.abs(exact)), -np.sign(wide(y)).astype(int))


def upwards(x, exact, y, fmt):
    ok = np.isfinite(wide(y)) & (np.abs(wide(y)) < fmt.largest) & (wide(y) != 0)
    return moved(fmt, y, ok & (wide(y) < exact), 1)


def downwards(x, exact, y, fmt):
    ok = np.isfinite(wide(y)) & (wide(y) != 0)
    return moved(fmt, y, ok & (wide(y) > exact), -1)


def flushed(x, exact, y, fmt):
    return np.where(np.abs(wide(y)) < fmt.smallest_normal, y * fmt.dtype.type(0), y)


def flushed_inputs(x, exact, y, fmt):
    return np.where(np.abs(x) < fmt.smallest_normal, y * fmt.dtype.type(0), y)


def one_off(x, exact, y, fmt):
    """A table read one entry further on."""
    beside = fmt.values(fmt.ordinals(fmt.round_array(x)) + 1)
    inner = np.isfinite(x) & np.isfinite(wide(beside))
    return np.where(inner, oracle(np.where(inner, beside, fmt.dtype.type(0)), fmt.name), y)


def no_subnormal_zero(x, exact, y, fmt):
    """The smallest number for a zero of the left tail."""
    least = fmt.dtype.type(-fmt.smallest_subnormal)
    return np.where((wide(y) == 0) & (x < 0) & np.isfinite(x), least, y)


def saturated_late(x, exact, y, fmt):
    """The largest number for all that is next to it."""
    return np.where(x > 2.0**14, fmt.dtype.type(fmt.largest), y)


def halved_at_the_ends(x, exact, y, fmt):
    return np.where((np.abs(x) >= fmt.largest) & np.isfinite(x), y / fmt.dtype.type(2), y)


CHANGES = [truncated, upwards, downwards, flushed, flushed_inputs, one_off, no_subnormal_zero,
           saturated_late, halved_at_the_ends]  # fmt: skip

MUTANTS = [
    (f"{dtype}-{form}-{name}", dtype, form, rounded(dtype, formula))
    for dtype in DTYPES
    for form, name, formula in FORMULAS
]
MUTANTS += [
    (f"{dtype}-{change.__name__}", dtype, "erf", after(dtype, change))
    for dtype in DTYPES
    for change in CHANGES
]
MUTANTS += [
    # every operation rounded to the format, and of upcast ones those whose sum cancels
    (f"{dtype}-{name}-{arithmetic}", dtype, form, (name, arithmetic))
    for dtype in DTYPES
    for name, form, arithmetic in (
        ("erf", "erf", "native"), ("tanh", "tanh", "native"), ("sigmoid", "sigmoid", "native"),
        ("erfc", "erf", "native"), ("erf", "erf", "upcast"), ("tanh", "tanh", "upcast"),
    )
]  # fmt: skip


def verdict_on(row):
    return judge(Run({}, (row,)), TIGHT)


@pytest.mark.parametrize("name, dtype, form, call", MUTANTS, ids=[m[0] for m in MUTANTS])
def test_every_one_is_caught(row_of_outputs, name, dtype, form, call):
    if isinstance(call, tuple):
        fmt, item = FORMATS[dtype], from_writing(find_writing(call[0]), call[1])
        (row,) = row_of_outputs(dtype, form, lambda x: item.call(x, fmt))
    else:
        (row,) = row_of_outputs(dtype, form, call)
    verdict = verdict_on(row)
    assert verdict.exit_code == 1
    (failure,) = verdict.failures
    assert failure.claim.witness.got != failure.claim.witness.want


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("form", SOUND)
def test_without_a_fault_it_passes(row_of_outputs, dtype, form):
    """By float64's erfc, exp and one rounding: other code than the oracle's."""
    (row,) = row_of_outputs(dtype, form, rounded(dtype, SOUND[form]))
    assert verdict_on(row).exit_code == 0
