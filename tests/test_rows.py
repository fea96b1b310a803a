"""From a tally to a row: means, witnesses, regions, and that blocks leave no trace."""

import math
from fractions import Fraction
from itertools import pairwise

import mpmath
import numpy as np
import pytest

from gelucheck.block import Block
from gelucheck.formats import FORMATS, STANDARD, Format
from gelucheck.implementations.interface import Implementation
from gelucheck.measure import measure
from gelucheck.peaks import Peak
from gelucheck.record import Run
from gelucheck.reference.functions import REFERENCES
from gelucheck.rows import row_of, shortest_hex, witness
from gelucheck.tally import EDGES, Measured, Tally

HALF, BRAIN, SINGLE, DOUBLE = STANDARD.values()
TOY = Format("toy6", 6, 3)
MP = mpmath.MPContext()
MP.prec = 2400


def made(call, form="erf"):
    return Implementation("made", "gelu", form, None, None, call, tuple(FORMATS))


def row(fmt, x, got, form="erf"):
    x = np.array(x, fmt.dtype)
    item = made(lambda x, fmt: np.array(got, fmt.dtype), form)
    return row_of(item, fmt, "given", measure(item, Block(fmt, x)))


def gelu(x):
    x = MP.mpf(x)
    return x * MP.erfc(-x / MP.sqrt(2)) / 2


MEANS = [
    (DOUBLE, [1.0, 2.0, -3.0], [1.0, 2.0, 0.0], "plain"),
    (HALF, [1.0, 2.0, -3.0], [1.0, 2.0, 0.0], "of a 16-bit format"),
    (DOUBLE, [-38.0, -38.5], [1e300, 1e-300], "sizes 600 orders of magnitude apart"),
    (DOUBLE, [-38.5, -38.5], [1e-300, 1e-300], "squares below float64"),
    (DOUBLE, [1e-200, 2e-200], [0.0, 0.0], "small errors, smaller squares"),
    (DOUBLE, [1.0, 2.0], [1e200, -1e200], "squares beyond float64"),
    (DOUBLE, [1.0] * 1000 + [2.0], [1.0] * 1000 + [0.0], "many"),
]


@pytest.mark.parametrize("fmt, x, got, why", MEANS, ids=[case[3] for case in MEANS])
def test_means(fmt, x, got, why):
    """Against 2,400 bits: the mean and the root mean square, to ten digits at least."""
    found = row(fmt, x, got).total
    errors = [abs(MP.mpf(b) - gelu(a)) for a, b in zip(x, got, strict=True)]
    mean = sum(errors) / len(x)
    square = MP.sqrt(sum(error**2 for error in errors) / len(x))
    assert abs(found.mean_abs - mean) <= mean * MP.mpf(10) ** -10, why
    assert abs(found.rms_abs - square) <= square * MP.mpf(10) ** -10, why
    assert found.mean_abs <= found.rms_abs * (1 + 1e-12)


def test_means_below_float64_are_zero():
    """Errors of a fraction of 2^-1074: nothing of them is left, and nothing breaks."""
    found = row(DOUBLE, [-38.5, -38.55, -40.0, 0.0], [-0.0, -0.0, -0.0, 0.0]).total
    assert 0 <= found.mean_abs <= 1e-320 and 0 <= found.rms_abs <= 1e-320


