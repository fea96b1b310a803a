"""The table fits its width, loses no figure, and is coloured only when asked."""

import math
import re
from dataclasses import replace

import pytest

from gelucheck.export.text import render
from gelucheck.record import Claim, Theorem

ANSI = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize(
    ("asked", "most"), [(20, 80), (80, 80), (99, 99), (100, 100), (200, 100)], ids=str
)
def test_width(run, strange, asked, most):
    for each in (run, strange):
        lines = render(each, width=asked).splitlines()
        assert max(map(len, lines)) <= most


@pytest.mark.parametrize("width", [80, 90, 100])
def test_no_figure_is_lost(run, width):
    words = render(run, width=width).split()
    for figure in (
        *("2.435e-3", "2037", "2.97265625", "-3.8828125", "1.438e-3", "1.696", "-5.15625"),
        *("7.769e-3", "254.9", "2.765625", "-8.625", "2.792e-2", "62.04", "2.140625", "-46.25"),
        *("63,488", "65,280", "262,143", "exhaustive", "sample", "62.33%", "99.9996%", "4.732e-4"),
        *("FAIL", "pass", "(FAIL)", "evaluation", "method", "native", "upcast", "float64"),
    ):
        assert figure in words


def test_a_row(run):
    """Two lines: the figures, and under each its x."""
    lines = render(replace(run, rows=run.rows[7:8])).splitlines()
    assert [" ".join(line.split()) for line in lines[:2]] == [
        "dtype evidence max abs max ulp evaluation method correctly claim",
        "arithmetic inputs at x at x ulp, at x abs, at x rounded cause",
    ]
    assert set(lines[2]) == {"─"}
    assert [line.split() for line in lines[3:6]] == [
        ["tanh"],
        ["float16", "exhaustive", "2.435e-3", "2037", "2037", "4.732e-4", "62.33%", "FAIL"],
        ["native", "63,488", "2.97265625", *["-3.8828125"] * 2, "-2.69921875", "evaluation"],
    ]


def test_color_only_when_asked(run):
    plain, colored = render(run), render(run, color=True)
    assert "\x1b" not in plain
    assert "\x1b[1;31mFAIL" in colored
    assert "\x1b[32mpass" in colored
    assert [line.rstrip() for line in ANSI.sub("", colored).splitlines()] == plain.splitlines()


@pytest.mark.parametrize("name", ["NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM"])
def test_the_environment_changes_nothing(run, monkeypatch, name):
    before = render(run), render(run, color=True)
    monkeypatch.setenv(name, "40" if name == "COLUMNS" else "dumb" if name == "TERM" else "1")
    assert (render(run), render(run, color=True)) == before


def test_lines_have_no_blanks_at_their_ends(run):
    assert not [line for line in render(run).splitlines() if line != line.rstrip()]


def test_names_are_shown_and_not_obeyed(strange):
    text = render(strange)
    assert 'torch:torch.nn.functional.gelu(approximate="tanh") · form tanh\n' in text
    assert "outputs:[bold]a|b`c`[/bold]\\x1b[31m\\nrm -rf\\u202e" in text
    assert "no form declared · gelu_grad" in text
    text.encode("utf-8")


def test_what_does_not_exist_is_a_dash(strange):
    line = render(replace(strange, rows=strange.rows[2:3])).splitlines()[4]
    assert line.split() == ["float16", "exhaustive", *["—"] * 6]


def test_infinite_errors(strange):
    assert render(replace(strange, rows=strange.rows[3:4])).splitlines()[4].count(" inf") == 2


def test_the_function_is_named_only_where_it_is_not_gelu(run):
    assert "gelu_grad" not in render(run)
    row = replace(run.rows[0], function="gelu_grad")
    assert "erf · gelu_grad\n" in render(replace(run, rows=(row,)))


@pytest.mark.parametrize(
    ("form", "asked", "shown"),
    [
        ("erf", False, "FAIL"),
        ("tanh", False, "FAIL"),
        ("sigmoid", False, "(FAIL)"),
        ("sigmoid", True, "FAIL"),
        (None, False, "FAIL"),
    ],
)
def test_a_verdict_that_does_not_count_is_in_parentheses(run, form, asked, shown):
    claim = Claim("atol", 1e-3, "fail", "evaluation", None, None)
    row = replace(run.rows[0], form=form, claims=(claim,))
    line = render(replace(run, rows=(row,)), forms_asked=asked).splitlines()[4]
    assert line.split()[-1] == shown


