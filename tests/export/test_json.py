"""run.json holds every bit, in the order of the schema."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from gelucheck.export.json import render
from gelucheck.export.marks import verdict_of
from gelucheck.export.schema import first_fault
from gelucheck.record import Run, Window

ROW_FIELDS = [
    *("implementation", "form", "writing", "dtype", "arithmetic", "function", "evidence"),
    *("inputs", "total", "evaluation", "method", "correctly_rounded", "faithful", "histogram"),
    *("counts", "regions", "findings", "claims"),
]


def test_fields_are_in_the_order_of_the_schema(run):
    document = json.loads(render(run))
    assert list(document) == ["schema", "provenance", "rows", "theorems"]
    assert all(list(row) == ROW_FIELDS for row in document["rows"])
    assert list(document["rows"][0]["total"]["max_abs"]) == [
        *("value", "x", "x_hex", "bits", "got", "want")
    ]
    assert list(document["rows"][0]["regions"][0])[:3] == ["from", "to", "inputs"]


@pytest.mark.parametrize(
    ("number", "stored"),
    [
        (0.1, "0.1"),
        (2.435034298262678e-3, "0.002435034298262678"),
        (5e-324, "5e-324"),
        (-0.0, "-0.0"),
        (math.inf, '"inf"'),
        (-math.inf, '"-inf"'),
        (math.nan, '"nan"'),
        (np.float64(0.1), "0.1"),
    ],
)
def test_numbers(run, make_witness, number, stored):
    row = run.rows[0]
    total = replace(row.total, max_abs=replace(make_witness("float16", 1.0, 1.0), got=number))
    text = render(replace(run, rows=(replace(row, total=total),)))
    assert f'"got": {stored},' in text


def test_integers_of_numpy(run):
    row = replace(run.rows[0], inputs=np.int64(2**40))
    assert json.loads(render(replace(run, rows=(row,))))["rows"][0]["inputs"] == 2**40


def test_what_has_no_place_is_a_fault_of_the_program(run):
    with pytest.raises(TypeError, match="set"):
        render(replace(run, provenance={"seed": {1}}))


def test_text_ends_with_one_newline_and_is_the_same_again(run):
    text = render(run)
    assert text.endswith("}\n") and not text.endswith("\n\n")
    assert text == render(run)


def test_an_undecodable_byte_of_the_command_line(strange):
    text = render(strange)
    text.encode("utf-8")
    assert json.loads(text) == strange.to_dict()
    assert "½" in render(replace(strange, provenance={"command": "½"}))


def test_what_a_verdict_fails_besides_limits_is_stored(scenes):
    """So that the stored run, read without a verdict, fails as well."""
    run, verdict = scenes["finding"]
    stored = json.loads(render(run, verdict=verdict))
    assert first_fault(stored) is None
    assert verdict_of(Run.from_dict(stored), None).exit_code == 1
    assert verdict_of(Run.from_dict(json.loads(render(run))), None).exit_code == 0


WINDOWS = (
    Window(-math.inf, -64.0, 0.0, 1e-50, 0.0, 1e-40, 0.0, 1e-40),
    Window(1.0, 1.03125, -0.5, 0.25, -math.inf, 3.0, 0.5, 0.5),
)


@pytest.mark.parametrize("own", [True, False])
def test_a_column_of_a_profile_is_a_line(run, own):
    windows = WINDOWS if own else tuple(each._replace(own=None) for each in WINDOWS)
    last = "[1e-40, 0.5]" if own else "null"
    # a name that tries to look like a column that was emptied
    name = 'it\n    "start": [],\n    "own": []'
    rows = (replace(run.rows[0], profile=windows, implementation=name), *run.rows[1:])
    stored = replace(run, rows=rows)
    text = render(stored)
    assert (
        f"""   "profile": {{
    "start": ["-inf", 1.0],
    "stop": [-64.0, 1.03125],
    "abs_low": [0.0, -0.5],
    "abs_high": [1e-50, 0.25],
    "ulp_low": [0.0, "-inf"],
    "ulp_high": [1e-40, 3.0],
    "rel": [0.0, 0.5],
    "own": {last}
   }}
  }}"""
        in text
    )
    back = Run.from_dict(json.loads(text))
    assert back.rows[0].profile == windows and back.rows[0].implementation == name
    assert render(back) == text
    # nothing else changes, and a row without windows has no profile
    without = json.loads(render(replace(run, rows=(replace(rows[0], profile=()), *rows[1:]))))
    document = json.loads(text)
    assert "profile" not in without["rows"][0]
    assert list(document["rows"][0]) == [*without["rows"][0], "profile"]
    del document["rows"][0]["profile"]
    assert document == without


@pytest.mark.parametrize("obeyed", ["\x7f", "\x9b", "\u202e", "\u2066", "\u2028"])
def test_what_a_terminal_obeys_is_spelled_out(obeyed):
    """A control of C1, DEL, marks of direction, ends of lines: the same string, escaped."""
    run = Run({"command": f"a{obeyed}b"}, ())
    text = render(run)
    assert obeyed not in text and f"a\\u{ord(obeyed):04x}b" in text
    assert json.loads(text)["provenance"]["command"] == f"a{obeyed}b"
