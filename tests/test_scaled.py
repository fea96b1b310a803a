"""Errors in ulp over 1 + k: against a computation of its own, at 100 digits, input by input."""

import math
import operator

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gelucheck.block import Block
from gelucheck.formats import FORMATS, STANDARD
from gelucheck.forms.catalogue import find_writing
from gelucheck.implementations.interface import Implementation
from gelucheck.implementations.writing import from_writing
from gelucheck.measure import More, declared_function, measure
from gelucheck.peaks import exact_error
from gelucheck.reference.functions import REFERENCES
from gelucheck.rows import row_of
from gelucheck.tally import Tally
from gelucheck.ulp import ErrorArrays, scaled

HALF, BRAIN, SINGLE, DOUBLE = STANDARD.values()
BOTH = More(frozenset({"scaled", "correct"}))
MP = mpmath.MPContext()
MP.dps = 100


def made(call, form="erf", function="gelu"):
    return Implementation("made", function, form, None, None, call, tuple(FORMATS))


def gelu(x):
    cdf, density = MP.erfc(-x / MP.sqrt(2)) / 2, MP.exp(-x * x / 2) / MP.sqrt(2 * MP.pi)
    return x * cdf, cdf + x * density


def gelu_grad(x):
    density = MP.exp(-x * x / 2) / MP.sqrt(2 * MP.pi)
    return MP.erfc(-x / MP.sqrt(2)) / 2 + x * density, density * (2 - x * x)


def sigmoid(x):
    a = MP.mpf("1.702")
    s = 1 / (1 + MP.exp(-a * x))
    return x * s, s + x * a * s * (1 - s)


def tanh(x):
    # (1 + tanh z)/2 is the logistic function of 2z
    root, cubic = MP.sqrt(8 / MP.pi), MP.mpf("0.044715")
    z = root * (x + cubic * x**3)
    s, rest = 1 / (1 + MP.exp(-z)), 1 / (1 + MP.exp(z))
    return x * s, s + x * s * rest * root * (1 + 3 * cubic * x * x)


def error(pair, fmt, x, got):
    """|got - y|/u(y)/(1 + |x·y'/y|), by the definitions; at 0 by the limits of y and k."""
    if x == 0:
        y, k = (MP.mpf(0.5), 0) if pair is gelu_grad else (MP.mpf(0), 1)
    else:
        y, slope = pair(MP.mpf(x))
        k = abs(MP.mpf(x) * slope / y)
    exponent = max(MP.mag(y) - 1, fmt.emin) if y else fmt.emin
    unit = MP.ldexp(1, int(exponent) - fmt.precision + 1)
    return abs(MP.mpf(got) - y) / unit / (1 + k)


CASES = [
    # form, arithmetic, function, format, every n-th finite value, against GELU, against the form
    ("sigmoid", "native", "gelu", HALF, 1, None, sigmoid),
    ("erf", "upcast", "gelu", HALF, 9, gelu, gelu),
    ("tanh", "native", "gelu", BRAIN, 13, gelu, tanh),
    ("erf", "native", "gelu_grad", HALF, 11, gelu_grad, gelu_grad),
]


@pytest.mark.parametrize("form, arithmetic, function, fmt, each, total, own", CASES)
def test_against_the_definition(form, arithmetic, function, fmt, each, total, own):
    item = from_writing(find_writing(form, function), arithmetic)
    x = fmt.all_values()[1:-1:each]
    got = item.call(x, fmt)
    row = row_of(item, fmt, "given", measure(item, Block(fmt, x), more=BOTH))
    for part, pair in (("total", total), ("evaluation", own)):
        if pair is None or (pair is total and part == "evaluation"):
            continue
        due = [
            (error(pair, fmt, float(a), float(b)), i)
            for i, (a, b) in enumerate(zip(x, got, strict=True))
            if math.isfinite(b)
        ]
        most = max(size for size, _ in due)
        first = next(i for size, i in due if size == most)
        witness = row.scaled[part]
        assert witness.x == float(x[first])
        assert witness.value == float(most)
        assert (f"{part}.scaled" in row.above) == (most > float(most))
    if total is own:
        assert row.scaled["total"] == row.scaled["evaluation"]


def test_correct_counts_roundings_of_the_form_itself():
    item = from_writing(find_writing("sigmoid"), "native")
    x = HALF.all_values()[1:-1:5]
    got = item.call(x, HALF)
    row = row_of(item, HALF, "given", measure(item, Block(HALF, x), more=BOTH))
    # the two zeros are one value
    due = [HALF.value(HALF.round(sigmoid(MP.mpf(v))[0])) if v else v for v in x.tolist()]
    assert row.correct["evaluation"] == sum(map(operator.eq, due, got.tolist()))
    assert row.correct["total"] == row.correctly_rounded != row.correct["evaluation"]


@pytest.mark.parametrize("form, given", [("erf", True), ("tanh", False), (None, False)])
def test_correct_is_there_unasked_where_it_is_the_same(form, given):
    x = HALF.values(np.arange(1000, 2000))
    row = row_of(
        made(lambda x, fmt: x, form),
        HALF,
        "given",
        measure(made(lambda x, fmt: x, form), Block(HALF, x)),
    )
    assert ("evaluation" in row.correct) is given and not row.scaled
    asked = measure(made(lambda x, fmt: x, form), Block(HALF, x), more=BOTH)
    row = row_of(made(None, form), HALF, "given", asked)
    assert ("evaluation" in row.correct) is (form is not None)
    assert set(row.scaled) == ({"total", "evaluation"} if form else {"total"})