def test_a_limit_that_fails_is_named_and_its_figure_is_above_it(run, make_witness):
    """A verdict is decided on exact numbers; the digits follow."""
    row = run.rows[0]
    worst = make_witness("float16", math.nextafter(2.0, 3), 1.5)
    claim = Claim("max_ulp", 2.0, "fail", "evaluation", -1e-16, worst)
    row = replace(row, claims=(claim,), total=replace(row.total, max_ulp=worst))
    words = render(replace(run, rows=(row,))).split()
    assert {"FAIL", "max_ulp", "evaluation", "2.0000000000000004"} <= set(words)


def test_a_figure_that_is_too_long_goes_on_below(run, make_witness):
    """Every bound at once in the narrowest terminal: words stay whole, digits all there."""
    worst = make_witness("float16", math.nextafter(2.0, 3), 1.5)
    claims = (
        Claim("max_ulp", 2.0, "fail", "evaluation", -1e-16, worst),
        Claim("max_steps", 1, "fail", "evaluation", -1e-16, worst),
    )
    row = run.rows[0]
    errors = replace(row.total, max_ulp=worst)
    row = replace(row, claims=claims, total=errors, evaluation=errors, inputs=4278190080)
    lines = render(replace(run, rows=(row,)), width=80).splitlines()
    assert max(map(len, lines)) <= 80
    table = " ".join(lines[: lines.index("")])
    assert {"arithmetic", "float16", "exhaustive", "4,278,190,080"} <= set(table.split())
    assert "max_ulp," in table and "max_steps" in table
    digits = re.findall(r"[\d.]+", table)
    assert digits.count("2.00000000") == 2 or digits.count("2.000000000") == 2


def test_nothing_measured(run):
    assert render(replace(run, rows=(), theorems=())) == "no rows\n"


def test_findings_follow_the_table_worst_first(run):
    text = render(run)
    assert text.index("\nfindings\n") < text.index("  error ") < text.index("  warning ")
    assert "(nan-at-minus-infinity: all 21 rows)" in re.sub(r"\s+", " ", text)


def test_a_theorem_has_the_digits_that_its_enclosure_shares(run):
    """0.1234567 and 0.1234569 share six digits; the seventh is not sure."""
    known = Theorem("sup |a - b|", 0.1234568, 0.1234567, 0.1234569, -2.5)
    text = render(replace(run, theorems=(known,)))
    assert "theorem, on the whole real line: sup |a - b| = 1.23457e-1 at x = ±2.5.\n" in text


NARROWED = (
    *("max_ulp/(1+k)", "max_ulp against gelu", "max_steps in -6.0:-2.0", "max_abs against gelu"),
    *("max_rel", "mean_abs", "correctly_rounded in -0x1.921fb54442d18p+1:inf", "finding seam"),
)


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("count", [1, 3, len(NARROWED)])
def test_limits_of_every_name_fit(run, width, count):
    rows = []
    for row in run.rows:
        claims = (Claim(name, 1.0, "fail", "evaluation", -1.0, None) for name in NARROWED[:count])
        rows.append(replace(row, claims=tuple(claims)))
    lines = render(replace(run, rows=tuple(rows)), width=width).splitlines()
    assert max(map(len, lines)) <= width
    end = next(number for number, line in enumerate(lines) if line.startswith("max: against"))
    table = " ".join(lines[:end])
    words = table.replace(",", " ").split()
    named = ("max_ulp", "max_steps", "max_abs", "max_rel", "mean_abs", "rounded", "finding")
    expected = {1: 1, 3: 2}.get(count, len(named))
    for name in named[:expected]:
        assert words.count(name) >= len(rows)


def test_a_verdict_decides(scenes):
    def verdicts(name):
        run, verdict = scenes[name]
        lines = render(run, verdict=verdict).splitlines()
        return [line.split("%", 1)[1].split() for line in lines if "exhaustive" in line]

    assert verdicts("finding") == [["FAIL", "finding"], ["pass"]]
    assert verdicts("unjudged") == [["no", "answer"], ["pass"]]
    assert verdicts("expected") == [["(FAIL)", "max_steps"], ["pass"]]
