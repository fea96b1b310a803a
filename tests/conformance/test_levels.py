"""Levels that were asked for, and what comes first."""

from gelucheck.conformance.levels import with_levels
from gelucheck.conformance.slugs import SLUGS
from gelucheck.record import LOST, Finding


def test_levels_and_order():
    found = (
        Finding("nan-at-minus-inf", "warning", "a", None),
        Finding("inaccurate", "error", "b", None),
        Finding("seam", "error", "c", None),
    )
    assert [f.sentence for f in with_levels(found, {})] == ["b", "c", "a"]
    changed = with_levels(found, {"nan-at-minus-inf": "error", "inaccurate": "off"})
    assert [(f.sentence, f.level) for f in changed] == [
        ("a", "error"),
        ("c", "error"),
        ("b", "off"),
    ]


def test_every_slug_has_a_line():
    assert LOST in SLUGS
    assert all(text and not text.endswith(".") for text in SLUGS.values())
