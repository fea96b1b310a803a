"""What the page shows of each row: its line in the table, and its details."""

import math
import re
from dataclasses import replace

import pytest

from gelucheck.record import COUNTS, HISTOGRAM, Errors, Run
from gelucheck.report import gallery, plots
from gelucheck.report.detail import detail_of
from gelucheck.report.measures import histogram_of
from gelucheck.report.page import render


def line_of(page, number=0):
    """The cells of a line of the table: pairs of attributes and text."""
    body = page.source.partition("<tbody>")[2].partition("</tbody>")[0]
    line = body.split("</tr>")[number]
    cells = re.findall(r"<(t[hd])([^>]*)>(.*?)</\1>", line, re.DOTALL)
    return [(attrs, re.sub(r"<[^>]*>", "", text)) for _, attrs, text in cells]


def heads_of(page):
    head = page.source.partition("<thead>")[2].partition("</thead>")[0]
    return re.findall(r"<th[^>]*>(.*?)</th>", head)


def section_of(page, slug):
    return page.source.partition(f'<section id="detail-{slug}"')[2].partition("</section>")[0]


def test_each_cell_stands_under_its_head(page, scenes):
    found = page("fail")
    row = scenes["fail"][0].rows[0]
    cells = dict(zip(heads_of(found), line_of(found), strict=True))
    assert cells["implementation"][1].split()[0] == row.implementation
    assert cells["claim"][1].startswith("FAIL")
    assert cells["format"][1] == row.dtype
    assert cells["arithmetic"][1] == row.arithmetic
    assert cells["inputs"][1].split() == [f"{row.inputs:,}", row.evidence]


def test_figures_are_sorted_by_all_their_digits(page, scenes):
    found = page("fail")
    row = scenes["fail"][0].rows[0]
    cells = dict(zip(heads_of(found), line_of(found), strict=True))
    for head, value in (
        ("max abs", row.total.max_abs.value),
        ("max ulp", row.total.max_ulp.value),
        ("evaluation max ulp", row.evaluation.max_ulp.value),
        ("method max abs", row.method.value),
        ("correctly rounded", row.correctly_rounded / row.inputs),
        ("inputs", row.inputs),
    ):
        (text,) = re.findall(r'data-value="(.*?)"', cells[head][0])
        assert float(text) == value


def test_a_figure_that_does_not_exist_has_no_value(run, make_witness, sketched, parsed):
    infinite = make_witness("float16", math.inf, 1.5)
    nan = make_witness("float16", math.nan, 1.5)
    row = run.rows[0]
    row = replace(row, evaluation=None, method=nan, total=replace(row.total, max_abs=infinite))
    found = parsed(render(replace(run, rows=(row,))))
    cells = dict(zip(heads_of(found), line_of(found), strict=True))
    assert "data-value" not in cells["evaluation max ulp"][0]
    assert "data-value" not in cells["method max abs"][0]
    # what JavaScript's Number reads
    assert 'data-value="Infinity"' in cells["max abs"][0]


def test_every_row_has_a_line_and_details_that_link_to_each_other(run, sketched, parsed):
    found = parsed(render(run))
    slugs = [attrs["id"] for tag, attrs in found.tags if tag == "tr" and "id" in attrs]
    assert len(slugs) == 21
    assert all(re.fullmatch(r"[a-z0-9-]{1,64}", slug) for slug in slugs)
    assert slugs[0] == "erf-float16-native-gelu"
    details = [name for name in found.all("section", "id") if name.startswith("detail-")]
    assert details == [f"detail-{slug}" for slug in slugs]
    links = [attrs["href"] for _, attrs in found.tags if attrs.get("class") == "detail"]
    assert links == [f"#{name}" for name in details]
    for slug in slugs:
        assert f'href="#{slug}"' in section_of(found, slug)


def test_details_hold_all_that_is_known(run, sketched, parsed):
    found = parsed(render(run))
    text = section_of(found, "tanh-float16-native-gelu")
    row = run.rows[7]
    for errors in (row.total, row.evaluation):
        for figure in (errors.max_abs, errors.max_ulp):
            told = (repr(figure.value), figure.x_hex, figure.bits, repr(figure.want))
            assert all(part.removesuffix(".0") in text for part in told)
    for words in (
        *("0.0001", "0.0002", "1e-05", "2e-05"),  # the means
        *(f"{row.correctly_rounded:,} of 63,488", f"{row.faithful:,} of 63,488"),
        *("<td>5</td>", "<td>3</td>", "<td>2</td>"),  # the histogram
        *("NaN where a number is due", "−∞", "0.2500"),  # the counts, a region
        *("cancellation", "nan-at-minus-infinity", "lost all digits"),
        *("See it again", "gelucheck explain bits:"),
        *("|error| ≤ 0.001 + ½ ulp at every input", "the arithmetic breaks it"),
    ):
        assert words in text
    assert "wrong sign" not in text  # that did not occur


