"""How a row stands against a limit: at the bound, on either side, and where there is nothing."""

import math
from fractions import Fraction

import pytest

from gelucheck.gate.limit import Limit
from gelucheck.gate.standing import part_of, standing

BELOW, ABOVE = math.nextafter(2.0, 0), math.nextafter(2.0, 3)
TINY = Fraction(1, 10**400)  # no float64 is so small


MAXIMA = [
    # value, whether the exact one is above it, whether 2 is broken, the bound that would be kept
    (BELOW, False, False, BELOW, "just below"),
    (BELOW, True, False, 2.0, "the exact one lies between two float64, and below the bound"),
    (2.0, False, False, 2.0, "equal"),
    (2.0, True, True, ABOVE, "rounded to the bound, and above it"),
    (ABOVE, False, True, ABOVE, "just above"),
    (0.0, True, False, 5e-324, "less than the smallest float64"),
    (0.0, False, False, 0.0, "nothing"),
    (math.inf, False, True, None, "no bound is as large"),
]


@pytest.mark.parametrize("value, above, over, needed, why", MAXIMA, ids=[c[4] for c in MAXIMA])
@pytest.mark.parametrize("figure", ["max_ulp", "max_abs", "max_rel"])
@pytest.mark.parametrize("part, against", [("evaluation", "own"), ("total", "gelu")])
def test_a_largest_error(made, figure, part, against, value, above, over, needed, why):
    other = {"evaluation": "total", "total": "evaluation"}[part]
    figures = {"total": {figure: 1e9}, "own": {figure: 1e9}}
    figures["own" if part == "evaluation" else "total"] = {figure: value}
    # what is said of the other part is not about this one
    row = made(**figures, above=[f"{part}.{figure}"] if above else [f"{other}.{figure}"])
    found = standing(row, Limit(figure, 2.0, against=against))
    assert (found.over, found.value, found.needed) == (over, value, needed), why
    assert found.margin == 2.0 - value
    assert found.witness.x == {"max_abs": 1.0, "max_ulp": 2.0, "max_rel": 3.0}[figure]


@pytest.mark.parametrize("value, above, over, needed, why", MAXIMA, ids=[c[4] for c in MAXIMA])
@pytest.mark.parametrize("against", ["own", "gelu"])
def test_the_claim_is_about_gelu_whatever_is_said(made, against, value, above, over, needed, why):
    row = made({"max_abs": 9.0}, {"max_abs": 9.0}, excess=value, above=["excess"] * above)
    found = standing(row, Limit("atol", 2.0, against=against))
    assert (found.over, found.value, found.needed, found.witness.x) == (over, value, needed, 5.0)


@pytest.mark.parametrize("value, above, over, needed, why", MAXIMA, ids=[c[4] for c in MAXIMA])
def test_a_bound_times_the_condition(made, value, above, over, needed, why):
    scaled = {"evaluation": value, "total": 1e9}
    row = made(own={"max_ulp": 1e9}, scaled=scaled, above=["evaluation.scaled"] * above)
    found = standing(row, Limit("max_ulp", 2.0, scaled=True))
    assert (found.over, found.value, found.needed, found.witness.x) == (over, value, needed, 6.0)


STEPS = [(0, 0, False), (1, 0, True), (2, 2, False), (3, 2, True), (2**53 + 1, 2**53, True)]


@pytest.mark.parametrize("value, bound, over", STEPS)
def test_steps_are_counted(made, value, bound, over):
    found = standing(made(own={"max_steps": value}, dtype="float64"), Limit("max_steps", bound))
    assert (found.over, found.value, found.needed) == (over, value, value)
    assert found.margin == bound - value and isinstance(found.margin, int)


def test_a_row_that_declares_nothing_is_held_to_gelu_by_both(made):
    row = made({"max_ulp": 3.0}, form=None)
    for against in ("own", "gelu"):
        limit = Limit("max_ulp", 2.0, against=against)
        assert part_of(row, limit) == "total"
        assert standing(row, limit).over is True


