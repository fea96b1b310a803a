"""Ledgers that cannot be merged, and why."""

import json
import shutil

import pytest

from gelucheck import api
from gelucheck.errors import InputsError, OutputError
from gelucheck.sweep.chunks import GRAIN
from gelucheck.sweep.ledger_lines import sealed
from gelucheck.sweep.plan import Selection
from gelucheck.sweep.run import Engine

SELECTION = Selection(dtypes=("float32",), forms=("tanh",), inputs="1:1.02")


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The ledgers of two shards of a sweep of four chunks."""
    place = tmp_path_factory.mktemp("shards")
    for i in (1, 2):
        engine = Engine(shard=(i, 2), ledger=str(place / f"{i}.jsonl"), size=GRAIN)
        outcome = api.shard(SELECTION, engine)
        assert (outcome.done, outcome.chunks, outcome.rows) == (2, 2, ())
    return place


@pytest.fixture
def shards(written, tmp_path, monkeypatch):
    """A place with the two as files 1.jsonl and 2.jsonl."""
    monkeypatch.chdir(tmp_path)
    for i in (1, 2):
        shutil.copy(written / f"{i}.jsonl", tmp_path)
    return tmp_path


def test_missing_chunks(shards):
    with pytest.raises(InputsError, match="2 of 4 chunks are missing, the first is chunk 2"):
        api.merge(["1.jsonl"])


def test_a_ledger_twice_is_once(shards):
    rows = api.merge(["1.jsonl", "2.jsonl", "1.jsonl"]).rows
    assert rows == api.compare(SELECTION).rows


def test_pictures_need_nothing_more_of_shards(shards):
    rows = api.merge(["1.jsonl", "2.jsonl"]).rows
    assert rows[0].profile == api.compare(SELECTION).rows[0].profile != ()


def test_other_sweeps(shards):
    other = Selection(dtypes=("float32",), forms=("erf",), inputs="1:1.02")
    api.shard(other, Engine(shard=(2, 2), ledger="3.jsonl", size=GRAIN))
    with pytest.raises(InputsError, match=r"of different sweeps \(rows 1"):
        api.merge(["1.jsonl", "3.jsonl"])


@pytest.mark.parametrize(
    ("text", "told"),
    [(b"", "is empty"), (b"a,b\n", "no ledger"), (None, "cannot read")],
)
def test_what_is_no_ledger(shards, text, told):
    if text is not None:
        (shards / "3.jsonl").write_bytes(text)
    with pytest.raises(InputsError, match=told):
        api.merge(["1.jsonl", "3.jsonl"])


def test_answers_that_differ(shards):
    lines = (shards / "1.jsonl").read_bytes().splitlines()
    entry = json.loads(lines[1])
    entry.pop("digest")
    entry["tally"]["inputs"] += 1
    (shards / "3.jsonl").write_bytes(lines[0] + b"\n" + sealed(entry))
    with pytest.raises(InputsError, match="chunk 1 has another answer"):
        api.merge(["1.jsonl", "2.jsonl", "3.jsonl"])


@pytest.mark.parametrize(
    "changes", [{"rows": [{}, {}]}, {"inputs": {}}, {"rows": 7}, {"chunks": "x"}]
)
def test_a_first_line_that_means_nothing(shards, changes):
    paths = []
    for i in (1, 2):
        first, *rest = (shards / f"{i}.jsonl").read_bytes().splitlines(keepends=True)
        header = json.loads(first)
        header.pop("digest")
        (shards / f"{i}.bad").write_bytes(sealed({**header, **changes}) + b"".join(rest))
        paths.append(f"{i}.bad")
    with pytest.raises(InputsError, match="damaged"):
        api.merge(paths)


def test_nothing_is_written_over(shards):
    (shards / "notes").write_text("mine")
    with pytest.raises(OutputError, match="is there already"):
        api.merge(["1.jsonl", "2.jsonl"], into="notes")
    assert (shards / "notes").read_text() == "mine"
