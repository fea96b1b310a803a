"""Elementwise, shapes, layouts, dtype, memory, repetition: each fault is found by its check."""

import mpmath
import numpy as np
import pytest

from gelucheck.conformance.checks.dtype import dtype
from gelucheck.conformance.checks.elementwise import elementwise
from gelucheck.conformance.checks.layout import layout
from gelucheck.conformance.checks.memory import memory
from gelucheck.conformance.checks.repeat import modes, repeatable
from gelucheck.conformance.checks.shapes import shapes


def nudged(y, by=1 << 12):
    """Some values of the format further from zero; k is below 42 here, the limit below 215 ulp."""
    y = y.copy()
    y.view(f"u{y.itemsize}")[...] += by
    return y


def in_blocks(width):
    """Another formula in whole blocks of a width than in what is left over."""

    def function(x, gelu):
        flat = gelu(x).ravel()
        whole = flat.size // width * width
        return np.concatenate([nudged(flat[:whole]), flat[whole:]]).reshape(x.shape)

    return function


def single_values(x, gelu):
    return nudged(gelu(x)) if x.size == 1 else gelu(x)


def short_arrays(x, gelu):
    return nudged(gelu(x)) if x.size < 20 else gelu(x)


def last_one_of_three(x, gelu):
    """No blocks: only the last element, of arrays of 3, 6, 9 …"""
    y = gelu(x)
    if x.size % 3 == 0:
        y[-1:] = nudged(y[-1:])
    return y


def first_element(x, gelu):
    y = gelu(x)
    y[:1] = nudged(y[:1])
    return y


def nan_spreads(x, gelu):
    return gelu(x) + np.where(np.isnan(x).any(), x.dtype.type(np.nan), x.dtype.type(0))


def scaled_by_largest(x, gelu):
    """A block exponent: what is small beside the largest is lost."""
    top = np.max(np.abs(x), initial=0)
    return np.where(np.isfinite(top) & (top > 1e30), gelu(x).dtype.type(0), gelu(x))


def aligned_only(x, gelu):
    return nudged(gelu(x)) if x.ctypes.data % 16 else gelu(x)


def far_beside_zero(x, gelu):
    """A step in whole blocks is a warning; what a neighbour does is an error, and it is told."""
    y = gelu(x).ravel()
    whole = y.size // 8 * 8
    y = np.concatenate([nudged(y[:whole], 1), y[whole:]]).reshape(x.shape)
    return nudged(y) if x.size and not x.ravel()[0] else y


def odd_lengths_raise(x, gelu):
    if x.size % 2:
        raise ValueError("the size must be even")
    return gelu(x)


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (in_blocks(4), "in whole blocks of 4"),
        (in_blocks(8), "in whole blocks of 8"),
        (in_blocks(16), "in whole blocks of 16"),
        (single_values, "at place 0 of an array of 1 "),
        (short_arrays, "(lengths of 1 to 19)"),
        (first_element, "at place 0"),
        (last_one_of_three, "(lengths of 3 to 255)"),  # 1000 and 257 are no multiples of 3
        (nan_spreads, "beside NaN"),
        (scaled_by_largest, "beside 3.40282e+38"),
        (aligned_only, "bytes further on"),
        (far_beside_zero, "beside 0"),
        (odd_lengths_raise, "raises ValueError('the size must be even') for an array of 1,"),
    ],
)
def test_a_value_that_depends_on_its_place_is_found(function, words, found, sound):
    findings = found(elementwise, lambda x: function(x, sound.gelu))
    assert [item.slug for item in findings] == ["shape-dependence"]
    assert findings[0].level == "error"
    assert words in findings[0].sentence


def exact(x):
    """GELU by mpmath, rounded to a float64."""
    with mpmath.workdps(40):
        x = mpmath.mpf(x)
        return float(x * mpmath.erfc(-x / mpmath.sqrt(2)) / 2)


def odd_layout(x, gelu):
    return gelu(x) if x.flags.c_contiguous else nudged(gelu(x))


def odd_shape(x, gelu):
    return gelu(x) if x.ndim == 1 else nudged(gelu(x.ravel())).reshape(x.shape)


@pytest.mark.parametrize(
    ("check", "function"),
    [
        (elementwise, in_blocks(8)),
        (layout, odd_layout),
        (shapes, odd_shape),
        (shapes, lambda x, gelu: odd_shape(x, gelu) if x.ndim == 0 else gelu(x)),
    ],
)
@pytest.mark.parametrize("swapped", [False, True])
def test_the_witness_of_two_results_is_the_further_and_wants_what_is_due(
    check, function, swapped, found, sound
):
    """Whichever of the two ways is wrong."""

    def other(x):
        right, now = sound.gelu(x), function(x, sound.gelu)
        return np.where(now == right, nudged(right), right) if swapped else now

    finding = next(item for item in found(check, other) if item.witness)
    witness, x = finding.witness, np.float32(finding.witness.x)
    assert witness.got == float(nudged(sound.gelu(x.reshape(1)))[0])
    assert witness.want == exact(witness.x)
    assert witness.value == pytest.approx(1 << 12, abs=1)