def test_only_digits_that_are_sure_are_kept():
    """A sum of 3/8 with a slack of 2^-20 over 3 values: 0.125 is known to five digits."""
    unit = 2**1126
    measured = Measured(3, 3 * unit // 8 + 12345, 0, unit >> 20)
    found = row_of(made(None), HALF, "given", Tally(total=measured)).total
    assert found.mean_abs == 0.125
    sharp = Measured(3, unit // 3, 0, 0)
    assert row_of(made(None), HALF, "given", Tally(total=sharp)).total.mean_abs == pytest.approx(
        1 / 9, rel=1e-15
    )


def test_nothing_measured_has_no_figures():
    for x, got in (([], []), ([math.nan], [0.0]), ([math.inf], [1.0]), ([1.0], [math.nan])):
        found = row(SINGLE, x, got)
        assert found.total.max_abs is found.total.max_ulp is found.total.max_steps is None
        assert found.total.mean_abs is found.total.rms_abs is found.excess is None
        assert found.correctly_rounded == found.faithful == sum(found.histogram.values()) == 0
        assert found.inputs == sum(map(math.isfinite, x))


# ---- witnesses ----------------------------------------------------------------------------------

HEX = [
    (0.0, "0x0p+0"),
    (-0.0, "-0x0p+0"),
    (1.0, "0x1p+0"),
    (-2.25, "-0x1.2p+1"),
    (0.1, "0x1.999999999999ap-4"),
    (5e-324, "0x0.0000000000001p-1022"),
    (math.inf, "inf"),
    (-math.inf, "-inf"),
    (math.nan, "nan"),
]


@pytest.mark.parametrize("x, text", HEX, ids=[text for _, text in HEX])
def test_shortest_hex(x, text):
    assert shortest_hex(x) == text
    assert float.fromhex(text) == x or math.isnan(x)


def test_a_witness_spelt_out():
    """bfloat16 -2.25 is 0xc010; GELU(-2.25) = -0.027505...; it rounds to -0.0275 in 2^-13 steps."""
    peak = Peak(3.5, BRAIN.ordinal(0xC010), 0xC010, BRAIN.bits_of(-0.5))
    exact = float(gelu(-2.25))
    found = witness(BRAIN, REFERENCES["gelu"], peak)
    assert (found.value, found.x, found.x_hex, found.bits) == (3.5, -2.25, "-0x1.2p+1", "0xc010")
    assert (found.got, found.want) == (-0.5, exact)
    rounded = witness(BRAIN, REFERENCES["gelu"], peak, steps=True).want
    assert abs(Fraction(rounded) - Fraction(exact)) <= Fraction(1, 2**14)
    assert Fraction(rounded) * 2**13 == round(Fraction(exact) * 2**13)


def test_bits_have_all_their_digits():
    for fmt, digits in ((HALF, 4), (BRAIN, 4), (SINGLE, 8), (DOUBLE, 16)):
        found = witness(fmt, REFERENCES["gelu"], Peak(0.0, 1, 1, 1))
        assert found.bits == "0x" + "1".zfill(digits)


# ---- counts that add up -------------------------------------------------------------------------


def test_regions_share_out_the_inputs_and_bound_the_whole():
    x = np.concatenate([HALF.all_values(), HALF.nan_values()])
    found = row(HALF, x, np.maximum(x, np.float16(0)))
    assert found.inputs == 63_488 == sum(region.inputs for region in found.regions)
    assert [(r.start, r.stop) for r in found.regions] == list(pairwise(EDGES))
    for name in ("max_abs", "max_ulp", "max_steps"):
        worst = max(getattr(r, name).value for r in found.regions)
        assert worst == getattr(found.total, name).value
    for region in found.regions:
        for name in ("max_abs", "max_ulp", "max_steps"):
            at = getattr(region, name).x
            assert region.start <= at < region.stop
    assert sum(found.histogram.values()) == 63_488
    assert found.histogram["0"] == found.correctly_rounded <= found.faithful


def test_both_zeros_lie_in_the_region_that_begins_at_zero():
    found = row(HALF, [-0.0, 0.0], [-0.0, 0.0])
    assert [(r.start, r.inputs) for r in found.regions] == [(0.0, 2)]
    edges = row(HALF, [-8.0, -5.0, 6.0, 65504.0, -65504.0], [0.0] * 5)
    assert [(r.start, r.inputs) for r in edges.regions] == [
        (-math.inf, 1),
        (-8.0, 1),
        (-5.0, 1),
        (6.0, 2),
    ]


# ---- blocks -------------------------------------------------------------------------------------


def tanh_in_half(x, fmt):
    with np.errstate(all="ignore"):
        v = x.astype(np.float64)
        return fmt.round_array(v / 2 * (1 + np.tanh(0.7978845608 * (v + 0.044715 * v**3))))


@pytest.mark.parametrize("known", [False, True], ids=["alone", "told of other blocks"])
@pytest.mark.parametrize("fmt", [TOY, HALF, SINGLE, DOUBLE], ids=lambda fmt: fmt.name)
def test_rows_are_the_same_whatever_the_blocks(fmt, known):
    """One block, odd blocks, small blocks; in any order; told of what is known elsewhere or not."""
    generator = np.random.Generator(np.random.PCG64(2))
    top = fmt.end_bits
    x = fmt.values(generator.integers(-1 - top, top + 1, 1500))
    x = np.concatenate([x, fmt.round_array(generator.uniform(-40, 10, 1500))])
    item, rows = made(tanh_in_half, form="tanh"), []
    for size in (3000, 1024, 997, 100):
        tally = measure(item, Block(fmt, x[::50])) if known else Tally()
        first, tally = tally, Tally()
        blocks = [x[i : i + size] for i in range(0, x.size, size)]
        for block in blocks if size != 997 else blocks[::-1]:
            told = first.merge(tally) if known else None
            tally = tally.merge(measure(item, Block(fmt, block), known=told))
        rows.append(row_of(item, fmt, "given", tally))
    texts = [repr((Run({}, (one,)).to_dict(), one.excess, one.profile)) for one in rows]
    assert texts[1:] == texts[:1] * 3
    assert [one.above for one in rows] == [rows[0].above] * 4
    assert [repr(one.first) for one in rows] == [repr(rows[0].first)] * 4
