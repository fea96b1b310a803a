"""Markdown is a table of GitHub's, whatever a name holds."""

import re
from dataclasses import replace

import pytest

from gelucheck.export.markdown import render
from gelucheck.export.markdown_table import escape
from gelucheck.record import Claim


def cells(line):
    return re.split(r"(?<!\\)\|", line)[1:-1]


def test_every_line_has_the_columns_of_the_head(run, strange):
    for each in (run, strange):
        table = [line for line in render(each).splitlines() if line.startswith("|")]
        assert len(table) == 2 + len(each.rows)
        assert {len(cells(line)) for line in table} == {14}


def test_figures(run):
    line = next(line for line in render(run).splitlines() if line.startswith("| tanh | float16"))
    assert [cell.strip() for cell in cells(line)] == [
        *("tanh", "float16", "native", "exhaustive", "63,488", "2.435e-3", "2.97265625"),
        *("2037", "-3.8828125", "2037", "-3.8828125", "4.732e-4", "62.33%", "**FAIL** evaluation"),
    ]


def test_every_digit_of_x(run):
    assert "| -7.123456789012345 |" in render(run)


def test_findings_and_claim(run):
    text = render(run)
    assert "Claim: |error| ≤ 0.001 + ½ ulp at every input." in text
    assert "In parentheses: shown, not claimed." in text
    assert text.index("- **error** cancellation") < text.index("- **warning** nan-at-minus")
    assert "In parentheses" not in render(run, forms_asked=True)


def test_nothing_to_tell(run):
    row = replace(run.rows[0], findings=(), claims=())
    assert render(replace(run, rows=(row,), theorems=())).count("\n") == 3


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("a|b", r"a\|b"),
        ("a\\|b", r"a\\\|b"),
        ("<script>", r"\<script\>"),
        ("&lt;", "&amp;lt;"),
        ("@everyone", "&#64;everyone"),
        ("`*_", r"\`\*\_"),
        ("one\ntwo", r"one\\ntwo"),
    ],
)
def test_escape(text, escaped):
    assert escape(text) == escaped


def test_a_verdict_names_the_limits_in_full(run):
    claims = (Claim("max_steps in -6.0:-2.0", 2, "fail", "evaluation", -1, None),)
    text = render(replace(run, rows=(replace(run.rows[0], claims=claims),)))
    assert r"| **FAIL** max\_steps in -6.0:-2.0 evaluation |" in text
    assert "Claim: max steps ≤ 2 where x is in -6.0:-2.0." in text


def test_a_finding_that_counts_fails_its_row(scenes):
    run, verdict = scenes["finding"]
    assert "**FAIL** finding cancellation" in render(run, verdict=verdict)
    assert "**FAIL**" not in render(run)
