"""Arb as the second opinion: its precision is put back, its balls are right, its doubt is heard."""

from fractions import Fraction

import pytest
from flint import arb, ctx

from gelucheck.errors import DisagreementError
from gelucheck.formats import FORMATS
from gelucheck.reference.enclosure import arb_precision, arb_rounded_bits, ball, confirm
from gelucheck.reference.functions import FUNCTIONS

ROOT = -0.7517915246935645
"""-0.75179152469356445746…, where gelu_grad vanishes (facts: minimum of GELU), as a float64."""


def test_arb_precision_is_restored():
    before = ctx.prec, ctx.cap
    with pytest.raises(KeyError), arb_precision(777, 9):
        assert (ctx.prec, ctx.cap) == (777, 9)
        raise KeyError
    assert (ctx.prec, ctx.cap) == before


@pytest.mark.parametrize("name", list(FUNCTIONS))
def test_arb_expressions_agree_with_others(name, agree):
    """The balls of ``functions`` and those of other formulas overlap, and are narrow."""
    before = ctx.prec
    for x in (-30.5, -3.25, ROOT, -0.1, -(2.0**-60)):
        mine = ball(FUNCTIONS[name], x, 300)
        ctx.prec = 3000
        truth = agree.TRUTH[name](arb(x))
        ctx.prec = before
        assert mine.contains(truth.mid()), x
        # near a root the terms cancel 50 bits
        assert mine.rel_accuracy_bits() > 200


def test_arb_rounding_and_confirmation():
    gelu, fmt = FUNCTIONS["gelu"], FORMATS["float32"]
    # -Q(1) = -0.158655253931457…; float32 values nearby are 2^-26 apart
    due = Fraction(round(Fraction("-0.158655253931457051414767") * 2**26), 2**26)
    assert fmt.value(arb_rounded_bits(gelu, -1.0, fmt)) == float(due)
    bits = fmt.bits_of(float(due))
    confirm(gelu, -1.0, fmt, bits)
    for wrong in (bits - 1, bits + 1, bits ^ fmt.sign_bit):
        with pytest.raises(DisagreementError, match=r"gelu\(-1\.0\) in float32"):
            confirm(gelu, -1.0, fmt, wrong)
