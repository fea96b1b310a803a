"""Studies in Markdown: tables that GitHub draws, names that do nothing."""

import importlib.util
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from gelucheck.export.markdown import render as render_run
from gelucheck.export.network_markdown import lines_of

_SPEC = importlib.util.spec_from_file_location("studies", Path(__file__).with_name("studies.py"))
studies = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(studies)


def tables(lines):
    """The tables, each a list of lists of cells; a bar that is escaped ends no cell."""
    found = []
    for before, line in zip(["", *lines], lines, strict=False):
        if line.startswith("|"):
            if not before.startswith("|"):
                found.append([])
            found[-1].append([cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
    return found


@pytest.mark.parametrize("study", [
    studies.small_study(), studies.deep_study(9), studies.hostile_study(), studies.bare_study()
])  # fmt: skip
def test_tables_are_rectangles_with_a_blank_line_around(study):
    lines = lines_of([study])
    found = tables(lines)
    assert len(found) >= 3
    for table in found:
        assert len({len(line) for line in table}) == 1
        assert set(table[1]) <= {"---", "---:"}
    for before, line in pairwise(lines):
        if before.startswith("|") != line.startswith("|"):
            assert "" in (before, line)


def test_the_figures_of_the_output():
    lines = lines_of([studies.small_study()])
    (output,) = (table for table in tables(lines) if "max abs" in table[0])
    head, _, *rows = output
    assert len(rows) == 21
    row = dict(zip(head, next(r for r in rows if r[:3] == ["tanh", "float16", "native"]),
                   strict=True))  # fmt: skip
    assert row["max abs"] == "1.360e-3" and row["over the seeds"] == "6.80e-4…1.36e-3"
    assert row["top-1 changed"] == "2 of 192" and row["swap against rounding"] == "below"
    assert (row["got"], row["reference"]) == ("0.251360", "0.250000")
    float64 = next(r for r in rows if r[:3] == ["erf", "float64", "native"])
    assert r"\<1.1e-16" in float64


def test_answers_stand_before_the_tables():
    lines = lines_of([studies.small_study()])
    first = next(number for number, line in enumerate(lines) if line.startswith("|"))
    answers = [number for number, line in enumerate(lines) if "own rounding:" in line]
    assert answers and max(answers) < first


def test_names_do_nothing():
    text = "\n".join(lines_of([studies.hostile_study()]))
    assert "<script>" not in text and "@x" not in text
    assert all(mark.isprintable() for mark in text.replace("\n", ""))
    assert not re.search(r"(?<!\\)`", text)


def test_of_a_run_rows_come_first(run):
    alone = render_run(studies.run_of())
    assert alone == "\n".join(lines_of([studies.small_study()])) + "\n"
    both = render_run(replace(run, networks=(studies.small_study(),)))
    assert both == f"{render_run(run)}\n{alone}"


def test_a_heading_for_each():
    lines = lines_of([studies.small_study(), studies.deep_study(2)])
    assert [line for line in lines if line.startswith("#")] == [
        "### Network plan.txt",
        "### Network gpt2-block-stack",
    ]
