"""Plans that are searched: rows, budgets, what is refused, and being interrupted."""

import json
import signal
import sys
import time

import pytest

from gelucheck import api
from gelucheck.errors import UsageError
from gelucheck.sweep import searched
from gelucheck.sweep.plan import Selection, make_plan
from gelucheck.sweep.run import Engine


def run(engine=None, **changes):
    chosen = {"dtypes": ("float64",), "forms": ("erfc",), "inputs": "search", "evaluations": 5000}
    return api.compare(Selection(**{**chosen, **changes}), engine=engine)


def stored(found):
    return json.dumps({**found.to_dict(), "provenance": None})


def stored_row(found, place=0):
    return json.dumps(found.to_dict()["rows"][place])


def test_rows_say_how_they_were_searched():
    found = run(dtypes=("float64", "float32"), arithmetics=("native",))
    assert [row.dtype for row in found.rows] == ["float64", "float32"]
    assert {(row.evidence, row.inputs) for row in found.rows} == {("search", 5000)}


def test_a_16_bit_format_is_tried_whole():
    found = run(dtypes=("bfloat16", "float32"), arithmetics=("upcast",))
    # 2^16 patterns less two infinities and 2·127 NaNs
    assert [(row.evidence, row.inputs) for row in found.rows] == [
        ("exhaustive", 65280),
        ("search", 5000),
    ]
    whole = api.compare(dtypes=("bfloat16",), forms=("erfc",), arithmetics=("upcast",))
    assert stored_row(found) == stored_row(whole)


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_same_whatever_the_jobs_and_the_other_rows(jobs):
    selection = Selection(
        dtypes=("float64",), forms=("tanh", "erfc"), inputs="search", evaluations=5000
    )
    found = api.compare(selection, engine=Engine(jobs=jobs, little=0))
    assert stored(found) == stored(api.compare(selection))
    assert stored_row(found, 1) == stored_row(run())


def test_progress_comes_to_the_end():
    told = []
    api.compare(
        dtypes=("float64", "float16"),
        forms=("erfc",),
        arithmetics=("native",),
        inputs="search",
        evaluations=5000,
        progress=lambda done, total, label: told.append((done, total)),
    )
    total = 5000 + (1 << 16)
    assert {of for _, of in told} == {total}
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1][0] == total


def test_a_budget_becomes_a_number_that_repeats_it():
    selection = Selection(dtypes=("float64",), forms=("erfc",), inputs="search", budget=0.5)
    counted = api.with_evaluations(selection)
    assert counted.budget is None and counted.evaluations >= 1
    # three digits, so that it can be typed
    assert int(str(counted.evaluations)[3:] or 0) == 0
    row = api.compare(counted).rows[0]
    assert row.inputs == counted.evaluations


def test_a_budget_is_divided_among_the_rows(monkeypatch):
    """A value of each of two rows takes 1 ms, so 10 s are enough for 5,000 values of each."""
    monkeypatch.setattr(searched, "_seconds", lambda *given: 1e-3)
    plan = make_plan(Selection(dtypes=("float64",), forms=("erf", "tanh"), inputs="search"))
    assert 4900 <= searched.evaluations_in(10, plan, Selection()) <= 5000
    monkeypatch.setattr(searched, "_seconds", lambda *given: 1e3)
    assert searched.evaluations_in(10, plan, Selection()) == 1


def test_other_selections_have_no_budget_to_turn():
    for selection in (Selection(), Selection(dtypes=("float16",), inputs="search", budget=1.0)):
        assert api.with_evaluations(selection) is selection


REFUSED = [
    ({"inputs": "sample", "evaluations": 5}, {}, "--evaluations without --inputs search"),
    ({"inputs": "auto", "evaluations": None, "budget": 5.0}, {}, "--budget without"),
    ({"budget": 5.0}, {}, "--budget with --evaluations"),
    ({"evaluations": 0}, {}, "--evaluations 0"),
    ({"evaluations": 1 << 31}, {}, "--evaluations 2147483648"),
    ({"evaluations": 1.5}, {}, "--evaluations 1.5"),
    ({"evaluations": None, "budget": 0.0}, {}, "--budget 0"),
    ({"evaluations": None, "budget": float("nan")}, {}, "--budget nan"),
    ({"evaluations": None, "budget": float("inf")}, {}, "--budget inf"),
    ({"evaluations": None, "budget": "5s"}, {}, "--budget 5s"),
    ({}, {"ledger": "kept.jsonl"}, "--inputs search with --ledger"),
    ({}, {"ledger": "kept.jsonl", "shard": (1, 2)}, "--inputs search with --ledger"),
    ({}, {"cluster": "tcp://127.0.0.1:1"}, "--inputs search with --cluster"),
    ({"evaluations": None, "budget": 5.0}, {"ledger": "x"}, "--inputs search with --ledger"),
]


@pytest.mark.parametrize("changes, engine, text", REFUSED, ids=[str(case[0]) for case in REFUSED])
def test_refused(changes, engine, text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError) as caught:
        run(**changes, engine=Engine(**engine))
    assert text in caught.value.what and caught.value.mend
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="needs another system: no signals")
@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_interrupted(place, by):
    process = place.command(
        *("compare", "--impl", "it=python:misfortunes:slow", "--dtype", "float32"),
        *("--inputs", "search", "--evaluations", "10000000"),
    )
    place.until(place.workers)
    time.sleep(0.3)
    process.send_signal(by)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (130, "")
    assert err == "gelucheck: interrupted\n"
