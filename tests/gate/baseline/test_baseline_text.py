"""A baseline as text: it reads back, diffs by figures, and believes nothing of a file."""

import copy
import difflib
import json
import math
from dataclasses import replace
from importlib import util
from pathlib import Path

import jsonschema
import pytest

from gelucheck.errors import GelucheckError, InputsError
from gelucheck.gate.baseline import text as module
from gelucheck.gate.baseline.make import baseline_of
from gelucheck.gate.baseline.record import Baseline, Expected
from gelucheck.gate.baseline.text import (
    baseline_text,
    load_schema,
    parse_baseline,
    read_baseline,
)
from gelucheck.gate.limits import Limits
from gelucheck.gate.verdict import judge
from gelucheck.record import Run

_SPEC = util.spec_from_file_location("made_rows", Path(__file__).with_name("made_rows.py"))
_MADE = util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(_MADE)
made_row, with_figure = _MADE.made_row, _MADE.with_figure
HOSTILE = 'a"b\\\n\x00\x1b[31m</script>\u202e é \udc80' + "x" * 10_000


def assert_sorted(keys):
    assert keys == sorted(keys)


def again(baseline):
    return parse_baseline(baseline_text(baseline).encode(), "b.json")


@pytest.fixture(scope="module")
def baseline(real, real_verdict):
    return baseline_of(real, real_verdict)


@pytest.fixture
def document(baseline):
    return json.loads(baseline_text(baseline))


def test_what_is_written_is_read(baseline):
    assert again(baseline) == baseline
    assert baseline.entries[0].failing, "an expected failure is among what is read back"


def test_what_is_hard_to_write_is_read():
    row = with_figure(made_row(HOSTILE), "max_ulp", math.inf)
    row = with_figure(row, "max_abs", 5e-324)
    row = with_figure(row, "max_steps", 2**64)
    row = with_figure(row, "max_rel", None)
    run = Run({"implementations": {HOSTILE: HOSTILE}}, (row,))
    baseline = baseline_of(run, judge(run, Limits(None)))
    (entry,) = baseline.entries
    entry = replace(entry, failing=(Expected("max_ulp/(1+k) in -6.0:-2.0", 5.0, None),))
    baseline = replace(baseline, entries=(entry,))
    assert again(baseline) == baseline
    assert '"max_ulp": "inf"' in baseline_text(baseline)
    empty = Baseline({}, ())
    assert again(empty) == empty


def test_the_text_is_the_same_anywhere(real, real_verdict, baseline):
    text = baseline_text(baseline)
    # nor does it hang on the order of rows, or on what only this run has
    elsewhere = {
        "started": "2020-01-01T00:00:00Z",
        "platform": "other",
        "cpu": "other",
        "command": "other words",
        "seconds": 1e9,
    }
    shuffled = replace(real, rows=real.rows[::-1], provenance=real.provenance | elsewhere)
    assert baseline_text(baseline_of(shuffled, real_verdict)) == text
    # one order of the keys, so that a change of the program moves no line
    json.loads(text, object_pairs_hook=lambda pairs: assert_sorted([key for key, _ in pairs]))
    assert text.isascii() and text.endswith("}\n") and not text.endswith("\n\n")
    for key in ("started", "platform", "cpu", "command"):
        assert str(real.provenance[key]) not in text or not real.provenance[key]


def test_a_figure_is_a_line(baseline):
    entry = baseline.entries[2]
    figures = replace(entry.own, max_ulp=entry.own.max_ulp / 2)
    lowered = [*baseline.entries[:2], replace(entry, own=figures), *baseline.entries[3:]]
    texts = [baseline_text(replace(baseline, entries=some)) for some in (baseline.entries, lowered)]
    changed = [
        line for line in difflib.ndiff(*(text.splitlines() for text in texts)) if line[0] in "+-"
    ]
    assert len(changed) == 2
    assert all('"max_ulp": ' in line for line in changed)


def test_versions_and_evidence_are_in_it(document, real):
    versions = document["versions"]
    assert versions["numpy"] == real.provenance["numpy"]
    assert set(versions) == {"gelucheck", "numpy", "python-flint", "mpmath"}
    assert document["implementations"] == {"python:k:f": "numpy 2.1.0"}
    assert {row["evidence"] for row in document["rows"]} == {"given"}


