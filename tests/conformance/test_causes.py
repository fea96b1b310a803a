"""Faults that are planted, and the cause that must be found; sound code, and none."""

from importlib import util
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

_SPEC = util.spec_from_file_location("planted", Path(__file__).with_name("planted.py"))
p = util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(p)
findings_of = p.findings_of

BRAIN = ml_dtypes.bfloat16


def zero(x):
    return x * 0


def same(x):
    return x


FAULTS = [
    # slug, call, format, form, what
    ("lookup-table", p.table(BRAIN, p.good_erf, 8), "float32", "erf", "bfloat16 cells"),
    ("lookup-table", p.table(BRAIN, p.good_erf, 8), "float16", "erf", "bfloat16 in float16"),
    ("lookup-table", p.grid, "float32", "erf", "a grid of 1/1024"),
    ("seam", p.piece(lambda v: v < -4, lambda x: 0.9 * p.wide(p.good_erf(x)), p.good_erf),
     "float32", "erf", "another piece left of -4"),
    ("seam", p.piece(lambda v: v > 4, same, p.good_erf), "float32", "erf", "x above 4"),
    ("saturation-too-early", p.piece(lambda v: v > 4, same, p.good_erf), "float64", "erf",
     "x above 4"),
    ("saturation-too-early", p.piece(lambda v: v < -6, zero, p.good_erf), "float32", "erf",
     "0 below -6"),
    ("saturation-too-early", p.piece(lambda v: v < -4.5, zero, p.good_erf), "float16", "erf",
     "0 below -4.5"),
    ("saturation-too-early", lambda x: np.clip(p.good_erf(x), -10, 10), "float32", "erf",
     "clipped at 10"),
    ("truncation", p.cut(p.good_tanh), "float16", "tanh", "cut to float16"),
    ("truncation", p.cut(p.good_tanh), "float32", "tanh", "cut to float32"),
    ("inaccurate", p.coarse, "float32", "erf", "a polynomial of too low a degree"),
    ("wrong-constant", lambda x: p.good_quick(x, 1.7), "float16", "sigmoid", "1.7"),
    ("wrong-constant", lambda x: p.good_quick(x, 1.7), "float64", "sigmoid", "1.7"),
    ("wrong-constant", lambda x: p.good_tanh(x, 0.0447), "float32", "tanh", "0.0447"),
    ("wrong-constant", lambda x: p.good_tanh(x, 0.044), "float16", "tanh", "0.044"),
    ("wrong-constant", lambda x: p.good_tanh(x, root=0.8), "bfloat16", "tanh", "0.8"),
    ("wrong-formula", lambda x: p.good_tanh(x, p.ROOT, p.CUBIC), "float16", "tanh", "swapped"),
    ("wrong-formula", lambda x: 0.5 * x * np.tanh(p.z_of(x)), "float32", "tanh", "1·tanh"),
    ("wrong-formula", lambda x: p.good_erf(x) * 2, "bfloat16", "erf", "no 1/2"),
    ("wrong-form", p.good_quick, "bfloat16", "erf", "sigmoid for erf"),
    ("wrong-form", p.one_plus(p.sum_tanh), "float32", "erf", "tanh for erf, cancelling"),
    ("wrong-form", p.one_plus(p.sum_tanh), "float16", "erf", "tanh for erf, in halves"),
    ("wrong-form", lambda x: p.good_quick(x, 1.0), "float32", "erf", "SiLU"),
    ("subnormals-flushed", p.flushed(p.good_erf, 2.0**-126), "float32", "erf", "FTZ"),
    ("subnormals-flushed", p.flushed(p.good_erf, 2.0**-14), "float16", "erf", "FTZ"),
    ("left-tail-cancellation", p.one_plus(p.sum_erf), "float64", "erf", "1 + erf"),
    ("left-tail-cancellation", p.in_double(p.one_plus(p.sum_erf)), "float32", "erf", "in double"),
    ("left-tail-cancellation", p.in_single(p.one_plus(p.sum_tanh)), "bfloat16", "tanh",
     "1 + tanh in float32"),
    ("double-rounding", p.rounded_argument(p.z_of, lambda v, z: v * p.logistic(2 * z)),
     "bfloat16", "tanh", "z rounded"),
    ("double-rounding", p.rounded_argument(lambda v: p.QUICK * v, lambda v, t: v * p.logistic(t)),
     "float16", "sigmoid", "1.702x rounded"),
    ("native-half-arithmetic", p.one_plus(p.sum_tanh), "float16", "tanh", "z exact, then halves"),
    ("native-half-arithmetic", p.stepwise_quick, "bfloat16", "sigmoid", "every step"),
    ("nonzero-at-zero", p.piece(lambda v: abs(v) < 0.01,
                                lambda x: p.wide(p.good_tanh(x)) + 1e-6, p.good_tanh),
     "float32", "tanh", "1e-6 too much near 0"),
    ("near-zero-slope", p.piece(lambda v: abs(v) < 1e-4, zero, p.good_tanh), "float16", "tanh",
     "0 for small x"),
    ("near-zero-slope", p.piece(lambda v: abs(v) < 1e-3, lambda x: 0.4 * p.wide(x), p.good_erf),
     "float32", "erf", "0.4x for small x"),
    ("wrong-sign", p.piece(lambda v: v < -3, lambda x: -p.wide(p.good_erf(x)), p.good_erf),
     "float32", "erf", "the left tail's sign"),
    ("nan-for-finite", lambda x: x * (np.exp(x) / (1 + np.exp(x))), "float32", "erf", "inf/inf"),
    ("inf-for-finite", lambda x: p.good_tanh(x) * 4 * np.float16(0.25), "float16", "tanh", "4x"),
    ("nan-at-plus-inf", lambda x: x - x * p.logistic(-p.QUICK * p.wide(x)), "float64", "sigmoid",
     "inf·0"),
    ("wrong-sign", lambda x: np.abs(p.good_erf(x)), "float16", "erf", "the absolute value"),
    ("wrong-sign", lambda x: np.abs(p.good_quick(x)), "float32", "sigmoid", "the absolute value"),
    ("wrong-sign", p.piece(lambda v: abs(v) < 1e-3, lambda x: -p.wide(p.good_erf(x)), p.good_erf),
     "float32", "erf", "small x"),
    ("wrong-sign", p.piece(lambda v: v == 1.5, lambda x: -p.wide(p.good_tanh(x)), p.good_tanh),
     "bfloat16", "tanh", "one input"),
    ("lookup-table", p.straight(1 / 64, p.good_erf), "float32", "erf", "linear, 1/64"),
    ("lookup-table", p.straight(1 / 256, p.good_quick, 16), "float64", "sigmoid", "linear, 1/256"),
    ("lookup-table", p.straight(0.01, p.good_tanh), "float32", "tanh", "linear, 0.01"),
    ("lookup-table", p.grid, "float16", "erf", "a grid of 1/1024"),
    ("lookup-table", lambda x: (np.round(p.wide(p.good_erf(x)) * 256) / 256).astype(x.dtype),
     "float16", "erf", "fixed point"),
    ("seam", p.piece(lambda v: v < 0, lambda x: 1.0001 * p.wide(p.good_erf(x)), p.good_erf),
     "float32", "erf", "the piece left of 0"),
    ("seam", p.piece(lambda v: v > 0, lambda x: 0.97 * p.wide(p.good_quick(x)), p.good_quick),
     "bfloat16", "sigmoid", "the piece right of 0"),
    ("seam", p.piece(lambda v: v < -2, lambda x: 0.98 * p.wide(p.good_erf(x)), p.good_erf),
     "float16", "erf", "0.98 of it left of -2"),
    ("truncation", p.cut_up(p.good_erf), "float16", "erf", "upwards"),
    ("truncation", p.cut_up(p.good_erf), "float32", "erf", "upwards"),
    ("double-rounding", p.rounded_to(BRAIN, p.z_of, lambda v, z: v * p.logistic(2 * z)),
     "float16", "tanh", "z through bfloat16"),
    ("wrong-constant", lambda x: p.good_tanh(x, root=0.797), "bfloat16", "tanh", "0.797"),
    ("wrong-constant", lambda x: p.good_tanh(x, root=0.798), "float16", "tanh", "0.798"),
    ("wrong-constant", lambda x: p.erf_over(x, 1.414), "bfloat16", "erf", "1.414"),
    ("wrong-formula", lambda x: (p.wide(x) - p.wide(p.good_tanh(x))).astype(x.dtype), "bfloat16",
     "tanh", "1 - tanh"),
    ("wrong-formula", p.square_for_cube, "bfloat16", "tanh", "x squared for x cubed"),
]  # fmt: skip


