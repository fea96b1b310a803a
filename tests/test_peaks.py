"""What maxima are made of: the larger of two, exact errors, candidates and their slack."""

import math

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gelucheck.formats import STANDARD
from gelucheck.peaks import Peak, exact_difference, exact_error, larger, settle
from gelucheck.reference.functions import REFERENCES

HALF, BRAIN, SINGLE, DOUBLE = STANDARD.values()
MP = mpmath.MPContext()


def peak(value, ordinal, above=False, got=0):
    return Peak(value, ordinal, 0, got, above)


LARGER = [
    (peak(2.0, 5), peak(1.0, 1), 0, "the larger value"),
    (peak(2.0, 5), peak(2.0, 4), 1, "of equals the smaller ordinal"),
    (peak(2.0, -5), peak(2.0, 4), 0, "which may be negative"),
    (peak(2.0, 5, above=True), peak(2.0, 4), 0, "above its rounding is larger"),
    (peak(2.0, 5, got=7), peak(2.0, 5, got=3), 1, "one input, two outputs: the smaller pattern"),
    (peak(math.inf, 5), peak(1e308, 4), 0, "infinite"),
    (peak(-1.0, 5), peak(-2.0, 4), 0, "negative ones, of an excess"),
    (peak(2**64 - 1, 5), peak(2**64 - 2, 4), 0, "steps beyond the precision of a float"),
]


@pytest.mark.parametrize("left, right, which, why", LARGER, ids=[row[3] for row in LARGER])
def test_larger(left, right, which, why):
    due = (left, right)[which]
    assert larger(left, right) == larger(right, left) == due, why
    assert larger(left, None) == larger(None, left) == left and larger(None, None) is None


PEAKS = st.one_of(
    st.none(),
    st.builds(peak, st.integers(0, 2), st.integers(-2, 2), st.booleans(), st.integers(0, 2)),
)


@given(PEAKS, PEAKS, PEAKS)
def test_larger_is_associative_and_commutative(a, b, c):
    assert larger(a, b) == larger(b, a)
    assert larger(a, larger(b, c)) == larger(larger(a, b), c)


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=40), st.integers(0, 300))
def test_settle_finds_the_largest_behind_any_slack(exact, room):
    """What the fast path has may be off by the slack, either way; the exact values decide."""
    generator = np.random.Generator(np.random.PCG64(sum(exact) + room))
    slack = generator.uniform(0, room, len(exact))
    fast = np.array(exact) + generator.uniform(-1, 1, len(exact)) * slack
    places = np.arange(len(exact))
    best = settle(
        fast, slack, places, lambda i: (float(exact[i]), False), lambda i, v, a=False: peak(v, i, a)
    )
    assert (best.value, best.ordinal) == (max(exact), exact.index(max(exact)))


@given(
    st.lists(st.integers(0, 20), min_size=1, max_size=40), st.integers(0, 9), st.integers(-5, 25)
)
def test_what_is_known_elsewhere_changes_nothing_but_the_work(exact, room, elsewhere):
    """Merged with the known peak, the result is the same; below the known one nobody is asked."""
    slack = np.full(len(exact), float(room))
    fast = np.array(exact) + slack * np.linspace(-1, 1, len(exact))
    known, asked = peak(float(elsewhere), 17), []

    def settled(i):
        asked.append(i)
        return float(exact[i]), False

    def make(i, value, above=False):
        return peak(value, int(i), above)

    places = np.arange(len(exact))
    alone = settle(fast, slack, places, settled, make)
    asked.clear()
    told = settle(fast, slack, places, settled, make, known)
    assert larger(told, known) == larger(alone, known)
    assert all(fast[i] + slack[i] >= elsewhere - 1e-9 for i in asked)


def test_settle_with_nothing_to_look_at():
    none = np.array([], int)
    assert settle(np.ones(3), np.ones(3), none, None, None) is None


def test_settle_without_slack_asks_nobody():
    best = settle(np.array([1.0, 3.0, 3.0]), None, np.array([0, 1, 2]), None, lambda i, v: (i, v))
    assert best == (1, 3.0)


EXACT = [  # (kind, format, x, got, value, above, why)
    ("absolute", DOUBLE, -40.0, 0.0, 0.0, True, "40Q(40) is 1e-348: above 0, and below float64"),
    ("absolute", DOUBLE, -40.0, -0.0, 0.0, True, "the same for -0"),
    ("absolute", SINGLE, 0.0, 1.0, 1.0, False, "at 0 exactly"),
    ("absolute", SINGLE, 100.0, 100.0, 0.0, True, "100Q(100) is below float64"),
    ("absolute", SINGLE, 1000.0, 1000.0, 0.0, True, "however far out"),
    ("ulp", HALF, 16.0, 15.9921875, 1.0, False, "y is just below 16: the spacing is 2^-7"),
    ("ulp", HALF, 1024.0, 1023.5, 1.0, False, "however far out"),
    ("ulp", DOUBLE, -(2.0**-500), 0.0, 2.0**53, False, "|y| just below 2^-501: u is 2^-554"),
    ("ulp", DOUBLE, 2.0**-500, 0.0, 2.0**52, True, "y just above 2^-501: u is 2^-553"),
    ("relative", DOUBLE, 2.0**-500, 0.0, 1.0, False, "all of it"),
]


@pytest.mark.parametrize("kind, fmt, x, got, value, above, why", EXACT, ids=[r[-1] for r in EXACT])
def test_exact_error(kind, fmt, x, got, value, above, why):
    found = exact_error(kind, fmt, REFERENCES["gelu"], "coarse")(x, got)
    assert found == (value, above), why


def test_exact_error_far_right_is_what_gelu_lacks_of_x():
    """x - GELU(x) = x·Q(x), for x where 160 bits don't tell GELU from x; by mpmath's erfc."""
    MP.prec = 200
    for x in (16.0, 18.5, 24.0, 32.0):
        due = float(MP.mpf(x) * MP.erfc(MP.mpf(x) / MP.sqrt(2)) / 2)
        found = exact_error("absolute", SINGLE, REFERENCES["gelu"], "coarse")(x, x)
        assert found[0] == pytest.approx(due, rel=2**-52, abs=0)


@pytest.mark.parametrize("form, x", [("gelu", -40.0), ("gelu", -48.0), ("sigmoid", -850.0)])
def test_exact_error_far_left_counts_in_units_too(form, x):
    """Below float64 itself, yet a number of units of 2^-1074; by mpmath's erfc and exp."""
    MP.prec = 200
    at = MP.mpf(x)
    share = MP.erfc(-at / MP.sqrt(2)) / 2 if form == "gelu" else MP.exp(at * 1702 / 1000)
    due = abs(at * share)
    assert due < MP.ldexp(1, -1074)
    found = exact_error("ulp", DOUBLE, REFERENCES[form], "coarse")(x, -0.0)
    assert found[0] == pytest.approx(float(due / MP.ldexp(1, -1074)), rel=2**-52, abs=0)


METHOD = [  # facts known beforehand: the forms' distance from GELU, dense grid with 40 digits
    ("tanh", 2.6989413863772703, 4.7323552068728488e-4),
    ("sigmoid", -2.2703977371966102, 2.0334872209239230e-2),
]


@pytest.mark.parametrize("form, x, value", METHOD)
def test_exact_difference_at_the_known_maxima(form, x, value):
    found, _ = exact_difference(REFERENCES[form], REFERENCES["gelu"], x)
    assert found == pytest.approx(value, rel=1e-15)