def test_the_schema_holds(document):
    jsonschema.Draft202012Validator.check_schema(load_schema())
    jsonschema.validate(document, load_schema())


DROPPED = object()
FAULTS = [
    # where, key, value, what is said; each is refused by the schema too
    ("", "gelucheck", "run", "not a baseline"),
    ("", "gelucheck", DROPPED, "not a baseline"),
    ("", "schema", DROPPED, '"schema"'),
    ("", "schema", True, '"schema"'),
    ("", "schema", 0, '"schema"'),
    ("", "schema", 2, "a newer gelucheck wrote it"),
    ("", "extra", 1, "'extra' is not known"),
    ("", "rows", {}, "rows: an array is due, not an object"),
    ("", "rows", DROPPED, "has no 'rows'"),
    ("", "versions", ["1"], "versions: an object is due, not an array"),
    ("", "versions", {"numpy": 2}, "versions.numpy: a text is due, not 2"),
    ("", "conditions", None, "conditions: an object is due, not null"),
    ("conditions", "seed", 0.5, "conditions.seed: a whole number is due, not 0.5"),
    ("conditions", "ulp", "small", 'conditions.ulp: one of coarse, fine is due, not "small"'),
    ("conditions", "ulp", ["fine"], "conditions.ulp"),
    ("rows", 0, 5, "rows.0: an object is due, not 5"),
    ("rows.3", "inputs", -1, "rows.3.inputs: a whole number from 0 up is due, not -1"),
    ("rows.3", "inputs", True, "rows.3.inputs: a whole number from 0 up is due, not true"),
    ("rows.3", "inputs", 1.5, "rows.3.inputs"),
    ("rows.3", "inputs", "900", "rows.3.inputs"),
    ("rows.3", "dtype", "float8", "rows.3.dtype: one of float16"),
    ("rows.3", "form", 7, "rows.3.form: a text is due, not 7"),
    ("rows.3", "evidence", "guess", "rows.3.evidence"),
    ("rows.3", "function", None, "rows.3.function"),
    ("rows.3", "faithful", DROPPED, "rows.3: has no 'faithful'"),
    ("rows.3", "note", "mine", "rows.3: 'note' is not known"),
    ("rows.3", "own", None, "rows.3.own: an object is due, not null"),
    ("rows.3", "findings", "nan", "rows.3.findings: an array is due"),
    ("rows.3", "findings", [1], "rows.3.findings.0: a text is due, not 1"),
    ("rows.3.own", "max_ulp", -0.5, "rows.3.own.max_ulp: a number from 0 up is due, not -0.5"),
    ("rows.3.own", "max_ulp", "nan", "rows.3.own.max_ulp"),
    ("rows.3.own", "max_ulp", "-inf", "rows.3.own.max_ulp"),
    ("rows.3.own", "max_ulp", "4", "rows.3.own.max_ulp"),
    ("rows.3.own", "max_ulp", False, "rows.3.own.max_ulp: a number from 0 up is due, not false"),
    ("rows.3.own", "max_ulp", [], "rows.3.own.max_ulp"),
    ("rows.3.own", "max_ulp", DROPPED, "rows.3.own: has no 'max_ulp'"),
    ("rows.3.own", "max_steps", 1.5, "rows.3.own.max_steps: a whole number"),
    ("rows.3.own", "max_steps", 10**29, "rows.3.own.max_steps"),
    ("rows.3.own", "rms_abs", 1, "'rms_abs' is not known"),
    ("rows.3.counts", "odd", 1, "rows.3.counts: 'odd' is not known"),
    ("rows.3.counts", "nan", -1, "rows.3.counts.nan"),
    ("rows.0.failing", 0, {}, "rows.0.failing.0: has no 'name'"),
    ("rows.0.failing.0", "name", "odd", "rows.0.failing.0.name: the name of a limit"),
    ("rows.0.failing.0", "bound", "1", "rows.0.failing.0.bound"),
    ("rows.0.failing.0", "needed", -1, "rows.0.failing.0.needed"),
]


