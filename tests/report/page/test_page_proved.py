"""Theorems on the page: a table under each heading, alone and beside rows, names from strangers."""

from dataclasses import replace

import pytest

from gelucheck.record import Theorem
from gelucheck.report import proved
from gelucheck.report.page import render

KNOWN = (
    Theorem("sup |tanh - gelu|", 4.7e-4, 4.7e-4, 4.7e-4, -2.5, "At no x by more.", "suprema"),
    Theorem("min gelu", -0.17, -0.17, -0.17, -0.75, "No output is below.", "extremes"),
    Theorem("float16: x from here on", 3.4, 3.4, 3.4, None, "", "saturation"),
)


def links(found):
    return [attrs["href"] for tag, attrs in found.tags if tag == "a" and "href" in attrs]


def test_theorems_alone_are_no_verdict(run, sketched, parsed):
    found = parsed(render(replace(run, rows=(), theorems=KNOWN)))
    heading = next(attrs for tag, attrs in found.tags if tag == "h1")
    assert heading["class"] == "none" and proved.HEADLINE in found.text
    for word in ("NO ANSWER", "no answer", "No rows", "Nothing was measured"):
        assert word not in found.text
    assert "3 theorems" in found.text
    ids = [attrs["id"] for _, attrs in found.tags if "id" in attrs]
    assert "proved" in ids and not {"table", "details", "pictures", "rows", "network"} & set(ids)
    assert links(found)[:2] == ["#proved", "#proved"], "skip, and the first part"


FOUND = Theorem("gelu in float64, hardest 1 found", 1e-9, 1e-9, 1e-9, 0.5, "So near.", "hardest")


def test_what_a_search_found_is_said_to_be(run, sketched, parsed):
    note = "those inputs were found by a search, and there may be harder ones"
    alone, both, without = (
        parsed(render(replace(run, rows=(), theorems=known))).text
        for known in ((FOUND,), (*KNOWN, FOUND), KNOWN)
    )
    for text in (alone, both):
        assert note in text and proved.HEADLINE not in text and proved.EXCEPT in text
    assert "not one x is left out" not in alone
    assert 'not one x is left out, but where it says "found"' in both
    assert "not one x is left out." in without and note not in without


def test_each_has_its_line(run, sketched, parsed):
    text = parsed(render(replace(run, rows=(), theorems=KNOWN))).text
    for words in (
        "How far the forms are from GELU theorem value at x what it means sup |tanh - gelu| "
        "0.00047 ±2.5 At no x by more.",
        "min gelu -0.17 -0.75 No output is below.",
        "Where GELU is simple in a format theorem value what it means float16: x from here on 3.4 ",
    ):
        assert words in " ".join(text.split())


def test_beside_rows_they_come_after_the_details(run, sketched, parsed):
    page = render(replace(run, theorems=(*run.theorems, *KNOWN)))
    found = parsed(page)
    assert "#table" in links(found) and "#proved" in links(found)
    assert page.index('id="details"') < page.index('id="proved"') < page.index('id="words"')
    assert found.text.index("No output is below.") < found.text.index("On the whole real line")


def test_without_theorems_there_is_no_such_part(run, sketched, parsed):
    found = parsed(render(replace(run, theorems=())))
    assert "#proved" not in links(found) and "theorems" not in str(found.tags)


def test_names_of_strangers_are_text(run, hostile_names, sketched, parsed):
    known = [
        Theorem(name, 1.0, 1.0, 1.0, None, other, group)
        for name, other, group in zip(
            hostile_names, reversed(hostile_names), (*hostile_names[1:], " "), strict=True
        )
    ]
    usual = [Theorem("a", 1.0, 1.0, 1.0, None, "b", f"c{n}") for n in range(len(known))]
    hostile, harmless = (
        parsed(render(replace(run, rows=(), theorems=tuple(each)))) for each in (known, usual)
    )
    kinds = [[tag for tag, _ in found.tags] for found in (hostile, harmless)]
    assert kinds[0] == kinds[1]
    assert "alert(1)" in hostile.text and "n" * 700 not in hostile.text


@pytest.mark.parametrize("name", ["", " ", "\u200b"])
def test_a_name_that_cannot_be_seen_is_quoted(run, sketched, parsed, name):
    known = replace(KNOWN[0], name=name)
    found = parsed(render(replace(run, rows=(), theorems=(known,))))
    assert "''" in found.text or "' '" in found.text or "u200b" in found.text
