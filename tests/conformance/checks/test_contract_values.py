"""Special values, range, sign, symmetry, order, slope at zero: each fault is found by its check."""

import math

import numpy as np
import pytest

from gelucheck.conformance.checks.bounds import bounds
from gelucheck.conformance.checks.dtype import dtype
from gelucheck.conformance.checks.elementwise import elementwise
from gelucheck.conformance.checks.finite import finite, sign, subnormals
from gelucheck.conformance.checks.monotone import monotone
from gelucheck.conformance.checks.origin import origin
from gelucheck.conformance.checks.repeat import repeatable
from gelucheck.conformance.checks.shapes import shapes
from gelucheck.conformance.checks.special import special
from gelucheck.conformance.checks.symmetry import symmetry

EVERY = (special, finite, sign, subnormals, bounds, symmetry, monotone, origin)
INF, NAN = math.inf, math.nan


def changed(x, y, at, to):
    """y, with another value where x is one, its sign looked at."""
    same = np.isnan(x) if np.isnan(at) else (x == at) & (np.signbit(x) == np.signbit(at))
    return np.where(same, y.dtype.type(to), y)


@pytest.mark.parametrize("fmt", ["float16", "bfloat16", "float32", "float64"])
def test_the_exact_form_passes(fmt, found, sound):
    assert found(EVERY, sound.gelu, fmt) == []
    assert found(EVERY, sound.gelu, fmt, form=None) == []
    assert found(EVERY, sound.gelu_tanh, fmt, form="tanh") == []


def test_arithmetic_in_the_format_itself_passes(found):
    """Every step rounded to float32: 1.8·(1 + k) ulp at most."""

    def function(x):
        half, root = np.float32(0.5), np.float32(math.sqrt(0.5))
        tail = np.asarray(np.frompyfunc(math.erfc, 1, 1)(-x * root), np.float64)
        y = half * x * tail.astype(np.float32)
        return changed(x, y, -INF, -0.0)

    assert found(EVERY, function) == []
    assert found(EVERY, function, form=None) == []


@pytest.mark.parametrize(
    ("at", "to", "slug", "level"),
    [
        (NAN, 0.0, "nan-not-kept", "error"),
        (-INF, NAN, "nan-at-minus-inf", "warning"),
        (INF, NAN, "nan-at-plus-inf", "error"),
        (INF, 3.0e38, "infinity-not-kept", "error"),
        (-INF, -INF, "infinity-not-kept", "error"),
        (-INF, -1.0, "infinity-not-kept", "error"),
        (-INF, 0.0, "zero-sign", "warning"),
        (0.0, 1e-4, "nonzero-at-zero", "error"),
        (0.0, -0.0, "zero-sign", "warning"),
        (-0.0, 0.0, "zero-sign", "warning"),
    ],
)
def test_a_special_value_that_is_wrong_is_found(at, to, slug, level, found, sound):
    (finding,) = found(special, lambda x: changed(x, sound.gelu(x), at, to))
    assert (finding.slug, finding.level) == (slug, level)
    witness = finding.witness
    assert [str(number) for number in (witness.x, witness.got)] == [
        str(at),
        str(float(np.float32(to))),
    ]


@pytest.mark.parametrize(
    ("at", "to", "slugs"),
    [
        (NAN, 0.0, ["nan-not-kept"]),
        (-INF, NAN, ["nan-at-minus-inf"]),
        (-INF, 0.0, []),
        (-INF, 1.0, ["infinity-not-kept"]),
        (INF, NAN, ["nan-at-plus-inf"]),
        (INF, 0.0, ["infinity-not-kept"]),
    ],
)
def test_the_limits_are_those_of_the_derivative(at, to, slugs, found, sound):
    def function(x):
        return changed(x, sound.gelu_grad(x), at, to)

    assert [item.slug for item in found(special, function, of="gelu_grad")] == slugs


def where(condition, value):
    """The sound function, with another value where a condition holds."""
    return lambda x, gelu: np.where(condition(x), np.asarray(value(x), x.dtype), gelu(x))


@pytest.mark.parametrize(
    ("check", "function", "slug", "words"),
    [
        (
            finite,
            where(lambda x: np.isfinite(x) & (x < -20), lambda x: x * np.nan),
            "nan-for-finite",
            "NaN from x = −2",
        ),
        (
            finite,
            where(lambda x: x > 1e30, lambda x: x * np.inf),
            "inf-for-finite",
            "e+30 on, where 1.",
        ),
        (sign, where(lambda x: x < -6, lambda x: -x * 1e-9), "wrong-sign", "x = −3.40282e+38"),
        (
            sign,
            where(lambda x: (x > 0) & (x < 1e-5), lambda x: x * 0 - 1e-7),
            "wrong-sign",
            "wrong from x = 1.4013e−45 to",
        ),
        (
            sign,
            where(lambda x: x <= -16, lambda x: np.zeros(x.shape)),
            "zero-sign",
            "+0 from x = −16 down",
        ),
        (
            bounds,
            where(lambda x: (x < -0.7) & (x > -0.8), lambda x: x * 0 - 0.1701),
            "out-of-range",
            "below the form's minimum −0.169971",
        ),
        (bounds, where(lambda x: x > 7, lambda x: x * 1.001), "out-of-range", "above x"),
        (
            bounds,
            where(lambda x: (x < 0) & (x > -0.01), lambda x: x * 1.01),
            "out-of-range",
            "|GELU(x)| ≤ |x|",
        ),
        (
            symmetry,
            where(lambda x: x < -2.5, lambda x: -0.0 * x),
            "broken-symmetry",
            "the value at −2.5",
        ),
        (
            symmetry,
            where(lambda x: x > 3, lambda x: x),
            "broken-symmetry",
            "the value at 3",
        ),
        (
            origin,
            where(lambda x: np.abs(x) < 1e-6, lambda x: x),
            "near-zero-slope",
            "x itself is returned",
        ),
        (
            origin,
            where(lambda x: np.abs(x) < 1e-6, lambda x: 0 * x),
            "near-zero-slope",
            "0 is returned",
        ),
    ],
)
def test_a_value_that_no_form_has_is_found(check, function, slug, words, found, sound):
    (finding,) = found(check, lambda x: function(x, sound.gelu))
    assert finding.slug == slug
    assert finding.level == ("warning" if slug == "zero-sign" else "error")
    assert words in finding.sentence
    assert found(check, lambda x: function(x, sound.gelu), form=None)[0].slug == slug


