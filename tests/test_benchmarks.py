"""The benchmarks run, and what they time is what they say. How long it takes is nobody's test."""

import json
import math
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from gelucheck.formats import FORMATS
from gelucheck.reference.functions import REFERENCES
from gelucheck.reference.oracle import rounded_bits
from gelucheck.sweep.chunks import Part

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "benchmarks"
FLOAT32 = FORMATS["float32"]
# little of everything, and nothing that needs more than gelucheck does
TINY = {
    "reference": ["--panels", "2", "--slow", "20"],
    "sweep": [
        *("--impl", "numpy_gelu:gelu_tanh=tanh", "--jobs", "1"),
        *("--every", "6000", "--chunk", str(1 << 18)),
    ],
    "compare": ["--command=--help", "--command=compare --dtype float16 --inputs 0:1:100"],
}


@pytest.fixture
def module(monkeypatch):
    """A module of the benchmarks, by its name."""
    monkeypatch.syspath_prepend(FOLDER)
    return import_module


def run(name: str, *words: str) -> str:
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    return subprocess.run(
        [sys.executable, FOLDER / f"{name}.py", *words],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    ).stdout


@pytest.mark.parametrize("name", TINY)
def test_help(name):
    assert "--rounds" in run(name, "--help")


@pytest.mark.parametrize("name", TINY)
def test_a_tiny_run_gives_a_table_of_positive_numbers(name, tmp_path):
    path = tmp_path / "numbers.json"
    printed = run(name, "--rounds", "1", "--json", str(path), *TINY[name])
    rows = [line for line in printed.splitlines() if line.startswith("| ")]
    assert len(rows) > 4
    assert len({line.count("|") for line in rows[:4]}) == 1
    timings = []
    for result in json.loads(path.read_text(encoding="utf-8"))["results"]:
        timings += list(result.get("timings", {"": result}).values())
        # what is certified gives what is due
        assert result.get("name", "").startswith("float64") or not result.get("differ", 0)
    assert len(timings) >= 4
    for timing in timings:
        assert len(timing["wall"]) == 1
        assert min(timing["wall"]) > 0


@pytest.mark.parametrize("every", [1, 4, 16, 50])
def test_a_sample_stands_for_all_of_float32(module, every):
    sample = module("sample")
    whole = sample.selection_of("numpy_gelu:gelu_tanh", "tanh")
    found = sample.take_every(every, 1 << 25, whole)
    pairs = list(zip(found.chunks, found.weights, strict=True))
    assert sum(c.part.count * w for c, w in pairs) == pytest.approx(2**32, rel=1e-12)
    if every == 1:
        assert set(found.weights) == {1.0}
    assert 0 < found.shares[0] < 0.3


def test_what_is_not_simple(module):
    """Counted from the thresholds of DESIGN: 2^-25 to 5.3475156 on the right, to 14.35606861 on
    the left, where the last is the first that gives -0."""
    sample = module("sample")
    found = sample.take_every(1, 1 << 25, sample.selection_of("numpy_gelu:gelu_tanh", None))
    ends = np.array([5.3475155830383301, 14.35606861], np.float32).view(np.int32)
    expected = int(ends.sum()) - 2 * int(np.float32(2.0**-25).view(np.int32))
    assert sum(map(sample.not_simple, found.chunks)) == pytest.approx(expected, abs=4)


@pytest.mark.parametrize(
    ("piece", "why"),
    [
        (range(-3, 5), "both zeros, where no panel goes on"),
        (range(70000, 140000), "ends within panels"),
        (range(-(1 << 16), 1 << 17), "whole panels on both sides"),
        (range(-1 - FLOAT32.end_bits, -FLOAT32.end_bits + 9), "from minus infinity"),
        (range(FLOAT32.end_bits - 9, FLOAT32.end_bits + 9), "into the NaNs"),
        (range(-5 - FLOAT32.end_bits, -2 - FLOAT32.end_bits), "NaNs with a sign"),
    ],
)
def test_panels_are_the_inputs(module, piece, why):
    chunk = chunk_of(module, piece)
    found = np.concatenate([x.copy() for x in module("sample").panels(chunk)])
    wanted = FLOAT32.values(np.arange(piece.start, piece.stop))
    assert np.array_equal(found.view(np.uint32), wanted.view(np.uint32)), why


def test_alone_calls_with_every_input(module):
    seen = []
    module("naive").alone(lambda x: seen.append(x.copy()), chunk_of(module, range(-9, 1 << 17)))
    assert np.concatenate(seen).size == (1 << 17) + 9


def test_the_naive_loop_sees_a_planted_fault(module):
    start = FLOAT32.ordinal(FLOAT32.bits_of(1.0))
    chunk, fault = chunk_of(module, range(start - 50, start + 50)), np.float32(1.0)

    def planted(x):
        bits = [rounded_bits(REFERENCES["gelu"], float(each), FLOAT32) for each in x]
        return FLOAT32.values_of_bits(np.array(bits) + 7 * (x == fault))

    def ndtr(x):
        return np.array([math.erfc(-each / math.sqrt(2)) / 2 for each in x])

    worst, at = module("naive").loop(planted, ndtr, chunk)
    assert at == fault
    assert 6.5 <= worst <= 7.5


def chunk_of(module, piece: range):
    """A chunk of one piece."""
    sample = module("sample")
    whole = sample.selection_of("numpy_gelu:gelu_tanh", "tanh", "1:1.5")
    found = sample.take_every(1, 1 << 25, whole).chunks[0]
    return type(found)(
        0, 0, found.implementation, Part("float32", (piece,), True), "coarse", False, 0
    )


@pytest.mark.parametrize(
    ("numbers", "text"),
    [([2.0], "2"), ([1.0, 3.0, 2.0], "2 (1 to 3)"), ([12.34, 1234.5], "623 (12.3 to 1,234)")],
)
def test_numbers_are_shown_with_three_digits(module, numbers, text):
    assert module("page").shown(numbers) == text
