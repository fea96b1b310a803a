"""The schema says what run.json is; our check of it agrees with the jsonschema package."""

import copy
import json
import math
from dataclasses import replace

import jsonschema
import pytest

from gelucheck.export.json import render
from gelucheck.export.schema import first_fault, load_schema
from gelucheck.record import Expected, Means, Window

FAULTS = [
    ("", "schema", 2, "2 where 1"),
    ("", "schema", True, "true where 1"),
    ("", "rows", {}, "rows: an object where array"),
    ("", "extra", 1, '"extra"'),
    ("", "theorems", None, "theorems: null"),
    ("provenance", "host", "x", '"host"'),
    ("provenance", "seed", 1.5, "provenance.seed"),
    ("provenance", "implementations", "torch", "provenance.implementations"),
    ("provenance", "implementations", {"a b": 2}, 'implementations."a b": 2 where string'),
    ("rows.0", "inputs", "many", "rows.0.inputs"),
    ("rows.0", "inputs", -1, "too small"),
    ("rows.0", "inputs", 10**400, "too large"),
    ("rows.0", "inputs", True, "rows.0.inputs"),
    ("rows.0", "evidence", "guess", '"exhaustive"'),
    ("rows.0", "arithmetic", "double", "rows.0.arithmetic"),
    ("rows.0", "dtype", "a\x1bb", "rows.0.dtype"),
    ("rows.0", "profile", [], "rows.0.profile: an array where object"),
    ("rows.0.profile", "middle", [], '"middle"'),
    ("rows.0.profile", "own", 1.0, "rows.0.profile.own"),
    ("rows.0.profile", "rel", None, "rows.0.profile.rel: null where array"),
    ("rows.0.profile", "abs_low", ["0"], "rows.0.profile.abs_low.0"),
    ("rows.0.profile", "abs_high", [0.0, None], "rows.0.profile.abs_high.1"),
    ("rows.0", "expected", {}, "rows.0.expected: an object where array"),
    ("rows.0.expected.0", "weights", 1.0, "rows.0.expected.0.weights"),
    ("rows.0.expected.0", "evidence", "search", "rows.0.expected.0.evidence"),
    ("rows.0.expected.0", "share", 1.5, "too large"),
    ("rows.0.expected.0", "share", -0.5, "too small"),
    ("rows.0.expected.0", "share", "nan", "rows.0.expected.0.share"),
    ("rows.0.expected.0", "inputs", -1, "too small"),
    ("rows.0.expected.0", "total", None, "rows.0.expected.0.total"),
    ("rows.0.expected.0.total", "abs", -1.0, "too small"),
    ("rows.0.expected.0.total", "ulp", "nan", "rows.0.expected.0.total.ulp"),
    ("rows.0.expected.0.total", "rel", 0.0, '"rel"'),
    ("rows.0.total", "max_abs", 5, "rows.0.total.max_abs"),
    ("rows.0.total.max_abs", "value", "1", "rows.0.total.max_abs.value"),
    ("rows.0.total.max_abs", "x", 10**400, "rows.0.total.max_abs.x"),
    ("rows.0.total.max_abs", "x_hex", "1.5", "rows.0.total.max_abs.x_hex"),
    ("rows.0.total.max_abs", "bits", "0x3C00", "rows.0.total.max_abs.bits"),
    ("rows.0.total.max_steps", "value", 0.5, "rows.0.total.max_steps.value"),
    ("rows.0.claims.0", "verdict", "maybe", "rows.0.claims.0.verdict"),
    ("rows.0.claims.0", "name", 5, "rows.0.claims.0.name"),
    ("rows.0.findings.0", "level", "note", "rows.0.findings.0.level"),
    ("rows.0.counts", "nan", None, "rows.0.counts.nan"),
    ("rows.0.histogram", "4", 0, '"4"'),
]
REQUIRED = [
    ("", "schema"),
    ("provenance", "cpu"),
    ("rows.0", "claims"),
    ("rows.0", "method"),
    ("rows.0.total", "rms_abs"),
    ("rows.0.total.max_abs", "want"),
    ("rows.0.regions.0", "from"),
    ("rows.0.profile", "stop"),
    ("rows.0.profile", "own"),
    ("rows.0.expected.0", "share"),
    ("rows.0.expected.0", "evaluation"),
    ("rows.0.expected.0.total", "ulp"),
    ("theorems.0", "at"),
]


