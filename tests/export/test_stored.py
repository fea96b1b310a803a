"""A stored run is read back whole, and a bad file gets one clear line."""

import io
import json
import os
from pathlib import Path

import pytest

from gelucheck.errors import InputsError
from gelucheck.export import stored
from gelucheck.export.json import render
from gelucheck.export.registry import EXPORTERS
from gelucheck.export.stored import read_run


def test_what_was_written_is_read(run, strange, tmp_path):
    for each in (run, strange):
        path = tmp_path / "run.json"
        path.write_text(render(each), "utf-8")
        again = read_run(path)
        assert again.to_dict() == each.to_dict()
        assert render(again) == render(each)


def test_every_report_of_a_stored_run_is_that_of_the_run(run, strange, tmp_path):
    for each in (run, strange):
        path = tmp_path / "run.json"
        path.write_text(render(each), "utf-8")
        again = read_run(path)
        for exporter in EXPORTERS.values():
            assert exporter.render(again) == exporter.render(each)


@pytest.mark.parametrize("kind", ["text", "bytes", "mark"])
def test_standard_input(run, kind):
    text = render(run)
    given = {
        "text": io.StringIO(text),
        "bytes": io.BytesIO(text.encode()),
        "mark": io.BytesIO(b"\xef\xbb\xbf" + text.encode()),
    }
    assert read_run("-", given[kind]).to_dict() == run.to_dict()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b" \n", "is empty"),
        (b"{", "is not JSON"),
        (b"{'a': 1}", "is not JSON"),
        (b"\x80\x04\x95", "byte 0 is not UTF-8"),
        (b"\x93NUMPY\x01\x00", "is not UTF-8"),
        (b"[" * 200_000, "nested too deep"),
        (b"NaN", "NaN stands where a number is due"),
        (b'{"schema": Infinity}', "Infinity stands"),
        (b"[]", "an array where object is due"),
        (b"{}", "has no 'schema'"),
        (b'{"schema": 2}', "a newer gelucheck wrote it"),
        (b'{"schema": 1' + b"0" * 3000 + b"}", "a newer gelucheck wrote it"),
        (b'{"schema": 1' + b"0" * 9000 + b"}", "is not JSON"),
        (b'{"schema": "1"}', "is not a stored run"),
        (b"name,x\nerf,1\n", "is not JSON"),
    ],
)
def test_bad_files(tmp_path, content, says):
    path = tmp_path / "run.json"
    path.write_bytes(content)
    with pytest.raises(InputsError) as caught:
        read_run(path)
    assert says in str(caught.value)
    assert str(path) in caught.value.what
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("change", [("inputs", "many"), ("total", None), ("claims", [1])])
def test_a_bad_field_is_named(run, tmp_path, change):
    document = json.loads(render(run))
    document["rows"][3][change[0]] = change[1]
    path = tmp_path / "run.json"
    path.write_text(json.dumps(document))
    with pytest.raises(InputsError, match=f"rows.3.{change[0]}"):
        read_run(path)


@pytest.mark.parametrize(
    ("path", "says"), [("missing", "no such file"), (".", "directory"), ("a\0b", "null")]
)
def test_unreadable(tmp_path, monkeypatch, path, says):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputsError, match=says):
        read_run(path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_no_permission(tmp_path):
    path = tmp_path / "run.json"
    path.touch(0o000)
    with pytest.raises(InputsError, match="permission denied"):
        read_run(path)


def test_no_end(monkeypatch):
    """A device without an end is given up at the limit."""
    zero = Path("/dev/zero")
    if not zero.exists():
        pytest.skip("no /dev/zero")
    monkeypatch.setattr(stored, "LARGEST", 1 << 20)
    with pytest.raises(InputsError, match="larger than 1 MiB"):
        read_run(zero)


def test_no_standard_input():
    with pytest.raises(InputsError, match="no standard input"):
        read_run("-", None)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ([{"lower": 2.0, "upper": 1.0, "value": 1.5}], "theorems[0] has its value outside"),
        ([{"value": 5.0}], "theorems[0] has its value outside"),
        ([{"value": "nan"}], "theorems[0] has its value outside"),
        ([{}, {"lower": 3.0, "value": 3.0, "upper": 4.0}], "theorems[1] contradicts another"),
    ],
)
def test_theorems_that_cannot_be_true(run, tmp_path, changes, says):
    document = json.loads(render(run))
    real = {"name": "sup |a - b|", "value": 1.0, "lower": 1.0, "upper": 2.0, "at": None}
    path = tmp_path / "run.json"
    path.write_text(json.dumps(document | {"theorems": [real]}))
    assert read_run(path).theorems[0].upper == 2
    path.write_text(json.dumps(document | {"theorems": [real | each for each in changes]}))
    with pytest.raises(InputsError) as caught:
        read_run(path)
    assert says in caught.value.what
