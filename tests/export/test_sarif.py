"""SARIF 2.1.0: valid, and what code scanning needs is in it."""

import json
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import jsonschema
import pytest

from gelucheck.conformance.slugs import SLUGS
from gelucheck.export.sarif import escape, render
from gelucheck.gate.figures import FIGURES
from gelucheck.gate.limit import Limit, Place

SCHEMA = json.loads(
    (Path(__file__).parent / "schemas" / "sarif-2.1.0-rtm.5.json").read_text("utf-8")
)
OFFICIAL = jsonschema.Draft4Validator(SCHEMA)
SCENES = (
    *("pass", "fail", "broken", "no place", "unjudged", "nothing", "finding", "baseline", "notes"),
    *("expected", "not judged", "hostile", "many"),
)


def read(scenes, name):
    run, verdict = scenes[name]
    (one,) = json.loads(render(run, verdict=verdict))["runs"]
    return one


@pytest.mark.parametrize("name", SCENES)
def test_it_is_valid_and_every_result_has_a_place_a_rule_and_a_name(scenes, name):
    run, verdict = scenes[name]
    text = render(run, verdict=verdict)
    text.encode("utf-8")
    OFFICIAL.validate(json.loads(text))
    one = read(scenes, name)
    rules = one["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for result in one["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        (location,) = result["locations"]
        place = location["physicalLocation"]
        assert place["region"]["startLine"] >= 1
        assert urlsplit(place["artifactLocation"]["uri"]).path
        # section 3.27.10: what is no failure has no level
        assert (result["kind"] == "fail") == (result["level"] != "none")
    marks = [result["partialFingerprints"]["gelucheck/v1"] for result in one["results"]]
    assert len(set(marks)) == len(marks)
    assert text == render(run, verdict=verdict)


def test_a_rule_for_each_figure_and_each_finding(scenes):
    rules = {rule["id"]: rule for rule in read(scenes, "pass")["tool"]["driver"]["rules"]}
    assert {*FIGURES, *(f"finding/{slug}" for slug in SLUGS)} <= set(rules)
    assert all(
        rule["shortDescription"]["text"] and rule["fullDescription"]["text"]
        for rule in rules.values()
    )


@pytest.mark.parametrize("name, results, code", [
    ("pass", [], 0),
    ("fail", [("max_steps", "fail", "error")], 1),
    ("unjudged", [("max_steps", "open", "none")] * 2, 2),
    ("nothing", [("verdict", "open", "none")], 2),
    (
        "finding",
        [
            ("finding/cancellation", "fail", "error"),
            ("finding/nan-at-minus-infinity", "fail", "note"),
        ],
        1,
    ),
    ("baseline", [("baseline", "fail", "error")], 1),
    ("notes", [("note", "fail", "note")] * 3, 0),
    ("expected", [], 0),
])  # fmt: skip
def test_results_and_exit_code(scenes, name, results, code):
    one = read(scenes, name)
    assert [(each["ruleId"], each["kind"], each["level"]) for each in one["results"]] == results
    (invocation,) = one["invocations"]
    assert invocation["exitCode"] == code
    assert invocation["executionSuccessful"] == (code != 2)
    notes = invocation.get("toolExecutionNotifications", [])
    assert len(notes) == sum(kind == "open" for _, kind, _ in results)


def test_a_result(scenes):
    (result,) = read(scenes, "fail")["results"]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "pyproject.toml"
    assert place["region"] == {"startLine": 12}
    assert "max_steps 3881 is beyond 2 steps" in result["message"]["text"]
    more = result["properties"]
    assert (more["value"], more["needed"], more["bound"]) == (3881, 3881, "2 steps")
    assert (more["x_hex"], more["bits"], more["dtype"]) == ("-0x1.ca4p+1", "0xc329", "float16")
    assert more["again"].startswith("gelucheck check")


def test_a_finding_that_does_not_count_is_no_error(scenes):
    run, _ = scenes["finding"]
    levels = [
        each["level"]
        for each in json.loads(render(run, verdict=scenes["pass"][1]))["runs"][0]["results"]
    ]
    assert levels == ["note", "warning"]


@pytest.mark.parametrize("path, artifact", [
    ("a dir/gate.toml", {"uri": "a%20dir/gate.toml", "uriBaseId": "%SRCROOT%"}),
    ("a:b.toml", {"uri": "a%3Ab.toml", "uriBaseId": "%SRCROOT%"}),
    ("/etc/gate.toml", {"uri": "file:///etc/gate.toml"}),
])  # fmt: skip
def test_a_place_is_a_uri(scenes, path, artifact):
    run, verdict = scenes["fail"]
    limit = Limit("max_steps", 2, place=Place(path, 3))
    failures = (replace(verdict.failures[0], limit=limit),)
    (one,) = json.loads(render(run, verdict=replace(verdict, failures=failures)))["runs"]
    place = one["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == artifact


@pytest.mark.parametrize("text, escaped", [
    ("plain", "plain"),
    ("{0}", "{{0}}"),
    ("[a](1)", "\\[a\\](1)"),
    ("a\nb", "a\\nb"),
])  # fmt: skip
def test_a_message_has_no_placeholders_and_no_links(text, escaped):
    """Sections 3.11.5 and 3.11.6 of the standard."""
    assert escape(text) == escaped