MEANS = [
    # bounds of the exact mean, whether 2 is broken, the bound that would be kept
    (2 - TINY, 2 - TINY, False, 2.0, "just below: the next float64 is the bound"),
    (Fraction(2), Fraction(2), False, 2.0, "equal"),
    (2 + TINY, 2 + TINY, True, ABOVE, "just above: the next float64"),
    (2 - TINY, Fraction(2), False, 2.0, "at most equal"),
    (Fraction(2), 2 + TINY, None, ABOVE, "equal or above"),
    (2 - TINY, 2 + TINY, None, ABOVE, "on either side"),
    (Fraction(0), Fraction(5), None, 5.0, "hardly known"),
    (Fraction(10) ** 400, Fraction(10) ** 401, True, None, "beyond float64"),
]


@pytest.mark.parametrize("low, high, over, needed, why", MEANS, ids=[c[4] for c in MEANS])
@pytest.mark.parametrize("part, against", [("evaluation", "own"), ("total", "gelu")])
def test_a_mean(made, part, against, low, high, over, needed, why):
    row = made(means={"total": (9, 9), "evaluation": (9, 9), part: (low, high)})
    found = standing(row, Limit("mean_abs", 2.0, against=against))
    assert (found.over, found.needed, found.witness) == (over, needed, None), why


SHARES = [
    # right, of how many, bound, whether it is broken, the bound that would be kept
    (7, 100, 0.07, False, 0.07, "0.07 as a float64 is more than seven in a hundred"),
    (3, 10, 0.3, False, 0.3, "0.3 is less than three in ten"),
    (69999, 10**6, 0.07, True, 0.069999, "one in a million short"),
    (70001, 10**6, 0.07, False, 0.070001, "one in a million more"),
    (100, 100, 1.0, False, 1.0, "all of all"),
    (99, 100, 1.0, True, 0.99, "one is not all"),
    (65535, 65536, 1.0, True, 0.999984, "1 - 2^-16 is 0.99998474…"),
    (0, 100, 1e-300, True, None, "none keeps nothing"),
    (1, 3, 0.3333333333333333, False, 0.3333333333333333, "less than a third"),
    (1, 3, 0.33333333333333337, True, 0.333333, "the next float64 is written as more"),
    # 5/6 = 0.83333333333333333…, and the nearest float64 is written 0.8333333333333334
    (5, 6, 0.8333333333333334, True, 0.833333, "the decimal is more, the float64 is the nearest"),
    (1, 10**9, 1e-9, False, 1e-9, "one in a thousand million"),
    (1, 3 * 10**9, 1e-9, True, 3e-10, "more decimals than six where six are none"),
]


@pytest.mark.parametrize("right, of, bound, over, needed, why", SHARES, ids=[c[5] for c in SHARES])
def test_a_share_is_held_against_what_was_written(made, right, of, bound, over, needed, why):
    row = made(inputs=of, correct={"evaluation": right, "total": 0})
    found = standing(row, Limit("correctly_rounded", bound))
    assert (found.over, found.needed, found.witness) == (over, needed, None), why
    assert found.value == right / of


def test_a_share_against_gelu(made):
    row = made(correct={"evaluation": 100, "total": 50})
    assert standing(row, Limit("correctly_rounded", 0.6)).over is False
    assert standing(row, Limit("correctly_rounded", 0.6, against="gelu")).over is True


FIGURES = ["atol", "max_ulp", "max_steps", "max_abs", "max_rel", "mean_abs", "correctly_rounded"]
GOOD = {
    "total": {"max_ulp": 0.0, "max_steps": 0, "max_abs": 0.0, "max_rel": 0.0},
    "own": {"max_ulp": 0.0, "max_steps": 0, "max_abs": 0.0, "max_rel": 0.0},
    "excess": 0.0,
    "scaled": {"evaluation": 0.0, "total": 0.0},
    "means": {"evaluation": (0, 0), "total": (0, 0)},
    "correct": {"evaluation": 100, "total": 100},
}
EVERY = [
    Limit(figure, 1, against=against, scaled=scaled)
    for figure in FIGURES
    for against in ("own", "gelu")
    for scaled in ([False, True] if figure == "max_ulp" else [False])
]


