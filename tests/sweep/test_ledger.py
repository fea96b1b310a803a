"""Ledgers that were cut, damaged, or are of another sweep; and those that are gone on with."""

import dataclasses
import json
import os
import sys

import pytest

from gelucheck import api
from gelucheck.errors import InputsError, OutputError
from gelucheck.inputs.selection import select_inputs
from gelucheck.sweep import ledger as ledgers
from gelucheck.sweep.chunks import GRAIN, chunks_of
from gelucheck.sweep.identity import chunk_id, header_of
from gelucheck.sweep.ledger_lines import read_ledger, sealed
from gelucheck.sweep.plan import Selection, make_plan
from gelucheck.sweep.run import Engine

SELECTION = Selection(dtypes=("float32",), forms=("tanh", "erf"), inputs="1:1.02")
PATH = "kept.jsonl"


@pytest.fixture
def there(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def sweep(selection=SELECTION, path=PATH, **engine):
    engine = Engine(ledger=path, size=GRAIN, **engine)
    return json.dumps({**api.compare(selection, engine=engine).to_dict(), "provenance": None})


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The bytes of a ledger of 8 chunks, and the result."""
    path = tmp_path_factory.mktemp("ledger") / PATH
    result = sweep(path=str(path))
    return path.read_bytes(), result


def test_lines(written):
    data, _ = written
    lines = data.splitlines()
    # 0.02·2^23 values, 1 the first of a block: two blocks; two forms; two arithmetics
    assert len(lines) == 1 + 8
    assert [json.loads(line)["number"] for line in lines[1:]] == list(range(8))


@pytest.mark.parametrize("lost", [1, 2, 100])
@pytest.mark.parametrize("line", [1, 2, 9])
def test_a_last_line_without_its_end_is_dropped(there, written, line, lost):
    data, result = written
    lines = data.splitlines(keepends=True)
    (there / PATH).write_bytes(b"".join(lines[:line])[:-lost])
    assert sweep() == result
    assert (there / PATH).read_bytes() == data


def test_a_last_line_cut_anywhere(there, written):
    lines = written[0].splitlines(keepends=True)
    whole, last = b"".join(lines[:3]), lines[3]
    for kept in (*range(20), *range(20, len(last), 97), len(last) - 1):
        (there / PATH).write_bytes(whole + last[:kept])
        contents = read_ledger(PATH)
        assert (len(contents.entries), contents.length) == (2, len(whole))
    for kept in (*range(1, 30), *range(30, len(lines[0]), 97), len(lines[0]) - 1):
        (there / PATH).write_bytes(lines[0][:kept])
        assert read_ledger(PATH).header is None


def test_lines_in_another_order_or_twice(there, written):
    data, result = written
    first, *others = data.splitlines(keepends=True)
    for lines in ([*others[::-1]], [*others, *others], [*others[:3], first, *others[3:]]):
        (there / PATH).write_bytes(first + b"".join(lines))
        assert sweep() == result


def test_two_answers_for_a_chunk(there, written):
    data, _ = written
    entry = json.loads(data.splitlines()[1])
    entry.pop("digest")
    entry["tally"]["inputs"] += 1
    (there / PATH).write_bytes(data + sealed(entry))
    with pytest.raises(InputsError, match="two answers for chunk 1"):
        sweep()


@pytest.mark.parametrize("kept", [0, 1, 5])
def test_an_empty_or_scarcely_begun_ledger_is_a_new_one(there, written, kept):
    data, result = written
    (there / PATH).write_bytes(data[:kept])
    assert sweep() == result
    assert (there / PATH).read_bytes() == data


def test_a_flipped_bit_anywhere_is_refused(there, written):
    data, _ = written
    # a bit in every 97th byte; without its last line end it would be a line cut short
    for place in range(0, len(data) - 1, 97):
        changed = bytes([data[place] ^ 1])
        (there / PATH).write_bytes(data[:place] + changed + data[place + 1 :])
        with pytest.raises(InputsError, match=r"damaged in line|no ledger|schema"):
            read_ledger(PATH)
            sweep()
        assert (there / PATH).stat().st_size == len(data)


@pytest.mark.parametrize(
    "text",
    [b"some notes of mine", b"some notes\n", b"{}\n", b"[1]\n", b"\x00\xff\n", b"[" * 9999 + b"\n"],
)
def test_another_file_is_refused_and_left_alone(there, text):
    (there / PATH).write_bytes(text)
    with pytest.raises(InputsError, match="is no ledger"):
        sweep()
    assert (there / PATH).read_bytes() == text


def test_a_line_that_is_sound_and_means_nothing(there, written):
    data, _ = written
    header = json.loads(data.splitlines()[0])
    for stored in ({}, {"number": 99, "row": 0, "id": "", "tally": {}}, {"number": "1"}):
        (there / PATH).write_bytes(data + sealed(stored))
        with pytest.raises(InputsError, match="damaged in line 10"):
            sweep()
    header.pop("digest")
    (there / PATH).write_bytes(sealed({**header, "ledger": 1}))
    with pytest.raises(InputsError, match="schema 1, not 2"):
        sweep()


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"ulp": "fine"}, "ulp"),
        ({"inputs": "1:1.009"}, "inputs float32 count"),
        ({"seed": 1}, "seed"),
        ({"forms": ("tanh",)}, "rows"),
        ({"forms": ("erf", "tanh")}, "rows 1"),
        ({"functions": ("gelu_grad",)}, "rows 1"),
    ],
)
def test_the_ledger_of_another_sweep_is_refused(there, written, changes, told):
    data, _ = written
    (there / PATH).write_bytes(data)
    with pytest.raises(InputsError, match="of another sweep") as caught:
        sweep(dataclasses.replace(SELECTION, **changes))
    assert told in str(caught.value)
    assert (there / PATH).read_bytes() == data


def test_another_library_does_not_go_on(there, written, monkeypatch):
    (there / "lib.py").write_text("__version__ = '1'\ndef f(x):\n    return x\n")
    monkeypatch.syspath_prepend(str(there))
    selection = dataclasses.replace(SELECTION, forms=(), implementations=("python:lib:f",))
    sweep(selection)
    for text in ("__version__ = '2'\ndef f(x):\n    return x\n", "def f(x):\n    return -x\n"):
        (there / "lib.py").write_text(text)
        with pytest.raises(InputsError, match="version") as caught:
            sweep(selection)
        assert "lib sha256:" in str(caught.value)


def test_whatever_changes_an_answer_changes_the_id():
    plan = make_plan(SELECTION)
    chunks = chunks_of(plan, SELECTION, GRAIN)
    assert len({chunk_id(chunk) for chunk in chunks}) == len(chunks)
    chunk = chunks[0]
    item = chunk.implementation
    others = [
        dataclasses.replace(chunk, convention="fine"),
        *(
            dataclasses.replace(chunk, implementation=dataclasses.replace(item, **{name: "other"}))
            for name in ("name", "function", "form", "writing", "arithmetic", "source", "version")
        ),
    ]
    assert len({chunk_id(other) for other in (chunk, *others)}) == 1 + len(others)
    # the number and the seed change nothing
    same = dataclasses.replace(chunk, number=5, seed=9)
    assert chunk_id(same) == chunk_id(chunk)


def test_inputs_of_a_file_are_known_by_what_they_are(there):
    digests = []
    for text in ("1\n2\n", "1\n3\n", "1\n2\n"):
        (there / "x.txt").write_text(text)
        selection = dataclasses.replace(SELECTION, inputs="x.txt")
        plan = make_plan(selection)
        assert select_inputs("x.txt", plan.inputs["float32"].fmt).count == 2
        digests.append(header_of(plan, selection, GRAIN, 1)["inputs"]["float32"]["digest"])
    assert digests[0] == digests[2] != digests[1]


def test_places_that_hold_no_ledger(there):
    for path in (".", "no/such/place", "kept.jsonl/below"):
        (there / PATH).touch()
        with pytest.raises(OutputError, match="ledger"):
            sweep(path=path)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs another system: no /dev/full")
def test_a_full_disk(there):
    with open("/dev/full", "r+b", buffering=0) as stream:
        kept = ledgers.Ledger(PATH, stream, {})
        with pytest.raises(OutputError, match="No space left"):
            kept.begin({"ledger": 1})


class Small:
    """A file on a disk that has room for so many bytes more."""

    def __init__(self, stream, room):
        self._stream, self._room = stream, room

    def __getattr__(self, name):
        return getattr(self._stream, name)

    def write(self, data):
        if not self._room:
            raise OSError(28, "No space left on device")
        written = self._stream.write(data[: self._room])
        self._room -= written
        return written


@pytest.mark.parametrize("room", [0, 1, 20])
def test_a_disk_that_fills_up_within_a_line(there, room):
    header = {"ledger": 1}
    with open(PATH, "w+b", buffering=0) as stream:
        ledgers.Ledger(PATH, stream, {}).begin(header)
        sound = (there / PATH).read_bytes()
        with pytest.raises(OutputError, match="No space left"):
            ledgers.Ledger(PATH, Small(stream, room), {}).begin(header)
    # nothing of the line that did not fit
    assert (there / PATH).read_bytes() == sound == sealed(header)


@pytest.mark.parametrize("spoil", [os.unlink, lambda path: os.rename(path, "elsewhere")])
def test_a_ledger_that_is_taken_away(there, spoil):
    with open(PATH, "w+b", buffering=0) as stream:
        kept = ledgers.Ledger(PATH, stream, {})
        kept.begin({"ledger": 1})
        spoil(PATH)
        with pytest.raises(OutputError, match="moved or removed"):
            kept.begin({"ledger": 1})


def test_a_whole_ledger_or_none(there):
    def entries():
        raise KeyboardInterrupt
        yield

    with pytest.raises(KeyboardInterrupt):
        ledgers.write_ledger(PATH, {"ledger": 1}, entries())
    assert not (there / PATH).exists()
    (there / PATH).touch()
    with pytest.raises(KeyboardInterrupt):
        ledgers.write_ledger(PATH, {"ledger": 1}, entries())
    assert (there / PATH).read_bytes() == b""


@pytest.mark.skipif(sys.platform == "win32", reason="needs another system: links")
def test_a_ledger_behind_a_link(there, written):
    data, result = written
    (there / PATH).symlink_to("real.jsonl")
    assert sweep() == result
    assert (there / "real.jsonl").read_bytes() == data
    assert (there / PATH).is_symlink()


@pytest.mark.skipif(sys.platform == "win32", reason="needs another system: no fcntl")
def test_one_run_at_a_time(there, written):
    data, _ = written
    (there / PATH).write_bytes(data)
    import fcntl

    with open(PATH, "rb") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        with pytest.raises(OutputError, match="another run"):
            sweep()
