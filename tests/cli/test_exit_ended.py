"""Exit codes of check where it is ended: a signal in the middle, and processes that die."""

import contextlib
import functools
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import gelucheck.api  # noqa: F401  before its annotations would name what stands for Engine
from gelucheck.sweep import run

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs another system: no signals")

MODULE = """
import os, pathlib, signal, time
import numpy as np

HERE = pathlib.Path(__file__).parent

def gelu(x):
    w = x.astype(np.float64)
    return (0.5 * w * (1 + np.tanh(0.7978845608028654 * (w + 0.044715 * w**3)))).astype(x.dtype)

def slow(x):
    (HERE / "begun").touch()
    time.sleep(0.5)
    return gelu(x)

def dies_at_one(x):
    if x.size > 1 and x.flat[0] == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return gelu(x)
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current directory, with code to name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "ending.py").write_text(MODULE)
    yield tmp_path
    sys.modules.pop("ending", None)


LOST = (
    "--dtype float32 --impl python:ending:dies_at_one --declares tanh --inputs 0.99:1.02 --jobs 2"
)


@pytest.mark.parametrize(
    "words, code, last",
    [
        ("--exit-zero", 2, "NO ANSWER: 1 limit without an answer"),
        # what was measured is beyond it; and the claim has no answer
        ("--max-ulp 0.1 --exit-zero", 2, "FAIL: 0 of 1 rows"),
    ],
)
def test_lost_rows(folder, call, monkeypatch, words, code, last):
    """Chunks of two blocks: one of them ends every process that tries it."""
    monkeypatch.setattr(run, "Engine", functools.partial(run.Engine, little=0, size=1 << 17))
    got, out, err = call("check", *shlex.split(LOST), *words.split(), "--out", "json:out.json")
    assert (got, out.splitlines()[-1].startswith(last)) == (code, True), (out, err)
    assert "not measured, every process that tried was killed: 131,072 float32 inputs" in err
    assert json.loads(Path("out.json").read_text())["rows"][0]["inputs"] > 131072


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("more", [["--exit-zero"], ["--jobs", "2", "--ledger", "l"]])
def test_interrupted_in_the_middle(folder, by, more):
    process = subprocess.Popen(
        [sys.executable, "-m", "gelucheck", "check", "--dtype", "float32", "--samples", "4000000",
         "--impl", "python:ending:slow", "--out", "json:out.json", *more],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    try:
        end = time.monotonic() + 60
        while not Path("begun").exists() and time.monotonic() < end:
            assert process.poll() is None, process.communicate()
            time.sleep(0.05)
        process.send_signal(by)
        out, err = process.communicate(timeout=60)
    finally:
        with contextlib.suppress(OSError):
            process.kill()
    assert (process.returncode, out) == (130, "")
    assert "interrupted" in err and "Traceback" not in err
    assert not Path("out.json").exists()
