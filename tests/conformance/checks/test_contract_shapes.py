"""Shapes and layouts: each that fails is found."""

import numpy as np
import pytest

from gelucheck.conformance.checks.dtype import dtype
from gelucheck.conformance.checks.elementwise import elementwise
from gelucheck.conformance.checks.layout import layout
from gelucheck.conformance.checks.shapes import shapes


def nudged(y, by=1 << 12):
    """Some values of the format further from zero; k is below 42 here, the limit below 215 ulp."""
    y = y.copy()
    y.view(f"u{y.itemsize}")[...] += by
    return y


def flattened(x, gelu):
    return gelu(x).ravel()


def no_batches(x, gelu):
    if x.ndim == 4:
        raise TypeError("4-D")
    return gelu(x)


def rows_shifted(x, gelu):
    return np.roll(gelu(x), 1, axis=0) if x.ndim == 3 else gelu(x)


def empty_raises(x, gelu):
    return gelu(np.minimum(x, x.max()))


def empty_flat(x, gelu):
    return gelu(x) if x.size else x[..., :0].ravel()


def scalar_one_d(x, gelu):
    return gelu(np.atleast_1d(x))


def scalar_raises(x, gelu):
    return gelu(x)[: len(x)]


def scalar_other_formula(x, gelu):
    return gelu(x) if x.ndim else nudged(gelu(x.reshape(1))).reshape(())


@pytest.mark.parametrize(
    ("function", "slugs", "words"),
    [
        (flattened, {"shape", "empty-or-scalar"}, "returns shape [60] for a [B, F] input"),
        (no_batches, {"shape"}, "raises TypeError('4-D') for a [B, C, H, W] input"),
        (rows_shifted, {"shape"}, "for a [B, T, D] input"),
        (empty_raises, {"empty-or-scalar"}, "for an empty array"),
        (empty_flat, {"empty-or-scalar"}, "another shape for an empty array (shape [0, 5]"),
        (scalar_one_d, {"empty-or-scalar"}, "returns shape [1] for a 0-d array"),
        (scalar_raises, {"empty-or-scalar"}, "for a 0-d array"),
        (scalar_other_formula, {"empty-or-scalar"}, "in one dimension"),
    ],
)
def test_a_shape_that_fails_is_found(function, slugs, words, found, sound):
    findings = found(shapes, lambda x: function(x, sound.gelu))
    assert {item.slug for item in findings} == slugs
    assert words in findings[0].sentence


def memory_order(x, gelu):
    return gelu(x.ravel(order="K")).reshape(x.shape)


def reads_on(x, gelu):
    """The first element and what lies behind it, whatever the strides."""
    y = gelu(x).ravel()
    if not x.flags.c_contiguous:
        near = np.lib.stride_tricks.as_strided(x, (2,), (x.itemsize,))
        y[1:2] = gelu(near[1:2].copy())
    return y.reshape(x.shape)


def contiguous_only(x, gelu):
    if not x.flags.c_contiguous:
        raise ValueError("not contiguous")
    return gelu(x)


def no_zero_strides(x, gelu):
    if 0 in x.strides:
        raise ValueError("broadcast")
    return gelu(x)


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (memory_order, "right values in wrong places"),
        (reads_on, "every second element"),
        (contiguous_only, "raises ValueError('not contiguous')"),
        (no_zero_strides, "rows broadcast: raises ValueError('broadcast')"),
    ],
)
def test_a_layout_that_fails_is_found(function, words, found, sound):
    (finding,) = found(layout, lambda x: function(x, sound.gelu))
    assert (finding.slug, finding.level) == ("layout", "error")
    assert words in finding.sentence


def test_what_takes_flat_arrays_only_is_not_tried_with_others(found, sound):
    def function(x):
        if x.ndim != 1 or not x.flags.c_contiguous:
            raise ValueError("1-D and contiguous")
        return sound.gelu(x)

    for check in (shapes, layout, dtype, elementwise):
        assert found(check, function, flat=True) == []
