"""Errors over 1 + k of a span, by blocks: what ``measure`` gives for the same inputs."""

import numpy as np
import pytest

from gelucheck.block import Block
from gelucheck.formats import FORMATS
from gelucheck.implementations.interface import Implementation
from gelucheck.measure import More, measure
from gelucheck.reference.blocks import LENGTH, PANEL
from gelucheck.reference.condition import exact_condition
from gelucheck.reference.evaluate import evaluate
from gelucheck.reference.functions import REFERENCES
from gelucheck.sweep.chunks import BLOCK
from gelucheck.sweep.span import has_spans, measure_span
from gelucheck.sweep.span_rows import between
from gelucheck.tally import Tally

SINGLE = FORMATS["float32"]
SCALED = frozenset({"scaled"})


def made(call, form="erf") -> Implementation:
    return Implementation("test", "gelu", form, None, None, call, tuple(FORMATS))


def exact(x, fmt, name="gelu"):
    return evaluate(REFERENCES[name], x, fmt).rounded


def sloppy(x, fmt):
    """Every eighth value a step off, by a rule that depends on the value alone."""
    got = exact(x, fmt)
    hashed = (x.view(np.uint32) * np.uint32(2654435761)) >> np.uint32(29)
    step = (hashed == 0).astype(np.uint32) * (np.abs(got) > 1e-30)
    return (got.view(np.uint32) + step.astype(np.uint32)).view(np.float32)


def cancelling(x, fmt):
    """x·(1 + something)/2 in float32: the left tail is lost, by thousands of steps."""
    with np.errstate(all="ignore"):
        ratio = exact(x, fmt).astype(np.float64) * 2 / x - 1
    return np.float32(0.5) * x * (np.float32(1) + ratio.astype(np.float32))


def planted(place: int):
    """One value 40 steps off."""
    at = SINGLE.value(SINGLE.bits_at(place))

    def call(x, fmt):
        got = exact(x, fmt)
        return np.where(x == np.float32(at), got * np.float32(1 + 40 * 2.0**-23), got)

    return call


def halves(x, fmt):
    """x/2, ties to even."""
    del fmt
    return x * np.float32(0.5)


def slowly(item, ordinals) -> Tally:
    tally, start = Tally(), ordinals.start
    while start < ordinals.stop:
        end = min((start // BLOCK + 1) * BLOCK, ordinals.stop)
        block = Block(SINGLE, SINGLE.values(np.arange(start, end)))
        tally = tally.merge(measure(item, block, more=More(SCALED)))
        start = end
    return tally


def around(x: float) -> range:
    start = SINGLE.ordinal(SINGLE.round(x)) // PANEL * PANEL
    return range(start, start + PANEL)


@pytest.mark.parametrize(
    "x, call, form, why",
    [
        (-13.3, sloppy, "tanh", "subnormal results, k is 180"),
        (-13.3, exact, "erf", "the same, correctly rounded"),
        (-4.0, cancelling, "erf", "a binade, and large errors"),
        (-0.7518, exact, "erf", "the minimum: k is 0"),
        (-0.7518, sloppy, "sigmoid", "near the minimum of another form"),
        (0.8, sloppy, "tanh", "k is largest on the right"),
        (5.3475, sloppy, "tanh", "next to x"),
    ],
)
def test_as_measure(x, call, form, why):
    item, span = made(call, form), around(x)
    got, want = measure_span(item, SINGLE, span, extras=SCALED), slowly(item, span)
    assert "scaled" in want.total.peaks and "scaled" in want.evaluation.peaks
    assert (got.total.peaks, got.evaluation.peaks) == (want.total.peaks, want.evaluation.peaks)


@pytest.mark.parametrize(
    "x, call", [(-1e20, exact), (-1e-20, exact), (-1e-38, halves), (2.3e-38, halves), (1e20, exact)]
)
def test_simple_stretches(x, call):
    item, span = made(call), around(x)
    got, want = measure_span(item, SINGLE, span, extras=SCALED), slowly(item, span)
    # where more than 512 inputs come near the maximum ``settle`` may be short of it
    assert got.total.peaks["scaled"].value >= want.total.peaks["scaled"].value


@pytest.mark.parametrize("x", [-6.0, -2.0, -0.75, -0.1, 0.4, 3.0])
def test_a_planted_value_is_found(x):
    """In a block that is else correctly rounded: 40 steps, over its own 1 + k."""
    span = around(x)
    place = span.start + 3 * LENGTH + 1234
    tally = measure_span(made(planted(place)), SINGLE, span, extras=SCALED)
    peak = tally.total.peaks["scaled"]
    assert peak.ordinal == place
    one = exact_condition(REFERENCES["gelu"], SINGLE.value(SINGLE.bits_at(place)))
    # the product is rounded: 40 times 1 to 2 ulp, and a half
    assert 39 <= peak.value * float(one) <= 81


def test_what_is_known_elsewhere_changes_nothing():
    item, span = made(sloppy, "tanh"), around(-0.75)
    span = range(span.start - PANEL, span.stop)
    first = measure_span(item, SINGLE, span[:PANEL], extras=SCALED)
    both = first.merge(measure_span(item, SINGLE, span[PANEL:], known=first, extras=SCALED))
    assert both.evaluation.peaks == measure_span(item, SINGLE, span, extras=SCALED).evaluation.peaks


@pytest.mark.parametrize("name", ["gelu", "tanh", "sigmoid"])
@pytest.mark.parametrize("negative", [False, True])
def test_bounds_of_blocks_hold_all_of_their_values(name, negative):
    """Of 60 blocks of either sign, at 9 values each, by mpmath."""
    generator = np.random.Generator(np.random.PCG64(5))
    low, high = SINGLE.bits_of(2.0**-40) // LENGTH, SINGLE.bits_of(64.0) // LENGTH
    first = generator.integers(low, high, 60) * LENGTH
    inside = first[:, None] + np.linspace(0, LENGTH - 1, 9).astype(np.int64)
    x = SINGLE.values_of_bits((inside | (SINGLE.sign_bit if negative else 0)).ravel())
    x = x.reshape(inside.shape)
    least, most = between(REFERENCES[name], x[:, [0, -1]])
    for row, low, high in zip(x, least, most, strict=True):
        for at in row:
            assert low <= exact_condition(REFERENCES[name], float(at)) <= high
        # and they are close: a block is short
        assert high <= low * 1.02


def test_which_rows_go_by_blocks():
    both = frozenset({"scaled", "correct"})
    assert has_spans(made(exact), SINGLE, both), "GELU itself: correct is counted anyway"
    assert has_spans(made(exact, "tanh"), SINGLE, SCALED)
    assert not has_spans(made(exact, "tanh"), SINGLE, both)
    assert not has_spans(made(exact), FORMATS["float64"], SCALED)