@pytest.mark.parametrize("where, key, value, says", FAULTS)
def test_a_fault_is_found_and_placed(document, where, key, value, says):
    broken = copy.deepcopy(document)
    # sorted by implementation: erf comes first, and is short of one step
    part = broken
    for word in filter(None, where.split(".")):
        part = part[int(word) if word.isdigit() else word]
    if value is DROPPED:
        del part[key]
    else:
        part[key] = value
    with pytest.raises(InputsError) as caught:
        parse_baseline(json.dumps(broken).encode(), "there/b.json")
    assert caught.value.what.startswith("there/b.json: ")
    assert says in str(caught.value) and caught.value.mend
    assert len(str(caught.value)) < 400
    assert not jsonschema.Draft202012Validator(load_schema()).is_valid(broken)


def test_a_row_that_stands_there_twice(document):
    document["rows"].append(document["rows"][1] | {"inputs": 5, "faithful": 5})
    document["rows"][-1]["correctly_rounded"] = 5
    with pytest.raises(InputsError, match=r"rows\.7: .* stands in rows\.1 too"):
        parse_baseline(json.dumps(document).encode(), "b.json")


def test_more_right_than_there_are(document):
    document["rows"][1]["faithful"] = document["rows"][1]["inputs"] + 1
    with pytest.raises(InputsError, match=r"rows\.1\.faithful: 901 of 900 inputs"):
        parse_baseline(json.dumps(document).encode(), "b.json")


def test_a_part_cannot_be_taken_out(document):
    """Else the errors against GELU would not be looked at any more."""
    number = next(n for n, row in enumerate(document["rows"]) if row["form"] == "tanh")
    document["rows"][number]["gelu"] = None
    with pytest.raises(InputsError, match=rf"rows\.{number}\.gelu: an object is due"):
        parse_baseline(json.dumps(document).encode(), "b.json")


FILES = [
    (b"", "not JSON"),
    (b"{", "not JSON, line 1"),
    (b"\xff\xfe{}", "byte 0 is not UTF-8"),
    (b"[" * 200_000, "nested too deep"),
    (b'{"a":' * 100_000, "nested too deep"),
    (b"NaN", "NaN stands where a number is due"),
    (b"[Infinity]", "Infinity stands"),
    (b'{"schema": 1e999}', "1e999 is beyond float64"),
    (b'{"schema": ' + b"1" * 9000 + b"}", "a number of 9000 digits"),
    (b'{"a": 1, "a": 2}', "'a' stands there twice"),
    (b"[]", "not a baseline"),
    (b"null", "not a baseline"),
    (b'{"schema": 1, "provenance": {}, "rows": [], "theorems": []}', "not a baseline"),
    (b'{"gelucheck": "baseline", "schema": 99}', "of schema 99, this reads 1: a newer"),
]


@pytest.mark.parametrize("data, says", FILES, ids=[case[1] for case in FILES])
def test_bad_files(tmp_path, data, says):
    path = tmp_path / "b.json"
    path.write_bytes(data)
    with pytest.raises(InputsError) as caught:
        read_baseline(path)
    assert says in str(caught.value) and str(path) in caught.value.what
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("cut", range(1, 60))
def test_any_piece_of_a_file_is_refused_in_words(baseline, cut):
    data = baseline_text(baseline).encode()
    with pytest.raises(GelucheckError, match=r"b\.json"):
        parse_baseline(data[: len(data) * cut // 60], "b.json")


@pytest.mark.parametrize(
    "path, says", [("missing", "no such file"), (".", "directory"), ("a\0b", "null")]
)
def test_unreadable(tmp_path, monkeypatch, path, says):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputsError, match=says):
        read_baseline(path)


def test_a_file_that_has_no_end(monkeypatch, tmp_path):
    monkeypatch.setattr(module, "LARGEST", 1 << 20)
    path = tmp_path / "b.json"
    path.write_bytes(b" " * ((1 << 20) + 1))
    with pytest.raises(InputsError, match="larger than 1 MiB"):
        read_baseline(path)


def test_a_mark_at_the_start_is_no_fault(baseline):
    assert parse_baseline(b"\xef\xbb\xbf" + baseline_text(baseline).encode(), "b") == baseline
