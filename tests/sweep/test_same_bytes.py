"""One result, whatever carries it out: processes, size of chunks, shards; Dask: test_cluster."""

import pytest

from gelucheck import api
from gelucheck.sweep.chunks import GRAIN
from gelucheck.sweep.plan import Selection
from gelucheck.sweep.run import Engine

EVERYTHING = {
    "a 16-bit format": Selection(dtypes=("float16",), forms=("tanh", "erf")),
    "a sample": Selection(dtypes=("float32", "float64"), forms=("erf",), samples=70_000, seed=3),
    # both signs, subnormals, both zeros
    "a range across zero": Selection(
        dtypes=("float32",), forms=("erfc",), arithmetics=("native",), inputs="-2e-41:1e-40"
    ),
}
WHOLE = Engine(little=1 << 40)


@pytest.fixture(scope="module")
def whole():
    """The runs in one piece, in this process."""
    return {name: api.compare(chosen, engine=WHOLE) for name, chosen in EVERYTHING.items()}


@pytest.mark.parametrize("name", EVERYTHING)
@pytest.mark.parametrize(
    "engine",
    [
        Engine(little=0, jobs=1, size=3 * GRAIN),
        Engine(little=0, jobs=2, size=GRAIN),
    ],
    ids=["one job", "two jobs, other chunks"],
)
def test_processes(place, whole, name, engine):
    run = api.compare(EVERYTHING[name], engine=engine)
    assert place.stored(run) == place.stored(whole[name])


@pytest.mark.parametrize("name", EVERYTHING)
def test_three_shards(place, whole, name):
    paths = [f"{i}.jsonl" for i in (1, 2, 3)]
    done = 0
    for i, path in enumerate(paths, 1):
        outcome = api.shard(EVERYTHING[name], Engine(shard=(i, 3), ledger=path, size=GRAIN))
        assert outcome.done == outcome.chunks
        done += outcome.done
    # the order of the ledgers does not matter either
    merged = api.merge(paths[::-1], into="all.jsonl")
    assert place.stored(merged) == place.stored(whole[name])
    with open("all.jsonl", "rb") as lines:
        assert sum(1 for _ in lines) == 1 + done
    # a ledger that is complete is a result: nothing is measured again
    again = api.compare(EVERYTHING[name], engine=Engine(ledger="all.jsonl", size=GRAIN))
    assert place.stored(again) == place.stored(whole[name])
