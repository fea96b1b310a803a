"""The picture: formats, the same bytes again, and what is in it."""

import math
import re
from dataclasses import replace

import pytest

from gelucheck.errors import UsageError
from gelucheck.record import Claim, Run
from gelucheck.report.plots import draw, plot_kind

MAGIC = {".svg": b"<?xml", ".png": b"\x89PNG\r\n\x1a\n", ".pdf": b"%PDF"}


@pytest.fixture
def texts(monkeypatch):
    """Draws with letters as text rather than outlines, and gives the texts."""

    def draw_texts(run, rows=None):
        from gelucheck.report import plots

        settings = plots._settings() | {"svg.fonttype": "none"}
        monkeypatch.setattr(plots, "_settings", lambda: settings)
        return re.findall(r"<text[^>]*>([^<]*)</text>", draw(run, "a.svg", rows).decode())

    return draw_texts


@pytest.mark.parametrize("suffix", MAGIC)
def test_formats_and_the_same_bytes_again(plotted, suffix):
    some = plotted.rows[:2]
    first = draw(plotted, f"x{suffix.upper()}", some)
    assert first.startswith(MAGIC[suffix])
    assert first == draw(plotted, f"other/name{suffix}", some)
    assert b"Date" not in first


@pytest.mark.parametrize("path", ["error", "error.bmp", "error.svg.gz", ".svg", ""])
def test_other_suffixes(plotted, path):
    with pytest.raises(UsageError, match=r"\.svg, \.png, \.pdf"):
        draw(plotted, path)
    with pytest.raises(UsageError):
        plot_kind(path)


@pytest.mark.parametrize(
    "profile", [(), ((math.inf, 0.0, 0.0),), ((1.0, math.nan, 1.0),)], ids=["none", "inf", "nan"]
)
def test_nothing_to_draw(row, profile):
    with pytest.raises(UsageError, match="nothing to draw"):
        draw(Run({}, (row("erf", "native", "float16", profile),)), "a.svg")


def test_no_rows(plotted):
    with pytest.raises(UsageError, match="nothing to draw"):
        draw(plotted, "a.svg", [])


def test_what_is_written_in_it(plotted, texts):
    found = texts(plotted)
    assert {"float16", "float32", "absolute error", "error in ulp", "½ ulp", "x"} <= set(found)
    assert {
        f"{form} · {arithmetic}"
        for form in ("erf", "tanh", "sigmoid")
        for arithmetic in ("native", "upcast")
    } <= set(found)
    assert found.count("claim 0.001") == 2


def test_only_the_chosen_rows(plotted, texts):
    found = texts(plotted, [row for row in plotted.rows if row.dtype == "float16"][:1])
    assert "float32" not in found
    assert [text for text in found if " · " in text] == ["erf · native"]


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
def test_limits_that_are_a_height_are_drawn(row, texts, name, drawn, why):
    claims = (Claim(name, 3.0, "pass", None, 1.0, None),)
    given = replace(row("erf", "native", "float16"), claims=claims)
    assert ("limit 3" in texts(Run({}, (given,)))) == drawn, why


def test_no_error_says_so(row, texts):
    found = texts(Run({}, (row("erf", "native", "float16", ((100.0, 0.0, 0.0),)),)))
    assert found.count("no error") == 2


@pytest.mark.parametrize("name", ["a$b^c$", "a\nb\x1b", "x" * 300, "\udc80", "<&>", "漢字"])
@pytest.mark.filterwarnings("ignore:.*[Gg]lyph", "ignore:.*[Ff]ont")
def test_hostile_names(row, name):
    given = replace(row("erf", "native", "float16", ((1.0, 0.1, 1.0),)), implementation=name)
    for suffix in MAGIC:
        assert draw(Run({}, (given,)), f"a{suffix}")


def test_points_that_are_not_finite_leave_the_others(row, texts):
    points = ((-1.0, 1e-4, 1.0), (0.0, math.inf, math.nan), (1.0, 1e-5, 0.0))
    assert "erf · native" in texts(Run({}, (row("erf", "native", "float16", points),)))


@pytest.mark.parametrize(
    "points",
    [
        ((1.0, 1e-320, 1e-300), (2.0, 1e-310, 0.0)),
        ((-3.4e38, 1e38, 1e30), (3.4e38, 1e-45, 1.0)),
        ((0.0, 1.0, 1.0),),
        ((1e308, 1e308, 1e308), (-1e308, 5e-324, 5e-324)),
        ((-38.0, 1e-27, 1e296), (-30.0, 1e-21, 1e190)),
    ],
    ids=["tiny", "float32", "one", "float64", "sigmoid"],
)
@pytest.mark.filterwarnings("error")
def test_extremes(row, points):
    assert draw(Run({}, (row("erf", "native", "float64", points),)), "a.png")


def test_a_users_settings_change_nothing(plotted):
    import matplotlib

    some = plotted.rows[:1]
    before = draw(plotted, "a.png", some)
    with matplotlib.rc_context({"font.size": 30, "lines.linewidth": 9, "axes.facecolor": "red"}):
        assert draw(plotted, "a.png", some) == before
        assert matplotlib.rcParams["font.size"] == 30
