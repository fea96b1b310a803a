"""The worst inputs of a row, each once and worst first; regions beyond what is sound."""

import math
from dataclasses import replace

import pytest

from gelucheck.export.worst import bad_regions, worst_inputs
from gelucheck.record import Errors, Finding, Region, Row, Witness

NONE = Errors(None, None, None, None, None, None)


def witness(x, bits, got, want, value=0.0):
    return Witness(value, x, x.hex() if math.isfinite(x) else str(x), bits, got, want)


def make_row(dtype="float16", form="erf", **more):
    row = Row(
        *("kernel", form, None, dtype, None, "gelu", "exhaustive", 10, NONE, NONE, None, 0, 0),
        histogram={},
        counts={},
    )
    return replace(row, **more)


# float16 has 11 digits: from 2 to 4 the spacing is 2^-9, from 1/4 to 1/2 it is 2^-12
TWO = witness(2.0, "0x4000", 2.0 + 3 * 2**-9, 2.0 + 2**-10)
HALF = witness(0.5, "0x3800", 0.375, 0.25)


@pytest.mark.parametrize(
    ("item", "ulp", "steps", "why"),
    [
        (TWO, 2.5, 3, "2.5 of 2^-9; what is due is a tie, which goes to the even 2"),
        (HALF, 512.0, 512, "1/8 is 512 of 2^-12"),
        (witness(1.0, "0x3c00", -(2**-24), 2**-24), 2.0, 2, "two subnormals apart, over zero"),
        (witness(1.0, "0x3c00", 2**-24, -0.0), 1.0, 1, "the spacing at zero is the smallest"),
        (witness(1.0, "0x3c00", math.nan, 0.84), None, None, "no number came"),
        (witness(1.0, "0x3c00", math.inf, 0.84), None, None, "an infinity came"),
        (witness(7e4, "0x7c00", 65504.0, 7e4), None, None, "an infinity was due, rounded"),
    ],
)
def test_measured(item, ulp, steps, why):
    (found,) = worst_inputs(make_row(worst=(replace(item, value=ulp or 0.0),)))
    assert (found.ulp, found.steps) == (ulp, steps), why
    # a witness that is not known to be in ulp is measured by what came and what was due
    row = make_row(findings=(Finding("inaccurate", "error", "", replace(item, value=99.0)),))
    (found,) = worst_inputs(row)
    assert (found.ulp, found.steps) == (ulp, steps), why


def test_each_once_and_worst_first():
    broken = witness(3.0, "0x4200", math.nan, 2.99)
    at_infinity = witness(-math.inf, "0xfc00", math.nan, -0.0)
    row = make_row(
        evaluation=replace(NONE, max_ulp=replace(TWO, value=2.5), max_steps=replace(TWO, value=3)),
        findings=(
            Finding("nan-at-minus-inf", "warning", "", at_infinity),
            Finding("inaccurate", "error", "", HALF),
            Finding("nan-for-finite", "error", "", broken),
            Finding("silenced", "off", "", witness(1.5, "0x3e00", 0.0, 1.4)),
        ),
    )
    bits = [item.witness.bits for item in worst_inputs(row)]
    assert bits == ["0x4200", "0x3800", "0x4000", "0xfc00"]
    assert [item.witness.bits for item in worst_inputs(row, 2)] == bits[:2]


def test_an_input_that_is_right_is_not_among_the_worst():
    # GELU(2) is 2001.41 times 2^-10, the spacing there
    right = witness(2.0, "0x4000", 2001 * 2**-10, 1.9544997)
    assert worst_inputs(make_row(evaluation=replace(NONE, max_ulp=right))) == []


@pytest.mark.parametrize(("form", "count"), [("erf", 1), (None, 1), ("tanh", 0), ("sigmoid", 0)])
def test_regions_are_against_gelu(form, count):
    """So they tell nothing about a kernel of the tanh form."""
    region = Region(-math.inf, -1.0, 5, HALF, replace(HALF, value=512.0), replace(HALF, value=512))
    row = make_row(form=form, regions=(region,))
    assert len(bad_regions(row)) == count
    assert len(worst_inputs(row)) == count


@pytest.mark.parametrize(
    ("dtype", "x", "ulp", "steps", "bad", "why"),
    [
        ("float16", -1.0, 9.0, 1, False, "one step is the limit in 16 bits"),
        ("float16", -1.0, 1.2, 2, True, "two steps"),
        ("bfloat16", 1.0, 1.2, 2, True, "two steps"),
        # k at -5 is 5·φ(5)/Q(5) - 1 = 24.93: φ(5) = 1.48672e-6 and Q(5) = 2.86652e-7 (tables)
        ("float32", -5.0, 129.0, 129, False, "5(1 + 24.93) = 129.7"),
        ("float32", -5.0, 131.0, 131, True, "beyond it"),
        # k at 1 is 1 + φ(1)/Φ(1) = 1.2876: φ(1) = 0.241971, Φ(1) = 0.841345 (tables)
        ("float64", 1.0, 11.4, 11, False, "5(1 + 1.2876) = 11.44"),
        ("float64", 1.0, 11.5, 11, True, "beyond it"),
        ("float32", -40.0, 8000.0, 8000, False, "k is x^2 far left"),
        ("float32", -40.0, 8100.0, 8100, True, "beyond it"),
        ("float32", 0.0, 9.9, 9, False, "k is 1 at zero"),
        ("float32", 0.0, 10.1, 9, True, "beyond it"),
        ("decimal32", 0.0, 1e9, 10**9, False, "a format that is not known here"),
    ],
)
def test_limits(dtype, x, ulp, steps, bad, why):
    at = witness(x, "0x0", 1.0, 0.0)
    region = Region(-math.inf, math.inf, 5, at, replace(at, value=ulp), replace(at, value=steps))
    assert bool(bad_regions(make_row(dtype=dtype, regions=(region,)))) == bad, why


def test_nothing_measured():
    row = make_row(evaluation=None, regions=(Region(0.0, 1.0, 0, None, None, None),))
    assert (worst_inputs(row), bad_regions(row)) == ([], [])
