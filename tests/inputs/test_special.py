"""Special values and worst inputs: what must be among them."""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from gelucheck.formats import FORMATS, Format
from gelucheck.inputs.special import essential_ordinals, power_ordinals, special_ordinals
from gelucheck.inputs.worst import THRESHOLDS, WORST, centre_ordinals, find_thresholds

TOY = Format("toy", 6, 3)
ALL = [*FORMATS.values(), TOY]
by_name = pytest.mark.parametrize("fmt", ALL, ids=lambda fmt: fmt.name)


@by_name
def test_special_values_and_their_neighbours(fmt):
    ordinals = set(special_ordinals(fmt).tolist())
    values = {fmt.value(fmt.bits_at(ordinal)).hex() for ordinal in ordinals}
    least, normal = fmt.smallest_subnormal, fmt.smallest_normal
    wanted = [0.0, 1.0, least, 2 * least, normal - least, normal, normal + least]
    wanted += [fmt.largest, fmt.top, 1 + 2.0 ** (1 - fmt.precision), 1 - 2.0**-fmt.precision]
    for value in wanted:
        assert value.hex() in values and (-value).hex() in values, value
    around = np.array([-1, 0, 1]) + fmt.ordinal(fmt.round(-0.75179152469356445746))
    assert set(around.tolist()) <= ordinals, "GELU's minimum"
    exponents = range(fmt.quantum, fmt.emax + 1)
    powers = [fmt.ordinal(fmt.bits_of(sign * 2.0**e)) for e in exponents for sign in (1, -1)]
    assert {p + step for p in powers for step in (-1, 0, 1)} <= ordinals, "powers of two"


@by_name
def test_every_ordinal_is_one_of_the_format(fmt):
    top = fmt.top_bits
    for ordinals in (essential_ordinals(fmt), power_ordinals(fmt), centre_ordinals(fmt)):
        assert ordinals.dtype == np.int64
        assert len(set(ordinals.tolist())) == len(ordinals)
        assert ordinals.min() >= -1 - top and ordinals.max() <= top


def test_the_first_special_value_is_a_number_other_than_zero():
    for fmt in ALL:
        first = fmt.value(fmt.bits_at(int(essential_ordinals(fmt)[0])))
        assert math.isfinite(first) and first != 0, "a sample of two is a number and a NaN"


def test_worst_inputs_are_values_of_their_formats():
    for entry in WORST:
        assert entry.why and entry.source
        assert entry.fmt == "" or entry.fmt in FORMATS
        if entry.source == "all values of the format, against mpmath":
            FORMATS[entry.fmt].bits_of(entry.value)  # raises where it is no such value


def test_worst_inputs_hit_the_arguments_that_their_sources_name():
    """x/√2 is the published z for erf and erfc, by the float64 error of one division."""
    checked = 0
    for entry in WORST:
        name, _, z = entry.why.partition(" at z = ")
        if name in ("erf", "erfc") and z:
            assert entry.value / math.sqrt(2) == pytest.approx(abs(float.fromhex(z)), rel=1e-15)
            checked += 1
        elif name == "tanh" and z:
            argument = math.sqrt(2 / math.pi) * (entry.value + 0.044715 * entry.value**3)
            assert argument == pytest.approx(abs(float.fromhex(z)), rel=1e-15)
            checked += 1
        elif name == "exp" and z:
            assert 1.702 * entry.value == pytest.approx(abs(float.fromhex(z)), rel=1e-15)
            checked += 1
    assert checked == 9


PUBLISHED = [
    # format, GELU is x from, GELU is -0 from, GELU is x/2 below
    ("float16", 3.447265625, -5.7265625, 3.8671494e-4),
    ("bfloat16", 2.78125, -13.5625, 3.0975342e-3),
    ("float32", 5.3475155830383301, -14.35606861, 4.7184038e-8),
    ("float64", 8.2126862124304587, -38.580140223782365, 8.7887114e-17),
    ("float8_e4m3fn", 1.875, -3.5, 0.05078125),
    ("float8_e5m2", 1.5, -5.0, 0.109375),
]


@pytest.mark.parametrize("name, identity, zero, half", PUBLISHED)
def test_thresholds(name, identity, zero, half):
    got = THRESHOLDS[name].values()
    assert got == pytest.approx((identity, zero, half, -half), rel=1e-7)
    assert got[0] == pytest.approx(identity, rel=1e-9) and got[1] == pytest.approx(zero, rel=1e-9)
    for value in got:
        FORMATS[name].bits_of(value)  # a value of the format


@pytest.mark.parametrize("name", [name for name, fmt in FORMATS.items() if fmt.bits == 8])
def test_thresholds_of_an_8_bit_format(name):
    """All finite values, GELU by mpmath: beyond a threshold all are simple, and before it one is
    not."""
    fmt = FORMATS[name]
    identity, zero, half, _ = THRESHOLDS[name].values()
    with mpmath.workdps(60):
        gelu = {x: fmt.value(fmt.round(x * mpmath.ncdf(x))) for x in fmt.all_values().astype(float)}
    finite = [x for x in gelu if x and math.isfinite(x)]
    wrong = {
        "identity": [x for x in finite if x > 0 and gelu[x] != x],
        "zero": [x for x in finite if x < 0 and gelu[x] != 0],
        # a tie goes up
        "half": [
            x
            for x in finite
            if gelu[x] != fmt.value(fmt.round(Fraction(x) / 2 + Fraction(1, 2**99)))
        ],
    }
    ordinals = {x: fmt.ordinal(fmt.bits_of(x)) for x in finite}
    assert max(ordinals[x] for x in wrong["identity"]) == ordinals[identity] - 1
    assert min(ordinals[x] for x in wrong["zero"]) == ordinals[zero] + 1
    assert min(abs(x) for x in wrong["half"]) == half


def test_centres_hold_the_thresholds():
    for fmt in FORMATS.values():
        centres = set(centre_ordinals(fmt).tolist())
        for value in find_thresholds(fmt).values():
            assert fmt.ordinal(fmt.round(value)) in centres