def test_the_witness_of_a_mode_is_the_further_and_wants_what_is_due(found, sound):
    for train, usual in ((nudged, np.asarray), (np.asarray, nudged)):
        two = {"train": lambda x, f=train: f(sound.gelu(x))}
        (finding,) = found(modes, lambda x, f=usual: f(sound.gelu(x)), modes=two)
        witness, x = finding.witness, np.float32(finding.witness.x)
        assert witness.got == float(nudged(sound.gelu(x.reshape(1)))[0])
        assert witness.want == exact(witness.x)


def test_a_step_or_two_between_code_paths_is_a_warning(found, sound):
    def vectors(x):
        y = sound.gelu(x).ravel()
        whole = y.size // 8 * 8
        return np.concatenate([nudged(y[:whole], 1), y[whole:]]).reshape(x.shape)

    def contiguous(x):
        return nudged(sound.gelu(x), 1) if x.flags.c_contiguous else sound.gelu(x)

    def scalars(x):
        return sound.gelu(x) if x.ndim else nudged(sound.gelu(x.reshape(1)), 1).reshape(())

    for check, function in ((elementwise, vectors), (layout, contiguous), (shapes, scalars)):
        (finding,) = found(check, function)
        assert finding.level == "warning"
        assert finding.witness.value <= 2


@pytest.mark.parametrize("fmt", ["float16", "bfloat16", "float32", "float64"])
def test_a_sound_function_passes(fmt, found, sound):
    assert found((repeatable, elementwise, shapes, layout, dtype, memory), sound.gelu, fmt) == []


def test_another_nan_is_the_same_result(found, sound):
    def function(x):
        y = sound.gelu(x).astype(np.float32)
        nans = np.flatnonzero(np.isnan(y))
        y.view(np.uint32)[nans] = 0x7FC00001 + nans.astype(np.uint32)
        return y

    assert found(elementwise, function) == []


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda x, gelu: gelu(x).astype(np.float64), "returns float64 for float32:"),
        (lambda x, gelu: gelu(x).astype(np.float16), "returns float16 for float32:"),
        (
            lambda x, gelu: gelu(x) * (1.0 if x.ndim else np.float64(1)),
            "for float32, for a 0-d array only",
        ),
        (lambda x, gelu: gelu(x) if x.size else np.array([]), "for an empty array only"),
    ],
)
def test_another_dtype_is_found(function, words, found, sound):
    (finding,) = found(dtype, lambda x: function(x, sound.gelu))
    assert (finding.slug, finding.level) == ("dtype-promotion", "error")
    assert words in finding.sentence


def overwrites(x, gelu):
    x[...] = gelu(x)
    return x


def spoils(x, gelu):
    y = gelu(x)
    x[...] = 0
    return y


def gives_back(x, gelu):
    """Right for zeros, and no copy of them."""
    return x if not x.any() else gelu(x)


@pytest.mark.parametrize(
    ("function", "slug"),
    [
        (overwrites, "input-modified"),
        (spoils, "input-modified"),
        (gives_back, "output-aliases-input"),
    ],
)
def test_memory_that_is_shared_or_overwritten_is_found(function, slug, found, sound):
    def both(bench):
        bench.probe(np.zeros(4, np.float32))
        bench.probe(np.ones(4, np.float32))
        yield from memory(bench)

    (finding,) = found(both, lambda x: function(x, sound.gelu))
    assert (finding.slug, finding.level) == (slug, "error")


def test_a_result_that_changes_is_found(found, sound):
    calls = []

    def function(x):
        calls.append(x.size)
        return nudged(sound.gelu(x)) if len(calls) == 3 else sound.gelu(x)

    (finding,) = found(repeatable, function)
    assert finding.slug == "not-repeatable"
    # u(y) may be half the space between what came
    assert 4000 < finding.witness.value < 8200
    assert finding.witness.want == exact(finding.witness.x)


def test_modes_that_differ_are_found(found, sound):
    def dropout(x):
        return np.where(np.abs(x) < 1, x.dtype.type(0), sound.gelu(x))

    same = {"train": sound.gelu, "eval": sound.gelu}
    assert found(modes, sound.gelu, modes=same) == []
    (finding,) = found(modes, sound.gelu, modes={"train": dropout, "eval": sound.gelu})
    assert (finding.slug, finding.level) == ("mode-dependence", "error")
    assert "train mode" in finding.sentence
