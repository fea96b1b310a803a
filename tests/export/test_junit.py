"""JUnit XML: valid, unique names, and a reader finds the numbers."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
import xmlschema

from gelucheck.export.junit import render

SCHEMA = xmlschema.XMLSchema(str(Path(__file__).parent / "schemas" / "junit-10.xsd"))
SCENES = (
    *("pass", "one", "fail", "broken", "no place", "unjudged", "nothing", "finding", "baseline"),
    *("notes", "expected", "not judged", "hostile", "many"),
)


def read(scenes, name):
    run, verdict = scenes[name]
    text = render(run, verdict=verdict)
    return text, ElementTree.fromstring(text.encode("utf-8"))


@pytest.mark.parametrize("name", SCENES)
def test_it_is_valid_and_counts_what_it_holds(scenes, name):
    text, root = read(scenes, name)
    SCHEMA.validate(text)
    cases = root.findall(".//testcase")
    assert cases, "a suite without a case looks green"
    names = [(case.get("classname"), case.get("name")) for case in cases]
    assert len(set(names)) == len(names)
    for tag, counter in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        count = str(len(root.findall(f".//{tag}")))
        assert root.find("testsuite").get(counter) == count
        assert root.get(counter, count) == count
    assert root.get("tests") == root.find("testsuite").get("tests") == str(len(cases))
    assert text == render(scenes[name][0], verdict=scenes[name][1])


@pytest.mark.parametrize("name, tags", [
    ("pass", []),
    ("fail", ["failure"]),
    ("broken", ["failure"]),
    ("unjudged", ["error", "error"]),
    ("nothing", ["error"]),
    ("finding", ["failure"]),
    ("baseline", ["failure"]),
    ("notes", []),
    ("expected", ["skipped"]),
])  # fmt: skip
def test_what_a_case_is(scenes, name, tags):
    _, root = read(scenes, name)
    assert [item.tag for case in root.iter("testcase") for item in case] == tags


def test_a_failure_has_its_numbers_its_witness_and_its_command(scenes):
    _, root = read(scenes, "fail")
    case = next(case for case in root.iter("testcase") if len(case))
    assert case.get("classname") == "gelucheck.float16.native.gelu"
    assert case.get("name") == "erf: max_steps"
    found = case.find("failure")
    for word in ("3881", "2 steps", "pyproject.toml:12", "evaluation", "-0x1.ca4p+1", "0xc329"):
        assert word in found.get("message")
        assert word in found.text
    assert "\nwould pass: 3881\n" in found.text
    assert "\nagain: gelucheck check --dtype float16 --max-steps 2" in found.text


def test_a_finding_that_counts_is_a_case_and_others_are_told(scenes):
    _, root = read(scenes, "finding")
    names = [case.get("name") for case in root.iter("testcase")]
    assert names == ["erf: max_steps", "erf: finding cancellation", "erf: max_steps"]
    told = root.find(".//system-out").text
    assert "warning: erf · float16 · upcast: nan-at-minus-infinity: GELU(-inf) is nan" in told
    assert "error: " not in told


def test_notes_are_told(scenes):
    _, root = read(scenes, "notes")
    lines = root.find(".//system-out").text.splitlines()
    assert lines[0] == "PASS: 2 of 2 rows pass"
    assert "slack: erf · float16 · upcast: max_steps 2 steps is more than is needed" in lines[1]
    assert lines[3] == "versions: numpy was 1.26, is 2.1"


def test_versions_and_no_clock(scenes):
    text, root = read(scenes, "pass")
    known = {item.get("name"): item.get("value") for item in root.iter("property")}
    assert known["numpy"] == "2.1.0"
    assert known["torch:gelu"] == "torch 2.13.0, numpy 2.1.0"
    assert "2025-01-01" not in text
    assert {item.get("time") for item in root.iter() if "time" in item.attrib} == {"0"}


def test_names_that_look_alike_are_told_apart(scenes):
    _, root = read(scenes, "hostile")
    names = [case.get("name") for case in root.iter("testcase")]
    assert r"same\x01: max_steps" in names
    assert r"same\x01: max_steps (2)" in names
    assert any(name.startswith("n" * 10_000) for name in names)


def test_no_verdict_then_the_claims_decide(run):
    """The rows of the fixture with cause "evaluation" fail, sigmoid's claim does not count."""
    root = ElementTree.fromstring(render(run).encode("utf-8"))
    outcome = {
        (case.get("classname"), case.get("name")): [item.tag for item in case]
        for case in root.iter("testcase")
    }
    assert outcome["gelucheck.float16.native.gelu", "erf: atol"] == ["failure"]
    assert outcome["gelucheck.float16.upcast.gelu", "erf: atol"] == []
    assert outcome["gelucheck.float16.upcast.gelu", "sigmoid: atol"] == ["skipped"]
    asked = ElementTree.fromstring(render(run, forms_asked=True).encode("utf-8"))
    assert not asked.findall(".//skipped")
    assert len(asked.findall(".//failure")) == len(root.findall(".//failure")) + 7
