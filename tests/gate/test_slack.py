"""Limits with more room than they should have."""

from fractions import Fraction

import pytest

from gelucheck.gate.limit import Limit
from gelucheck.gate.limits import Limits
from gelucheck.gate.slack import slack_note
from gelucheck.gate.standing import standing
from gelucheck.gate.verdict import judge
from gelucheck.record import Run


def own(**figures):
    return {"own": figures}


def share(right, of):
    return {"inputs": of, "correct": {"evaluation": right}}


def mean(low, high):
    return {"means": {"evaluation": (Fraction(low), Fraction(high))}}


ULP, STEPS = Limit("max_ulp", 1.0), Limit("max_steps", 2)

NOTES = [
    # limit, row, headroom, what is enough (None: no note), why
    (ULP, own(max_ulp=0.5), None, None, "nothing is asked"),
    (ULP, own(max_ulp=0.5), 0.5, None, "half of it is room, and may be"),
    (ULP, own(max_ulp=0.5), 0.49, "0.5 ulp", "a little less may be"),
    (ULP, own(max_ulp=0.7), 0.3, None, "in float64 1 - 0.7 is more than 0.3, in decimals equal"),
    (ULP, own(max_ulp=1.0), 0.0, None, "none is there"),
    (ULP, own(max_ulp=0.99), 0.0, "0.99 ulp", "none may be"),
    (ULP, own(max_ulp=0.0), 1.0, None, "all of it may be"),
    (STEPS, own(max_steps=2), 0.1, None, "two of two"),
    (STEPS, own(max_steps=1), 0.1, "1 step", "one of two"),
    (STEPS, own(max_steps=1), 0.5, None, "half may be"),
    (Limit("max_steps", 0), own(max_steps=0), 0.0, None, "there is no room in nothing"),
    (Limit("max_ulp", 5.0, True), {"scaled": {"evaluation": 2.5}}, 0.1, "2.5(1+k) ulp", "scaled"),
    (Limit("mean_abs", 1.0), mean(0, 0.5), 0.1, "0.5", "the upper bound of the mean is needed"),
    (Limit("mean_abs", 1.0), mean(0, 1), 0.1, None, "and may be all of it"),
    # the room of a share is what is not asked
    (Limit("correctly_rounded", 0.9), share(99, 100), 0.9, None, "0.09 of 0.1"),
    (Limit("correctly_rounded", 0.9), share(99, 100), 0.8, "0.99", "more than 0.08"),
    (Limit("correctly_rounded", 1.0), share(100, 100), 0.0, None, "nothing is left"),
    (Limit("correctly_rounded", 0.9999995), share(9999996, 10**7), 0.0, None,
     "six decimals of it would be less than is asked now"),
]  # fmt: skip


@pytest.mark.parametrize("limit, fields, headroom, enough, why", NOTES, ids=[c[4] for c in NOTES])
def test_slack(made, limit, fields, headroom, enough, why):
    row = made(dtype="float64", **fields)
    found = standing(row, limit)
    assert found.over is False
    note = slack_note(row, limit, found, headroom)
    if enough is None:
        assert note is None, why
    else:
        assert (note.kind, note.row, note.limit) == ("slack", row, limit)
        assert f": {enough} is " in note.sentence and limit.bound_text in note.sentence


def test_of_a_share_more_is_better(made):
    limit = Limit("correctly_rounded", 0.5)
    row = made(**share(99, 100))
    sentence = slack_note(row, limit, standing(row, limit), 0.1).sentence
    assert sentence == "correctly_rounded 0.5 is less than it could be: 0.99 is kept"


def test_slack_is_noted_and_does_not_count(made):
    row = made(own={"max_ulp": 0.5})
    verdict = judge(Run({}, (row,)), Limits(None, max_ulp=1), headroom=0.1)
    assert verdict.passed and [note.kind for note in verdict.notes] == ["slack"]
    assert not judge(Run({}, (row,)), Limits(None, max_ulp=1)).notes


@pytest.mark.parametrize("fields", [{"lost": True}, {"own": {"max_ulp": 2.0}}, {"broken": True}])
def test_no_slack_where_nothing_is_kept(made, fields):
    row = made(**{"own": {"max_ulp": 0.5}, **fields})
    assert not judge(Run({}, (row,)), Limits(None, max_ulp=1), headroom=0.0).notes
