"""A span gives what ``measure`` gives for the same inputs, and finds a wrong value anywhere."""

import numpy as np
import pytest

from gelucheck.block import Block
from gelucheck.errors import ImplementationError
from gelucheck.formats import FORMATS
from gelucheck.implementations.interface import Implementation
from gelucheck.measure import measure
from gelucheck.reference.blocks import LENGTH, PANEL
from gelucheck.reference.evaluate import evaluate
from gelucheck.reference.functions import REFERENCES
from gelucheck.sums import as_fraction, root
from gelucheck.sweep.span import measure_span
from gelucheck.tally import Tally

SINGLE = FORMATS["float32"]
TOP = SINGLE.end_bits


def implementation(call, form="erf") -> Implementation:
    return Implementation("test", "gelu", form, None, None, call, tuple(FORMATS))


def exact(x, fmt, name="gelu"):
    return evaluate(REFERENCES[name], x, fmt).rounded


def sloppy(x, fmt):
    """Some values a step or two off, by a rule that depends on the value alone."""
    got = exact(x, fmt)
    hashed = (x.view(np.uint32) * np.uint32(2654435761)) >> np.uint32(29)
    step = np.where(hashed == 0, 1, np.where(hashed == 1, 2, 0)).astype(np.uint32)
    with np.errstate(invalid="ignore"):
        usual = (np.abs(got) > 1e-30) & (np.abs(got) < 1e30)
    return (got.view(np.uint32) + np.where(usual, step, 0).astype(np.uint32)).view(np.float32)


def single_steps(x, fmt):
    """The erf form in float32 all along: 1 + erf cancels on the left and ends at zero."""
    del fmt
    from math import erf

    with np.errstate(all="ignore"):
        inner = np.array([erf(v) for v in (x / np.float32(2**0.5)).tolist()], np.float32)
        return np.float32(0.5) * x * (np.float32(1) + inner)


def left_zero(x, fmt):
    """+0 where -0 is due, as some libraries have it."""
    got = exact(x, fmt)
    return np.where(x < -14.36, np.float32(0), got)


def halves(x, fmt):
    """x/2, ties to even."""
    del fmt
    return x * np.float32(0.5)