def test_the_minimum_is_that_of_the_declared_form(found, sound):
    """The tanh form's is 6.9e-5 lower; where nothing is declared it is as good as the others."""
    assert found(bounds, sound.gelu_tanh, form="erf")[0].slug == "out-of-range"
    assert found(bounds, sound.gelu_tanh, form="tanh") == []
    assert found(bounds, sound.gelu_tanh, form=None) == []


def test_at_zero_it_is_not_the_range_that_is_wrong(found, sound):
    for at in (0.0, -0.0):
        for to in (1e-4, -1e-4):
            function = lambda x, at=at, to=to: changed(x, sound.gelu(x), at, to)  # noqa: E731
            assert found((bounds, sign, origin), function) == []


def flushed_inputs(x, gelu):
    tiny = np.finfo(x.dtype).smallest_normal
    return gelu(np.where(np.abs(x) < tiny, x * 0, x))


def flushed_results(x, gelu):
    y = gelu(x)
    return np.where(np.abs(y) < np.finfo(x.dtype).smallest_normal, y * 0, y)


@pytest.mark.parametrize("fmt", ["float16", "float32", "float64"])
@pytest.mark.parametrize(
    ("function", "words"), [(flushed_inputs, "inputs"), (flushed_results, "results")]
)
def test_subnormals_flushed_are_a_warning_and_nothing_else(function, words, fmt, found, sound):
    def call(x):
        return function(x, sound.gelu)

    findings = found((subnormals, origin, symmetry), call, fmt)
    assert [(item.slug, item.level) for item in findings] == [("subnormals-flushed", "warning")]
    # results that are flushed lose all subnormal inputs, too
    assert "subnormal inputs" in findings[0].sentence or words == "results"


def test_a_tail_that_is_cut_off_is_not_flushing(found, sound):
    cut = where(lambda x: x < -12, lambda x: -0.0 * np.abs(x))
    assert found(subnormals, lambda x: cut(x, sound.gelu)) == []


def stairs(x, gelu):
    """Down by 40 ulp in the middle of every 64 values of float32."""
    y = gelu(x)
    bits = y.view(np.uint32)
    middle = (x > 1) & (x < 5) & (x.view(np.uint32) % 64 >= 32)
    return np.where(middle, (bits - np.uint32(40 * 10)).view(np.float32), y)


def test_inversions_deeper_than_sound_code_has_are_a_warning(found, sound):
    (finding,) = found(monotone, lambda x: stairs(x, sound.gelu))
    assert (finding.slug, finding.level) == ("not-monotone", "warning")
    assert "falls by" in finding.sentence
    assert "inversions among" in finding.sentence


def test_one_step_up_and_down_is_no_inversion_of_a_16_bit_format(found, sound):
    def function(x, by):
        y = sound.gelu(x)
        bits = y.view(np.uint16)
        inner = (x > -5) & (x < -1) & (x.view(np.uint16) % 2 == 0)
        return np.where(inner, (bits + np.uint16(by)).view(np.float16), y)

    assert found(monotone, lambda x: function(x, 1), "float16") == []
    # the form itself moves by one step or so between neighbours
    assert found(monotone, lambda x: function(x, 6), "float16")[0].slug == "not-monotone"


def test_a_wrong_constant_moves_the_minimum_and_inverts_nothing(found):
    """x sigmoid(1.773 x): its minimum is at −0.721, that of the form at −0.751."""

    def function(x):
        v = x.astype(np.float64)
        y = np.where(v == -INF, -0.0, v / (1 + np.exp(-1.773 * v)))
        return y.astype(x.dtype)

    assert found(monotone, function, form="sigmoid") == []


def test_a_nan_that_spoils_the_others_is_no_fault_of_values(found, sound):
    def function(x):
        return sound.gelu(x) * x.dtype.type(NAN if np.isnan(x).any() else 1)

    assert found((*EVERY, repeatable), function) == []
    assert [f.slug for f in found(elementwise, function)] == ["shape-dependence"]


def test_elements_left_over_are_no_fault_of_values(found, sound):
    def function(x):
        flat = sound.gelu(x.ravel())
        flat[x.size // 64 * 64 :] = 0
        return flat.reshape(x.shape)

    assert found(EVERY, function) == []
    assert [f.slug for f in found(elementwise, function)] == ["shape-dependence"]


def test_what_is_no_array_has_no_dtype(found, sound):
    def function(x):
        return sound.gelu(x) if x.size else None

    assert [f.slug for f in found((dtype, shapes), function)] == ["empty-or-scalar"]