@pytest.mark.parametrize("limit", EVERY, ids=lambda limit: limit.name)
def test_nan_for_a_number_breaks_everything(made, limit):
    assert standing(made(**GOOD), limit).over is False
    found = standing(made(**GOOD, broken=True), limit)
    assert (found.over, found.value, found.margin, found.needed) == (True, None, None, None)
    assert found.witness.x == -2.0


@pytest.mark.parametrize("limit", EVERY, ids=lambda limit: limit.name)
def test_where_nothing_was_measured_there_is_no_answer(made, limit):
    assert standing(made(), limit) is None


# of a row that is not complete: what was seen of a maximum is at most all of it
PARTIAL = [
    ("max_ulp", {"own": {"max_ulp": 3.0}}, True),
    ("max_ulp", {"own": {"max_ulp": 1.0}}, False),
    ("mean_abs", {"means": {"evaluation": (Fraction(3), Fraction(3))}}, None),
    ("mean_abs", {"means": {"evaluation": (Fraction(1), Fraction(1))}}, None),
    ("correctly_rounded", {"correct": {"evaluation": 1}}, None),
    ("correctly_rounded", {"correct": {"evaluation": 100}}, None),
]


@pytest.mark.parametrize("figure, figures, over", PARTIAL)
def test_half_a_row_says_nothing_of_a_mean(made, figure, figures, over):
    limit = Limit(figure, 0.5 if figure == "correctly_rounded" else 2.0)
    assert standing(made(**figures, lost=True), limit).over is over
    assert standing(made(**figures, lost=True, broken=True), limit).over is True
    within = made(parts={"-1.0:1.0": made(**figures)}, lost=True)
    part = Limit(limit.figure, limit.bound, region="-1.0:1.0")
    assert standing(within, part).over is over, "nor of a part of it"


def test_a_region_is_judged_by_itself(made):
    part = made(own={"max_ulp": 3.0})
    row = made(own={"max_ulp": 1.0}, parts={"-1.0:1.0": part})
    assert standing(row, Limit("max_ulp", 2.0)).over is False
    found = standing(row, Limit("max_ulp", 2.0, region="-1.0:1.0"))
    assert (found.over, found.value) == (True, 3.0)


def test_what_is_broken_elsewhere_is_not_broken_here(made):
    sound, broken = made(own={"max_ulp": 1.0}), made(own={"max_ulp": 1.0}, broken=True)
    row = made(own={"max_ulp": 1.0}, broken=True, parts={"1:2": sound, "-2:-1": broken})
    assert standing(row, Limit("max_ulp", 2.0, region="1:2")).over is False
    assert standing(row, Limit("max_ulp", 2.0, region="-2:-1")).over is True


@pytest.mark.parametrize("parts", [{}, {"1:2": {"inputs": 0}}, {"1:3": {}}])
def test_a_region_without_inputs_has_no_answer(made, parts):
    parts = {name: made(**GOOD, **changes) for name, changes in parts.items()}
    row = made(**GOOD, parts=parts)
    assert standing(row, Limit("max_ulp", 2.0, region="1:2")) is None


# beyond 2^(p-1) ulp a limit is refused: it would let through a result that is lost
UNASKABLE = [("float16", 11), ("bfloat16", 8), ("float32", 24), ("float64", 53)]


@pytest.mark.parametrize("dtype, precision", UNASKABLE)
def test_what_is_needed_can_be_asked(made, dtype, precision):
    most = 2.0 ** (precision - 1)
    for value, needed in ((most, most), (math.nextafter(most, math.inf), None)):
        row = made(own={"max_ulp": value}, dtype=dtype)
        assert standing(row, Limit("max_ulp", 1.0)).needed == needed
