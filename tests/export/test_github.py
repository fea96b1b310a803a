"""Annotations and summaries of GitHub Actions.

An annotation is read back as GitHub's runner does it: the escapes of the toolkit's `command.ts`
undone, properties at commas and the first colon pair.
"""

import re

import pytest

from gelucheck.export.github import MOST, ROOM, escape_data, escape_property, render, step_summary

COMMAND = re.compile(r"::(error|warning|notice|debug)(?: ([^\n]*?))?::([^\n]*)")
SCENES = (
    *("pass", "fail", "broken", "no place", "unjudged", "nothing", "finding", "baseline", "notes"),
    *("expected", "not judged", "hostile", "many"),
)


def back(text):
    for mark, code in ((":", "%3A"), (",", "%2C"), ("\n", "%0A"), ("\r", "%0D"), ("%", "%25")):
        text = text.replace(code, mark)
    return text


def read(scenes, name):
    run, verdict = scenes[name]
    found = []
    for line in render(run, verdict=verdict).splitlines():
        kind, properties, message = COMMAND.fullmatch(line).groups()
        pairs = (item.split("=", 1) for item in (properties or "").split(",") if item)
        found.append((kind, {key: back(value) for key, value in pairs}, back(message)))
    return found


@pytest.mark.parametrize("text, data, value", [
    ("50%", "50%25", "50%25"),
    ("a\r\nb", "a%0D%0Ab", "a%0D%0Ab"),
    ("file: a, b", "file: a, b", "file%3A a%2C b"),
    ("%0A", "%250A", "%250A"),
])  # fmt: skip
def test_escapes(text, data, value):
    assert (escape_data(text), escape_property(text)) == (data, value)


@pytest.mark.parametrize("name", SCENES)
def test_every_line_is_a_command_and_there_are_few(scenes, name):
    found = read(scenes, name)
    assert len([kind for kind, *_ in found if kind in ("error", "warning")]) <= MOST
    assert all(set(properties) <= {"file", "line", "title"} for _, properties, _ in found)
    run, verdict = scenes[name]
    assert render(run, verdict=verdict) == render(run, verdict=verdict)


def test_a_failure_stands_at_its_limit(scenes):
    ((kind, properties, message),) = read(scenes, "fail")
    assert kind == "error"
    assert properties == {
        "file": "pyproject.toml",
        "line": "12",
        "title": "erf · float16 · native: max_steps",
    }
    for word in ("3881", "2 steps", "-0x1.ca4p+1", "limit 3881 would pass", "again: gelucheck"):
        assert word in message


def test_without_a_place_there_is_no_file(scenes):
    ((_, properties, _),) = read(scenes, "no place")
    assert set(properties) == {"title"}


@pytest.mark.parametrize("name, kinds", [
    ("pass", ["debug"]),
    ("unjudged", ["error", "error"]),
    ("nothing", ["error"]),
    ("finding", ["error"]),
    ("baseline", ["error"]),
    ("notes", ["warning"]),
    ("expected", ["debug"]),
])  # fmt: skip
def test_kinds(scenes, name, kinds):
    assert [kind for kind, *_ in read(scenes, name)] == kinds


def test_slack_stands_at_its_limit(scenes):
    ((_, properties, message),) = read(scenes, "notes")
    assert properties["line"] == "9"
    assert "0 is enough" in message


def test_five_hundred_failures(scenes):
    found = read(scenes, "many")
    assert [kind for kind, *_ in found] == ["error"] * 9 + ["notice"]
    assert "and 491 more" in found[-1][2]


def test_a_name_cannot_start_a_command(scenes):
    """The hostile names hold line ends and commands."""
    lines = render(*scenes["hostile"][:1], verdict=scenes["hostile"][1]).splitlines()
    assert len(lines) == MOST + 1
    assert not [line for line in lines if line.startswith("::error::c")]


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("room", [1000, 4000, ROOM])
def test_a_summary_keeps_its_room(scenes, name, room):
    run, verdict = scenes[name]
    text = step_summary(run, verdict, room=room)
    assert len(text.encode("utf-8")) <= room
    assert text == step_summary(run, verdict, room=room)


def test_a_summary_says_the_verdict_first_then_what_fails_then_the_table(scenes):
    text = step_summary(*scenes["fail"])
    lines = text.splitlines()
    assert lines[0] == "## gelucheck: FAIL: 1 of 2 rows fail"
    assert lines[2].startswith("- **FAIL** erf · float16 · native: max\\_steps 3881 is beyond")
    table = [line for line in lines if line.startswith("|")]
    assert len(table) == 4
    assert text.index("- **FAIL**") < text.index(table[0])


def test_what_has_no_room_is_counted(scenes):
    """Failures shown and counted, rows shown and counted, are all there are."""
    text = step_summary(*scenes["many"])
    problems, rows = text.count("- **FAIL**"), text.count("\n| kernel ")
    assert 0 < problems < 500 and 0 < rows < 500
    assert f"\nand {500 - problems} more problems\n" in text
    assert f"\nand {500 - rows} more rows\n" in text


def test_a_summary_of_hostile_names_is_text(scenes):
    text = step_summary(*scenes["hostile"], room=10**7)
    assert "<script>" not in text.replace(r"\<script\>", "")
    assert "\x1b" not in text and "\u202e" not in text
    text.encode("utf-8")


def test_findings_that_do_not_count_are_told_once(run, scenes):
    """All 21 rows of the fixture have the same warning; a finding that counts is a failure."""
    assert step_summary(run, None).count("nan-at-minus-infinity") == 1
    text = step_summary(*scenes["finding"])
    assert "finding cancellation: 1 + erf cancels." in text
    assert text.index("finding cancellation") < text.index("|") < text.index("\nFindings:\n")
    assert "cancellation" not in text[text.index("\nFindings:\n") :]
