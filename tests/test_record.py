"""The record: what is stored comes back, whatever the numbers are."""

import json
import math
from dataclasses import fields, replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gelucheck.record import (
    COUNTS,
    HISTOGRAM,
    MAXIMA,
    Claim,
    Errors,
    Expected,
    Finding,
    Means,
    Region,
    Row,
    Run,
    Theorem,
    Window,
    Witness,
)

NUMBERS = st.floats(allow_nan=False) | st.sampled_from([math.inf, -math.inf, -0.0, 5e-324])
NAMES = st.text(max_size=8)
WITNESSES = st.builds(
    Witness, NUMBERS | st.integers(0, 2**64 - 1), NUMBERS, NAMES, NAMES, NUMBERS, NUMBERS
)
MAYBE = st.none() | WITNESSES
ERRORS = st.builds(Errors, MAYBE, MAYBE, MAYBE, MAYBE, st.none() | NUMBERS, st.none() | NUMBERS)
WHOLE = st.integers(0, 2**40)
SIZES = st.floats(0.0, allow_nan=False)


def _windows(edges, own):
    """Windows between some numbers, in order; errors of any size on either side of 0."""
    declared = SIZES if own else st.none()
    lows = SIZES.map(lambda size: 0.0 - size)
    each = (
        st.builds(Window, st.just(start), st.just(stop), lows, SIZES, lows, SIZES, SIZES, declared)
        for start, stop in pairwise(sorted(edges))
    )
    return st.tuples(*each)


PROFILES = st.builds(
    _windows, st.sets(st.floats(allow_nan=False), max_size=4), st.booleans()
).flatmap(lambda profile: profile)
MEANS = st.builds(Means, st.none() | NUMBERS, st.none() | NUMBERS)
EXPECTED = st.builds(Expected, NAMES, NAMES, WHOLE, st.floats(0, 1), MEANS, st.none() | MEANS)
ROWS = st.builds(
    Row,
    implementation=NAMES,
    form=st.none() | NAMES,
    writing=st.none() | NAMES,
    dtype=NAMES,
    arithmetic=st.none() | NAMES,
    function=NAMES,
    evidence=NAMES,
    inputs=WHOLE,
    total=ERRORS,
    evaluation=st.none() | ERRORS,
    method=MAYBE,
    correctly_rounded=WHOLE,
    faithful=WHOLE,
    histogram=st.fixed_dictionaries(dict.fromkeys(HISTOGRAM, WHOLE)),
    counts=st.fixed_dictionaries(dict.fromkeys(COUNTS, WHOLE)),
    regions=st.lists(
        st.builds(Region, NUMBERS, NUMBERS, WHOLE, MAYBE, MAYBE, MAYBE), max_size=2
    ).map(tuple),
    findings=st.lists(st.builds(Finding, NAMES, NAMES, NAMES, MAYBE), max_size=2).map(tuple),
    claims=st.lists(
        st.builds(Claim, NAMES, NUMBERS, NAMES, st.none() | NAMES, st.none() | NUMBERS, MAYBE),
        max_size=2,
    ).map(tuple),
    profile=PROFILES,
    expected=st.lists(EXPECTED, max_size=1).map(tuple),
)
THEOREMS = st.builds(
    Theorem, NAMES, NUMBERS, NUMBERS, NUMBERS, st.none() | NUMBERS, sentence=NAMES, group=NAMES
)
RUNS = st.builds(
    Run,
    st.dictionaries(NAMES, NAMES, max_size=2),
    st.lists(ROWS, max_size=2).map(tuple),
    st.lists(THEOREMS, max_size=1).map(tuple),
)


@given(RUNS)
def test_round_trip_through_json(run):
    """allow_nan=False: nothing that is not JSON gets into it."""
    text = json.dumps(run.to_dict(), allow_nan=False)
    back = Run.from_dict(json.loads(text))
    assert repr(back) == repr(run), "the sign of a zero included"
    assert json.dumps(back.to_dict(), allow_nan=False) == text


def plain(**changes):
    errors = Errors(*[None] * 4, None, None)
    row = Row("erf", "erf", "erf", "float16", "native", "gelu", "given", 0, errors, None, None,
              0, 0, dict.fromkeys(HISTOGRAM, 0), dict.fromkeys(COUNTS, 0))  # fmt: skip
    return replace(row, **changes)


def test_nan_comes_back_as_nan():
    witness = Witness(1.0, -math.inf, "-inf", "0xfc00", math.nan, -0.0)
    run = Run({}, (plain(method=witness),))
    stored = run.to_dict()["rows"][0]["method"]["max_abs"]
    assert (stored["x"], stored["got"]) == ("-inf", "nan")
    back = Run.from_dict(run.to_dict()).rows[0].method
    assert math.isnan(back.got) and back.x == -math.inf and math.copysign(1, back.want) == -1


def test_what_is_not_expected_leaves_no_trace():
    """Nor what is: a mean beyond float64, and a name that looks like it."""
    assert "expected" not in Run({}, (plain(),)).to_dict()["rows"][0]
    means = Means(0.5, math.inf)
    expected = Expected("inf", "given", 3, 0.75, means, None)
    stored = Run({}, (plain(expected=(expected,)),)).to_dict()
    assert stored["rows"][0]["expected"] == [
        {
            **{"weights": "inf", "evidence": "given", "inputs": 3, "share": 0.75},
            **{"total": {"abs": 0.5, "ulp": "inf"}, "evaluation": None},
        }
    ]
    assert Run.from_dict(stored).rows[0].expected == (expected,)


