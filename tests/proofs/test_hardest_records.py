"""Every published line, proved: by mpmath with formulas of its own, and by Arb with others."""

import math
import re
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from flint import arb, ctx

from gelucheck.errors import DisagreementError, UsageError
from gelucheck.formats import FORMATS
from gelucheck.inputs.hardest import FUNCTIONS, path_of
from gelucheck.proofs.hardest.distance import distance_of
from gelucheck.proofs.hardest.records import hardest
from gelucheck.reference.functions import REFERENCES

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "reference")]
import agree_with_arb  # noqa: E402
import hard_by_hand  # noqa: E402

LINE = re.compile(
    r"(\S+)  # 2\^(-[0-9.]+) (above|below) the midpoint of (\S+) and (\S+); n = (\d+); bits (\S+)"
)
ALL = [(fmt, function) for fmt in FORMATS.values() for function in FUNCTIONS]


@pytest.mark.parametrize(
    ("fmt", "name"), ALL, ids=[f"{fmt.name}-{function}" for fmt, function in ALL]
)
def test_every_line(fmt, name):
    lines = path_of(fmt, name).read_text(encoding="ascii").splitlines()
    lines = [line for line in lines if not line.startswith("#")]
    assert lines
    before, ctx.prec = ctx.prec, 400
    try:
        for line in lines:
            check(fmt, name, line)
    finally:
        ctx.prec = before


def check(fmt, name: str, line: str) -> None:
    x, exponent, side, low, high, bits, pattern = LINE.fullmatch(line).groups()
    x, low, high = (float.fromhex(each) for each in (x, low, high))
    assert fmt.value(int(pattern, 16)) == x
    y = hard_by_hand.value(name, x)
    distance, below, above = hard_by_hand.place(fmt, y)
    assert (low, high) == (float(below), float(above))
    assert math.log2(distance) == pytest.approx(float(exponent), abs=0.0051)
    assert (y > (below + above) / 2) == (side == "above")
    # a relative error of 2^-n is not enough to cross the boundary, and one of 2^-(n-1) is
    relative = distance * (above - below) / abs(y)
    assert Fraction(1, 1 << int(bits)) <= relative < Fraction(2, 1 << int(bits))
    # Arb: on which side, and between two powers of two a hundredth apart
    twice = 2 * agree_with_arb.TRUTH[name](arb(x))
    apart = abs(twice - arb(low) - arb(high)) / (2 * (arb(high) - arb(low)))
    assert (twice > arb(low) + arb(high)) == (side == "above")
    assert apart.is_finite() and arb(2) ** (arb(exponent) - arb("0.006")) < apart
    assert apart < arb(2) ** (arb(exponent) + arb("0.006"))


@pytest.mark.parametrize("fmt", FORMATS.values(), ids=lambda fmt: fmt.name)
def test_records(fmt):
    records = hardest(fmt, "gelu", most=4)
    assert len(records) == 4
    for record in records:
        y = hard_by_hand.value("gelu", record.x)
        distance, below, above = hard_by_hand.place(fmt, y)
        assert record.lower <= distance <= record.upper
        assert record.upper <= record.lower * (1 + 2.0**-51), "a float64 on either side"
        assert (record.below, record.above) == (float(below), float(above))
        nearer = above if above - y < y - below else below
        assert record.rounded == float(nearer)
        assert fmt.value(record.pattern) == record.x
        assert math.copysign(1, record.below or record.above) == math.copysign(1, record.x)
    assert [each.lower for each in records] == sorted(each.lower for each in records)
    assert {each.evidence for each in records} == {"search" if fmt.bits == 64 else "exhaustive"}


def test_what_means_nothing_is_refused():
    for names in (("float12", "gelu"), ("float32", "relu")):
        with pytest.raises(UsageError):
            hardest(*names)


def test_a_disagreement_is_seen():
    from dataclasses import replace

    gelu = REFERENCES["gelu"]
    wrong = replace(gelu, arb=lambda x: gelu.arb(x) * (1 + arb(2) ** -40))
    with pytest.raises(DisagreementError):
        distance_of(wrong, FORMATS["float32"], 0.7)
