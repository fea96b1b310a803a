"""Findings: one planted fault each, made from a measured row."""

import math

import numpy as np
import pytest

from gelucheck.block import Block
from gelucheck.conformance.diagnose import diagnose
from gelucheck.formats import FORMATS, STANDARD
from gelucheck.forms.catalogue import find_writing
from gelucheck.implementations.interface import Implementation
from gelucheck.implementations.writing import from_writing
from gelucheck.measure import declared_function, measure
from gelucheck.rows import row_of

HALF, BRAIN, SINGLE, DOUBLE = STANDARD.values()


def found(fmt, changes, x=(-3.0, -1.0, -0.0, 0.0, 0.5, 2.0)):
    """The findings of a right implementation with some outputs changed."""

    def call(x, fmt):
        right = Block(fmt, x).reference(declared_function(item)).rounded.astype(np.float64)
        for at, value in changes.items():
            right[x.astype(np.float64) == at] = value
        return fmt.round_array(right)

    item = Implementation("made", "gelu", "erf", None, None, call, tuple(FORMATS))
    every = np.array([*x, *(v for v in changes if v not in x)], fmt.dtype)
    return diagnose(row_of(item, fmt, "given", measure(item, Block(fmt, every))))


PLANTED = [
    # format, outputs by input, slugs in order, why
    (HALF, {}, [], "right"),
    (HALF, {-math.inf: math.nan}, ["nan-at-minus-inf"], "NaN at -inf: a warning"),
    (HALF, {2.0: math.nan}, ["nan-for-finite"], "NaN for a number"),
    (HALF, {2.0: math.inf}, ["inf-for-finite"], "infinity for a number"),
    (HALF, {-1.0: 0.125}, ["wrong-sign"], "a sign it has not"),
    (HALF, {2.0: 1.75}, ["inaccurate"], "far off"),
    (HALF, {2.0: 1.955}, [], "within one step of 1.9545"),
    (SINGLE, {2.0: 1.75}, [], "wider formats have no flat limit yet"),
    (
        HALF,
        {2.0: math.nan, -math.inf: math.nan, -1.0: 0.125},
        ["nan-for-finite", "wrong-sign", "nan-at-minus-inf"],
        "errors before warnings",
    ),
]


@pytest.mark.parametrize("fmt, changes, slugs, why", PLANTED, ids=[case[3] for case in PLANTED])
def test_planted(fmt, changes, slugs, why):
    findings = found(fmt, changes)
    assert [finding.slug for finding in findings] == slugs, why
    for finding in findings:
        level = "warning" if finding.slug == "nan-at-minus-inf" else "error"
        assert finding.level == level and finding.witness.x in changes
        assert finding.sentence and "\n" not in finding.sentence


def test_the_sentence_has_the_figures():
    (finding,) = found(HALF, {2.0: math.nan})
    assert finding.sentence == "NaN at x = 2 where 1.9545 is due"
    (finding,) = found(HALF, {0.5: math.nan, 2.0: math.nan})
    assert finding.sentence == "NaN at x = 0.5 where 0.345731 is due; at 2 inputs in all"


def slugs_of(form, arithmetic, fmt, x):
    item = from_writing(find_writing(form), arithmetic)
    row = row_of(item, fmt, "given", measure(item, Block(fmt, np.array(x, fmt.dtype))))
    return [finding.slug for finding in diagnose(row)]


WRITINGS = [
    ("erf", "native", SINGLE, [-6.0], ["left-tail-cancellation"], "1 + erf(-4.2) is 0 in 24 bits"),
    ("tanh", "native", HALF, [-3.587890625], ["left-tail-cancellation"], "0 where -4.3e-4 is due"),
    ("erfc", "native", SINGLE, [-5.5], [], "erfc keeps the tail"),
    ("erf", "native", DOUBLE, [-1.5, 0.5], [], "nothing lost yet"),
    ("erf", "native", SINGLE, [-math.inf], ["nan-at-minus-inf"], "-inf·0"),
]


@pytest.mark.parametrize(
    "form, arithmetic, fmt, x, slugs, why", WRITINGS, ids=[c[5] for c in WRITINGS]
)
def test_of_the_writings(form, arithmetic, fmt, x, slugs, why):
    assert slugs_of(form, arithmetic, fmt, x) == slugs, why
