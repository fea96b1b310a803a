"""What changed from another run, as a part of the page."""

import re
from dataclasses import replace

import pytest

from gelucheck.report.changes import compare_runs
from gelucheck.report.page import render


@pytest.fixture
def part(run, sketched, parsed):
    """The part of the page, as text, of a run that was another before."""

    def part(old, new=run):
        source = render(new, changes=compare_runs(old, new))
        parsed(source)
        text = source.partition('<section id="changes"')[2].partition("</section>")[0]
        return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", text)), text

    return part


def test_without_another_run_there_is_no_such_part(run, sketched):
    text = render(run)
    assert 'id="changes"' not in text and "#changes" not in text


def test_it_stands_between_the_verdict_and_the_table(run, sketched):
    text = render(run, changes=compare_runs(run, run))
    places = [text.index(mark) for mark in ('id="verdict"', 'id="changes"', 'id="table"')]
    assert places == sorted(places)
    assert '<a href="#changes">' in text


def test_every_row_that_changed_is_told_of(run, part):
    row = run.rows[0]
    half = replace(row.total.max_ulp, value=row.total.max_ulp.value / 2)
    old = replace(
        run,
        rows=(
            replace(row, total=replace(row.total, max_ulp=half)),
            *run.rows[1:20],
            replace(row, implementation="once"),
        ),
        provenance=run.provenance | {"version": "0.0.9"},
    )
    text, source = part(old)
    assert "Worse 1 row" in text and "worse max ulp" in text and "2.00 times" in text
    assert "New 1 row" in text and "Gone 1 row" in text and "once · float16 · native" in text
    assert "0.0.9 → 0.1.0" in text
    assert 'href="#detail-erf-float16-native-gelu"' in source
    assert 'href="#detail-sigmoid-float32-upcast-gelu"' in source
    # what is gone has no details here
    assert "detail-once" not in source


def test_the_earlier_run_is_under_provenance(run, sketched, parsed):
    joined = [{"command": "gelucheck compare --dtype float16"}, {"command": "another"}]
    old = replace(run, provenance={"version": "0.0.9", "command": "old", "joined": joined})
    last = render(run, changes=compare_runs(old, run)).rpartition('id="provenance"')[2]
    titles = ["the earlier run", "part of the earlier run: 1", "part of the earlier run: 2"]
    assert re.findall("<h3>(.*)</h3>", last) == titles
    assert "0.0.9" in last and "another" in last


def test_names_are_not_obeyed(run, part, hostile_names):
    rows = tuple(replace(run.rows[0], implementation=name) for name in hostile_names)
    known = dict.fromkeys(hostile_names, "1")
    old = replace(run, rows=rows, provenance={"implementations": known})
    new = replace(run, provenance={"implementations": dict.fromkeys(hostile_names, "<b>2")})
    text, source = part(old, new)
    assert "<script" not in source and "<b>" not in source
    assert "n" * 60 not in source and "1 → &lt;b&gt;2" in text