def slowly(item, ordinals, convention="coarse") -> Tally:
    """The same by ``measure``, the inputs cut where panels end."""
    tally, start = Tally(), ordinals.start
    while start < ordinals.stop:
        end = min((start // PANEL + 1) * PANEL, ordinals.stop)
        block = Block(SINGLE, SINGLE.values(np.arange(start, end)))
        tally = tally.merge(measure(item, block, convention))
        start = end
    return tally


def same_sums(got, want) -> None:
    assert got.count == want.count
    slack = as_fraction(got.slack) + as_fraction(want.slack)
    assert abs(as_fraction(got.absolute) - as_fraction(want.absolute)) <= slack
    # by Minkowski's inequality
    roots = [root(as_fraction(each.square, squares=True)) for each in (got, want)]
    room = sum(root(as_fraction(each.slack_square, squares=True)) for each in (got, want))
    assert abs(roots[0] - roots[1]) <= room


def same(got: Tally, want: Tally, peaks=True) -> None:
    """All but how many roundings were asked of the oracle, and the last digits of sums."""
    for name in ("inputs", "steps", "faithful", "counts"):
        assert getattr(got, name) == getattr(want, name), name
    same_sums(got.total, want.total)
    same_sums(got.evaluation, want.evaluation)
    assert got.regions.keys() == want.regions.keys()
    for index, region in want.regions.items():
        assert got.regions[index].inputs == region.inputs
    if peaks:
        assert got.total.peaks == want.total.peaks
        assert got.evaluation.peaks == want.evaluation.peaks
        assert got.regions == want.regions
        assert got.method == want.method
    else:
        # where more than 512 inputs come near the maximum ``settle`` may be short of it
        for kind, peak in want.total.peaks.items():
            assert got.total.peaks[kind].value >= peak.value, kind


def around(x: float, panels: int = 2, offset: int = 0) -> range:
    """Whole panels around a value, and some values more."""
    start = SINGLE.ordinal(SINGLE.round(x)) // PANEL * PANEL - PANEL * (panels // 2) + offset
    start = max(start, -1 - TOP)
    return range(start, min(start + PANEL * panels + abs(offset), TOP + 1))


@pytest.mark.parametrize(
    ("x", "why"),
    [
        (-14.3, "next to -0"),
        (-13.3, "subnormal results"),
        (-8.0, "an edge of a region"),
        (-5.0, "another"),
        (-4.0, "a binade"),
        (-0.7518, "the minimum"),
        (-0.0625, "an edge"),
        (-(2.0**-12), "small"),
        (-(2.0**-24), "next to x/2"),
        (2.0**-25, "next to x/2"),
        (2.0**-12, "small"),
        (0.0625, "an edge"),
        (1.0, "an edge"),
        (2.7, "where tanh is off most"),
        (3.0, "an edge"),
        (5.3475, "next to x"),
        (8.0, "x"),
    ],
)
@pytest.mark.parametrize(
    ("call", "form"), [(exact, "erf"), (sloppy, "erf"), (single_steps, "erf"), (sloppy, "tanh")]
)
def test_as_measure(x, call, form, why):
    item, span = implementation(call, form), around(x, 2)
    # far left of where the tanh form ends every output is wrong by itself, to within nothing
    same(measure_span(item, SINGLE, span), slowly(item, span), form != "tanh" or x > -13)


@pytest.mark.parametrize("convention", ["coarse", "fine"])
@pytest.mark.parametrize("form", [None, "sigmoid"])
@pytest.mark.parametrize("offset", [-3, 1, 2 * LENGTH])
def test_conventions_forms_and_ragged_ends(convention, form, offset):
    item, span = implementation(sloppy, form), around(-2.0, 2, offset)
    got = measure_span(item, SINGLE, span, convention)
    same(got, slowly(item, span, convention))


@pytest.mark.parametrize(
    ("x", "call", "why"),
    [
        (-float("inf"), exact, "the left end"),
        (-1e20, exact, "-0"),
        (-1e20, left_zero, "+0 for -0"),
        (-1e-20, exact, "x/2"),
        (-1e-20, halves, "x/2"),
        (-1e-38, exact, "ties"),
        (-1e-38, halves, "wrong ties"),
        (-1e-40, halves, "wrong ties of subnormal inputs"),
        (2.3e-38, halves, "the last ties"),
        (1e20, exact, "x"),
        (1e20, halves, "far too small"),
        (float("inf"), exact, "the right end"),
    ],
)
def test_simple_stretches(x, call, why):
    item, span = implementation(call), around(x)
    same(measure_span(item, SINGLE, span), slowly(item, span), peaks=False)


@pytest.mark.parametrize(
    "x", [-1e9, -14.3, -8.0, -2.0, -1e-30, -1e-40, 1e-40, 1e-20, 0.5, 5.34, 9.0]
)
@pytest.mark.parametrize(
    ("call", "form"), [(sloppy, "erf"), (exact, "tanh"), (halves, "erf"), (halves, None)]
)
def test_profile(x, call, form):
    """The signed errors by window, for pictures: to 2^-10, or next to nothing."""
    item, span = implementation(call, form), around(x)
    got = measure_span(item, SINGLE, span)
    want = Tally()
    for start in range(span.start, span.stop, PANEL):
        block = Block(SINGLE, SINGLE.values(np.arange(start, start + PANEL)))
        want = want.merge(measure(item, block))
    assert got.profile.keys() == want.profile.keys()
    for window, figures in want.profile.items():
        for mine, due in zip(got.profile[window], figures, strict=True):
            assert mine == due or mine == pytest.approx(due, rel=2.0**-10, abs=1e-12), window
    same(got, want, peaks=False)


def wrongs():
    """A magnitude in every eighth binade, both signs, and what is wrong there."""
    kinds = ("step", "zero", "nan", "inf", "sign", "one")
    generator = np.random.default_rng(5)
    for number, field in enumerate(
        (0, 1, 2, *range(9, 255, 12), 101, 102, 126, 127, 128, 129, 130)
    ):
        for negative in (False, True):
            magnitude = (field << 23) + int(generator.integers(0, 1 << 23))
            bits = magnitude | negative << 31
            yield bits, kinds[(2 * number + negative) % len(kinds)]


@pytest.mark.parametrize(("bits", "kind"), list(wrongs()))
def test_one_wrong_value_is_found(bits, kind):
    """Its witness is the largest number of steps, or it is counted apart."""
    at = SINGLE.ordinal(bits)
    x = SINGLE.values_of_bits(np.array([bits]))
    right = exact(x, SINGLE)[0]
    wrong = {
        "step": np.nextafter(right, np.float32(1e38)),
        "zero": np.float32(0.0),
        "nan": np.float32(np.nan),
        "inf": np.float32(-np.inf),
        "sign": -right,
        "one": np.float32(1.0),
    }[kind]

    def call(x, fmt):
        got = exact(x, fmt)
        return np.where(x.view(np.uint32) == bits, wrong, got)

    start = at // PANEL * PANEL
    tally = measure_span(implementation(call), SINGLE, range(start, start + PANEL))
    due, got = (int(SINGLE.bits_of_values(np.array([v]))[0]) for v in (right, wrong))
    if kind in ("nan", "inf"):
        first = tally.counts[kind].first
        assert tally.counts[kind].count == 1
        assert (first.ordinal, first.x) == (at, bits)
        assert tally.steps[0] == PANEL - 1
    elif right == wrong == 0:
        # a zero for a zero: of the wrong sign, perhaps
        assert ("zero_sign" in tally.counts) == (due != got)
        assert tally.steps == (PANEL, 0, 0, 0, 0)
    else:
        peak = tally.total.peaks["steps"]
        assert (peak.ordinal, peak.x, peak.got) == (at, bits, got)
        ranks = SINGLE.ranks(np.array([right, wrong], np.float32))
        assert peak.value == abs(int(ranks[0]) - int(ranks[1]))
        assert tally.steps[0] == PANEL - 1


def test_pieces_add_up():
    """Aligned pieces of a span give the bits of the whole."""
    item = implementation(sloppy)
    start = SINGLE.ordinal(SINGLE.round(-1.0)) // PANEL * PANEL
    pieces = [range(start + i * PANEL, start + (i + 1) * PANEL) for i in range(4)]
    merged = Tally()
    for piece in reversed(pieces):
        merged = merged.merge(measure_span(item, SINGLE, piece))
    whole = measure_span(item, SINGLE, range(start, start + 4 * PANEL))
    assert merged == whole


def test_nan_stretches_are_nothing():
    """Ordinals beyond an infinity stand for NaN: no input, no error; a number there is counted."""
    stretch = range(TOP + 1, TOP + 1 + 3 * PANEL)
    assert measure_span(implementation(exact), SINGLE, stretch).inputs == 0
    found = measure_span(implementation(lambda x, fmt: np.ones_like(x)), SINGLE, stretch)
    assert found.counts["missing_nan"].count == 3 * PANEL
    backwards = range(-2 - TOP, -2 - TOP - 3 * PANEL, -1)
    assert measure_span(implementation(exact), SINGLE, backwards).counts == {}


@pytest.mark.parametrize("name", ["float16", "bfloat16", "float64"])
def test_other_formats_are_left_to_measure(name):
    fmt = FORMATS[name]
    start = fmt.ordinal(fmt.bits_of(1.0))
    item, span = implementation(exact), range(start, start + 3000)
    want = measure(item, Block(fmt, fmt.values(np.arange(span.start, span.stop))))
    assert measure_span(item, fmt, span) == want


@pytest.mark.parametrize("call", [lambda x, fmt: x[1:], lambda x, fmt: x.astype(np.float64)])
def test_wrong_shape_or_dtype(call):
    with pytest.raises(ImplementationError, match="returned"):
        measure_span(implementation(call), SINGLE, range(0, 2 * PANEL))
