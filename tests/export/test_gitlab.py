"""GitLab's Code Quality report."""

import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from gelucheck.export.gitlab import render
from gelucheck.gate.limit import Limit, Place

SCHEMA = json.loads(
    (Path(__file__).parent / "schemas" / "gitlab-code-quality.json").read_text("utf-8")
)
OFFICIAL = jsonschema.Draft202012Validator(SCHEMA)
SCENES = (
    *("pass", "fail", "broken", "no place", "unjudged", "nothing", "finding", "baseline", "notes"),
    *("expected", "not judged", "hostile", "many"),
)


def read(scenes, name):
    run, verdict = scenes[name]
    return json.loads(render(run, verdict=verdict))


@pytest.mark.parametrize("name", SCENES)
def test_it_is_valid_and_no_two_are_one(scenes, name):
    report = read(scenes, name)
    OFFICIAL.validate(report)
    marks = [issue["fingerprint"] for issue in report]
    assert len(set(marks)) == len(marks)
    run, verdict = scenes[name]
    assert render(run, verdict=verdict) == render(run, verdict=verdict)
    render(run, verdict=verdict).encode("utf-8")


@pytest.mark.parametrize("name, severities", [
    ("pass", []),
    ("fail", ["critical"]),
    ("broken", ["blocker"]),
    ("unjudged", ["major", "major"]),
    ("nothing", ["major"]),
    ("finding", ["critical", "info"]),
    ("baseline", ["critical"]),
    ("notes", ["info"] * 3),
    ("expected", []),
])  # fmt: skip
def test_severities(scenes, name, severities):
    assert [issue["severity"] for issue in read(scenes, name)] == severities


def test_an_issue(scenes):
    (issue,) = read(scenes, "fail")
    assert issue["check_name"] == "gelucheck max_steps"
    assert issue["location"] == {"path": "pyproject.toml", "lines": {"begin": 12}}
    assert "max_steps 3881 is beyond 2 steps" in issue["description"]
    (issue,) = read(scenes, "no place")
    assert issue["location"] == {"path": "pyproject.toml", "lines": {"begin": 1}}


def moved(scenes, **changes):
    """The fingerprint of the failure with another part."""
    run, verdict = scenes["fail"]
    (failure,) = verdict.failures
    verdict = replace(verdict, failures=(replace(failure, **changes),))
    return json.loads(render(run, verdict=verdict))[0]["fingerprint"]


def test_the_fingerprint_is_of_names_and_not_of_figures(scenes):
    run, verdict = scenes["fail"]
    (failure,) = verdict.failures
    first = moved(scenes)
    assert moved(scenes, value=5, needed=5, again="other") == first
    assert moved(scenes, limit=Limit("max_steps", 3, place=Place("a.toml", 99))) == first
    claim = replace(failure.claim, atol=3, margin=-1)
    assert moved(scenes, claim=claim) == first
    assert moved(scenes, claim=replace(claim, name="max_ulp")) != first
    for part in ({"implementation": "other"}, {"dtype": "bfloat16"}, {"arithmetic": "upcast"}):
        other = replace(failure.row, **part)
        run_of_it = replace(run, rows=(other,))
        report = render(
            run_of_it, verdict=replace(verdict, failures=(replace(failure, row=other),))
        )
        assert json.loads(report)[0]["fingerprint"] != first


@pytest.mark.parametrize("path, shown", [
    ("pyproject.toml", "pyproject.toml"),
    ("./gate.toml", "gate.toml"),
    ("ci//gate.toml", "ci/gate.toml"),
    ("ci\\gate.toml", "ci/gate.toml"),
])  # fmt: skip
def test_a_path_has_no_dot_before_it(scenes, path, shown):
    run, verdict = scenes["fail"]
    limit = Limit("max_steps", 2, place=Place(path, 3))
    failures = (replace(verdict.failures[0], limit=limit),)
    report = json.loads(render(run, verdict=replace(verdict, failures=failures)))
    assert report[0]["location"] == {"path": shown, "lines": {"begin": 3}}
