"""A share of what blocks say is held against Arb, and what is wrong is seen."""

import dataclasses

import pytest

from gelucheck.errors import DisagreementError
from gelucheck.formats import FORMATS
from gelucheck.reference import blocks_confirm
from gelucheck.reference.blocks import polynomials
from gelucheck.reference.blocks_confirm import confirm_blocks
from gelucheck.reference.functions import REFERENCES

SINGLE = FORMATS["float32"]
TOP = SINGLE.end_bits
# 2^-4 to 8 on both sides; where it is x/2, a tie, x, -0; infinities and NaNs
SPANS = (
    range(123 << 23, 130 << 23),
    range(-130 << 23, -123 << 23),
    range(60 << 23, 61 << 23),
    range(0, 1 << 16),
    range(200 << 23, 201 << 23),
    range(-201 << 23, -200 << 23),
    range(TOP - 9, TOP + 9),
)


AT_SIX = range(SINGLE.bits_of(6.0), SINGLE.bits_of(7.0))


@pytest.mark.parametrize("name", ["gelu", "tanh", "sigmoid"])
@pytest.mark.parametrize("span", SPANS, ids=str)
def test_arb_agrees(name, span):
    confirm_blocks(REFERENCES[name], SINGLE, span, 12, 7)


def test_a_polynomial_that_is_off_by_more_than_its_bound_is_seen(monkeypatch):
    def off(*arguments):
        found = polynomials(*arguments)
        terms = found.terms.copy()
        terms[:, 0] += 4 * found.bound
        return dataclasses.replace(found, terms=terms)

    monkeypatch.setattr(blocks_confirm, "polynomials", off)
    with pytest.raises(DisagreementError, match="by blocks"):
        confirm_blocks(REFERENCES["gelu"], SINGLE, SPANS[0], 12, 7)


def test_a_wrong_stretch_is_seen(monkeypatch):
    """x/2 where the form is x."""
    monkeypatch.setattr(blocks_confirm, "kind_of", lambda *_: "half")
    with pytest.raises(DisagreementError):
        confirm_blocks(REFERENCES["gelu"], SINGLE, AT_SIX, 12, 7)
