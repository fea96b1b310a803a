"""What implementations print is no result, and where they go is not where we are."""

import ctypes
import json
import os
import sys
from dataclasses import replace

import pytest

from gelucheck.cli.guests import guests

MODULE = """
import os, sys

def talks(x):
    print("of Python")
    os.write(1, b"of the system\\n")
    os.chdir("/")
    return x
"""


def test_standard_output_is_standard_error_for_a_while(capfd):
    print("before", flush=True)
    with guests():
        print("during, of Python")
        os.write(1, b"during, of the system\n")
        if sys.platform != "win32":
            ctypes.CDLL(None).printf(b"during, of C\n")
    print("after", flush=True)
    out, err = capfd.readouterr()
    assert out == "before\nafter\n"
    lines = err.splitlines()
    assert {"during, of Python", "during, of the system"} <= set(lines)
    assert sys.platform == "win32" or "during, of C" in lines


def test_it_is_itself_again_after_an_error(capfd, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError), guests():
        os.chdir("/")
        raise ValueError
    print("after", flush=True)
    assert capfd.readouterr().out == "after\n"
    assert os.getcwd() == str(tmp_path)


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_stream_that_is_not_there(monkeypatch, stream):
    monkeypatch.setattr(sys, stream, None)
    with guests():
        print("to nobody")
    assert getattr(sys, stream) is None


def test_json_stays_json_and_files_go_where_they_should(call, tmp_path, monkeypatch):
    (tmp_path / "talking.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    words = ("--dtype", "float16", "--impl", "python:talking:talks")
    code, out, err = call("compare", *words, "--out", "json", "--out", "csv:o.csv")
    assert code == 0
    assert json.loads(out)["schema"] == 1
    assert "of the system" in err and "of Python" in err
    assert (tmp_path / "o.csv").exists()


def test_formats_that_an_implementation_lacks_are_told(measuring, call, row):
    item = replace(row, implementation="onnx:gelu", dtype="float16")
    measuring.rows = (item,)
    measuring.versions = {"onnx:gelu": "onnxruntime 1.32.0"}
    words = ("--impl", "onnx:gelu", "--dtype", "float16", "--dtype", "bfloat16")
    code, _, err = call("compare", *words)
    assert code == 0
    assert "gelucheck: onnx:gelu has no bfloat16 here: left out" in err
