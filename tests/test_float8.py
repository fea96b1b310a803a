"""What the forms are worth in the 8-bit formats: all values, by mpmath and by what is measured."""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from gelucheck import api
from gelucheck.cli.options import FORMATS_THERE
from gelucheck.formats import FORMATS, STANDARD
from gelucheck.reference.evaluate import evaluate
from gelucheck.reference.functions import REFERENCES

EIGHT = ("float8_e4m3fn", "float8_e5m2")


def gelu(x):
    return x * mpmath.ncdf(x)


def tanh(x):
    return x / (1 + mpmath.exp(-2 * mpmath.sqrt(2 / mpmath.pi) * (x + 0.044715 * x**3)))


def sigmoid(x):
    return x / (1 + mpmath.exp(-x * mpmath.mpf("1.702")))


FORMS = {"gelu": gelu, "tanh": tanh, "sigmoid": sigmoid}


@pytest.mark.parametrize("dtype", EIGHT)
@pytest.mark.parametrize("form", FORMS)
def test_every_value_by_mpmath(dtype, form):
    """At 120 digits, |x| < 100; further out a form is x or too small."""
    fmt = FORMATS[dtype]
    x = fmt.all_values()
    x = x[np.isfinite(x.astype(float)) & (np.abs(x.astype(float)) < 100)]
    with mpmath.workdps(120):
        due = [
            fmt.round(FORMS[form](mpmath.mpf(v))) if v else fmt.bits_of(v) for v in map(float, x)
        ]
    got = evaluate(REFERENCES[form], x, fmt).rounded
    assert fmt.bits_of_values(got).tolist() == due


WORTH = [
    # format, form, most steps from GELU, where, how many differ of the inputs up to 40 but 0
    ("float8_e4m3fn", "tanh", 0, None, 0, 196),
    ("float8_e4m3fn", "sigmoid", 9, -2.5, 27, 196),  # 86.2 % exact
    ("float8_e5m2", "tanh", 3, -4.0, 3, 162),  # 98.1 %
    ("float8_e5m2", "sigmoid", 21, -4.0, 12, 162),  # 92.6 %
]


@pytest.mark.parametrize("dtype, form, most, at, apart, inputs", WORTH)
def test_an_ideal_form_rounded_once(dtype, form, most, at, apart, inputs):
    """The exact form against exact GELU, each correctly rounded."""
    fmt = FORMATS[dtype]
    x = fmt.values(np.arange(-fmt.end_bits, fmt.end_bits))
    wide = x.astype(float)
    ranks = [fmt.ranks(evaluate(REFERENCES[name], x, fmt).rounded) for name in (form, "gelu")]
    steps = np.abs(np.subtract(*ranks))
    assert steps.max() == most and np.count_nonzero(steps) == apart
    assert at is None or at in wide[steps == most]
    assert np.count_nonzero((wide != 0) & (np.abs(wide) <= 40)) == inputs
    assert not steps[(wide == 0) | (np.abs(wide) > 40)].any()


@pytest.mark.parametrize("dtype, form, most, at, apart, inputs", WORTH)
def test_a_row_under_upcast_is_the_ideal_form(dtype, form, most, at, apart, inputs):
    """float32 inside loses nothing: the figures of the ideal form, over all finite inputs."""
    chosen = {"dtypes": (dtype,), "forms": (form,), "arithmetics": ("upcast",)}
    (row,) = api.compare(**chosen).rows
    assert (row.evidence, row.inputs) == ("exhaustive", {"4": 254, "5": 248}[dtype[8]])
    assert row.total.max_steps.value == most and row.histogram["0"] == row.inputs - apart
    assert row.evaluation.max_steps.value == 0 and row.evaluation.max_ulp.value < 0.5


def test_what_overflows_is_nan_in_e4m3fn_and_infinite_in_e5m2():
    """8³ = 512 is beyond 464, 40³ = 64,000 beyond 61,440: the tanh of an infinity is still 1."""
    rows = api.compare(dtypes=EIGHT, forms=("tanh",), arithmetics=("native",)).rows
    lost, kept = rows
    assert lost.counts["nan"] == 2 * sum(v >= 8 for v in FORMATS[EIGHT[0]].all_values())
    (finding,) = (f for f in lost.findings if f.slug == "nan-for-finite")
    assert finding.sentence.endswith("a step overflows, and float8_e4m3fn has no infinity")
    assert kept.counts["nan"] == 1 and kept.findings[-1].slug == "nan-at-minus-inf"


def native_tanh(x):
    """Every operation in the dtype of x; the cube overflows from 8 on."""
    d = x.dtype.type
    inner = d(0.7978845608028654) * (x + d(0.044715) * (x * x * x))
    return d(0.5) * x * (d(1) + np.tanh(inner).astype(x.dtype))


def test_others_code_is_told_what_overflows():
    (row,) = api.compare(
        dtypes=EIGHT[:1], implementations=(native_tanh,), forms=(), declares=("tanh",)
    ).rows
    (sentence,) = (f.sentence for f in row.findings if f.slug == "nan-for-finite")
    assert "x³ overflows float8_e4m3fn, which has no infinity" in sentence
    assert not {f.slug for f in row.findings} & {"nan-at-minus-inf", "nan-at-plus-inf"}


def sound(x):
    """Widened to float32 and rounded once; the limits at the infinities."""
    wide = x.astype(np.float32).ravel().tolist()
    y = [-0.0 if v == -math.inf else 0.5 * v * math.erfc(-v / math.sqrt(2)) for v in wide]
    return np.array(y, np.float32).astype(x.dtype).reshape(x.shape)


@pytest.mark.parametrize("dtype", EIGHT)
def test_sound_code_passes_every_check(dtype):
    (row,) = api.compare(
        dtypes=(dtype,), implementations=(sound,), forms=(), declares=("erf",)
    ).rows
    assert row.findings == () and row.histogram["0"] == row.inputs


def test_a_float64_is_rounded_once():
    """A little above the middle of 1 and the next value: by way of float32, as casts of ml_dtypes
    go, it would be a tie, and become 1."""
    for dtype in EIGHT:
        fmt = FORMATS[dtype]
        middle = 1 + 2.0**-fmt.precision
        number = middle * (1 + 2.0**-40)
        assert float(fmt.round_array(number)) == 1 + 2 * (middle - 1)
        assert fmt.value(fmt.round(Fraction(number))) == 1 + 2 * (middle - 1)


def test_the_help_text_names_the_formats():
    words = FORMATS_THERE.replace(" or ", ", ").split(", ")
    assert words == list(FORMATS) and words[:4] == list(STANDARD)
