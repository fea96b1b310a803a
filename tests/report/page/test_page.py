"""The page: well-formed, self-contained, and nothing from outside is obeyed."""

import re
from html.parser import HTMLParser

import pytest

from gelucheck.export.html import render

VOID = {"meta", "br", "link", "img", "hr", "input"}
SCENES = (
    *("pass", "fail", "broken", "no place", "unjudged", "nothing", "finding", "baseline", "notes"),
    *("expected", "not judged", "hostile", "many"),
)


class Page(HTMLParser):
    """The tags of a page, seen to be closed in order, and its text."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.words = [], [], []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" not in self.open:
            self.words.append(data)

    @property
    def text(self):
        return re.sub(r"\s+", " ", " ".join(self.words))


def read(scenes, name):
    run, verdict = scenes[name]
    return Page(render(run, verdict=verdict))


@pytest.mark.parametrize("name", SCENES)
def test_it_is_one_page_that_loads_nothing(scenes, name):
    run, verdict = scenes[name]
    text = render(run, verdict=verdict)
    assert text == render(run, verdict=verdict)
    text.encode("utf-8")
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", text)
    page = Page(text)
    tags = [tag for tag, _ in page.tags]
    assert not {"script", "link", "img", "iframe", "object", "svg"} & set(tags)
    assert not [1 for _, attrs in page.tags if {"src", "href", "style"} & set(attrs)]
    assert not [1 for _, attrs in page.tags for name in attrs if name.startswith("on")]
    assert tags.count("title") == tags.count("h1") == tags.count("main") == 1
    assert ("html", {"lang": "en"}) in page.tags
    assert all(attrs.get("scope") in ("col", "row") for tag, attrs in page.tags if tag == "th")
    assert "url(" not in text and "@import" not in text


def test_the_verdict_is_first(scenes):
    text = read(scenes, "fail").text
    assert text.index("FAIL: 1 of 2 rows fail") < text.index("max_steps 3881 is beyond 2 steps")
    assert text.index("would pass") < text.index("correctly rounded") < text.index("Provenance")
    assert "again: gelucheck check --dtype float16" in text


@pytest.mark.parametrize("name, words", [
    ("pass", ["PASS: 2 of 2 rows pass"]),
    ("unjudged", ["NO ANSWER", "no input in 40.0:50.0", "(gone)"]),
    ("nothing", ["NO ANSWER: no row was judged", "No rows."]),
    ("finding", ["finding cancellation: 1 + erf cancels.", "nan-at-minus-infinity"]),
    ("baseline", ["max_ulp is 1.5, was 0.5"]),
    ("notes", ["slack", "0 is enough", "numpy was 1.26, is 2.1"]),
    ("not judged", ["tanh method", "2025-01-01", "torch 2.13.0, numpy 2.1.0"]),
])  # fmt: skip
def test_what_a_page_says(scenes, name, words):
    text = read(scenes, name).text
    for word in words:
        assert word in text


def test_a_row_has_its_figures(run):
    page = Page(render(run))
    assert sum(tag == "tr" for tag, _ in page.tags) == 1 + 21
    for figure in ("2.435e-3", "2.97265625", "-3.8828125", "62.33%", "63,488", "(FAIL)"):
        assert figure in page.text
    assert "In parentheses: shown, not claimed." in page.text


def test_each_cell_stands_under_its_head(scenes):
    run, verdict = scenes["fail"]
    text = render(run, verdict=verdict)
    heads = re.findall(r'<th scope="col">(.*?)</th>', text)
    first = text.partition("<tbody>")[2].partition("</tr>")[0]
    cells = dict(zip(heads[1:], re.findall(r"<td.*?>(.*?)</td>", first), strict=True))
    row = run.rows[0]
    assert cells["claim"].startswith("FAIL")
    assert cells["dtype"] == row.dtype
    assert cells["arithmetic"] == (row.arithmetic or "—")
    assert cells["evidence"] == row.evidence
    assert cells["inputs"] == f"{row.inputs:,}"


def test_names_are_shown_and_not_obeyed(scenes):
    page = read(scenes, "hostile")
    assert "</title></script><script>alert(1)</script>" in "".join(page.words)
    assert "{0} [link](http://x)" in page.text
    assert r"\u202eright\u200fto" in page.text
    assert "n" * 10_000 in page.text
