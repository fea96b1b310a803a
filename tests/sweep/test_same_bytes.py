"""One result, whatever carries it out: processes, size of chunks, shards; Dask: test_cluster.

The same JSON but for its provenance, the same CSV, the same text.
"""

import dataclasses
from itertools import cycle

import numpy as np
import pytest

from gelucheck import api
from gelucheck.export.registry import EXPORTERS
from gelucheck.reference.blocks import PANEL
from gelucheck.sweep.chunks import BLOCK, GRAIN
from gelucheck.sweep.plan import Selection
from gelucheck.sweep.run import Engine

WHOLE = Engine(little=1 << 40)
ONE = 0x3F800000  # the bits of 1.0 in float32


def hexadecimal(bits: int) -> str:
    """The float32 of some bits."""
    return float(np.uint32(bits).view(np.float32)).hex()


def span(first: int, last: int, **chosen) -> Selection:
    """All float32 values from one pattern to another, by one writing if nothing else is said."""
    inputs = f"{hexadecimal(first)}:{hexadecimal(last)}"
    given = {"forms": ("tanh",), "arithmetics": ("native",), **chosen}
    return Selection(dtypes=("float32",), inputs=inputs, **given)


MINE = {"forms": (), "implementations": ("it=python:misfortunes:gelu",), "declares": ("tanh",)}

# name -> selection
EVERYTHING = {
    "16 bits": Selection(dtypes=("float16",), forms=("tanh", "erf")),
    "bfloat16": Selection(dtypes=("bfloat16",), forms=("erf",)),
    "a sample": Selection(dtypes=("float32", "float64"), forms=("erf",), samples=70_000, seed=3),
    "float64": Selection(dtypes=("float64",), forms=("erfc",), inputs="-0.1:0.1:140000"),
    # both signs, subnormals, both zeros
    "across zero": Selection(
        dtypes=("float32",), forms=("erfc",), arithmetics=("native",), inputs="-2e-41:1e-40"
    ),
    # whole panels, and ends that are none, below and above 1: a binade and a region
    "across 1": span(ONE - 2 * PANEL - 77, ONE + 3 * PANEL + 5, **MINE),
    "across 1, upcast": span(ONE - PANEL, ONE + PANEL - 1, arithmetics=("upcast",)),
    "across 1, two blocks": span(ONE - BLOCK - 1, ONE + BLOCK, **MINE),
    # 8 = 2^3 and 6 = 1.5·2^2: where GELU is x, and a region begins
    "across -8": span(0xC1000000 + PANEL, 0xC1000000 - PANEL, **MINE),
    "across 6": span(0x40C00000 - PANEL - 3, 0x40C00000 + PANEL, **MINE),
    "to infinity": span(0x7F800000 - 2 * PANEL - 3, 0x7F800000, **MINE),
    "from minus infinity": span(0xFF800000, 0xFF800000 - PANEL - 3),
    "a file with NaNs": dataclasses.replace(
        span(ONE, ONE), inputs="x.npy", arithmetics=("native", "upcast")
    ),
}
KINDS = ("bfloat16", "a sample", "across 1", "a file with NaNs")


@pytest.fixture
def here(place):
    """The place, with a file: 100,000 values, some of them NaN or infinite, in no order."""
    bits = np.random.Generator(np.random.PCG64(7)).integers(0, 1 << 32, 100_000, np.uint32)
    np.save("x.npy", bits.view(np.float32))
    return place


@pytest.fixture
def whole(here, kept_results):
    """What is shown of a run in one piece, in this process."""

    def whole(name):
        if name not in kept_results:
            chosen = EVERYTHING[name]
            kept_results[name] = shown(api.compare(chosen, engine=WHOLE))
        return kept_results[name]

    return whole


def shown(run) -> dict[str, str]:
    """The run in every format, what pictures are drawn from included; all but the provenance."""
    run = dataclasses.replace(run, provenance={})
    assert all(row.profile for row in run.rows)
    return {name: exporter.render(run) for name, exporter in EXPORTERS.items()}


@pytest.mark.parametrize(("name", "grains"), list(zip(EVERYTHING, cycle((1, 2, 3)), strict=False)))
def test_chunks_of_another_size(whole, name, grains):
    chosen = EVERYTHING[name]
    engine = Engine(little=1 << 40, ledger="kept.jsonl", size=grains * GRAIN)
    assert shown(api.compare(chosen, engine=engine)) == whole(name)


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize(
    "engine",
    [
        Engine(little=0, jobs=1, size=3 * GRAIN),
        Engine(little=0, jobs=2, size=GRAIN),
    ],
    ids=["one job", "two jobs, other chunks"],
)
def test_processes(whole, name, engine):
    chosen = EVERYTHING[name]
    assert shown(api.compare(chosen, engine=engine)) == whole(name)


@pytest.mark.parametrize("name", KINDS)
def test_three_shards(whole, name):
    chosen = EVERYTHING[name]
    paths = [f"{i}.jsonl" for i in (1, 2, 3)]
    done = 0
    for i, path in enumerate(paths, 1):
        engine = Engine(shard=(i, 3), ledger=path, size=GRAIN)
        outcome = api.shard(chosen, engine)
        assert outcome.done == outcome.chunks
        done += outcome.done
    # the order of the ledgers does not matter either
    merged = api.merge(paths[::-1], into="all.jsonl")
    assert shown(merged) == whole(name)
    with open("all.jsonl", "rb") as lines:
        assert sum(1 for _ in lines) == 1 + done
    # a ledger that is complete is a result: nothing is measured again
    again = api.compare(chosen, engine=Engine(ledger="all.jsonl", size=GRAIN))
    assert shown(again) == whole(name)
