"""Expected errors as text: beside the largest, in every output that lists rows."""

import csv as reader
import io
import math
import re
from dataclasses import replace

import pytest

from gelucheck.export import csv, json, markdown, text
from gelucheck.export.expected import expected_cells, expected_exactly
from gelucheck.export.stored import read_run
from gelucheck.record import Errors, Expected, Means

NORMAL = Expected("normal:1.0", "exhaustive", 63488, 1.0, Means(1.43096e-4, 1.85712), None)
OWN = replace(NORMAL, evaluation=Means(1.1e-4, 1.2544))
NOTHING = Expected("acts.npy", "given", 0, 0.0, Means(None, None), Means(None, None))
HOSTILE = "=a|b\x1b[31m\n`</td><script>\u202e\udc80;  x.npy"


@pytest.fixture
def expecting(run):
    """The tanh row in float16, native, under two distributions."""
    row = replace(run.rows[7], expected=(OWN, NOTHING))
    return replace(run, rows=(row, run.rows[8]))


def test_cells(expecting):
    cells = expected_cells(expecting.rows[0], OWN)
    assert (cells.weights, cells.evidence) == ("normal:1.0", "exhaustive")
    assert (cells.share, cells.inputs) == ("100%", "63,488")
    # the largest are those of the fixture: 0.002435…, 2036.5…, 2036.5…
    assert cells.abs == ("1.431e-4", "2.435e-3")
    assert cells.ulp == ("1.857", "2037")
    assert cells.own == ("1.254", "2037")


def test_what_there_is_not_is_a_dash(run):
    row = replace(run.rows[0], evaluation=None, total=Errors(*[None] * 6))
    cells = expected_cells(row, NOTHING)
    assert cells.share == "0%"
    assert {*cells.abs, *cells.ulp, *cells.own} == {"—"}


SHARES = [
    (1.0, "100%"),
    (0.75, "75.00%"),
    (1 - 2.0**-53, "99.99999999999999%"),
    (0.99999, "99.999%"),
    (5.2277e-26, "5.2e-24%"),
    (1e-4, "0.01%"),
    (0.0, "0%"),
]


@pytest.mark.parametrize(("share", "due"), SHARES)
def test_a_share_is_all_or_none_only_where_it_is(run, share, due):
    assert expected_cells(run.rows[0], replace(NORMAL, share=share)).share == due


def test_a_little_above_a_half_does_not_look_like_it(run):
    """As in the table: the largest of the tanh row, upcast, in float32."""
    assert expected_cells(run.rows[13], OWN).own[1] == "0.50001"


@pytest.mark.parametrize("width", [80, 100, 200])
def test_text(expecting, width):
    lines = text.render(expecting, width=width).splitlines()
    assert max(map(len, lines)) <= 100
    words = [line.split() for line in lines]
    at = words.index(["float16", "100%", "1.431e-4", "1.857", "1.254", "normal:1.0"])
    assert words[at + 1] == ["native", "63,488", "2.435e-3", "2037", "2037", "exhaustive"]
    assert words[at + 2] == ["float16", "0%", "—", "—", "—", "acts.npy"]
    # the other row has none
    assert sum("expected" in line for line in lines) == 2


def test_nothing_expected_nothing_said(run):
    for module in (text, markdown):
        assert "xpected" not in module.render(run)
    assert "expected" not in json.render(run)


def test_markdown(expecting):
    lines = markdown.render(expecting).splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("Expected errors"))
    cells = [cell.strip() for cell in lines[at + 4].strip("|").split("|")]
    assert cells[:7] == ["tanh", "float16", "native", "normal:1.0", "exhaustive", "100%", "63,488"]
    assert cells[7:] == ["1.431e-4", "2.435e-3", "1.857", "2037", "1.254", "2037"]


def test_whose_worst_it_is_and_what_is_counted(expecting):
    """The largest is of all inputs of the row, not of those that are given; of these the distinct
    values are counted."""
    from gelucheck.report import page

    for module in (text, markdown, page):
        shown = " ".join(re.sub("&#39;", "'", module.render(expecting)).split())
        assert "worst: over the row's own inputs" in shown or (
            "worst over the row's own inputs" in shown
        )
        assert "distinct" in shown and "worst abs" in shown


def test_csv_has_every_digit(expecting):
    rows = list(reader.DictReader(io.StringIO(csv.render(expecting))))
    assert rows[0]["expected"] == (
        "normal:1.0: abs=0.000143096 ulp=1.85712 own_abs=0.00011 own_ulp=1.2544 share=1.0 "
        "inputs=63488 evidence=exhaustive; acts.npy: share=0.0 inputs=0 evidence=given"
    )
    assert rows[1]["expected"] == ""


def test_infinite(run):
    item = replace(NORMAL, total=Means(0.5, math.inf))
    assert expected_cells(run.rows[0], item).ulp[0] == "inf"
    assert "ulp=inf" in expected_exactly(replace(run.rows[0], expected=(item,)))


def test_hostile_names(expecting, tmp_path):
    """Nothing a terminal, a spreadsheet, Markdown or HTML could take for more than a name."""
    from gelucheck.report import page

    row = replace(
        expecting.rows[0],
        expected=(replace(OWN, weights=HOSTILE), replace(OWN, weights="n" * 9000)),
    )
    run = replace(expecting, rows=(row,))
    shown = {each: each.render(run) for each in (text, csv, markdown, page)}
    for found in shown.values():
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f\u202e\ud800-\udfff]", found)
    assert max(map(len, shown[text].splitlines())) <= 100
    table = list(reader.DictReader(io.StringIO(shown[csv])))
    assert len(table) == 1 and table[0]["expected"].startswith("'=a|b")
    lines = [line for line in shown[markdown].splitlines() if line.startswith("| tanh")]
    assert len({len(re.findall(r"(?<!\\)\|", line)) for line in lines[1:]}) == 1
    assert "<script>\\u" not in shown[page] and "Expected errors" in shown[page]
    path = tmp_path / "run.json"
    path.write_text(json.render(run), encoding="utf-8")
    assert read_run(path).rows[0].expected == row.expected


def test_the_page_has_them(expecting):
    from gelucheck.report.measures import expected_of

    first, second = expected_of(expecting.rows[0])
    assert first == (
        *("normal:1.0", "exhaustive", "100%", "63,488"),
        *("1.431e-4", "2.435e-3", "1.857", "2037", "1.254", "2037"),
    )
    assert second[:4] == ("acts.npy", "given", "0%", "0")
    assert expected_of(expecting.rows[1]) == []
