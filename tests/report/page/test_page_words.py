"""The sentences of the page: what it is about, what fails and why, what passes and by how much."""

import math
from dataclasses import replace

import pytest

from gelucheck.export.cases import cases_of
from gelucheck.export.marks import verdict_of
from gelucheck.record import Claim, Finding, Run
from gelucheck.report.labels import label_of, short
from gelucheck.report.page import render
from gelucheck.report.subject import subject_of
from gelucheck.report.summary import groups_of


def told(run, verdict=None):
    """By kind, what is said of which rows."""
    verdict = verdict_of(run, verdict)
    return {
        group.kind: [
            (line.row and line.row.label, line.words.replace("\xa0", " ")) for line in group.lines
        ]
        for group in groups_of(run, cases_of(run, verdict))
    }


def test_every_row_is_told_of_once(run):
    groups = told(run)
    labels = [label for lines in groups.values() for label, _ in lines]
    assert sorted(labels) == sorted(row.label for row in run.rows)
    assert {kind: len(lines) for kind, lines in groups.items()} == {
        "fail": 4,
        "pass": 10,
        "aside": 7,
    }


@pytest.mark.parametrize("number, words", [
    # |error| - ½ ulp is the value of the witness of the claim, 0.0019683, of which 0.001 is kept
    (0, "|error| − ½ ulp = 0.001968 is beyond 0.001, at x = 2.939453125; "
        "the form would keep it: the arithmetic breaks it"),
    (4, "1.000e-4 to spare, at x = 3.099609375"),
    (14, "1.000e-4 beyond, the fault of the form itself, at x = 2.26953125"),
])  # fmt: skip
def test_what_is_said_of_a_row(run, number, words):
    lines = dict(line for lines in told(run).values() for line in lines)
    assert lines[run.rows[number].label] == words


def test_of_many_limits_the_closest_is_told(run):
    claims = (
        Claim("max_ulp", 8, "pass", None, 4.0, None),  # half of it is left
        Claim("max_steps", 4, "pass", None, 1, None),  # a quarter
        Claim("max_abs", 1e-3, "pass", None, 9e-4, None),  # nearly all
    )
    rows = (replace(run.rows[4], claims=claims),)
    ((_, words),) = told(replace(run, rows=rows))["pass"]
    assert words == "max_steps: 1.000 to spare (the closest of 3)"


def test_what_would_pass_is_said_where_it_is_known(run, scenes):
    assert "would pass" not in repr(told(run))
    assert "; the limit 3881 would pass; the form would keep it" in repr(told(*scenes["fail"]))


def found(*levels):
    return tuple(Finding(f"slug-{n}", level, "It is so.", None) for n, level in enumerate(levels))


@pytest.mark.parametrize("claims, end", [
    (True, "to spare, at x = 3.099609375; but found: slug-1, slug-2"),
    (False, "no limit is set; but found: slug-1, slug-2"),
])  # fmt: skip
def test_who_reads_pass_is_told_of_errors(run, claims, end):
    row = replace(run.rows[4], findings=found("warning", "error", "error", "off"))
    rows = (row if claims else replace(row, claims=()),)
    ((_, words),) = told(replace(run, rows=rows))["pass" if claims else "none"]
    assert words.endswith(end)


@pytest.mark.parametrize("levels, words", [
    ((), None),
    (("warning",), None),
    (("error",), "But 1 error was found, which does not count in the verdict: see what was found"),
    (("error", "error"), "But 2 errors were found, which do not count in the verdict"),
])  # fmt: skip
def test_errors_stand_beside_a_verdict_of_pass(run, sketched, parsed, levels, words):
    text = parsed(render(replace(run, rows=(replace(run.rows[4], findings=found(*levels)),)))).text
    assert "PASS" in text
    assert (words in text) if words else ("not count in the verdict" not in text)


def test_an_output_that_is_no_number_is_no_figure(run):
    claim = replace(run.rows[0].claims[0], margin=None)
    claim = replace(claim, witness=replace(claim.witness, value=math.nan, got=math.nan))
    ((_, words),) = told(replace(run, rows=(replace(run.rows[0], claims=(claim,)),)))["fail"]
    assert words.startswith("the output is no number, which is beyond 0.001, at x = 2.93")


def test_the_fault_is_nobodys_where_no_form_is_declared(run):
    rows = (replace(run.rows[0], form=None, writing=None),)
    ((_, words),) = told(replace(run, rows=rows))["fail"]
    assert "the form" not in words and "arithmetic" not in words


@pytest.mark.parametrize("rows, words", [
    (slice(0, 0), "Nothing was measured."),
    (slice(0, 1), "1 row: erf in float16, held against exact GELU, x·Φ(x). "
                  "Tried: every value of the format."),
    (slice(0, 3), "3 rows: erf in float16, bfloat16 and float32, held against exact GELU, x·Φ(x). "
                  "Tried: every value of the format (2 rows) and a sample of the values (1 row)."),
])  # fmt: skip
def test_what_a_page_is_about(run, rows, words):
    assert subject_of(replace(run, rows=run.rows[rows])) == words


def test_many_names_are_counted(run):
    rows = [replace(run.rows[0], implementation=f"k{number}") for number in range(9)]
    assert subject_of(Run({}, tuple(rows))).startswith("9 rows: k0, k1, k2 and 6 more in float16")


@pytest.mark.parametrize("name, words", [
    ("erf", "erf"),
    ("a\nb", r"a\nb"),
    ("\u202e" * 100, r"\u202e" * 9 + r"\…"),
    ("n" * 10_000, "n" * 55 + "…"),
    ("", "''"),
    ("  ", "'  '"),
])  # fmt: skip
def test_a_name_in_a_table(name, words):
    assert short(name) == words
    assert len(short(name)) <= 56


def test_a_label(run):
    assert label_of(run.rows[0]) == "erf · float16 · native"
    assert label_of(replace(run.rows[0], function="gelu_grad", arithmetic=None)) == (
        "erf · float16 · gelu_grad"
    )
