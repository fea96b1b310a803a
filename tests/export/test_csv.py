"""CSV is flat, exact, and read back by pandas."""

import io
import math
from dataclasses import replace

import pandas as pd
import pytest

from gelucheck.export.csv import COLUMNS, render
from gelucheck.gate.figures import FIGURES
from gelucheck.record import Claim

# exact in every version of pandas, those that warn because it has become their own way included
pytestmark = pytest.mark.filterwarnings("ignore:.*float_precision")


def read(run):
    return pd.read_csv(io.StringIO(render(run)), float_precision="round_trip")


def test_pandas_reads_it_back(run):
    table = read(run)
    assert len(table) == 21
    for number, row in enumerate(run.rows):
        got = table.iloc[number]
        assert got["implementation"] == row.implementation
        assert got["inputs"] == row.inputs
        assert got["total.max_abs.value"] == row.total.max_abs.value
        assert got["total.max_ulp.value"] == row.total.max_ulp.value
        assert got["total.max_ulp.x"] == row.total.max_ulp.x
        assert float.fromhex(got["total.max_ulp.x_hex"]) == row.total.max_ulp.x
        assert got["total.max_steps.value"] == row.total.max_steps.value
        assert got["evaluation.rms_abs"] == row.evaluation.rms_abs
        assert got["method.max_abs.value"] == row.method.value
        assert got["counts.nan"] == 1
        assert got["histogram.more"] == 2
        assert got["claims.atol.verdict"] == row.claims[0].verdict
        assert got["claims.atol.atol"] == 1e-3
        assert got["claims.atol.witness.x"] == row.claims[0].witness.x
    assert table["findings"][0] == "nan-at-minus-infinity;cancellation"


def test_the_names_of_the_columns(run):
    """Some from the documents; the header is the same whatever the run holds."""
    names = {
        *("total.max_ulp.value", "total.max_ulp.x", "total.max_ulp.x_hex", "total.mean_abs"),
        *("evaluation.max_steps.bits", "counts.nan", "counts.missing_inf", "histogram.more"),
        *("histogram.0", "claims.atol.verdict", "claims.max_ulp.margin", "method.max_abs.value"),
    }
    assert names <= set(COLUMNS)
    assert len(set(COLUMNS)) == len(COLUMNS)
    assert render(run).split("\n")[0] == ",".join(COLUMNS)


def test_every_figure_has_a_column(run, strange):
    from gelucheck.export.csv import flatten

    for row in (*run.rows, *strange.rows):
        assert set(flatten(row)) <= set(COLUMNS)


def test_what_does_not_exist_is_empty(strange):
    table = read(strange)
    assert pd.isna(table["form"][1])
    assert pd.isna(table["evaluation.max_abs.value"][1])
    assert pd.isna(table["method.max_abs.value"][1])
    assert pd.isna(table["total.max_abs.value"][2])
    assert pd.isna(table["claims.atol.verdict"][2])
    assert table["total.max_abs.value"][3] == math.inf
    assert math.isnan(table["total.max_abs.want"][3])


def test_a_name_is_no_formula(strange):
    assert read(strange)["implementation"][2] == "'=HYPERLINK(0)"


def test_a_name_stays_on_its_line(strange):
    assert render(strange).count("\n") == 1 + len(strange.rows)
    assert "\x1b" not in render(strange)


def test_every_figure_of_a_limit_has_columns_and_what_narrows_one_has_not(run):
    claims = (
        Claim("correctly_rounded", 0.5, "pass", None, 0.25, None),
        Claim("max_steps in -6.0:-2.0", 2, "fail", "evaluation", -1, None),
        Claim("max_ulp/(1+k)", 5.0, "pass", None, 1.0, None),
    )
    row = replace(run.rows[0], claims=claims)
    table = read(replace(run, rows=(row,)))
    assert {f"claims.{name}.verdict" for name in FIGURES} <= set(table.columns)
    assert table["claims.correctly_rounded.margin"][0] == 0.25
    assert table["claims.others"][0] == "max_steps in -6.0:-2.0 2: fail; max_ulp/(1+k) 5.0: pass"
    assert pd.isna(table["claims.max_steps.verdict"][0])


def test_what_a_verdict_fails_besides_limits_is_told(scenes):
    run, verdict = scenes["finding"]
    table = pd.read_csv(io.StringIO(render(run, verdict=verdict)))
    assert table["claims.others"][0] == "finding cancellation 0: fail"
    assert pd.isna(table["claims.others"][1])
