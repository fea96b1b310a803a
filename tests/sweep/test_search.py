"""A search finds what is known without being told, and faults that were planted."""

import numpy as np
import pytest

from gelucheck.block import Block
from gelucheck.formats import FORMATS
from gelucheck.forms.catalogue import find_writing
from gelucheck.implementations.interface import Implementation
from gelucheck.implementations.writing import from_writing
from gelucheck.inputs import worst
from gelucheck.inputs.strata import sample_ordinals
from gelucheck.measure import measure
from gelucheck.reference.evaluate import evaluate
from gelucheck.reference.functions import REFERENCES
from gelucheck.sweep.search import search
from gelucheck.tally import Tally

SINGLE, DOUBLE = FORMATS["float32"], FORMATS["float64"]


def written(name, function="gelu", arithmetic="native"):
    return from_writing(find_writing(name, function), arithmetic)


def right(x, fmt):
    return evaluate(REFERENCES["gelu"], x, fmt).rounded


def made_of(call, form="erf"):
    return Implementation("it", "gelu", form, None, None, call, tuple(FORMATS))


# the figures are those of the contracts, which test_contracts.py holds against mpmath
KNOWN = [
    ("erf", "gelu", "float64"),
    ("erfc", "gelu", "float64"),
    ("tanh", "gelu", "float64"),
    ("sigmoid", "gelu", "float64"),
    ("erf", "gelu_grad", "float64"),
    ("tanh", "gelu_grad", "float64"),
    ("sigmoid", "gelu_grad", "float64"),
    ("erf", "gelu", "float32"),
    ("erfc", "gelu", "float32"),
    ("tanh", "gelu", "float32"),
    ("sigmoid", "gelu", "float32"),
    ("sigmoid", "gelu_grad", "float32"),
]


@pytest.mark.parametrize("name, function, dtype", KNOWN)
def test_what_is_known_is_found_without_its_witness(name, function, dtype, monkeypatch):
    """At least 95 % of the largest error known, in 2^17 evaluations."""
    writing = find_writing(name, function)
    contract = next(c for c in writing.contract if (c.dtype, c.arithmetic) == (dtype, "native"))
    monkeypatch.setattr(worst, "WORST", ())
    tally = search(from_writing(writing, "native"), FORMATS[dtype], 1 << 17, 0)
    assert tally.evaluation.peaks["ulp"].value >= 0.95 * contract.max_ulp


@pytest.mark.parametrize("name", ["erfc", "sigmoid"])
@pytest.mark.parametrize("fmt", [SINGLE, DOUBLE], ids=lambda fmt: fmt.name)
def test_more_is_found_than_by_a_sample_of_the_same_size(name, fmt, monkeypatch):
    monkeypatch.setattr(worst, "WORST", ())
    count = 1 << 17
    found = search(written(name), fmt, count, 0)
    sampled = Tally()
    ordinals = sample_ordinals(fmt, count, 0)
    for at in range(0, count, 1 << 16):
        block = Block(fmt, fmt.values(ordinals[at : at + (1 << 16)]))
        sampled = sampled.merge(measure(written(name), block, known=sampled))
    ratio = found.evaluation.peaks["ulp"].value / sampled.evaluation.peaks["ulp"].value
    assert ratio > 1.02


def test_the_neighbourhood_of_the_worst_input_has_nothing_worse():
    """float32: all 2^17 values around the worst input of the tanh writing, tried one by one."""
    item = written("tanh")
    found = search(item, SINGLE, 1 << 17, 0).evaluation.peaks["ulp"]
    around = SINGLE.values(found.ordinal + np.arange(-(1 << 16), 1 << 16))
    assert measure(item, Block(SINGLE, around)).evaluation.peaks["ulp"].value <= found.value


