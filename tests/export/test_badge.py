"""The badge: XML with a name for who cannot see it, and Shields' endpoint JSON by its rules.

The rules are those of Shields' page on the endpoint badge: schemaVersion is 1, label a text,
message a text that is not empty, color a name, isError true or false.
"""

import json
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from gelucheck.export.badge import render

SVG = "{http://www.w3.org/2000/svg}"
SCENES = (
    *("pass", "one", "fail", "broken", "unjudged", "nothing", "finding", "baseline", "notes"),
    *("expected", "not judged", "hostile", "many"),
)
MESSAGES = [
    ("pass", "pass 2 of 2", "success"),
    # the row's own largest error: 0.50003 ulp is no step
    ("one", "pass, float16: 0 steps", "success"),
    ("fail", "fail 1 of 2", "critical"),
    ("unjudged", "no answer", "inactive"),
    ("nothing", "no answer", "inactive"),
    ("finding", "fail 1 of 2", "critical"),
    ("many", "fail 500 of 500", "critical"),
    ("expected", "pass 2 of 2", "success"),
]


@pytest.mark.parametrize("name, message, color", MESSAGES)
def test_the_endpoint(scenes, name, message, color):
    run, verdict = scenes[name]
    told = json.loads(render(run, verdict=verdict, path="x/badge.JSON"))
    assert told == {
        "schemaVersion": 1,
        "label": "GELU accuracy",
        "message": message,
        "color": color,
        "isError": color != "success",
    }


@pytest.mark.parametrize("name, message, color", MESSAGES)
def test_the_picture_says_it_in_words(scenes, name, message, color):
    root = ElementTree.fromstring(render(scenes[name][0], verdict=scenes[name][1]))
    assert root.find(f"{SVG}title").text == f"GELU accuracy: {message}"
    assert [item.text for item in root.iter(f"{SVG}text")] == ["GELU accuracy", message]
    assert root.get("role") == "img"
    named = root.get("aria-labelledby").split()
    assert named == [root.find(f"{SVG}title").get("id"), root.find(f"{SVG}desc").get("id")]


@pytest.mark.parametrize("name", SCENES)
def test_the_same_run_is_the_same_badge_that_loads_nothing(scenes, name):
    run, verdict = scenes[name]
    for path in ("b.svg", "b.json", None):
        text = render(run, verdict=verdict, path=path)
        assert text == render(run, verdict=verdict, path=path)
        assert text.endswith("\n")
        assert not re.search(r"href|url\(|<script|@font-face|<image", text)
    root = ElementTree.fromstring(render(run, verdict=verdict).encode("utf-8"))
    assert root.tag == f"{SVG}svg"


def test_a_format_is_a_text(scenes):
    """A stored run may be of any."""
    run, verdict = scenes["one"]
    run = replace(run, rows=(replace(run.rows[0], dtype="<&>\x01"),))
    root = ElementTree.fromstring(render(run, verdict=verdict))
    assert root.find(f"{SVG}title").text == "GELU accuracy: pass, <&>\\x01: 0 steps"
    assert [item.text for item in root.iter(f"{SVG}text")][1] == "pass, <&>\\x01: 0 steps"


def luminance(color):
    """Of WCAG 2, section "relative luminance"."""
    parts = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("name", ["pass", "fail", "nothing"])
def test_white_can_be_read_on_every_colour(scenes, name):
    """WCAG 2 asks for a contrast of 4.5."""
    root = ElementTree.fromstring(render(scenes[name][0], verdict=scenes[name][1]))
    fills = [item.get("fill") for item in root.iter(f"{SVG}path")]
    assert len(fills) == 2
    for fill in fills:
        assert 1.05 / (luminance(fill) + 0.05) >= 4.5


def test_a_picture_is_as_wide_as_its_texts(scenes):
    root = ElementTree.fromstring(render(scenes["many"][0], verdict=scenes["many"][1]))
    for text in root.iter(f"{SVG}text"):
        assert int(text.get("x")) + int(text.get("textLength")) < int(root.get("width"))