@pytest.mark.parametrize(
    "slug, call, dtype, form, what", FAULTS, ids=[f"{c[0]}-{c[2]}-{c[4]}" for c in FAULTS]
)
def test_planted(slug, call, dtype, form, what):
    findings = {f.slug: f for f in findings_of(call, dtype, form)}
    assert slug in findings and findings[slug].level == "error", [*findings]
    assert findings[slug].witness is not None
    assert all(len(f.sentence) <= 300 for f in findings.values())


SLOPES = [
    ("gradient-form-mismatch", p.erf_slope, "float16", "tanh", "erf's for tanh's"),
    ("gradient-form-mismatch", p.tanh_slope, "bfloat16", "erf", "tanh's for erf's"),
    ("wrong-constant", lambda x: p.tanh_slope(x, 0.0447), "float32", "tanh", "0.0447"),
    ("gradient-wrong-sign", p.piece(lambda v: v < -1.5, lambda x: -p.wide(p.erf_slope(x)),
                                    p.erf_slope), "float32", "erf", "left of -1.5"),
    ("gradient-overflow-nan", lambda x: p.erf_slope(x) + p.wide(x * x * x * 0).astype(x.dtype),
     "float16", "erf", "x cubed"),
    ("wrong-formula", p.good_erf, "float32", "erf", "the function itself"),
    ("near-zero-slope", p.piece(lambda v: abs(v) < 1e-3, lambda x: 1 + 0 * p.wide(x), p.erf_slope),
     "float32", "erf", "1 for small x"),
    ("near-zero-slope", p.piece(lambda v: v == 0, lambda x: 0 * p.wide(x), p.tanh_slope),
     "float16", "tanh", "0 at 0"),
    ("gradient-wrong-sign", lambda x: np.abs(p.tanh_slope(x)), "bfloat16", "tanh", "no sign"),
    ("gradient-form-mismatch", lambda x: (x > 0).astype(x.dtype), "float16", "tanh", "ReLU's"),
]  # fmt: skip