EXACT = [
    # function, format, x, got, value, above, why
    ("gelu", HALF, 0.0, 1.0, 2.0**23, False, "2^24 subnormals, over 1 + 1"),
    (
        "gelu_grad",
        HALF,
        0.0,
        1.0,
        2.0**10,
        False,
        "half an ulp of 2^-10, over 1 + 0: u(1/2) = 2^-11",
    ),
    (
        "gelu",
        SINGLE,
        30.0,
        30.0 + 2.0**-19,
        0.5,
        True,
        "y is below x by far more than k is above 1",
    ),
    ("gelu", SINGLE, 100.0, 100.0 + 2.0**-17, 0.5, True, "however far out"),
]


@pytest.mark.parametrize("name, fmt, x, got, value, above, why", EXACT, ids=[r[-1] for r in EXACT])
def test_exact_error(name, fmt, x, got, value, above, why):
    assert exact_error("scaled", fmt, REFERENCES[name], "coarse")(x, got) == (value, above), why


def test_more_units_than_float64_can_count():
    """2^1074 units of 2^-1074 are infinite as a figure; over 1 + k = 1e40 they are not."""
    found, _ = exact_error("scaled", DOUBLE, REFERENCES["gelu"], "coarse")(-1e20, 1.0)
    due = MP.ldexp(1, 1074) / (1 + MP.mpf(10) ** 40)
    assert found == float(due) and not math.isinf(found)
    x = np.array([-1e20, -1e21, -3e20, -2.0, 1.0, -1e155, -1e300])
    row = row_of(
        made(None),
        DOUBLE,
        "given",
        measure(made(lambda x, fmt: np.ones_like(x)), Block(DOUBLE, x), more=BOTH),
    )
    assert row.total.max_ulp.value == math.inf
    assert (row.scaled["total"].value, row.scaled["total"].x) == (found, -1e20)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.floats(0, 1e300),
            st.floats(0, 1),
            st.floats(1, 1e12),
            st.floats(0, 1),
            st.floats(-1, 1),
        ),
        min_size=1,
        max_size=5,
    )
)
def test_the_estimate_holds_what_it_stands_for(cases):
    """For every ulp within its slack and every 1 + k within its bounds."""
    ulp, share, one, wide, at = np.array(cases).T
    slack, most = ulp * share, one * (1 + wide)
    nothing = np.zeros_like(ulp)
    found = ErrorArrays(nothing, nothing, nothing, ulp, nothing, nothing, {"ulp": slack}, nothing)
    middle, room = scaled(found, np.arange(ulp.size), nothing, one, most)
    for i, each in enumerate(at):
        size = MP.mpf(ulp[i]) + MP.mpf(slack[i]) * each
        for divisor in (one[i], most[i]):
            assert abs(size / divisor - MP.mpf(middle[i])) <= MP.mpf(room[i])


GROUPS = (HALF, SINGLE, DOUBLE)


def inputs(fmt):
    generator = np.random.Generator(np.random.PCG64(8))
    top = fmt.end_bits
    spread = fmt.values(generator.integers(-1 - top, top + 1, 40))
    near = fmt.round_array(generator.uniform(-16, 9, 80))
    return np.concatenate([spread, near, fmt.values([0, -1, top, -1 - top]), near[::-1]])


def wrong(x, fmt):
    with np.errstate(all="ignore"):
        wide = x.astype(np.float64)
        return fmt.round_array(
            np.where(fmt.bits_of_values(x) % 3 == 0, wide / 2, np.maximum(wide, 0))
        )


ASKED = More(BOTH.extras, ("-6.0:-2.0", "-0.0:1.5", "1e-30:1e-29"))


def tally(fmt, x, known=None):
    return measure(made(wrong, "tanh"), Block(fmt, x), known=known, more=ASKED)


WHOLE = {fmt.name: tally(fmt, inputs(fmt)) for fmt in GROUPS}


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(GROUPS), st.data())
def test_any_split_order_and_grouping_gives_the_same(fmt, data):
    x, whole = inputs(fmt), WHOLE[fmt.name]
    cuts = sorted(data.draw(st.lists(st.integers(0, x.size), max_size=5)))
    parts = data.draw(st.permutations(np.split(x, cuts)))
    known = Tally()
    tallies = []
    for part in parts:
        # what is known of the others spares work, and changes nothing
        tallies.append(tally(fmt, part, known if data.draw(st.booleans()) else None))
        known = known.merge(tallies[-1])
    while len(tallies) > 1:
        i = data.draw(st.integers(0, len(tallies) - 2))
        tallies[i : i + 2] = [tallies[i].merge(tallies[i + 1])]
    assert tallies[0] == whole


@pytest.mark.parametrize("fmt", GROUPS, ids=lambda fmt: fmt.name)
def test_a_part_is_what_is_measured_of_its_inputs_alone(fmt):
    x, whole = inputs(fmt), WHOLE[fmt.name]
    wide = x.astype(np.float64)
    inside = {
        "-6.0:-2.0": (wide >= -6) & (wide <= -2),
        "-0.0:1.5": (wide >= 0) & (wide <= 1.5),
    }
    assert set(whole.parts) == set(inside), "there is nothing between 1e-30 and 1e-29"
    for region, where in inside.items():
        alone = measure(made(wrong, "tanh"), Block(fmt, x[where]), more=BOTH)
        found = whole.parts[region]
        assert found == Tally(**{**vars(alone), "asked": found.asked})
        assert found.total.peaks["scaled"] and found.evaluation.correct is not None


def test_an_implementation_is_called_once_for_all_parts():
    called = []

    def call(x, fmt):
        called.append(x.size)
        return x

    x = HALF.all_values()
    found = measure(made(call), Block(HALF, x), more=ASKED)
    assert called == [x.size] and len(found.parts) == 2
    assert declared_function(made(call)).name == "gelu"
