"""Implementations in a module that worker processes can import, and a way to sweep with them."""

import contextlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gelucheck import api
from gelucheck.record import Run
from gelucheck.sweep.chunks import GRAIN
from gelucheck.sweep.run import Engine

ROOT = Path(__file__).parents[2]

# 0.03·2^24 and 0.05·2^23 values of float32, below and above 1: four chunks of two blocks each
INPUTS = "0.97:1.05"
CHUNK = GRAIN

MODULE = '''
"""The tanh form in float64, rounded once; and the same with misfortunes."""
import ctypes, os, pathlib, signal, time
import numpy as np

HERE = pathlib.Path(__file__).parent
ONE = np.float32(1.0)

def gelu(x):
    w = x.astype(np.float64)
    return (0.5 * w * (1 + np.tanh(0.7978845608028654 * (w + 0.044715 * w**3)))).astype(x.dtype)

def begins_with_one(x):
    return x.size > 1 and x.flat[0] == ONE

def die():
    os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))

def kills_always(x):
    if begins_with_one(x):
        die()
    return gelu(x)

def crashes_always(x):
    if begins_with_one(x):
        ctypes.string_at(0)
    return gelu(x)

def kills_twice(x):
    if begins_with_one(x):
        for name in ("first", "second"):
            if not (HERE / name).exists():
                (HERE / name).touch()
                die()
    return gelu(x)

def raises(x):
    if np.any(x == np.float32(1.0078125)):
        raise ValueError("this x is not for me")
    return gelu(x)

def slow(x):
    (HERE / f"worker.{os.getpid()}").touch()
    if x.size > 1000:
        time.sleep(0.2)
    return gelu(x)

def wrong_once(x):
    y = gelu(x)
    y[x == np.float32(1.0078125)] = 0.5
    return y
'''

# the command as it is installed, with chunks of two blocks and processes for any amount of work
DRIVER = """
import functools
import signal
import sys

# a test may be run in the background, where it is ignored
signal.signal(signal.SIGINT, signal.default_int_handler)


def small():
    from gelucheck import api  # which needs it as it is
    from gelucheck.sweep import run

    run.Engine = functools.partial(run.Engine, little=0, size=1 << 17)
    return command()


if __name__ == "__main__":
    from gelucheck.cli import entry, main

    command, main.main = main.main, small
    sys.exit(entry.main())
"""


class Place:
    """A directory with the module ``misfortunes``, and what is done there."""

    inputs = INPUTS
    chunk = CHUNK
    chunks = 8

    def __init__(self, path: Path):
        self.path = path

    def swept(self, function="gelu", *, inputs=INPUTS, size=CHUNK, **engine) -> Run:
        """The run of a function of the module, in processes unless said otherwise."""
        engine = {"little": 0, "size": size, "jobs": 2, **engine}
        return api.compare(
            dtypes=("float32",),
            forms=(),
            implementations=(f"it=python:misfortunes:{function}",),
            declares=("tanh",),
            inputs=inputs,
            engine=Engine(**engine),
        )

    def command(self, *words, **options) -> subprocess.Popen:
        """A command line in a process of its own."""
        return subprocess.Popen(
            [sys.executable, "driver.py", *words],
            cwd=self.path,
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **options,
        )

    def environment(self) -> dict[str, str]:
        """One in which processes find this package and the module."""
        places = (str(ROOT), str(self.path), os.environ.get("PYTHONPATH", ""))
        return {**os.environ, "PYTHONPATH": os.pathsep.join(places)}

    def workers(self) -> list[int]:
        """The processes that have run ``slow``."""
        return [int(path.suffix[1:]) for path in self.path.glob("worker.*")]

    @staticmethod
    def stored(run: Run) -> str:
        """All of a run but its provenance, as text."""
        return json.dumps({**run.to_dict(), "provenance": None})

    @staticmethod
    def alive(pid: int) -> bool:
        """Whether a process runs: one that is dead and not waited for does not."""
        if not Path("/proc/self").exists():
            with contextlib.suppress(OSError):
                os.kill(pid, 0)
                return True
            return False
        with contextlib.suppress(OSError):
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
            return state != "Z"
        return False

    @staticmethod
    def until(condition, seconds=30.0, of=None):
        """What a condition gives once it is true, which a process brings about."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if found := condition():
                return found
            assert of is None or of.poll() is None, of.communicate()
            time.sleep(0.05)
        raise AssertionError(f"not within {seconds} s")


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A place, which is the working directory."""
    (tmp_path / "misfortunes.py").write_text(MODULE)
    (tmp_path / "driver.py").write_text(DRIVER)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    sys.modules.pop("misfortunes", None)
    yield Place(tmp_path)
    sys.modules.pop("misfortunes", None)


@pytest.fixture(scope="session")
def kept_results():
    """What is computed once."""
    return {}


@pytest.fixture
def undisturbed(place, kept_results):
    """The result of the sweep in one piece, here."""
    if "whole" not in kept_results:
        kept_results["whole"] = place.stored(place.swept(little=1 << 40))
    return kept_results["whole"]
