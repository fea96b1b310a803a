"""The sweeps of all float32 values in reports/sweeps: they are whole, each figure is attained at
its witness, by mpmath, and the contracts say the same."""

import json
from pathlib import Path

import mpmath
import numpy as np
import pytest

from gelucheck.export.stored import read_run
from gelucheck.formats import FORMATS
from gelucheck.forms.arithmetic import compute
from gelucheck.forms.catalogue import find_writing

FOLDER = Path(__file__).parents[1] / "reports" / "sweeps"
PATHS = sorted(FOLDER.glob("*.json"))
SINGLE = FORMATS["float32"]
FINITE = 2 * 255 * 2**23
"""Values of float32 that are finite: two signs, 255 fields of the exponent, 23 bits."""

ROWS = [pytest.param(row, id=path.stem) for path in PATHS for row in read_run(str(path)).rows]


def gelu(x):
    return x * mpmath.ncdf(x)


def tanh(x):
    inner = mpmath.sqrt(2 / mpmath.pi) * (x + mpmath.mpf("0.044715") * x**3)
    return x / 2 * (1 + mpmath.tanh(inner))


def sigmoid(x):
    return x / (1 + mpmath.exp(-mpmath.mpf("1.702") * x))


FORMS = {"erf": gelu, "tanh": tanh, "sigmoid": sigmoid}


def unit(y):
    exponent = max(mpmath.frexp(y)[1] - 1, SINGLE.emin)
    return mpmath.ldexp(1, exponent - SINGLE.precision + 1)


def test_all_of_them_are_there():
    writings = {f"{name}-{how}" for name in ("erf", "erfc", "tanh", "sigmoid")
                for how in ("native", "upcast")}  # fmt: skip
    assert {path.stem for path in PATHS} == writings | {"torch-gelu", "torch-gelu-tanh"}


@pytest.mark.parametrize("row", ROWS)
def test_every_value_was_tried(row):
    assert (row.dtype, row.evidence, row.inputs) == ("float32", "exhaustive", FINITE)
    broken = sum(row.counts[name] for name in ("nan", "inf"))
    # what is measured has a number of steps; NaN for -inf is no finite input
    assert sum(row.histogram.values()) >= FINITE - broken
    assert row.histogram["0"] == row.correctly_rounded <= row.faithful
    assert sum(region.inputs for region in row.regions) == FINITE


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("which", ["total", "evaluation"])
def test_a_figure_is_attained_at_its_witness(row, which):
    function = gelu if which == "total" else FORMS[row.form]
    errors = getattr(row, which)
    for name in ("max_abs", "max_ulp", "max_rel"):
        found = getattr(errors, name)
        x = float.fromhex(found.x_hex)
        assert x == found.x == SINGLE.value(int(found.bits, 16))
        if row.writing:
            writing = find_writing(row.writing, "gelu")
            got = compute(writing.call, np.array([x], np.float32), SINGLE, row.arithmetic)[0]
            assert float(got) == found.got
        with mpmath.workdps(200):
            y = function(mpmath.mpf(x))
            error = abs(mpmath.mpf(found.got) - y)
            scale = {"max_abs": 1, "max_ulp": unit(y), "max_rel": abs(y)}[name]
            assert float(error / scale) == found.value, name


@pytest.mark.parametrize("row", [row for row in ROWS if "torch" not in row.id])
def test_the_contract_says_the_same(row):
    row_contract = next(
        contract
        for contract in find_writing(row.writing, "gelu").contract
        if (contract.dtype, contract.arithmetic) == ("float32", row.arithmetic)
    )
    worst = row.evaluation.max_ulp
    assert (row_contract.max_ulp, row_contract.x) == (worst.value, worst.x_hex)
    assert row_contract.evidence == "exhaustive"


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_the_command_is_told(path):
    provenance = json.loads(path.read_text())["provenance"]
    assert "--inputs all" in provenance["command"]
