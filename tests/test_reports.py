"""The standing reports: what the code produces today, whole, and true at every witness."""

import importlib.util
import json
import re
import sys
from fractions import Fraction
from functools import cache
from pathlib import Path

import mpmath
import numpy as np
import pytest

from gelucheck import api
from gelucheck.export import csv
from gelucheck.export.stored import read_run
from gelucheck.formats import FORMATS
from gelucheck.forms.arithmetic import compute
from gelucheck.forms.catalogue import find_writing
from gelucheck.record import MAXIMA, Run
from gelucheck.report import page, plots

FOLDER = Path(__file__).parents[1] / "reports"
FINITE = {"float16": 63488, "bfloat16": 65280, "float32": 4278190080}
"""Two signs, 31, 255 or 255 fields of the exponent that are of numbers, 10, 7 or 23 bits."""
# all but two NaN; 31 fields of 2 bits
FINITE |= {"float8_e4m3fn": 254, "float8_e5m2": 248}
LARGEST = 2 << 20  # bytes of a page


def module(name):
    """A script of the folder, which is no package."""
    spec = importlib.util.spec_from_file_location(f"reports_{name}", FOLDER / f"{name}.py")
    made = importlib.util.module_from_spec(spec)
    # dataclasses look their module up
    sys.modules[spec.name] = made
    spec.loader.exec_module(made)
    return made


PARTS, TABLES = module("parts"), module("tables")
RUNS = {name: read_run(FOLDER / f"{name}.json") for name in PARTS.REPORTS}
ROWS = [
    pytest.param(row, id=f"{row.implementation}-{row.dtype}-{row.arithmetic}")
    for run in RUNS.values()
    for row in run.rows
]


def gelu(x):
    return x * mpmath.ncdf(x)


def tanh(x):
    inner = mpmath.sqrt(2 / mpmath.pi) * (x + mpmath.mpf("0.044715") * x**3)
    return x / 2 * (1 + mpmath.tanh(inner))


def sigmoid(x):
    return x / (1 + mpmath.exp(-mpmath.mpf("1.702") * x))


EXACT = {"erf": gelu, "tanh": tanh, "sigmoid": sigmoid}


def unit(y, fmt):
    exponent = max(mpmath.frexp(y)[1] - 1, fmt.emin)
    return mpmath.ldexp(1, exponent - fmt.precision + 1)


def as_fraction(y):
    # any number so small is rounded alike, and one of 2^-(10^9) takes a minute
    if 0 < abs(y) < mpmath.ldexp(1, -5000):
        y = mpmath.ldexp(mpmath.sign(y), -5000)
    sign, mantissa, exponent, _ = mpmath.mpf(y)._mpf_
    return Fraction(2) ** exponent * (-mantissa if sign else mantissa)


def ordinal(value, fmt):
    """Consecutive values of a format have consecutive ones; both zeros have 0."""
    bits = fmt.round(abs(value))
    return -bits if value < 0 else bits


@pytest.mark.parametrize("report", RUNS)
def test_every_part_is_there_and_every_row_is_of_one(report):
    run, parts = RUNS[report], PARTS.REPORTS[report]
    commands = [each["command"] for each in run.provenance["joined"]]
    assert commands == [part.command for part in parts]
    for row in run.rows:
        assert sum(part.holds(row) for part in parts) == 1


@pytest.mark.parametrize("report", RUNS)
def test_the_parts_come_apart_and_together_again(report):
    run = RUNS[report]
    found = PARTS.parts_of(report, run)
    assert sum(len(each.rows) for each in found.values()) == len(run.rows)
    for part in PARTS.REPORTS[report]:
        if part.name not in found:
            continue
        whole = PARTS.with_part(report, run, part, found[part.name])
        assert whole.to_dict()["rows"] == run.to_dict()["rows"]
        assert whole.theorems == run.theorems


@cache
def measured(name):
    (part,) = (part for part in PARTS.REPORTS["forms"] if part.name == name)
    return {row.label: row for row in api.compare(part.selection).rows}


def plain(row):
    """A row as it is stored, without what is good to some digits; and these, one by one."""
    run = Run({}, (row,))
    (stored,) = run.to_dict()["rows"]
    profile = stored.pop("profile")
    # where the windows lie is exact
    stored["windows"] = profile.pop("start"), profile.pop("stop")
    rough = {name: values for name, values in profile.items() if values is not None}
    for part in ("total", "evaluation"):
        for name in ("mean_abs", "rms_abs"):
            rough[f"{part}.{name}"] = [stored[part].pop(name)]
    return stored, rough


PART_OF = {8: "8-bit", 16: "16-bit", 64: "float64"}
"""By the bits of a format."""


@pytest.mark.parametrize(
    "label, part",
    [
        (row.label, PART_OF[FORMATS[row.dtype].bits])
        for row in RUNS["forms"].rows
        if row.dtype != "float32"
    ],
)
def test_what_is_measured_today_is_what_is_stored(label, part):
    (stored,) = (row for row in RUNS["forms"].rows if row.label == label)
    (was, rough), (now, also) = plain(stored), plain(measured(part)[label])
    assert now == was
    assert rough.keys() == also.keys()
    for name, values in rough.items():
        # the last of the digits that are kept may round otherwise on another machine
        assert also[name] == pytest.approx(values, rel=1e-3), name