def test_names_that_look_like_numbers_stay_names():
    for name in ("nan", "inf", "-inf"):
        row = plain(implementation=name, findings=(Finding(name, "error", name, None),))
        back = Run.from_dict(Run({"command": name}, (row,)).to_dict())
        assert back.rows[0].implementation == name and back.provenance["command"] == name
        assert back.rows[0].findings[0].slug == name and back.rows[0].findings[0].sentence == name


ROW_FIELDS = [
    "implementation", "form", "writing", "dtype", "arithmetic", "function", "evidence", "inputs",
    "total", "evaluation", "method", "correctly_rounded", "faithful", "histogram", "counts",
    "regions", "findings", "claims",
]  # fmt: skip


def test_the_fields_are_those_of_schema_1_in_its_order():
    stored = Run({}, (plain(),)).to_dict()
    assert list(stored) == ["schema", "provenance", "rows", "theorems"] and stored["schema"] == 1
    assert list(stored["rows"][0]) == ROW_FIELDS
    assert list(stored["rows"][0]["total"]) == [*MAXIMA, "mean_abs", "rms_abs"]
    assert [f.name for f in fields(Witness)] == ["value", "x", "x_hex", "bits", "got", "want"]
    assert COUNTS == (
        "nan", "missing_nan", "inf", "missing_inf", "sign", "zero_sign", "flushed", "range",
    )  # fmt: skip
    region = Region(-math.inf, 0.0, 0, None, None, None)
    stored = Run({}, (plain(regions=(region,)),)).to_dict()["rows"][0]["regions"][0]
    assert list(stored) == ["from", "to", "inputs", "max_abs", "max_ulp", "max_steps"]
    assert stored["from"] == "-inf"


BAD = [
    ({}, "no schema"),
    ({"schema": 2, "provenance": {}, "rows": [], "theorems": []}, "another schema"),
    ({"schema": "1", "provenance": {}, "rows": [], "theorems": []}, "a string for a schema"),
    ({"schema": 1}, "nothing else"),
    ({"schema": 1, "provenance": {}, "rows": [{}], "theorems": []}, "an empty row"),
    ({"schema": 1, "provenance": {}, "rows": [7], "theorems": []}, "a number for a row"),
    ({"schema": 1, "provenance": {}, "rows": 7, "theorems": []}, "a number for the rows"),
    ({"schema": 1, "provenance": {}, "rows": [], "theorems": [[]]}, "a list for a theorem"),
    ([], "a list"),
    (None, "null"),
    ("run", "a string"),
]


@pytest.mark.parametrize("stored, why", BAD, ids=[why for _, why in BAD])
def test_what_is_no_run_is_a_value_error(stored, why):
    with pytest.raises(ValueError, match="not a gelucheck run"):
        Run.from_dict(stored)


def test_label_leaves_out_what_goes_without_saying():
    assert plain().label == "erf · float16 · native"
    assert plain(arithmetic=None, function="gelu_grad").label == "erf · float16 · gelu_grad"


# ---- profiles -----------------------------------------------------------------------------------

PROFILE = {
    "start": [-2.0, 1.0],
    "stop": [-1.0, 2.0],
    "abs_low": [-1.0, 0.0],
    "abs_high": [0.0, "inf"],
    "ulp_low": [-3.0, 0.0],
    "ulp_high": [0.5, 4.0],
    "rel": [0.1, 0.2],
    "own": [0.5, 0.25],
}


def with_profile(profile):
    stored = Run({}, (plain(),)).to_dict()
    stored["rows"][0]["profile"] = profile
    return stored


def test_a_profile_is_stored_by_columns():
    run = Run.from_dict(with_profile(PROFILE))
    assert run.rows[0].profile == (
        Window(-2.0, -1.0, -1.0, 0.0, -3.0, 0.5, 0.1, 0.5),
        Window(1.0, 2.0, 0.0, math.inf, 0.0, 4.0, 0.2, 0.25),
    )
    assert run.to_dict()["rows"][0]["profile"] == PROFILE
    alone = Run.from_dict(with_profile({**PROFILE, "own": None}))
    assert [window.own for window in alone.rows[0].profile] == [None, None]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"rel": [0.1]}, "differ in length"),
        ({"own": [0.1]}, "differ in length"),
        ({"start": []}, "differ in length"),
        ({"start": [1.0, -2.0], "stop": [2.0, -1.0]}, "not in order"),
        ({"start": [-2.0, -1.5]}, "not in order"),
        ({"stop": [-2.0, 2.0]}, "not in order"),
        ({"start": ["nan", 1.0]}, "not in order"),
        ({"abs_low": [0.5, 0.0], "abs_high": [0.25, 1.0]}, "0 outside its errors"),
        ({"ulp_high": [0.5, -4.0]}, "0 outside its errors"),
        ({"abs_high": [0.0, "nan"]}, "0 outside its errors"),
        ({"rel": [-0.1, 0.2]}, "negative size"),
        ({"own": [0.5, "nan"]}, "negative size"),
        ({"own": [0.5, None]}, "own"),
        ({"stop": None}, "not a gelucheck run"),
        ({"stop": ["1", "2"]}, "not a gelucheck run"),
    ],
)
def test_a_profile_that_cannot_be(changes, says):
    with pytest.raises(ValueError, match=says):
        Run.from_dict(with_profile({**PROFILE, **changes}))
    with pytest.raises(ValueError, match="not a gelucheck run"):
        Run.from_dict(with_profile([]))