@pytest.mark.parametrize(
    "slug, call, dtype, form, what", SLOPES, ids=[f"{c[0]}-{c[2]}-{c[4]}" for c in SLOPES]
)
def test_planted_in_derivatives(slug, call, dtype, form, what):
    findings = {f.slug: f for f in findings_of(call, dtype, form, "gelu_grad")}
    assert slug in findings and findings[slug].level == "error", [*findings]


ONLY = [
    # slug, call, format, form, function: nothing else may be said of it
    ("wrong-sign", lambda x: np.abs(p.good_erf(x)), "float16", "erf", "gelu"),
    ("seam", p.piece(lambda v: v < -2, lambda x: 0.98 * p.wide(p.good_erf(x)), p.good_erf),
     "float16", "erf", "gelu"),
    ("lookup-table", p.straight(1 / 256, p.good_erf), "float32", "erf", "gelu"),
    ("gradient-form-mismatch", lambda x: (x > 0).astype(x.dtype), "float16", "tanh", "gelu_grad"),
    ("near-zero-slope", p.piece(lambda v: v == 0, lambda x: 0 * p.wide(x), p.tanh_slope),
     "float32", "tanh", "gelu_grad"),
    ("wrong-sign", p.piece(lambda v: v < -4, lambda x: -p.wide(p.good_erf(x)), p.good_erf),
     "float16", "erf", "gelu"),
    ("gradient-form-mismatch", p.erf_slope, "float16", "sigmoid", "gelu_grad"),
    ("native-half-arithmetic", lambda x: p.finished(x, p.wide(x) * p.wide(
        (0.5 * p.erfc(-p.wide(x) * p.HALF)).astype(x.dtype))), "float16", "erf", "gelu"),
    ("wrong-form", lambda x: p.finished(x, x / (1 + np.exp(-np.float32(1.702) * x))), "float32",
     "erf", "gelu"),
]  # fmt: skip


