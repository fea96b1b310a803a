"""Complete lists: against all values by mpmath, and the ways of looking against each other."""

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

from gelucheck.formats import FORMATS, Format
from gelucheck.inputs.hardest import FUNCTIONS, hardest_ordinals
from gelucheck.proofs.hardest.exhaust import Nearest, distances, exhaustive, look, settled
from gelucheck.proofs.hardest.origin import origin
from gelucheck.proofs.hardest.simple import near_zero
from gelucheck.reference.functions import REFERENCES

sys.path.insert(0, str(Path(__file__).parent))
import hard_by_hand

HALF, BRAIN, SINGLE = (FORMATS[name] for name in ("float16", "bfloat16", "float32"))
TOYS = [Format("toy43", 8, 4), Format("toy52", 8, 3)]


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("fmt", TOYS, ids=lambda fmt: fmt.name)
def test_every_value_of_a_toy_format(fmt, name):
    top = fmt.bits_of(fmt.largest) + 1
    found, looked = exhaustive(REFERENCES[name], fmt, 32)
    assert found.tolist() == hard_by_hand.hardest(fmt, name, range(-top, top), 32)
    assert 16 < len(found) < looked < 2 * top


def around(fmt, least: int, most: int) -> list[int]:
    """Ordinals of both signs with magnitudes from 2^least to 2^most."""
    low, high = fmt.round(2.0**least), fmt.round(2.0**most)
    return [each for m in range(low, high) for each in (m, -1 - m)]


def test_every_value_of_bfloat16():
    due = hard_by_hand.hardest(BRAIN, "gelu", around(BRAIN, -10, 4), 50)
    assert hardest_ordinals(BRAIN, "gelu").tolist() == due


@pytest.mark.slow
@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("fmt", [HALF, BRAIN], ids=lambda fmt: fmt.name)
def test_every_value_of_16_bits(fmt, name):
    due = hard_by_hand.hardest(fmt, name, around(fmt, -15, 7), 50)
    assert hardest_ordinals(fmt, name).tolist() == due


@pytest.mark.slow
@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_value_of_float32_again(name):
    found, _ = exhaustive(REFERENCES[name], SINGLE, 50)
    assert hardest_ordinals(SINGLE, name).tolist() == found.tolist()


STRETCHES = [
    # function, first input, why
    ("gelu", 0.7, "the middle of a binade"),
    ("gelu", -1.0 - 2.0**-10, "a power of two in x"),
    ("gelu", 0.5 + 2.0**-7, "ordinary"),
    ("gelu", -13.2, "subnormal values"),
    ("gelu_grad", -0.7518, "the root of the derivative"),
    ("sigmoid", -0.2, "the left"),
    ("tanh_grad", 1.41, "the top of the derivative"),
]


@pytest.mark.parametrize(("name", "first", "why"), STRETCHES)
def test_stretches_of_float32_by_mpmath(name, first, why):
    """Blocks, and the values at their ends one by one, against 10,000 values by mpmath."""
    start = SINGLE.round(abs(first)) + 77
    magnitudes = range(start, start + 10_000)
    found = Nearest(8)
    assert sum(look(REFERENCES[name], SINGLE, magnitudes, first < 0, found)) == len(magnitudes)
    got = settled(REFERENCES[name], SINGLE, found.ordinals.tolist(), 8).tolist()
    ordinals = [-1 - m if first < 0 else m for m in magnitudes]
    # float64 tells the ones that are far from a boundary: 2^24 ulps are off by 2^-28
    lower, _ = distances(REFERENCES[name], SINGLE, np.array(ordinals))
    near = [each for each, far in zip(ordinals, lower.tolist(), strict=True) if far < 2.0**-8]
    assert got == hard_by_hand.hardest(SINGLE, name, near, 8), why
    some = ordinals[:: len(ordinals) // 50]
    for ordinal in some:
        x = SINGLE.value(SINGLE.bits_at(ordinal))
        due = hard_by_hand.place(SINGLE, hard_by_hand.value(name, x))[0]
        low, high = distances(REFERENCES[name], SINGLE, np.array([ordinal]))
        assert low[0] <= due <= high[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_long_stretch_of_float32_by_mpmath(name):
    start = SINGLE.round(0.9)
    found = Nearest(50)
    list(look(REFERENCES[name], SINGLE, range(start, start + (1 << 16)), True, found))
    got = settled(REFERENCES[name], SINGLE, found.ordinals.tolist(), 50).tolist()
    ordinals = [-1 - m for m in range(start, start + (1 << 16))]
    assert got == hard_by_hand.hardest(SINGLE, name, ordinals, 50)


@pytest.mark.parametrize("name", ["gelu", "sigmoid"])
def test_next_to_zero_roots_tell_what_exhaustion_does(name):
    """Float32 up to 2^-22: forty million values, and a few hundred roots."""
    function = REFERENCES[name]
    first = max(near_zero(function, SINGLE))
    magnitudes = range(first, SINGLE.round(2.0**-22))
    found = Nearest(30)
    for negative in (True, False):
        list(look(function, SINGLE, magnitudes, negative, found))
    due = settled(function, SINGLE, found.ordinals.tolist(), 30)
    got, looked = origin(function, SINGLE, -22, 30)
    assert got.tolist() == due.tolist()
    assert looked == 2 * len(magnitudes)


def test_lists_are_made_again(tmp_path, monkeypatch):
    path = Path(__file__).parents[2] / "reports" / "hardest.py"
    spec = importlib.util.spec_from_file_location("make_hardest", path)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    old = made.path_of(HALF, "sigmoid")
    monkeypatch.setattr(made, "path_of", lambda fmt, function: tmp_path / "list.txt")
    made.exhaust(HALF, REFERENCES["sigmoid"])
    new = (tmp_path / "list.txt").read_text(encoding="ascii")

    def lines(text):
        return [line.partition(", of gelucheck")[0] for line in text.splitlines()]

    assert lines(new) == lines(old.read_text(encoding="ascii"))
