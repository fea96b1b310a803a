"""The door to the pictures: kinds and suffixes, the same bytes again, a user's settings."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from gelucheck.errors import UsageError
from gelucheck.record import Claim, Run
from gelucheck.report.pictures.look import width_of
from gelucheck.report.plots import PLOTS, draw, find_plot, inline, plot_kind

MAGIC = {".svg": b"<?xml", ".png": b"\x89PNG\r\n\x1a\n", ".pdf": b"%PDF"}
ROWS = [name for name, plot in PLOTS.items() if plot.of != "study"]
"""The kinds that are drawn of rows, together or each."""
OF_ROWS = [name for name, plot in PLOTS.items() if plot.of == "row"]


def texts(run, kind="formats", rows=None):
    root = ElementTree.fromstring(draw(run, "a.svg", kind, rows))
    return [item.text for item in root if item.tag.endswith("text")]


def test_kinds():
    assert list(PLOTS) == ["forms", "formats", "split", "error", "tail", "steps", "depth"]
    assert OF_ROWS == ["error", "tail", "steps"]


@pytest.mark.parametrize("suffix", MAGIC)
@pytest.mark.parametrize("kind", ROWS)
def test_formats_and_the_same_bytes_again(plotted, kind, suffix):
    some = plotted.rows[:2]
    first = draw(plotted, f"x{suffix.upper()}", kind, some)
    assert first.startswith(MAGIC[suffix])
    assert first == draw(plotted, f"other/name{suffix}", kind, some)
    assert b"Date" not in first


@pytest.mark.parametrize("path", ["error", "error.bmp", "error.svg.gz", ".svg", ""])
def test_other_suffixes(plotted, path):
    with pytest.raises(UsageError, match=r"\.svg, \.png, \.pdf"):
        draw(plotted, path)
    with pytest.raises(UsageError):
        plot_kind(path)


@pytest.mark.parametrize("name", ["", "Error", "page", "../forms", "forms\n"])
def test_other_kinds(plotted, name):
    for ask in (find_plot, lambda name: draw(plotted, "a.svg", name)):
        with pytest.raises(UsageError, match="forms, formats, split, error, tail, steps"):
            ask(name)
    with pytest.raises(UsageError):
        inline(plotted, name, "a")


@pytest.mark.parametrize("kind", ["formats", "error", "tail"])
def test_a_run_without_curves(row, kind):
    old = Run({}, (row(profile=()),))
    with pytest.raises(UsageError, match="stored without curves"):
        draw(old, "a.svg", kind)
    assert inline(old, kind, "a") is None


@pytest.mark.parametrize("kind", ["split", "steps"])
def test_what_needs_no_curve_is_drawn_of_an_old_run(row, kind):
    assert inline(Run({}, (row(profile=()),)), kind, "a")


@pytest.mark.parametrize("kind", ["formats", "split", "error", "tail", "steps"])
def test_no_rows(plotted, kind):
    with pytest.raises(UsageError, match="nothing to draw"):
        draw(plotted, "a.svg", kind, [])
    assert inline(plotted, kind, "a", []) is None


def test_the_forms_need_no_run():
    assert inline(None, "forms", "a").title == PLOTS["forms"].title


def test_what_is_written_in_it(plotted):
    found = texts(plotted)
    assert "float16: absolute error" in found
    assert "float64: absolute error" in found
    assert {"error in ulp", "x", "½ ulp (below), claim 0.001 (above)"} <= set(found)
    assert {
        f"{form} · {arithmetic}"
        for form in ("erf", "tanh", "sigmoid")
        for arithmetic in ("native", "upcast")
    } <= set(found)


def test_only_the_chosen_rows(plotted):
    found = texts(plotted, rows=plotted.rows[:1])
    assert not any(text.startswith("float32") for text in found)
    assert [text for text in found if " · " in text] == ["erf · native"]


@pytest.mark.parametrize("kind", OF_ROWS)
def test_a_sheet_of_rows_names_each(plotted, kind):
    some = plotted.rows[:4]
    names = {f"{row.label}, {row.evidence}" for row in some}
    assert names <= set(texts(plotted, kind, some))


@pytest.mark.parametrize("kind", OF_ROWS)
def test_a_long_name_leaves_the_evidence(plotted, kind):
    row = replace(plotted.rows[0], implementation="python:" + "long." * 40)
    told = [text for text in texts(plotted, kind, [row, row]) if text.endswith(", exhaustive")]
    assert len(told) == 2 and all("…" in text for text in told)


def test_counts_of_all_of_float32_are_not_cut(plotted):
    counted = {"0": 4_113_839_187, "1": 4_113_839_187}
    row = replace(plotted.rows[0], inputs=4_278_190_080, histogram=counted)
    root = ElementTree.fromstring(draw(Run({}, (row,)), "a.svg", "steps"))
    ends = [
        float(item.get("x")) + width_of(item.text)
        for item in root
        if item.tag.endswith("text") and "4,113,839,187" in item.text
    ]
    assert len(ends) == 2 and max(ends) <= float(root.get("width"))


@pytest.mark.parametrize("kind, words", [
    ("formats", ["exhaustive", "sample"]),  # a panel for each format
    ("split", ["largest absolute error (logarithmic); evidence: exhaustive and sample"]),
])  # fmt: skip
def test_a_picture_says_how_much_was_tried(plotted, kind, words):
    rows = [replace(plotted.rows[0], evidence="exhaustive"),
            replace(plotted.rows[0], dtype="float32", evidence="sample")]  # fmt: skip
    assert set(words) <= set(texts(plotted, kind, rows))


@pytest.mark.parametrize("functions, words", [
    (["gelu"], "against exact GELU in"),
    (["gelu_grad"], "against the exact derivative of GELU in"),
    (["gelu", "gelu_grad"], "against exact GELU or the derivative of GELU in"),
])  # fmt: skip
def test_what_errors_are_against(plotted, functions, words):
    rows = [replace(plotted.rows[0], function=name) for name in functions]
    assert words in inline(plotted, "formats", "a-", rows).words


@pytest.mark.parametrize("name, drawn, why", [
    ("max_ulp", True, "a height"),
    ("max_ulp against gelu", True, "a height"),
    ("max_abs", True, "a height of the other panel"),
    ("max_abs against gelu", True, "a height of the other panel"),
    ("max_ulp/(1+k)", False, "times the condition: no height"),
    ("max_ulp in 1.0:2.0", False, "not of all inputs"),
    ("max_steps", False, "no panel shows steps"),
    ("finding seam", False, "no figure"),
])  # fmt: skip
def test_limits_that_are_a_height_are_drawn(row, name, drawn, why):
    given = Run({}, (row(claims=(Claim(name, 3.0, "pass", None, 1.0, None),)),))
    assert any("limit 3" in text for text in texts(given)) == drawn, why
    assert any("limit ±3" in text for text in texts(given, "error")) == drawn, why


@pytest.mark.parametrize("kind", ROWS)
def test_a_users_settings_change_nothing(plotted, kind):
    import matplotlib

    some = plotted.rows[:1]
    before = draw(plotted, "a.svg", kind, some), draw(plotted, "a.png", kind, some)
    mine = {"font.size": 30, "text.usetex": True, "lines.linewidth": 9, "path.sketch": (9, 9, 9)}
    with matplotlib.rc_context(mine):
        after = draw(plotted, "a.svg", kind, some), draw(plotted, "a.png", kind, some)
        assert matplotlib.rcParams["font.size"] == 30
    assert before == after


@pytest.mark.parametrize("kind", ROWS)
def test_a_picture_for_a_page(plotted, kind):
    picture = inline(plotted, kind, "p-1", plotted.rows[:3])
    assert picture.name == kind
    assert picture.title.startswith(PLOTS[kind].title)
    assert picture == inline(plotted, kind, "p-1", plotted.rows[:3])
    root = ElementTree.fromstring(picture.svg)
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "p-1-title p-1-desc"
    title, desc = list(root)[:2]
    assert (title.text, desc.text) == (picture.title, picture.words)


def test_ids_are_prefixed_and_alone_in_the_page(plotted):
    pictures = [inline(plotted, kind, f"n{n}", [plotted.rows[0]]) for n, kind in enumerate(ROWS)]
    ids = [each for picture in pictures for each in re.findall(r'\bid="([^"]*)"', picture.svg)]
    assert len(ids) == len(set(ids)) == 2 * len(ROWS)
    assert all(re.match(r"n\d-", each) for each in ids)


@pytest.mark.parametrize("kind", ROWS)
def test_nothing_in_it_reaches_out_or_runs(plotted, kind):
    svg = inline(plotted, kind, "a").svg
    assert svg.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert svg.count("http") == 1
    for word in ("<script", "<style", "href", "url(", "<!", "<?", " on", "<image", "@import"):
        assert word not in svg.replace(" on ", " ").replace(" only ", " "), word


def test_the_colours_are_the_pages(plotted):
    svg = inline(plotted, "error", "a", plotted.rows[:1]).svg
    colors = re.findall(r"#[0-9a-f]{6}", svg)
    assert colors
    assert len(colors) == len(re.findall(r"var\(--(?:ink|muted|grid|paper|c[1-7]), #", svg))
    assert "var(" not in draw(plotted, "a.svg", "error", plotted.rows[:1]).decode()


def test_no_two_series_look_alike(plotted):
    from gelucheck.report.pictures.look import series_look

    assert len({series_look(number) for number in range(84)}) == 84
    many = [replace(plotted.rows[0], implementation=f"torch:{n}") for n in range(40)]
    assert {f"torch:{n} · native" for n in range(40)} <= set(texts(Run({}, tuple(many))))


def test_the_pictures_of_a_run_are_small(plotted):
    """A page of 21 rows is to be below 2 MB, these well below half of it."""
    of_row = sum(len(inline(plotted, kind, "a", plotted.rows[:1]).svg) for kind in OF_ROWS)
    assert 21 * of_row + len(inline(plotted, "formats", "a").svg) < 900_000


def test_what_is_no_number_is_told_below_the_formats():
    from gelucheck import api
    from gelucheck.report.plots import inline

    run = api.compare(dtypes=["float8_e4m3fn", "float8_e5m2"], forms=["tanh"])
    svg = inline(run, "formats", "p").svg
    # of the 254 finite values of e4m3fn pow(x, 3) > 448 for 94; in e5m2 it is an infinity, and
    # what is no number at −inf, which is no finite value, is not told
    assert "no number at so many inputs: tanh · native 94" in svg
    assert svg.count("no number at") == 1
