"""Several stored runs as one: rows in order, nothing twice, every provenance kept."""

import json
from dataclasses import replace

import pytest

from gelucheck.errors import UsageError
from gelucheck.export.json import render
from gelucheck.export.schema import first_fault
from gelucheck.joining import join_runs
from gelucheck.networks import Study
from gelucheck.record import COUNTS, Errors, Row, Run, Theorem

NOTHING = Errors(None, None, None, None, None, None)
ROW = Row(
    *("erf", "erf", "erf", "float16", "native", "gelu", "exhaustive", 0, NOTHING, None, None),
    *(0, 0, {"0": 0, "1": 0, "2": 0, "3": 0, "more": 0}, dict.fromkeys(COUNTS, 0)),
)
FIRST = Theorem("sup |tanh - gelu|", 1.0, 1.0, 1.0, None)
SECOND = Theorem("sup |sigmoid - gelu|", 2.0, 2.0, 2.0, None)


def made(*rows, theorems=(), **changes):
    provenance = {
        **{"version": "0.1.0", "command": "gelucheck compare", "python": "3.11.9"},
        **dict.fromkeys(("numpy", "mpmath", "flint", "platform", "cpu")),
        **{"started": "2026-01-02T00:00:00Z", "seconds": 1.5, "seed": 0},
    }
    return Run({**provenance, **changes}, rows, theorems)


A = made(ROW, theorems=(FIRST,), implementations={"torch:gelu": "torch 2"})
B = made(
    replace(ROW, dtype="float32"),
    theorems=(SECOND, FIRST),
    started="2026-01-01T00:00:00Z",
    seed=7,
    implementations={"torch:gelu": "torch 2", "jax:gelu": "jax 1"},
)


def test_one_run_is_itself():
    assert join_runs([A]) is A


def test_rows_and_theorems_in_order():
    joined = join_runs([B, A], command="join")
    assert joined.rows == (*B.rows, *A.rows)
    assert joined.theorems == (SECOND, FIRST)


ENCLOSED = replace(FIRST, lower=0.75, upper=1.25)
SAID = replace(ENCLOSED, sentence="It is so.")
NARROW = replace(SAID, lower=0.875, upper=1.125)


@pytest.mark.parametrize("theorems, kept, why", [
    ((FIRST, ENCLOSED), FIRST, "the narrower one"),
    ((ENCLOSED, FIRST), FIRST, "wherever it stands"),
    ((FIRST, SAID), SAID, "the one that says what it means"),
    ((SAID, ENCLOSED, NARROW), NARROW, "of these the narrower one"),
    ((FIRST, replace(FIRST, at=1.0)), FIRST, "of two that are the same the first"),
])  # fmt: skip
def test_of_theorems_by_one_name_the_one_that_says_most(theorems, kept, why):
    joined = join_runs([made(theorems=(SECOND, each)) for each in theorems])
    assert joined.theorems == (SECOND, kept), why


def test_theorems_that_cannot_both_be_true():
    runs = [made(theorems=(SAID,)), made(theorems=(replace(FIRST, lower=2.0, upper=2.0),))]
    with pytest.raises(UsageError, match=r"sup \|tanh - gelu\| is proved to be .* in a\.json .* b"):
        join_runs(runs, ["a.json", "b.json"])


def study(name):
    plan = {"operators": [{"name": "n0"}]}
    return Study(name, plan, ("erf",), "drawn", "drawn", 1, (0,), (), (), ())


def test_networks_in_order():
    first, second = (replace(run, networks=(study(n),)) for run, n in ((A, "b.txt"), (B, "a.txt")))
    assert [each.name for each in join_runs([first, second]).networks] == ["b.txt", "a.txt"]
    assert Run.from_dict(json.loads(render(join_runs([first, B])))).networks == first.networks


def test_another_network_of_the_same_name_is_another():
    other = replace(study("plan.txt"), seeds=(7,))
    runs = [replace(A, networks=(study("plan.txt"),)), replace(B, networks=(other,))]
    assert [each.seeds for each in join_runs(runs).networks] == [study("plan.txt").seeds, (7,)]


def test_a_network_in_two_runs_is_refused():
    with pytest.raises(UsageError) as caught:
        join_runs(
            [replace(A, networks=(study("plan.txt"),)), replace(B, networks=(study("plan.txt"),))]
        )
    assert str(caught.value) == "the network 'plan.txt' is in run 1 and in run 2: leave one out"


def test_the_provenance_of_each_is_kept():
    provenance = join_runs([A, B], command="join").provenance
    assert provenance["joined"] == [A.provenance, B.provenance]
    assert (provenance["command"], provenance["seconds"]) == ("join", 3.0)
    assert provenance["started"] == "2026-01-01T00:00:00Z"
    # what is not the same in both is of neither
    assert (provenance["seed"], provenance["python"]) == (None, "3.11.9")
    assert provenance["implementations"] == {"torch:gelu": "torch 2", "jax:gelu": "jax 1"}


@pytest.mark.parametrize(
    "seconds, total, why",
    [
        ((1.5, None), 1.5, "not known of one"),
        ((1.5, "inf"), 1.5, "a string stands for what JSON cannot hold"),
        ((1e308, 1e308), None, "no float64 holds the sum"),
        ((10**308, 0.5, "nan"), 1e308, "a whole number may be as large"),
    ],
)
def test_seconds_are_what_a_stored_run_may_say(seconds, total, why):
    runs = [
        made(replace(ROW, implementation=str(number)), seconds=each)
        for number, each in enumerate(seconds)
    ]
    joined = join_runs(runs)
    assert joined.provenance["seconds"] == total, why
    assert first_fault(json.loads(render(joined))) is None


def test_joined_of_nothing_is_no_part():
    joined = join_runs([made(ROW, joined=[]), B])
    assert first_fault(json.loads(render(joined))) is None
    assert len(joined.provenance["joined"]) == 2


def test_what_was_joined_can_be_joined_and_stored():
    other = made(replace(ROW, dtype="bfloat16"), version="0.2.0")
    joined = join_runs([join_runs([A, B]), other])
    assert joined.provenance["joined"] == [A.provenance, B.provenance, other.provenance]
    assert joined.provenance["version"] == "0.1.0, 0.2.0"
    document = json.loads(render(joined))
    assert first_fault(document) is None
    assert Run.from_dict(document) == joined


@pytest.mark.parametrize(
    "runs, names, parts",
    [
        ([], [], ["no run"]),
        ([A, A], ["a.json", "b.json"], ["erf · float16 · native", "a.json and in b.json"]),
        ([A, B, made(ROW)], [], ["erf · float16 · native", "run 1 and in run 3"]),
        ([A, replace(B, provenance={**B.provenance, "implementations": {"torch:gelu": "torch 3"}})],
         [], ["torch:gelu", "run 1", "run 2", "version"]),
    ],
)  # fmt: skip
def test_what_cannot_be_joined(runs, names, parts):
    with pytest.raises(UsageError) as caught:
        join_runs(runs, names)
    for part in parts:
        assert part in str(caught.value)
