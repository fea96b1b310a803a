"""CSV of studies: every difference in a line, numbers exact."""

import csv
import importlib.util
import io
from dataclasses import replace
from pathlib import Path

from gelucheck.export.csv import COLUMNS as ROW_COLUMNS
from gelucheck.export.csv import render as render_run
from gelucheck.export.network_csv import COLUMNS, render

_SPEC = importlib.util.spec_from_file_location("studies", Path(__file__).with_name("studies.py"))
studies = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(studies)


def lines(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_a_line_for_each_network_swap_and_operator():
    both = [studies.small_study(), studies.deep_study(2)]
    found = lines(render(both))
    assert len(found) == 21 * 3 + 21 * 10
    assert tuple(found[0]) == COLUMNS
    assert {line["network"] for line in found} == {"plan.txt", "gpt2-block-stack"}
    assert [line["name"] for line in found[:3]] == ["n0", "n1", "n2"]


def test_numbers_are_exact():
    study = studies.small_study()
    for line, (swap, layer, last) in zip(
        lines(render([study])),
        [(s, each, n == 2) for s in study.swaps for n, each in enumerate(s.layers)],
        strict=True,
    ):
        assert float(line["max_abs.value"]) == layer.max_abs.value
        assert float(line["max_rel.got"]) == layer.max_rel.got
        assert (line["max_abs.seed"], line["max_abs.sample"], line["max_abs.unit"]) == (
            *("1", "12", "7"),
        )
        assert float(line["cosine"]) == layer.cosine
        assert (int(line["top1"]), int(line["places"])) == (layer.top1, layer.places)
        assert float(line["spread.mean_abs.low"]) == layer.spread["mean_abs"].low
        # the verdict is of the output
        assert line["verdict"] == ((swap.verdict or "") if last else "")


def test_what_does_not_exist_is_empty():
    found = lines(render([studies.bare_study()]))
    empty = {"max_abs.value", "max_abs.unit", "mean_abs", "cosine", "spread.top1.low"}
    assert all(not line[name] for line in found for name in empty)
    assert {line["lost"] for line in found} == {"12"}


def test_no_cell_is_a_formula_or_obeyed():
    found = lines(render([replace(studies.hostile_study(), name="=1+1")]))
    assert found[0]["network"] == "'=1+1"
    assert all(mark.isprintable() for line in found for cell in line.values() for mark in cell)


def test_a_run_with_rows_has_the_rows_only(run):
    assert lines(render_run(studies.run_of()))[0]["network"] == "plan.txt"
    both = render_run(replace(run, networks=(studies.small_study(),)))
    assert both == render_run(run)
    nothing = replace(run, rows=(), theorems=())
    assert tuple(lines(render_run(nothing))) == ()
    assert render_run(nothing).rstrip().split(",") == list(ROW_COLUMNS)
