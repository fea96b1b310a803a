"""What limits ask for besides: the same by every way that a sweep goes, and in every ledger."""

import dataclasses
import json

import numpy as np
import pytest

from gelucheck import api
from gelucheck.block import Block
from gelucheck.errors import InputsError, UsageError
from gelucheck.formats import FORMATS
from gelucheck.gate.limit import Limit
from gelucheck.gate.limits import Limits
from gelucheck.measure import More, measure
from gelucheck.record import Row
from gelucheck.reference.blocks import PANEL
from gelucheck.sweep.chunks import GRAIN, chunks_of, measure_chunk, parts_of
from gelucheck.sweep.identity import chunk_id
from gelucheck.sweep.plan import Selection, make_plan
from gelucheck.sweep.run import Engine
from gelucheck.sweep.stored import tally_from_json, tally_to_json
from gelucheck.tally import Tally

SINGLE = FORMATS["float32"]
EXTRAS = frozenset({"scaled", "correct"})
REGIONS = ("-6.0:-2.0", "-0.0:1.5")
HALVES = Selection(dtypes=("float16",), forms=("tanh", "erf"), extras=EXTRAS, regions=REGIONS)
SAMPLE = Selection(
    dtypes=("float32", "float64"),
    forms=("tanh",),
    arithmetics=("native",),
    samples=70_000,
    extras=EXTRAS,
    regions=REGIONS,
)
SPAN = Selection(dtypes=("float32",), forms=("tanh",), inputs="1:1.02", regions=("0.9:1.01",))
SCALED_SPAN = dataclasses.replace(SPAN, forms=("erf",), extras=EXTRAS, arithmetics=("native",))
EVERYTHING = {"16 bits": HALVES, "a sample": SAMPLE, "a span": SPAN, "scaled": SCALED_SPAN}
WHOLE = Engine(little=1 << 40)


def rows(selection, engine=WHOLE, **more) -> tuple[Row, ...]:
    return api.compare(selection, engine=engine, **more).rows


def told(found) -> str:
    """Rows as text: one NaN is as another there."""
    return repr(found)


@pytest.fixture(scope="module")
def plainly():
    """The rows of everything, measured in one piece."""
    return {name: rows(selection) for name, selection in EVERYTHING.items()}


@pytest.mark.parametrize("name", EVERYTHING)
def test_chunks_and_shards_give_the_same(plainly, name, tmp_path):
    selection, want = EVERYTHING[name], plainly[name]
    assert told(rows(selection, Engine(jobs=1, little=0, size=GRAIN))) == told(want)
    paths = [str(tmp_path / f"{i}.jsonl") for i in (1, 2)]
    for i, path in enumerate(paths, 1):
        api.shard(selection, Engine(shard=(i, 2), ledger=path, size=GRAIN))
    merged = api.merge(paths[::-1]).rows
    assert told(merged) == told(want)
    for row in merged:
        assert set(row.parts) == set(selection.regions)
        for each in (row, *row.parts.values()):
            asked = "scaled" in selection.extras
            assert set(each.scaled) == ({"total", "evaluation"} if asked else set())
            assert ("evaluation" in each.correct) == (asked or row.form == "erf")


def test_two_processes_give_the_same(plainly):
    found = rows(SPAN, Engine(jobs=2, little=0, size=GRAIN))
    assert told(found) == told(plainly["a span"])


def known_apart(row: Row, evidence: str) -> Row:
    """A row without what a part has not: findings and claims, and how much was asked."""
    return dataclasses.replace(row, evidence=evidence, asked=0, findings=(), claims=())


@pytest.mark.parametrize(
    "name, region", [("16 bits", "-6.0:-2.0"), ("16 bits", "-0.0:1.5"), ("a span", "0.9:1.01")]
)
def test_a_part_is_the_row_of_the_same_inputs(plainly, name, region):
    """Measured by themselves; a span begins at 1, where the inputs do."""
    inputs = "1:1.01" if name == "a span" else region
    alone = dataclasses.replace(EVERYTHING[name], inputs=inputs, regions=())
    for whole, part in zip(plainly[name], rows(alone), strict=True):
        found = whole.parts[region]
        assert told(known_apart(found, "given")) == told(known_apart(part, "given"))
        assert found.evidence == whole.evidence and not found.parts and not found.findings


def test_a_part_of_a_sample_and_of_special_values(plainly):
    """As many inputs as lie there, counted by hand; what is not there has no part."""
    plan = make_plan(SAMPLE)
    for row in plainly["a sample"]:
        x = next(plan.inputs[row.dtype].blocks(1 << 20)).astype(np.float64)
        inside = {"-6.0:-2.0": (x >= -6) & (x <= -2), "-0.0:1.5": (x >= 0) & (x <= 1.5)}
        for region, where in inside.items():
            assert row.parts[region].inputs == np.count_nonzero(where)
    (row,) = rows(
        Selection(
            dtypes=("float16",),
            forms=("erf",),
            arithmetics=("native",),
            inputs="special",
            regions=("0.0:inf", "-inf:-0.0", "3.00001:3.00002", "inf:inf"),
        )
    )
    assert row.inputs == row.parts["0.0:inf"].inputs + row.parts["-inf:-0.0"].inputs
    assert "3.00001:3.00002" not in row.parts
    assert row.parts["inf:inf"].inputs == 0 and row.parts["inf:inf"].total.max_abs is None


def test_inputs_of_a_file(tmp_path):
    (tmp_path / "x.txt").write_text("-3\n-2.5\n1\n-2\nnan\n-6.0\n")
    selection = Selection(
        dtypes=("float32",), forms=("erf",), inputs=str(tmp_path / "x.txt"), regions=REGIONS
    )
    for row in rows(selection):
        assert (row.parts["-6.0:-2.0"].inputs, row.parts["-0.0:1.5"].inputs) == (4, 1)