@pytest.mark.parametrize(
    "fmt, at, width, height, why",
    [
        (DOUBLE, 2.345678, 2.0**-12, 1162.5, "where GELU bends"),
        (DOUBLE, -0.001234, 2.0**-9, 1262.5, "a small input"),
        (SINGLE, -9.7, 2.0**-12, None, "the left tail"),
        # so narrow a peak where few values are drawn is met with every other time
        (SINGLE, 110.01, 2.0**-9, 1719, "where GELU is x"),
    ],
)
def test_a_narrow_peak_is_climbed(fmt, at, width, height, why):
    """The error grows in a straight line to 500·2 units of the smallest spacing within ``width`` of
    a point, and nothing is wrong anywhere else. At its top it is 1000·m - 1/2 to + 1/2 ulp, with m
    the significand of the output, in [1, 2)."""

    def call(x, fmt):
        with np.errstate(all="ignore"):
            share = 1 - np.abs(x.astype(np.float64) / at - 1) / width
            fault = 1 + np.maximum(share, 0) * 1000 * 2.0 ** (1 - fmt.precision)
            return (right(x, fmt) * fault).astype(fmt.dtype)

    top = fmt.values_of_bits(np.array([fmt.round(at)], fmt.uint))
    due = measure(made_of(call), Block(fmt, top)).evaluation.peaks["ulp"].value
    if height:
        assert due == pytest.approx(height, rel=2e-3)
    tally = search(made_of(call), fmt, 1 << 18, 0)
    assert tally.evaluation.peaks["ulp"].value >= 0.99 * due, why


@pytest.mark.parametrize("count", [1, 2, 100, 5000, 1 << 16])
@pytest.mark.parametrize("fmt", [SINGLE, DOUBLE], ids=lambda fmt: fmt.name)
def test_as_many_different_values_as_were_asked_for(fmt, count):
    tried = []

    def call(x, fmt):
        tried.append(x)
        with np.errstate(over="ignore"):
            return right(x, fmt) * fmt.dtype.type(1.0000001)

    told = []
    tally = search(made_of(call), fmt, count, 0, told=told.append)
    values = np.concatenate(tried)
    finite = values[np.isfinite(values)]
    assert np.unique(fmt.bits_of_values(finite)).size == finite.size == count
    assert tally.inputs == count == told[-1]
    # the infinities and a NaN come on top
    assert values.size == count + 3


def test_blocks_are_large():
    """A call has its price: most values come in blocks of some thousand."""
    sizes = []

    def call(x, fmt):
        sizes.append(x.size)
        return x / 2

    search(made_of(call), DOUBLE, 1 << 17, 0)
    assert sum(size for size in sizes if size >= 2048) > 0.8 * (1 << 17)


@pytest.mark.parametrize("seed", [0, 5])
def test_the_same_again(seed):
    first, second = (search(written("erfc"), DOUBLE, 30_000, seed) for _ in range(2))
    assert first == second


def test_another_seed_is_another_search():
    first, second = (search(written("erfc"), DOUBLE, 30_000, seed) for seed in (0, 1))
    assert first.total.absolute != second.total.absolute


NOTHING = [
    (lambda x, fmt: np.full_like(x, np.nan), {}, "NaN everywhere"),
    (lambda x, fmt: np.full_like(x, np.inf), {}, "infinity everywhere"),
    (right, {"ulp": 0.5}, "nothing wrong: half an ulp at an odd subnormal"),
    (lambda x, fmt: np.zeros_like(x), {"ulp": 2.0**53, "relative": 1.0}, "nothing right"),
]


@pytest.mark.parametrize("call, peaks, why", NOTHING, ids=[case[2] for case in NOTHING])
@pytest.mark.parametrize("form", ["erf", None])
def test_what_gives_a_search_no_direction(call, peaks, why, form):
    tally = search(made_of(call, form), DOUBLE, 10_000, 0)
    assert tally.inputs == 10_000
    assert {kind: tally.total.peaks[kind].value for kind in peaks} == peaks
    assert bool(tally.total.peaks) == bool(peaks)
