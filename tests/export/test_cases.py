"""Rows against limits, one by one."""

from dataclasses import replace

import pytest

from gelucheck.export.cases import cases_of, digest, digests, findings_told, path_of
from gelucheck.gate.limit import Limit, Place
from gelucheck.gate.limits import Limits
from gelucheck.gate.verdict import judge
from gelucheck.record import Claim, Finding, Run


def outcomes(scenes, name):
    run, verdict = scenes[name]
    return [(case.outcome, case.rule) for case in cases_of(run, verdict)]


@pytest.mark.parametrize("name, cases", [
    ("pass", [("pass", "max_steps")] * 2),
    ("fail", [("fail", "max_steps"), ("pass", "max_steps")]),
    ("unjudged", [
        ("pass", "max_steps"), ("open", "max_steps"), ("pass", "max_steps"), ("open", "max_steps"),
    ]),
    ("nothing", [("open", "verdict")]),
    ("finding", [
        ("pass", "max_steps"), ("fail", "finding cancellation"), ("pass", "max_steps"),
    ]),
    ("baseline", [("pass", "max_steps"), ("fail", "baseline"), ("pass", "max_steps")]),
    ("expected", [("aside", "max_steps"), ("pass", "max_steps")]),
])  # fmt: skip
def test_outcomes(scenes, name, cases):
    assert outcomes(scenes, name) == cases


def test_what_the_gate_says_is_what_is_told(run, make_witness):
    """From the gate's own verdict: a limit that is broken, one that is kept, one about no row."""
    none = Claim("max_ulp", 2.0, "pass", None, 1.0, None)
    row = replace(run.rows[4], claims=(none,), findings=(), excess=make_witness("float16", 0.0, 1))
    gone = Limit("max_ulp", 9.0, dtypes=("float64",), place=Place("a.toml", 4))
    limits = Limits(None, max_ulp=0.25, max_steps=3, more=(gone,))
    verdict = judge(Run({}, (row,)), limits)
    told = [
        (case.outcome, case.name, str(case.place)) for case in cases_of(Run({}, (row,)), verdict)
    ]
    assert told == [("fail", "max_ulp", "None"), ("open", "max_ulp", "a.toml:4")]


def test_two_findings_of_one_name_are_two_cases(scenes):
    run, verdict = scenes["finding"]
    verdict = replace(verdict, failures=verdict.failures * 2)
    assert [case.outcome for case in cases_of(run, verdict)] == ["pass", "fail", "fail", "pass"]


def test_a_finding_that_is_off_is_not_told(run):
    row = replace(run.rows[0], findings=(Finding("seam", "off", "A jump.", None),))
    once = Run({}, (row,))
    assert findings_told(once, judge(once, Limits())) == []


def test_digests_are_stable_and_different():
    """SHA-256 of the names as JSON, by hand: of ["a"]."""
    from hashlib import sha256

    assert digest(["a"]) == sha256(b'["a"]').hexdigest()
    found = digests([["a"], ["b"], ["a"], ["a"], ["\udc80"]])
    assert len(set(found)) == 5
    assert found[0] == digest(["a"])


@pytest.mark.parametrize("path, shown", [
    (None, "pyproject.toml"), ("./a.toml", "a.toml"), ("", "pyproject.toml"), ("a\nb", "a\\nb"),
    ("../a.toml", "../a.toml"), ("/a.toml", "/a.toml"),
])  # fmt: skip
def test_paths(path, shown):
    assert path_of(None if path is None else Place(path, 1)) == shown
