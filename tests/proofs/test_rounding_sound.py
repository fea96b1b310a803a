"""Every value of the 16-bit formats is within the bound of its box, whatever the writing.

The boxes are those that a bound begins with, thousands of values wide in all but the middle; so it
is the analysis that holds here, and not that boxes of one value are evaluated.
"""

import numpy as np
import pytest

from gelucheck.formats import FORMATS
from gelucheck.forms.arithmetic import ARITHMETICS
from gelucheck.forms.catalogue import ALL, find_writing
from gelucheck.proofs.rounding.bounded import Rounder
from gelucheck.proofs.rounding.boxes import Bounder, first_boxes
from gelucheck.proofs.rounding.engine import Running
from gelucheck.proofs.rounding.found import Finder
from gelucheck.proofs.rounding.method import method_of

HALF, BRAIN = FORMATS["float16"], FORMATS["bfloat16"]


def within(bounder):
    """By box: the bound, and the largest error of the values in it (-1: none is a number)."""
    fmt = bounder.fmt
    first, last = first_boxes(fmt, -fmt.end_bits, fmt.end_bits - 1)
    order = np.argsort(first)
    boxes = bounder.bound(first[order], last[order])
    finder = Finder(bounder.writing, fmt, bounder.arithmetic)
    ordinals = np.arange(-fmt.end_bits, fmt.end_bits)
    found = finder.look(ordinals)
    got = finder.outputs(ordinals).astype(np.float64)
    rest = np.isfinite(got) | ~np.isfinite(fmt.values(ordinals).astype(np.float64))
    # every value but the zeros is in one box
    assert boxes.last[-1] == ordinals[-1] and boxes.first[0] == ordinals[0]
    gap = boxes.first[1:] - boxes.last[:-1]
    assert sorted(set(gap)) == [1, 3]
    starts = boxes.first - ordinals[0]
    worst = np.maximum.reduceat(found, starts)
    # reduceat goes up to the next box: the zeros come with the last negative one
    worst[gap.argmax()] = found[
        starts[gap.argmax()] : boxes.last[gap.argmax()] - ordinals[0] + 1
    ].max()
    odd = np.maximum.reduceat(~rest, starts)
    return boxes.ulp, worst, odd


def faults(bounder):
    bound, worst, odd = within(bounder)
    # what may be NaN or infinite has no bound
    return (worst > bound) | (odd & np.isfinite(bound))


def cases():
    quick = {"erf", "erfc", "tanh", "quick-exp"}
    for fmt in (HALF, BRAIN):
        for arithmetic in ARITHMETICS:
            for writing in ALL:
                known = writing.name in quick and writing.function == "gelu"
                # float16 native and bfloat16 upcast
                known &= (fmt.name, arithmetic) in (("float16", "native"), ("bfloat16", "upcast"))
                known |= (writing.name, arithmetic, fmt) == ("tanh-table", "native", HALF)
                name = f"{writing.function}-{writing.name}-{fmt.name}-{arithmetic}"
                marks = () if known else pytest.mark.slow
                yield pytest.param(writing, fmt, arithmetic, id=name, marks=marks)


@pytest.mark.parametrize(("writing", "fmt", "arithmetic"), list(cases()))
def test_every_value_is_within_its_bound(writing, fmt, arithmetic):
    bounder = Bounder(writing, fmt, arithmetic, method_of(writing, fmt))
    assert not faults(bounder).any()


class NoProducts(Running):
    """Forgets the rounding of products."""

    def _product(self, u, v, nan):
        found = super()._product(u, v, nan)
        step = self.half_ulp(np.maximum(*map(np.abs, found.value.computed)))
        object.__setattr__(found.value, "error", np.maximum(found.value.error - step, 0.0))
        return found


class NoConstants(Running):
    """Takes constants as exact."""

    def number(self, text):
        found = super().number(text)
        object.__setattr__(found, "error", np.zeros(found.error.shape))
        return found


class ShortHalf(Running):
    """Thinks half an ulp a quarter."""

    def half_ulp(self, largest, fmt=None):
        return Rounder.half_ulp(self, largest, fmt) / 2


class NoSlope(Running):
    """Takes functions as not steeper than 1/2."""

    def _function(self, name, u):
        found, plain = super()._function(name, u), np.minimum(u.error / 2, 1.0)
        object.__setattr__(found.value, "error", np.minimum(found.value.error, plain))
        return found


@pytest.mark.parametrize(
    ("engine", "writing"),
    [
        (NoProducts, "erfc"),
        (NoConstants, "erfc-mul"),
        (ShortHalf, "normcdf"),
        (NoSlope, "tanh-logistic"),
    ],
)
def test_an_engine_that_forgets_is_seen(engine, writing):
    class Faulty(Bounder):
        def engine(self, scale):
            return engine(self.inner, self.fmt, scale)

    record = find_writing(writing)
    assert not faults(Bounder(record, HALF, "native")).any()
    assert faults(Faulty(record, HALF, "native")).any()


def test_a_method_that_is_forgotten_is_seen():
    """erf-ibert has a parabola for erf, good to 0.02: the roundings are the least of it."""
    record = find_writing("erf-ibert")
    assert faults(Bounder(record, HALF, "upcast")).any()


def known_writings():
    for writing in ALL:
        marks = () if writing.name in ("erf", "erfc", "tanh", "sigmoid") else pytest.mark.slow
        yield pytest.param(writing, id=f"{writing.function}-{writing.name}", marks=marks)


@pytest.mark.parametrize("writing", list(known_writings()))
def test_witnesses_of_contracts_are_within(writing):
    """The worst inputs known, in all formats: of a box of one value, and of one around it."""
    for contract in writing.contract:
        fmt = FORMATS[contract.dtype]
        bounder = Bounder(writing, fmt, contract.arithmetic, method_of(writing, fmt))
        at = fmt.ordinal(fmt.bits_of(float.fromhex(contract.x)))
        least, most = (fmt.ordinal(fmt.bits_of(sign * fmt.largest)) for sign in (-1, 1))
        # of one sign, without the zeros
        low, high = (least, -2) if at < 0 else (1, most)
        reach = np.array([0, 1, 5, 1 << fmt.precision // 2])
        found = bounder.bound(np.maximum(at - reach, low), np.minimum(at + reach, high))
        assert (found.ulp >= contract.max_ulp * (1 - 2.0**-50)).all(), contract
