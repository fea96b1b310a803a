"""Derivatives next to 0: roots tell what exhaustion does, and float64 is looked at completely."""

import sys
from fractions import Fraction
from pathlib import Path

import pytest

from gelucheck.formats import FORMATS
from gelucheck.inputs.hardest import path_of, read_published
from gelucheck.proofs.hardest import slope
from gelucheck.proofs.hardest.exhaust import Nearest, look, settled
from gelucheck.proofs.hardest.simple import near_zero
from gelucheck.proofs.hardest.slope import beside_half
from gelucheck.reference.functions import REFERENCES

sys.path.insert(0, str(Path(__file__).parent))
import hard_by_hand

BRAIN, SINGLE, DOUBLE = (FORMATS[name] for name in ("bfloat16", "float32", "float64"))
NAMES = ("gelu_grad", "tanh_grad", "sigmoid_grad")
BESIDE = {
    # found by other means: the roots of f(x) = m by Newton, m = 1/2 and an odd number of halves
    "gelu_grad": (("0x1.40d931ff62706p-54", 3.656e-17),),
    "tanh_grad": (("0x1.910f7e7f3b0c7p-52", 5.635e-18), ("-0x1.910f7e7f3b0c7p-53", 5.635e-18)),
    # 0.851·125·2^-51 is a tie: 425.5·2^-53
    "sigmoid_grad": (("0x1.f4p-45", 6.33e-25), ("-0x1.f4p-46", 1.58e-25)),
}


@pytest.mark.parametrize(
    "name", ["gelu_grad", pytest.param("tanh_grad", marks=pytest.mark.slow), "sigmoid_grad"]
)
def test_every_value_of_bfloat16_next_to_zero(name, monkeypatch):
    monkeypatch.setattr(slope, "_CHUNK", 3)
    function = REFERENCES[name]
    magnitudes = range(near_zero(function, BRAIN)[0], BRAIN.round(2.0**-5))
    ordinals = [each for m in magnitudes for each in (m, -1 - m)]
    got, looked = beside_half(function, BRAIN, -5, 12)
    assert got.tolist() == hard_by_hand.hardest(BRAIN, name, ordinals, 12)
    assert looked == len(ordinals)


def test_every_value_of_float32_next_to_zero(monkeypatch):
    """A hundred million values; of the binades with most roots only the two inputs at each."""
    monkeypatch.setattr(slope, "_MANY", 8)
    function = REFERENCES["sigmoid_grad"]
    magnitudes = range(near_zero(function, SINGLE)[0], SINGLE.round(2.0**-18))
    found = Nearest(24)
    for negative in (True, False):
        list(look(function, SINGLE, magnitudes, negative, found))
    due = settled(function, SINGLE, found.ordinals.tolist(), 24)
    got, looked = beside_half(function, SINGLE, -18, 24)
    assert got.tolist() == due.tolist()
    assert looked == 2 * len(magnitudes)


def test_every_root_of_float64_up_to_2_to_minus_47():
    """The roots by mpmath, by Newton with a fixed slope, and the inputs around each."""
    mp = hard_by_hand.MP
    a = mp.sqrt(2 / mp.pi)
    found = []
    for unit, sign in ((Fraction(1, 1 << 53), 1), (Fraction(1, 1 << 54), -1)):
        for n in range(int(float(a) * 2.0**-47 / unit) + 2):
            due = sign * (n + Fraction(1, 2)) * unit
            x = mp.mpf(due.numerator) / due.denominator / a
            for _ in range(3):
                beside = hard_by_hand.gelu_grad(x) - mp.mpf(0.5)
                x -= (beside - mp.mpf(due.numerator) / due.denominator) / a
            middle = DOUBLE.round(abs(hard_by_hand.exact(x)))
            for magnitude in range(middle - 12, middle + 13):
                value = DOUBLE.value(magnitude)
                if value < 2.0**-47:
                    apart = abs(abs(x) - value) * a / float(unit)
                    found.append((float(apart), magnitude if sign > 0 else -1 - magnitude))
    due = [ordinal for _, ordinal in sorted(found)[:10]]
    assert beside_half(REFERENCES["gelu_grad"], DOUBLE, -47, 10)[0].tolist() == due


@pytest.mark.parametrize("name", NAMES)
def test_the_lists_have_the_nearest_next_to_zero(name):
    published = read_published(DOUBLE, name)
    for words, distance in BESIDE[name]:
        x = float.fromhex(words)
        assert x in published.inputs
        got = hard_by_hand.place(DOUBLE, hard_by_hand.value(name, x))[0]
        assert float(got) == pytest.approx(distance, rel=1e-3)
    assert sum(abs(x) < 2.0**-28 for x in published.inputs) == 24
    text = path_of(DOUBLE, name).read_text(encoding="ascii")
    assert "24 of all 252,201,579,132,747,776 inputs below 2^-28 that can be hard" in text


def test_what_was_not_looked_at_is_not_passed_over(monkeypatch):
    """One input to each side of a root is not enough for so many."""
    monkeypatch.setattr(slope, "_MANY", 0)
    with pytest.raises(ValueError, match="not looked at"):
        beside_half(REFERENCES["gelu_grad"], SINGLE, -20, 12)
