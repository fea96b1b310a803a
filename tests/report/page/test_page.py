"""The page: well-formed, self-contained, and nothing from outside is obeyed."""

import base64
import hashlib
import re
from dataclasses import replace

import pytest

from gelucheck.report.page import RESERVED, render

SCENES = (
    *("pass", "fail", "broken", "no place", "unjudged", "nothing", "finding", "baseline", "notes"),
    *("expected", "not judged", "hostile"),
)


@pytest.mark.parametrize("name", (*SCENES, "many"))
def test_it_is_one_page_that_loads_nothing(page, name):
    found = page(name)
    text = found.source
    text.encode("utf-8")
    assert text.endswith("</html>\n")
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", text)
    tags = [tag for tag, _ in found.tags]
    assert tags.count("script") == tags.count("style") == 1
    assert not {"img", "iframe", "object", "embed", "base", "form"} & set(tags)
    assert found.all("*", "src") == []
    assert found.all("link", "href") == ["data:,"]
    assert not [1 for _, attrs in found.tags for name in attrs if name.startswith("on")]
    assert not [1 for tag, attrs in found.tags if "style" in attrs and tag != "svg"]
    assert "url(" not in found.style and "@import" not in found.style
    assert not re.search(r"fetch|import\(|XMLHttp|https?:|innerHTML|eval", found.script)


@pytest.mark.parametrize("name", SCENES)
def test_all_parts_are_where_links_and_readers_look(page, name):
    found = page(name)
    tags = [tag for tag, _ in found.tags]
    assert tags.count("title") - tags.count("svg") == tags.count("h1") == tags.count("main") == 1
    assert ("html", {"lang": "en"}) in found.tags
    ids = found.all("*", "id")
    assert len(set(ids)) == len(ids)
    links = found.all("a", "href")
    assert links and all(link.startswith("#") and link[1:] in ids for link in links)
    for attribute in ("for", "aria-labelledby", "aria-describedby"):
        words = " ".join(found.all("*", attribute)).split()
        assert set(words) <= set(ids)
    heads = [attrs.get("scope") for tag, attrs in found.tags if tag == "th"]
    assert set(heads) <= {"col", "row", "rowgroup"}
    assert [attrs["id"] for tag, attrs in found.tags if tag == "h1"] == ["verdict"]


@pytest.mark.parametrize("name", ["fail", "nothing", "hostile"])
def test_the_same_run_gives_the_same_bytes(page, name):
    assert page(name).source == page(name).source


def test_only_the_script_of_the_page_may_run(page):
    found = page("fail")
    (policy,) = [
        attrs["content"]
        for tag, attrs in found.tags
        if attrs.get("http-equiv") == "Content-Security-Policy"
    ]
    digest = base64.b64encode(hashlib.sha256(found.script.encode()).digest()).decode()
    assert policy == (
        "default-src 'none'; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{digest}'; img-src data:"
    )


@pytest.mark.parametrize("name, kind", [
    ("pass", "pass"),
    ("fail", "fail"),
    ("unjudged", "no-answer"),
    ("nothing", "no-answer"),
    ("not judged", "fail"),
])  # fmt: skip
def test_the_verdict_is_told_by_more_than_a_colour(page, name, kind):
    found = page(name)
    (head,) = [attrs for tag, attrs in found.tags if tag == "h1"]
    assert head["class"] == kind
    word = kind.replace("-", " ").upper()
    assert f"gelucheck: {word}:" in found.text


@pytest.mark.parametrize("first, then", [
    ("FAIL: 1 of 2 rows fail", "What fails"),
    ("What fails", "max_steps 3881 is beyond 2 steps"),
    ("max_steps 3881 is beyond 2 steps", "3881 would pass"),
    ("3881 would pass", "again: gelucheck check --dtype float16"),
    ("again: gelucheck check --dtype float16", "What passes"),
    ("What passes", "correctly rounded"),
    ("The largest errors", "The three forms"),
    ("The three forms", "Row by row"),
    ("Row by row", "On the whole real line"),
    ("tanh method", "One of the two values of the format next to the exact result."),
    ("One of the two values of the format", "torch 2.13.0, numpy 2.1.0"),
])  # fmt: skip
def test_the_order_of_the_page(page, first, then):
    # links to the parts come before all of them
    text = page("fail").text.partition("Provenance FAIL")[2]
    text = "FAIL" + text
    assert text.index(first) < text.index(then)


@pytest.mark.parametrize("name, words", [
    ("pass", ["PASS: 2 of 2 rows pass", "0 to spare", "Held to: max steps ≤ 2"]),
    ("unjudged", ["NO ANSWER", "no input in 40.0:50.0", "(gone)"]),
    ("nothing", ["NO ANSWER: no row was judged", "No rows.", "Nothing was measured."]),
    ("finding", ["finding cancellation: 1 + erf cancels.", "nan-at-minus-infinity"]),
    ("baseline", ["max_ulp is 1.5, was 0.5"]),
    ("notes", ["slack", "0 is enough", "numpy was 1.26, is 2.1"]),
    ("not judged", ["tanh method", "2025-01-01", "torch 2.13.0, numpy 2.1.0", "(FAIL)",
                    "In parentheses: shown, not claimed.", "Shown, not claimed 7 rows"]),
])  # fmt: skip
def test_what_a_page_says(page, name, words):
    text = page(name).text
    for word in words:
        assert word in text


def test_names_are_shown_and_not_obeyed(page, hostile_names):
    found = page("hostile")
    # none of them made a tag or an attribute that is not on harmless pages
    harmless = [pair for name in ("not judged", "fail", "notes") for pair in page(name).tags]
    known = {(tag, name) for tag, attrs in harmless for name in (None, *attrs)}
    assert {(tag, name) for tag, attrs in found.tags for name in (None, *attrs)} <= known
    text = "".join(found.words)
    assert "</title></script><script>alert(1)</script>" in text
    assert "{0} [link](http://x)" in text
    assert r"\u202eright\u200fto" in text
    # in the table a name is short, in its details it is whole
    table = found.source.partition('<table id="rows"')[2].partition("</table>")[0]
    assert "n" * 50 in table and "n" * 60 not in table
    assert "n" * 10_000 in text


def test_clock_host_and_paths_are_in_the_last_part_only(run, sketched):
    other = dict.fromkeys(run.provenance, "elsewhere") | {"command": "gelucheck compare"}
    other["implementations"] = {"torch:gelu": "torch 9"}
    pages = [render(each) for each in (run, replace(run, provenance=other))]
    marks = [page.partition('<section id="provenance"') for page in pages]
    assert marks[0][0] == marks[1][0]
    assert marks[0][2] != marks[1][2]


def test_no_id_of_the_page_is_unknown_to_the_slugs(run, sketched, parsed):
    found = parsed(render(replace(run, rows=())))
    assert {name.removesuffix("-head") for name in found.all("*", "id")} <= set(RESERVED)


def test_a_row_may_be_called_like_a_part_of_the_page(run, sketched, parsed):
    row = run.rows[0]
    names = ("row", "rows", "detail", "detail-erf", "erf", "verdict")
    rows = [
        replace(row, implementation=name, dtype="head", arithmetic=None, function=name)
        for name in names
    ]
    found = parsed(render(replace(run, rows=tuple(rows * 2))))
    ids = found.all("*", "id")
    assert len(set(ids)) == len(ids)
