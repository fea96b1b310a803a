"""``gelucheck.study``: networks in, a run of studies out."""

import pytest

import gelucheck
from gelucheck import api_network
from gelucheck.errors import UsageError
from gelucheck.network.language import parse_plan
from gelucheck.network.parameters import drawn_network
from gelucheck.network.presets import find_preset
from gelucheck.record import Run

PLAN = parse_plan("linear(4)\ngelu()\nlinear(2)", name="small", input=(3,))
QUICK = {"forms": ("erf", "tanh"), "dtypes": ("float16",), "batch": 4, "seeds": (0, 1)}


def test_a_plan_is_a_network_with_drawn_weights():
    run = gelucheck.study(PLAN, **QUICK)
    assert run.networks == gelucheck.study(drawn_network(PLAN, "torch"), **QUICK).networks
    assert run.rows == () and run.provenance["seed"] == 0
    (study,) = run.networks
    assert (study.name, study.batch, study.seeds) == ("small", 4, (0, 1))
    assert [swap.arithmetic for swap in study.swaps] == ["native", "upcast"] * 2


def test_it_is_stored_whole():
    run = gelucheck.study(PLAN, **QUICK)
    assert Run.from_dict(run.to_dict()) == run


def test_several_in_their_order_with_progress_that_goes_on():
    other = parse_plan("gelu()", name="other", input=(2,))
    calls = []
    run = gelucheck.study([PLAN, other], **QUICK, progress=lambda *told: calls.append(told))
    assert [study.name for study in run.networks] == ["small", "other"]
    shares = [done / total for done, total, _ in calls]
    assert shares == sorted(shares) and shares[-1] == 1
    # each is a half
    first = [done / total for done, total, label in calls if label.startswith("small, ")]
    assert first[-1] == 0.5


def test_progress_of_one_is_its_own():
    calls = []
    gelucheck.study(PLAN, **QUICK, progress=lambda *told: calls.append(told))
    assert calls[-1][0] == calls[-1][1] and calls[0][2].startswith("seed 0, n0 linear")


@pytest.mark.parametrize("plan, batch", [
    (PLAN, 64),
    (find_preset("gpt2-mlp").make(), 64),  # 4.7 million parameters
    (find_preset("gpt2-block-stack").make(2), 64),  # 9.4 million
    (find_preset("gpt2-block-stack").make(3), 16),  # 14.2 million
])  # fmt: skip
def test_the_usual_batch(plan, batch):
    assert api_network.usual_batch(plan) == batch


def test_the_usual_batch_is_taken():
    run = gelucheck.study(PLAN, **{**QUICK, "batch": None})
    assert run.networks[0].batch == 64


@pytest.mark.parametrize("first, count, seeds", [(0, 3, (0, 1, 2)), (7, 1, (7,))])
def test_seeds(first, count, seeds):
    assert api_network.seeds_from(first, count) == seeds


@pytest.mark.parametrize("count", [0, -1, 101, 10**12])
def test_seeds_that_cannot_be(count):
    with pytest.raises(UsageError, match="1 to 100"):
        api_network.seeds_from(0, count)


def test_nothing_to_study():
    with pytest.raises(UsageError, match="no network"):
        gelucheck.study([])


def test_rows_beside_it():
    run = gelucheck.study(PLAN, **QUICK)
    rows = gelucheck.compare(dtypes=("float16",), forms=("tanh",), arithmetics=("upcast",))
    both = api_network.with_rows(run, rows)
    assert (both.rows, both.networks, both.theorems) == (rows.rows, run.networks, rows.theorems)
    assert both.provenance["command"] == run.provenance["command"]
    seconds = run.provenance["seconds"] + rows.provenance["seconds"]
    assert both.provenance["seconds"] == pytest.approx(seconds, abs=1e-3)


@pytest.mark.parametrize("given", ["linear(64)", ["linear(64)"], 5, None])
def test_what_is_no_network(given):
    with pytest.raises(UsageError, match=r"is no network: give plans, of .*parse_plan"):
        gelucheck.study(given)