def test_a_search_refuses_regions_and_measures_the_rest():
    chosen = Selection(
        dtypes=("float32",),
        forms=("tanh",),
        arithmetics=("native",),
        inputs="search",
        evaluations=3000,
        extras=EXTRAS,
    )
    (row,) = rows(chosen)
    assert row.scaled["evaluation"].value > 0 and 0 < row.correct["evaluation"] < 3000
    with pytest.raises(UsageError, match="known beforehand"):
        rows(dataclasses.replace(chosen, regions=REGIONS))
    # of 16 bits it is all that there is
    halves = dataclasses.replace(chosen, dtypes=("float16",), evaluations=None, regions=REGIONS)
    assert set(rows(halves)[0].parts) == set(REGIONS)


@pytest.mark.parametrize(
    "region, told",
    [("2.0:1.0", "backwards"), ("1", "interval"), ("1:2:3", "interval"), ("a:b", "number")],
)
def test_regions_that_mean_nothing(region, told):
    with pytest.raises((UsageError, InputsError), match=told):
        rows(dataclasses.replace(SPAN, regions=(region,)))


@pytest.mark.parametrize(
    "changes, told",
    [({"extras": frozenset({"scaled"})}, "extras"), ({"regions": ()}, "regions")],
)
def test_the_ledger_of_another_sweep_is_refused(tmp_path, changes, told):
    engine = Engine(ledger=str(tmp_path / "kept.jsonl"), size=GRAIN)
    rows(SPAN, engine)
    with pytest.raises(InputsError, match="of another sweep") as caught:
        rows(dataclasses.replace(SPAN, **changes), engine)
    assert told in str(caught.value)


def test_chunks_of_other_limits_have_other_ids():
    plan = make_plan(SPAN)
    found = {
        chunk_id(chunks_of(plan, dataclasses.replace(SPAN, **changes), GRAIN)[0])
        for changes in ({}, {"extras": EXTRAS}, {"regions": ()}, {"regions": ("1.0:2.0",)})
    }
    assert len(found) == 4


def test_a_tally_with_parts_there_and_back():
    plan = make_plan(HALVES)
    chunk = chunks_of(plan, HALVES, GRAIN)[0]
    tally = measure_chunk(chunk)
    assert tally.parts and "scaled" in tally.evaluation.peaks
    stored = json.loads(json.dumps(tally_to_json(tally), allow_nan=False))
    assert tally_from_json(stored) == tally
    stored["parts"]["-6.0:-2.0"]["parts"] = {"1:2": stored["parts"]["-0.0:1.5"]}
    with pytest.raises(ValueError, match="a part has parts"):
        tally_from_json(stored)


def test_a_span_by_blocks_and_value_by_value():
    """A region of a sweep, whose ends are no ends of blocks: as ``measure`` has it."""
    first = SINGLE.bits_of(3.0)
    low, high = (SINGLE.value(first + at) for at in (-PANEL - 77, PANEL + 4321))
    region = f"{SINGLE.value(first - 999)!r}:{SINGLE.value(first + 70_000)!r}"
    selection = dataclasses.replace(SPAN, inputs=f"{low!r}:{high!r}", regions=(region,))
    for row, (item, name) in zip(rows(selection), make_plan(selection).rows, strict=True):
        want = Tally()
        for part in parts_of(make_plan(selection).inputs[name]):
            for x in part.blocks():
                want = want.merge(measure(item, Block(SINGLE, x), more=More(regions=(region,))))
        part, due = row.parts[region], want.parts[region]
        assert part.inputs == due.inputs == 71_000
        assert part.correctly_rounded == due.steps[0] and part.faithful == due.faithful
        assert part.evaluation.max_ulp.value == due.evaluation.peaks["ulp"].value
        assert int(part.evaluation.max_ulp.bits, 16) == due.evaluation.peaks["ulp"].x


def test_limits_say_what_is_measured():
    near = Limit("max_ulp", 3.0, scaled=True, region="1.0:1.01", dtypes=("float32",))
    far = Limit("max_ulp", 3.0, scaled=True, region="5.0:6.0", dtypes=("float64",))
    own = Limit("correctly_rounded", 0.5)
    (row, _) = rows(dataclasses.replace(SPAN, regions=()), limits=Limits(more=(near, far, own)))
    assert set(row.parts) == {"1.0:1.01"}, "no row is of float64"
    assert row.scaled["total"].value > 0 and "evaluation" in row.correct
    assert {claim.name for claim in row.claims} == {
        "atol", "max_ulp/(1+k) in 1.0:1.01", "correctly_rounded"
    }  # fmt: skip
    (row, _) = rows(dataclasses.replace(SPAN, regions=()), limits=Limits(more=(far,)))
    assert not row.parts and not row.scaled


def test_a_shard_measures_what_the_merged_run_is_held_to(tmp_path):
    limits = Limits(more=(Limit("max_ulp", 1e6, region="1.0:1.01"),))
    plain = dataclasses.replace(SPAN, regions=())
    paths = [str(tmp_path / name) for name in ("with", "without")]
    api.shard(plain, Engine(shard=(1, 1), ledger=paths[0], size=GRAIN), limits=limits)
    api.shard(plain, Engine(shard=(1, 1), ledger=paths[1], size=GRAIN))
    names = [
        [claim.name for claim in api.merge([path], limits=limits).rows[0].claims] for path in paths
    ]
    assert names == [["atol", "max_ulp in 1.0:1.01"], ["atol"]]