@pytest.mark.parametrize("row", [each for each in ROWS if each.values[0].dtype != "float64"])
def test_every_value_was_tried(row):
    assert (row.evidence, row.inputs) == ("exhaustive", FINITE[row.dtype])
    assert row.histogram["0"] == row.correctly_rounded <= row.faithful
    assert sum(region.inputs for region in row.regions) == row.inputs


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("which", ["total", "evaluation"])
def test_a_figure_is_attained_at_its_witness(row, which):
    fmt, exact = FORMATS[row.dtype], gelu if which == "total" else EXACT[row.form]
    for name in MAXIMA:
        found = getattr(getattr(row, which), name)
        x = float.fromhex(found.x_hex)
        assert x == found.x == fmt.value(int(found.bits, 16))
        if row.writing:
            writing = find_writing(row.writing, row.function)
            got = compute(writing.call, np.array([x], fmt.dtype), fmt, row.arithmetic)[0]
            assert float(got) == found.got
        with mpmath.workdps(400):
            y = exact(mpmath.mpf(x))
            error = abs(mpmath.mpf(found.got) - y)
            if name == "max_steps":
                due = fmt.value(fmt.round(as_fraction(y)))
                assert due == found.want
                steps = abs(ordinal(found.got, fmt) - ordinal(found.want, fmt))
                assert steps == found.value
                continue
            # mpmath's own float() rounds a subnormal twice
            assert float(as_fraction(y)) == found.want
            scale = {"max_abs": 1, "max_ulp": unit(y, fmt), "max_rel": abs(y)}[name]
            assert float(error / scale) == found.value, name


@pytest.mark.parametrize("row", [each for each in ROWS if each.values[0].writing])
def test_a_sweep_says_the_same(row):
    if row.dtype == "float32":
        sweep = read_run(FOLDER / "sweeps" / f"{row.writing}-{row.arithmetic}.json").rows[0]
        assert [getattr(row.total, name) for name in MAXIMA] == [
            getattr(sweep.total, name) for name in MAXIMA
        ]
        assert (row.histogram, row.counts) == (sweep.histogram, sweep.counts)


def test_the_versions_are_told():
    versions = RUNS["frameworks"].provenance["implementations"]
    assert set(versions) == {row.implementation for row in RUNS["frameworks"].rows}
    libraries = {"onnx": "onnxruntime"}
    for name, version in versions.items():
        kind = name.partition(":")[0]
        assert re.match(rf"{libraries.get(kind, kind)} \d+\.\d+", version), name


def without_pictures(text):
    """Another version of matplotlib may draw other bytes."""
    return re.sub(r"<svg\b.*?</svg>", "<svg>", text, flags=re.DOTALL)


@pytest.mark.parametrize("report", RUNS)
def test_the_page_is_what_is_made_today(report):
    stored = (FOLDER / f"{report}.html").read_text(encoding="utf-8")
    assert len(stored.encode()) < LARGEST
    made = page.render(RUNS[report])
    assert stored.count("<svg") == made.count("<svg") > len(RUNS[report].rows)
    assert without_pictures(stored) == without_pictures(made), "python reports/make.py pages"


@pytest.mark.parametrize("report", RUNS)
def test_the_table_is_what_is_made_today(report):
    stored = (FOLDER / f"{report}.csv").read_text(encoding="utf-8")
    assert stored == csv.render(RUNS[report]), "python reports/make.py pages"


def test_the_headline_tables_are_what_is_made_today():
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert readme == TABLES.put_tables(readme, RUNS), "python reports/make.py pages"


@pytest.mark.parametrize("link", re.findall(r"\]\((.+?)\)", (FOLDER / "README.md").read_text()))
def test_links_lead_somewhere(link):
    assert (FOLDER / link).exists()


def test_the_plot_of_the_readme_is_what_is_drawn_today():
    rows = [row for label, row in measured("16-bit").items() if row.dtype == "float16"]

    def without_paths(text):
        """Another version of matplotlib may draw other bytes."""
        return re.sub(r' d="[^"]*"', "", text)

    stored = (FOLDER / "float16.svg").read_text(encoding="utf-8")
    made = plots.draw(Run({}, tuple(rows)), "float16.svg").decode()
    assert without_paths(stored) == without_paths(made), "python reports/make.py pages"


def test_the_pictures_of_the_readme_are_there_and_small():
    readme = (FOLDER.parent / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"^!\[[^\]]+\]\((.+)\)$", readme, re.M)
    assert shown == ["reports/float16.svg", "reports/float16.png"]
    assert all((FOLDER.parent / path).stat().st_size < 150_000 for path in shown)


@pytest.mark.parametrize("report", RUNS)
def test_no_place_of_a_machine_is_told(report):
    for provenance in RUNS[report].provenance["joined"]:
        assert not re.search(r"(?<!\w)/\w", json.dumps(provenance))
