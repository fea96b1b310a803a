"""Every kind of picture with every kind of odd row: it is drawn, or there is nothing to draw."""

import math
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from gelucheck.record import HISTOGRAM, Claim, Errors, Run, Window, Witness
from gelucheck.report.plots import PLOTS, draw, inline

ROWS = [name for name, plot in PLOTS.items() if plot.of != "study"]
"""The kinds that are drawn of rows."""

NAMES = {
    "script": "<script>alert(1)</script>",
    "dollar": "a$b^c$ \\frac{1}{2}",
    "long": "x" * 10_000,
    "direction": "\u202eevil\u202c אבג",
    "newline": "a\nb\x1b[31m\x00",
    "wide": "漢字 🙂",
    "broken": "\udc80\ufffe",
    "quotes": "\"'&amp;<!--",
}


def witness(value, x=1.0):
    return Witness(value, x, "0x1p+0", "0x3c00", 2.0, 1.0)


def errors(size, ulp, steps=0):
    return Errors(witness(size), witness(ulp), witness(size), witness(steps), 0.0, 0.0)


def flat(row, **figures):
    return tuple(window._replace(**figures) for window in row.profile)


def odd_rows(row):
    zero = dict.fromkeys(("abs_low", "abs_high", "ulp_low", "ulp_high", "rel", "own"), 0.0)
    big = {"abs_low": -1e308, "abs_high": 1e308, "ulp_high": math.inf, "rel": 1e308}
    tiny = {"abs_low": 0.0, "abs_high": 5e-324, "ulp_low": 0.0, "ulp_high": 1e-300, "rel": 5e-324}
    none = dict.fromkeys(HISTOGRAM, 0)
    one = Window(-4.125, -4.0, -1e-7, 2e-7, -1.0, 3.0, 1e-4, None)
    lost = replace(row, profile=(), total=Errors(*[None] * 6), evaluation=None, method=None)
    rows = {
        "all NaN": replace(lost, histogram=none, counts=row.counts | {"nan": row.inputs}),
        "no inputs": replace(lost, histogram=none, inputs=0, correctly_rounded=0),
        "no error": replace(row, profile=flat(row, **zero), total=errors(0.0, 0.0)),
        "one window": replace(row, profile=(one,), form=None, evaluation=None, method=None),
        "one right": replace(row, profile=(one._replace(start=1.0, stop=1.03125),)),
        "at zero": replace(row, profile=(one._replace(start=0.0, stop=2.0**-10),)),
        "outermost": replace(row, profile=(row.profile[0], row.profile[-1])),
        "gaps": replace(row, profile=row.profile[::7]),
        "huge": replace(row, profile=flat(row, **big), total=errors(1e308, math.inf, 2**64)),
        "tiny": replace(row, profile=flat(row, **tiny), total=errors(5e-324, 1e-300)),
        "beyond": replace(row, profile=(one._replace(start=-256.0, stop=-130.0),)),
        "no figures": replace(row, total=errors(math.nan, math.nan), method=witness(math.inf)),
        "no format": replace(row, dtype="float8_e4m3"),
        "no function": replace(row, function="swish"),
        "limits": replace(
            row,
            claims=tuple(
                Claim(name, bound, "fail", None, -1.0, None)
                for name, bound in (("max_ulp", 0.0), ("max_abs", 1e300), ("atol", 5e-324))
            ),
        ),
    }
    named = {f"named {key}": replace(row, implementation=name) for key, name in NAMES.items()}
    return rows | named


CASES = [
    "all NaN", "no inputs", "no error", "one window", "one right", "at zero", "outermost", "gaps",
    "huge", "tiny", "beyond", "no figures", "no format", "no function", "limits",
    *(f"named {key}" for key in NAMES),
]  # fmt: skip
ABSENT = {
    "all NaN": {"formats", "split", "error", "tail"},
    "no inputs": {"formats", "split", "error", "tail", "steps"},
    "one right": {"tail"},
    "at zero": {"tail"},
    "outermost": {"tail"},
    "beyond": {"formats", "error", "tail"},
    "no figures": {"split"},
}
"""What there is nothing to draw of."""


def test_the_cases_are_all(row):
    assert list(odd_rows(row())) == CASES


@pytest.mark.parametrize("kind", ROWS)
@pytest.mark.parametrize("case", CASES)
@pytest.mark.filterwarnings("error")
def test_odd_rows(row, case, kind):
    given = odd_rows(row())[case]
    picture = inline(None, kind, "a", [given])
    if kind in ABSENT.get(case, ()):
        assert picture is None
        return
    assert len(picture.svg) < 60_000
    root = ElementTree.fromstring(picture.svg)
    tags = {item.tag.rpartition("}")[2] for item in root.iter()}
    assert tags <= {"svg", "title", "desc", "path", "text"}
    width = float(root.get("width"))
    for item in root:
        # no nan, no inf
        assert re.fullmatch(r"[MhvlCQz0-9. -]*", item.get("d", ""))
        if item.tag.endswith("text"):
            assert 0 <= float(item.get("x")) <= width
            assert all(mark.isprintable() for mark in item.text)


@pytest.mark.parametrize("kind", ROWS)
@pytest.mark.parametrize("suffix", [".png", ".pdf"])
@pytest.mark.filterwarnings("error")
def test_some_of_them_in_one_file(row, kind, suffix):
    rows = odd_rows(row())
    some = ("no error", "one window", "gaps", "huge", "named wide", "named broken")
    run = Run({}, tuple(rows[case] for case in some))
    assert draw(run, f"a{suffix}", kind)


def test_a_row_beyond_the_axis_that_another_needs(row):
    one = Window(-4.125, -4.0, -1e-7, 2e-7, -1.0, 3.0, 1e-4, None)
    few = replace(row(), profile=(one,))
    right = one._replace(start=7.0, stop=8.0, abs_low=0.0, abs_high=0.0, ulp_low=0.0, ulp_high=0.0)
    far = replace(few, implementation="far", profile=(right,))
    assert "far · float16" in inline(None, "formats", "a", [few, far]).words


def test_no_error_says_so(row):
    given = odd_rows(row())["no error"]
    for kind, times in (("error", 2), ("tail", 1), ("formats", 2)):
        assert inline(None, kind, "a", [given]).svg.count(">no error<") == times


def test_outputs_that_are_no_numbers_are_told_of(row):
    given = odd_rows(row())["all NaN"]
    picture = inline(None, "steps", "a", [given])
    assert "no number" in picture.svg
    assert "At 63,488 inputs the output is NaN" in picture.words