def test_shares_of_steps_are_of_all_finite_inputs(run):
    # 100 inputs: 60, 20, 5, 4, 1 of them counted, and 10 at which no number came
    counted = dict(zip(HISTOGRAM, (60, 20, 5, 4, 1), strict=True))
    row = replace(run.rows[0], inputs=100, histogram=counted)
    shares = [share for _, _, share in histogram_of(row)]
    assert shares == ["60.00%", "20.00%", "5.00%", "4.00%", "1.00%", "10.00%"]
    assert histogram_of(row)[-1][:2] == ("no number", "10")


@pytest.mark.parametrize("form, function, own, exact", [
    ("erf", "gelu", "exact GELU", "exact GELU"),
    ("tanh", "gelu", "the exact tanh form", "exact GELU"),
    ("tanh", "gelu_grad", "the exact tanh form's derivative", "the exact derivative of GELU"),
])  # fmt: skip
def test_tables_say_what_their_errors_are_against(run, form, function, own, exact):
    total = run.rows[7].total
    evaluation = total if form == "erf" else run.rows[7].evaluation
    row = replace(run.rows[7], form=form, function=function, total=total, evaluation=evaluation)
    detail = detail_of(row, [], "")
    assert (detail.own, detail.exact) == (own, exact)


@pytest.mark.parametrize("count", ["flushed", "range"])
def test_what_occurs_is_counted_in_words(run, sketched, parsed, count):
    counts = dict.fromkeys(COUNTS, 0) | {count: 1234}
    rows = (replace(run.rows[0], counts=counts),)
    text = section_of(parsed(render(replace(run, rows=rows))), "erf-float16-native-gelu")
    assert text.count("<td>1,234</td>") == 1


def test_every_word_of_a_row_is_spelled_out(run, sketched, parsed):
    words = dict.fromkeys(("implementation", "form", "writing"), "a\ud800\u202eb\x1b")
    row = replace(run.rows[7], **words)
    assert row.evaluation != row.total
    found = parsed(render(replace(run, rows=(row,))))
    assert "the exact a\\ud800\\u202eb\\x1b form" in found.text
    assert "the a\\ud800\\u202eb\\x1b form itself" in found.text
    # a blank that keeps a line together is ours
    assert all(mark.isprintable() for mark in found.text if mark not in "\n\u00a0")


def test_pictures_stand_with_their_words(run, sketched, parsed):
    found = parsed(render(run))
    of_rows = [name for name, plot in plots.PLOTS.items() if plot.of == "row"]
    of_runs = [name for name, plot in plots.PLOTS.items() if plot.of == "run"]
    figures = found.all("figure", "class")
    assert figures.count("plot small") == 21 * len(of_rows) > 0
    assert figures.count("plot whole") == len(of_runs) > 0
    for name in (*of_rows, *of_runs):
        assert f"The {name} in words." in found.text
    for attrs in (attrs for tag, attrs in found.tags if tag == "svg"):
        assert attrs["role"] == "img" and attrs["aria-labelledby"]


def test_where_there_is_no_room_what_fails_has_its_pictures(run, sketched, parsed, monkeypatch):
    whole = sum(len(hung.picture.svg) for hung in gallery.gallery_of(run).run)
    each = sum(len(hung.picture.svg) for hung in gallery.gallery_of(run).rows[-1])
    failing = 4  # rows of the erf and tanh forms whose arithmetic breaks the claim
    monkeypatch.setattr(gallery, "ROOM", whole + failing * each)
    found = parsed(render(run))
    drawn = [f"p{n}_" for n in range(21) if f'id="p{n}_' in found.source]
    claimed = [row for row in run.rows if row.form != "sigmoid"]
    failed = [row for row in claimed if row.claims[0].verdict == "fail"]
    assert drawn == [f"p{run.rows.index(row)}_" for row in failed]
    assert "17 of 21 rows have no pictures here" in found.text


def test_nothing_measured_nothing_declared(strange, sketched, parsed):
    found = parsed(render(strange))
    assert "none declared" in found.text
    assert "the exact derivative of GELU" in found.text
    assert r"\x1b[31m\nrm -rf\u202e, \udc80.npy" in "".join(found.words)


def test_a_row_of_nothing_but_its_name(run, sketched, parsed):
    none = Errors(None, None, None, None, None, None)
    bare = replace(
        run.rows[0],
        **{"inputs": 0, "total": none, "evaluation": None, "method": None, "form": None},
        **{"writing": None, "findings": (), "claims": (), "regions": (), "worst": ()},
        **{"correctly_rounded": 0, "faithful": 0, "histogram": {}, "counts": {}},
    )
    found = parsed(render(Run({}, (bare,))))
    assert "Held to nothing" in found.text
    assert "See it again" not in found.text
    assert "Proved" not in found.text


def test_a_page_of_36_rows_can_be_sent(run):
    rows = tuple(
        replace(row, implementation=f"{row.implementation} {number}")
        for number in range(2)
        for row in run.rows
    )[:36]
    text = render(replace(run, rows=rows))
    assert text.count("<tr id=") == 36
    assert len(text.encode()) < 2_000_000
