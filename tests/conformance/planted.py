"""Faults that ``field_cases.py`` has not: other constants, thresholds, formats and forms.

Each is a function of an array of any format and its fault is what it is written to have. And
``findings_of``, which has one studied.
"""

import math

import numpy as np

from gelucheck.conformance.explain import explain_row
from gelucheck.conformance.study import study_of
from gelucheck.conformance.subject import Subject
from gelucheck.formats import FORMATS
from gelucheck.implementations.interface import Implementation

ROOT, CUBIC, QUICK, HALF = math.sqrt(2 / math.pi), 0.044715, 1.702, math.sqrt(0.5)
_ERF, _ERFC = np.frompyfunc(math.erf, 1, 1), np.frompyfunc(math.erfc, 1, 1)


def erf(v):
    return np.asarray(_ERF(v), np.float64)


def erfc(v):
    return np.asarray(_ERFC(v), np.float64)


def wide(x):
    return np.asarray(x, np.float64)


def single(x):
    return np.asarray(x, np.float32)


def logistic(t):
    e = np.exp(-np.abs(t))
    return np.where(t >= 0, 1.0, e) / (1 + e)


def finished(x, y, left=-0.0, right=math.inf):
    """The outputs in x's format, the limits at the infinities put in."""
    y = np.where(x == -np.inf, left, np.where(x == np.inf, right, wide(y)))
    return y.astype(x.dtype)


def good_erf(x):
    return finished(x, 0.5 * wide(x) * erfc(-wide(x) * HALF))


def z_of(v, cubic=CUBIC, root=ROOT):
    return root * (v + cubic * v**3)


def good_tanh(x, cubic=CUBIC, root=ROOT):
    v = wide(x)
    return finished(x, v * logistic(2 * z_of(v, cubic, root)))


def good_quick(x, scale=QUICK):
    return finished(x, wide(x) * logistic(scale * wide(x)))


def erf_slope(x):
    v = wide(x)
    return finished(
        x, 0.5 * erfc(-v * HALF) + v * np.exp(-v * v / 2) / math.sqrt(2 * math.pi), 0, 1
    )


def tanh_slope(x, cubic=CUBIC):
    v = np.clip(wide(x), -40, 40)
    s, t = logistic(2 * z_of(v, cubic)), logistic(-2 * z_of(v, cubic))
    return finished(x, s * (1 + 2 * v * t * ROOT * (1 + 3 * cubic * v * v)), 0, 1)


def piece(where, inside, outside):
    """x -> ``inside`` where the condition on float64 inputs holds, else ``outside``."""
    return lambda x: np.where(where(wide(x)), wide(inside(x)), wide(outside(x))).astype(x.dtype)


def table(cell, form, reach):
    """Answers of a narrower format over its own inputs, within a reach."""

    def call(x):
        answer = wide(form(x.astype(cell)))
        return np.where(np.abs(wide(x)) < reach, answer, np.maximum(wide(x), 0)).astype(x.dtype)

    return call


def grid(x, step=2.0**-10):
    near = np.round(np.clip(wide(x), -8, 8) / step) * step
    return np.where(np.abs(wide(x)) < 8, wide(good_erf(near)), np.maximum(wide(x), 0)).astype(
        x.dtype
    )


def cut(form):
    def call(x):
        exact = wide(form(wide(x)))
        near = exact.astype(x.dtype)
        toward = np.nextafter(near, x.dtype.type(0))
        return np.where(np.abs(wide(near)) > np.abs(exact), toward, near)

    return call


def flushed(form, smallest):
    def call(x):
        y = form(x)
        return np.where(np.abs(wide(y)) < smallest, (y * 0).astype(x.dtype), y)

    return call


def one_plus(function):
    """0.5 x (1 + erf) or (1 + tanh), each step in the format of what is given."""

    def call(x):
        v, one = x, x.dtype.type(1)
        inner = function(wide(v)).astype(x.dtype)
        return finished(x, (x.dtype.type(0.5) * v * (one + inner)).astype(x.dtype))

    return call


def in_single(call):
    """The same, computed in float32 and rounded once."""
    return lambda x: call(single(x)).astype(x.dtype)


def in_double(call):
    return lambda x: call(wide(x)).astype(x.dtype)


def sum_erf(v):
    return erf(v * HALF)


def sum_tanh(v):
    return np.tanh(z_of(v))


def rounded_argument(argument, outer):
    return lambda x: finished(x, outer(wide(x), wide(argument(wide(x)).astype(x.dtype))))


def stepwise_quick(x):
    """x·(1/(1 + exp(−1.702x))), every step rounded."""

    def r(v):
        return np.asarray(v, np.float64).astype(x.dtype)

    e = r(np.exp(wide(r(-wide(r(wide(r(QUICK)) * wide(x)))))))
    s = r(1 / wide(r(1 + wide(e))))
    return finished(x, wide(x) * wide(s))


def noisy(x):
    """Three steps of the format off at most, at random."""
    y = good_erf(x)
    step = np.random.default_rng(0).integers(-3, 4, x.shape).astype(np.int32)
    moved = (y.view(np.int32) + step).view(np.float32)
    return np.where((np.abs(y) > 1e-30) & (np.abs(y) < 1e30), moved, y)


def coarse(x):
    """Phi by Abramowitz and Stegun 7.1.27: good to 5e-4, absolute."""
    v = wide(x)
    a = np.abs(v) * HALF
    p = 1 / (1 + a * (0.278393 + a * (0.230389 + a * (0.000972 + a * 0.078108)))) ** 4
    return finished(x, 0.5 * v * (1 + np.copysign(1 - p, v)))


def straight(step, form, reach=8.0):
    """A table of a step with linear interpolation; beyond it 0 and x."""

    def call(x):
        cells = np.arange(-reach, reach + step / 2, step)
        v = wide(x)
        y = np.interp(v, cells, wide(form(cells)))
        return np.where(v < -reach, -0.0, np.where(v > reach, v, y)).astype(x.dtype)

    return call


def cut_up(form):
    """Upwards to x's format."""

    def call(x):
        exact = wide(form(wide(x)))
        near = exact.astype(x.dtype)
        above = np.nextafter(near, x.dtype.type(np.inf))
        return np.where(wide(near) < exact, above, near)

    return call


def rounded_to(dtype, argument, outer):
    """As ``rounded_argument``, through a format that is not x's."""
    return lambda x: finished(x, outer(wide(x), wide(argument(wide(x)).astype(dtype))))


def erf_over(x, root):
    v = wide(x)
    return finished(x, 0.5 * v * erfc(-v / root))


def square_for_cube(x):
    v = wide(x)
    return finished(x, v * logistic(2 * ROOT * (v + CUBIC * v * v)))


def steps_in_brain(x):
    """The derivative of the sigmoid form, its argument clamped and every step rounded."""
    t = x.dtype.type
    v = np.clip(x, t(-30), t(30))
    s = t(1) / (t(1) + np.exp(wide(-t(QUICK) * v)).astype(x.dtype))
    return finished(x, s + s * (t(1) - s) * (t(QUICK) * v), 0, 1)


def findings_of(call, dtype, form, function="gelu", **options):
    """What is found of a function in a format; options of ``study_of``."""

    def quiet(x, fmt):
        with np.errstate(all="ignore"):
            return call(x)

    item = Implementation("made", function, form, None, None, quiet, (dtype,))
    return explain_row(None, study_of(Subject(item, FORMATS[dtype]), None, **options))