PROFILE = (
    Window(-math.inf, -64.0, 0.0, 1e-50, 0.0, 1e-40, 0.0, None),
    Window(1.0, 1.03125, -0.5, 0.25, -math.inf, 3.0, 0.5, None),
)


EXPECTED = Expected("acts.npy", "given", 7, 0.5, Means(1e-3, 2.5), None)


@pytest.fixture
def document(run):
    rows = (replace(run.rows[0], profile=PROFILE, expected=(EXPECTED,)), *run.rows[1:])
    return json.loads(render(replace(run, rows=rows)))


@pytest.fixture(scope="module")
def official():
    """The check of the jsonschema package, which also judges the schema itself."""
    schema = load_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def find(document, place):
    for name in filter(None, place.split(".")):
        document = document[int(name) if isinstance(document, list) else name]
    return document


def test_runs_are_valid(run, strange, official):
    for each in (run, strange):
        stored = json.loads(render(each))
        official.validate(stored)
        assert first_fault(stored) is None


@pytest.mark.parametrize(("place", "name", "value", "says"), FAULTS)
def test_faults_are_found_and_named(document, official, place, name, value, says):
    find(document, place)[name] = value
    assert not official.is_valid(document)
    assert says in first_fault(document)


def test_a_pattern_ends_where_the_text_ends(document):
    """As JSON Schema means it; Python's $ would let a line feed pass."""
    find(document, "rows.0.total.max_abs")["bits"] = "0x3c00\n"
    assert "rows.0.total.max_abs.bits" in first_fault(document)


@pytest.mark.parametrize(("place", "name"), REQUIRED)
def test_nothing_may_be_missing(document, official, place, name):
    del find(document, place)[name]
    assert not official.is_valid(document)
    assert f"has no {name!r}" in first_fault(document)


@pytest.mark.parametrize("name", ["profile", "expected"])
def test_what_may_be_missing(document, official, name):
    assert official.is_valid(document) and first_fault(document) is None
    del document["rows"][0][name]
    assert official.is_valid(document) and first_fault(document) is None


def test_implementations_may_be_missing(document, official):
    del document["provenance"]["implementations"]
    assert official.is_valid(document)
    assert first_fault(document) is None


@pytest.mark.parametrize("value", [None, 1, "text", [], True, 1.5])
def test_other_documents(value, official):
    assert not official.is_valid(value)
    assert first_fault(value).startswith("the document: ")


def test_both_checks_agree_wherever_a_value_is_put(document, official):
    """Every leaf of one row, replaced by values of every kind."""
    row = document["rows"][0]
    # evaluation has the shape of total, a second finding that of the first
    document["rows"] = [row | {"evaluation": None, "findings": row["findings"][:1]}]
    seen = {True: 0, False: 0}
    for place, name in leaves(document):
        for value in (None, True, 0, -1, 0.5, "inf", "word", [], {}):
            changed = copy.deepcopy(document)
            find(changed, place)[name] = value
            valid = official.is_valid(changed)
            assert (first_fault(changed) is None) == valid, (place, name, value)
            seen[valid] += 1
    assert min(seen.values()) > 50


def leaves(value, place=""):
    items = enumerate(value) if isinstance(value, list) else value.items()
    for name, item in items:
        if isinstance(item, dict | list):
            yield from leaves(item, f"{place}.{name}")
        else:
            yield place, name
