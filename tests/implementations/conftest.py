"""A directory with code that misbehaves, in Python and in C, and a command line there."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections import namedtuple
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GCC = shutil.which("gcc")

Ended = namedtuple("Ended", "code out err")


class Yard:
    """The directory, which is the working directory."""

    def __init__(self, path: Path):
        self.path = path

    def environment(self) -> dict[str, str]:
        """One in which a process finds the package and says nothing of the terminal."""
        places = (str(ROOT), os.environ.get("PYTHONPATH", ""))
        return {**os.environ, "PYTHONPATH": os.pathsep.join(places)}

    def started(self, *words) -> subprocess.Popen:
        """A command line in a process of its own."""
        return subprocess.Popen(
            [sys.executable, "-m", "gelucheck", *map(str, words)],
            cwd=self.path,
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def command(self, *words, seconds=60) -> Ended:
        """The same, to its end."""
        process = self.started(*words)
        out, err = process.communicate(timeout=seconds)
        return Ended(process.returncode, out, err)

    def row(self, *words) -> dict:
        """The one row of a ``compare``."""
        ended = self.command("compare", *words, "--out", "json")
        assert ended.code == 0, ended.err
        (row,) = json.loads(ended.out)["rows"]
        return row

    def failed(self, *words, seconds=60) -> str:
        """What a command line says that gives no answer: one line, and no traceback."""
        ended = self.command(*words, seconds=seconds)
        assert ended.code == 2, ended
        assert "Traceback" not in ended.err
        lines = [line for line in ended.err.splitlines() if line.startswith("gelucheck:")]
        assert len(lines) == 1, ended.err
        return lines[0]

    def children(self, mark: str) -> list[int]:
        """The processes in whose command line some words stand."""
        found = []
        for place in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                alive = place.joinpath("stat").read_text().rpartition(")")[2].split()[0] != "Z"
                if alive and mark.encode() in place.joinpath("cmdline").read_bytes():
                    found.append(int(place.name))
        return found

    @staticmethod
    def until(condition, seconds=20.0):
        """What a condition gives once it is true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if found := condition():
                return found
            time.sleep(0.05)
        raise AssertionError(f"not within {seconds} s")

    def built(self, name: str, source: str, *flags: str) -> Path:
        """A library or program of C."""
        (self.path / f"{name}.c").write_text(source)
        words = [GCC, "-O2", "-o", name, f"{name}.c", *flags, "-lm"]
        subprocess.run(words, cwd=self.path, check=True)
        return self.path / name


@pytest.fixture
def yard(tmp_path, monkeypatch):
    """A yard with nothing in it."""
    monkeypatch.chdir(tmp_path)
    return Yard(tmp_path)