@pytest.mark.parametrize("slug, call, dtype, form, function", ONLY, ids=[c[0] for c in ONLY])
def test_one_cause_is_said_once(slug, call, dtype, form, function):
    found = findings_of(call, dtype, form, function)
    assert {f.slug for f in found if f.level == "error"} - {"nan-at-plus-inf"} == {slug}


def test_what_is_added_everywhere_makes_no_seam():
    found = findings_of(
        lambda x: (p.wide(p.good_tanh(x)) + 1e-7).astype(x.dtype), "bfloat16", "tanh"
    )
    found = {f.slug: f for f in found}
    assert "added" in found["nonzero-at-zero"].sentence and "seam" not in found


def test_a_sum_that_cancels_is_not_seen_in_every_derivative():
    slugs = {f.slug for f in findings_of(p.steps_in_brain, "bfloat16", "sigmoid", "gelu_grad")}
    assert slugs and "left-tail-cancellation" not in slugs


def test_a_constant_that_was_rounded_is_told():
    call = lambda x: p.good_tanh(x, root=0.796875)  # noqa: E731
    found = {f.slug: f for f in findings_of(call, "bfloat16", "tanh")}
    assert "√(2/π) rounded to bfloat16" in found["wrong-constant"].sentence


def test_elements_left_over_are_no_fault_of_values():
    def call(x):
        whole = x.size // 4 * 4
        rest = (p.wide(p.good_erf(x[whole:])) * 1.02).astype(x.dtype)
        return np.concatenate([p.good_erf(x[:whole]), rest])

    assert findings_of(call, "float64", "erf") == ()


SOUND = [
    # call, format, form, function
    (p.noisy, "float32", "erf", "gelu"),
    (p.good_erf, "float64", "erf", "gelu"),
    (p.good_quick, "bfloat16", "sigmoid", "gelu"),
    (p.good_tanh, "float16", "tanh", "gelu"),
    (p.erf_slope, "float16", "erf", "gelu_grad"),
    (p.erf_slope, "float64", "erf", "gelu_grad"),
    (p.tanh_slope, "float32", "tanh", "gelu_grad"),
]


@pytest.mark.parametrize("call, dtype, form, function", SOUND, ids=[str(c[1:]) for c in SOUND])
def test_sound(call, dtype, form, function):
    assert findings_of(call, dtype, form, function) == ()


def test_flushing_that_is_accepted_is_told():
    call = p.flushed(p.good_erf, 2.0**-126)
    (found,) = findings_of(call, "float32", "erf", flush=True)
    assert (found.slug, found.level) == ("subnormals-flushed", "warning")
    assert "needed to pass" in found.sentence


@pytest.mark.parametrize(
    "call, form",
    [(p.good_erf, "erf"), (p.good_tanh, "tanh"), (p.good_quick, "sigmoid"),
     (p.one_plus(p.sum_tanh), "tanh")],
)  # fmt: skip
def test_a_form_that_is_not_declared_is_found(call, form):
    found = {f.slug: f for f in findings_of(call, "float16", None)}
    assert f"--declares {form}" in found["undeclared-form"].sentence
    assert found["undeclared-form"].level == "warning" and "wrong-form" not in found


def test_given_inputs_are_enough_for_what_they_show():
    x = np.linspace(-8, 8, 200).astype(np.float32)
    slugs = {f.slug for f in findings_of(p.one_plus(p.sum_erf), "float32", "erf", inputs=x)}
    assert slugs == {"left-tail-cancellation"}


@pytest.mark.parametrize("count", [0, 1, 2, 20])
def test_few_inputs_break_nothing(count):
    x = np.linspace(-3, 3, count).astype(np.float32)
    assert findings_of(p.good_erf, "float32", "erf", inputs=x) == ()
