"""What would pass does, the next that is closer does not; and the text says what the verdict says.

Of rows that are drawn, near the bound more often than not.
"""

import math
import re
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from gelucheck.gate.figures import FIGURES
from gelucheck.gate.limit import Limit
from gelucheck.gate.limits import Limits
from gelucheck.gate.verdict import judge
from gelucheck.gate.words import failure_line, failure_words, passing
from gelucheck.record import Run

_TOLD = re.compile(
    r"\S+ (a little less than )?(\S+)( and a little)?(?: against gelu)?(?: in \S+)?"
    r" is (beyond|below) (\S+)"
)

bounds = st.one_of(
    st.sampled_from([0.0, 5e-324, 1e-3, 0.07, 0.1, 1.0, 2.0, 1e-300, 500.0]),
    st.floats(0, 1000),
)


def near(bound):
    """Numbers about a bound, mostly next to it."""
    beside = [bound, math.nextafter(bound, 0), math.nextafter(bound, math.inf)]
    beside += [abs(bound + step) for step in (1e-6, -1e-6, 1e-12, -1e-12)]
    return st.one_of(st.sampled_from(beside), st.floats(0, 1000))


@st.composite
def cases(draw):
    """A limit, and the fields of a row in float64, by which it may be kept or not."""
    figure = draw(st.sampled_from(list(FIGURES)))
    against = draw(st.sampled_from(["own", "gelu"]))
    part, name = ("evaluation", "own") if against == "own" else ("total", "total")
    if figure == "max_steps":
        value = draw(st.integers(0, 2**60))
        bound = draw(st.sampled_from([value - 1, value, value + 1, 0]))
        return Limit(figure, max(bound, 0), against=against), {name: {figure: value}}
    if figure == "correctly_rounded":
        of = draw(st.integers(1, 10**7))
        right = draw(st.sampled_from([0, 1, of // 3, of - 1, of]) | st.integers(0, of))
        near_it = round(right / of, draw(st.integers(1, 17)))
        bound = draw(st.sampled_from([near_it, math.nextafter(near_it, 0), 1.0]))
        made = {"inputs": of, "correct": {part: min(right, of)}}
        return Limit(figure, min(max(bound, 1e-9), 1.0), against=against), made
    bound = draw(bounds)
    if figure == "mean_abs":
        ends = sorted(Fraction(draw(near(bound))) for _ in range(2))
        off = Fraction(draw(st.sampled_from([0, 0, 1])), 10**400)
        return Limit(figure, bound, against=against), {"means": {part: (ends[0], ends[1] + off)}}
    value, above = draw(near(bound)), draw(st.booleans())
    if figure == "atol":
        return Limit(figure, bound), {"excess": value, "above": ["excess"] * above}
    if figure == "max_ulp" and draw(st.booleans()):
        fields = {"scaled": {part: value}, "above": [f"{part}.scaled"] * above}
        return Limit(figure, bound, scaled=True, against=against), fields
    return Limit(figure, bound, against=against), {
        name: {figure: value}, "above": [f"{part}.{figure}"] * above
    }  # fmt: skip


def judged(made, limit, fields):
    row = made(dtype="float64", **fields)
    return judge(Run({}, (row,)), Limits(None, more=(limit,)))


def closer(limit, needed):
    """The next bound that asks more."""
    if isinstance(needed, int):
        return needed - 1
    if limit.figure == "correctly_rounded":
        return float(Fraction(repr(needed)) + Fraction(1, 10**6))
    return math.nextafter(needed, 0)


@settings(max_examples=300, deadline=None)
@given(cases())
def test_what_is_needed_passes_and_nothing_closer(made, case):
    limit, fields = case
    first = judged(made, limit, fields)
    (needed,) = [f.needed for f in first.failures] or [None]
    if needed is None:
        return
    assert judged(made, replace(limit, bound=needed), fields).passed
    next_one = closer(limit, needed) if needed else None
    if next_one is None or (limit.figure == "correctly_rounded" and next_one > 1):
        return
    assert not judged(made, replace(limit, bound=next_one), fields).passed


@settings(max_examples=300, deadline=None)
@given(cases())
def test_the_text_never_contradicts_the_verdict(made, case):
    limit, fields = case
    verdict = judged(made, limit, fields)
    assert verdict.passed == (verdict.exit_code == 0)
    for failure in verdict.failures:
        told = _TOLD.match(failure_words(failure))
        less, value, more, word, bound = told.groups()
        value, bound = Decimal(value), Decimal(bound.rstrip(",").removesuffix("(1+k)"))
        assert word == ("below" if limit.figure == "correctly_rounded" else "beyond")
        assert bound == Decimal(repr(limit.bound))
        if less or more:
            assert value == bound and bool(less) == (word == "below")
        else:
            assert value < bound if word == "below" else value > bound
        assert failure_line(failure).count("\n") == 0
        if failure.needed is not None:
            assert f"the limit {passing(failure)} would pass" in failure_words(failure)
