"""What the tests of the kinds share: exact values, patterns, arrays as they come; and a yard, where
code misbehaves."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections import namedtuple
from pathlib import Path

import mpmath
import numpy as np
import pytest

from gelucheck.formats import FORMATS
from gelucheck.implementations import apart
from gelucheck.implementations.guest import found_by_name

ROOT = Path(__file__).parents[2]
GCC = shutil.which("gcc")

# each is a value of all four formats
POINTS = (-2.0, -1.5, -1.0, -0.625, -0.25, -0.0078125, 0.0078125, 0.5, 1.0, 1.75, 2.5, 4.0)


def exact(form: str, function: str, x: float) -> mpmath.mpf:
    """The value of a form, or of its derivative, at 40 digits."""
    sigmoid = {
        "erf": mpmath.ncdf,
        "tanh": lambda t: (
            (1 + mpmath.tanh(mpmath.sqrt(2 / mpmath.pi) * (t + mpmath.mpf("0.044715") * t**3))) / 2
        ),
        "sigmoid": lambda t: 1 / (1 + mpmath.exp(-mpmath.mpf("1.702") * t)),
    }[form]
    with mpmath.workdps(40):
        if function == "gelu":
            return x * sigmoid(mpmath.mpf(x))
        return mpmath.diff(lambda t: t * sigmoid(t), mpmath.mpf(x))


@pytest.fixture
def errors():
    """(apply, name of a format, form, function) -> errors at POINTS, and what is asked of them.

    Forward: twice the spacing at 1, times x, for 1 + erf and 1 + tanh cancel on the left.
    Gradient: eight times that spacing, for its terms are of that size and cancel. The spacing is
    that of the format, or of the one that ``digits`` names.
    """

    def measure(apply, name, form, function="gelu", digits=None):
        fmt = FORMATS[name]
        x = np.array(POINTS, fmt.dtype)
        got = apply(x, fmt)
        assert (got.shape, got.dtype) == (x.shape, fmt.dtype)
        due = [exact(form, function, point) for point in POINTS]
        off = [abs(mpmath.mpf(float(g)) - d) for g, d in zip(got, due, strict=True)]
        unit = mpmath.mpf(2) ** (1 - FORMATS[digits or name].precision)
        forward = [2 * unit * abs(point) for point in POINTS]
        return off, [8 * unit] * len(off) if function == "gelu_grad" else forward

    return measure


@pytest.fixture
def steps():
    """(apply, name of a format, form, points) -> steps from the correctly rounded value of each."""

    def measure(apply, name, form, points):
        fmt = FORMATS[name]
        want = fmt.values_of_bits([fmt.round(exact(form, "gelu", point)) for point in points])
        got = apply(np.array(points, fmt.dtype), fmt)
        return np.abs(fmt.ranks(got) - fmt.ranks(want)).tolist()

    return measure


@pytest.fixture
def patterns():
    """Name of a format -> values that show whether bits are kept.

    All of a 16-bit format. Else zeros, infinities, both ends of the subnormals, NaNs with payloads,
    quiet and signalling, of both signs; and 4,096 patterns at random.
    """

    def values(name):
        fmt = FORMATS[name]
        if fmt.bits == 16:
            return fmt.values_of_bits(np.arange(1 << 16))
        top, quiet = fmt.end_bits, fmt.nan_bits
        normal = 1 << (fmt.precision - 1)
        chosen = [0, 1, 2, normal - 1, normal, top - 1, top, top + 1, quiet - 1, quiet, quiet + 5]
        chosen += [bits | fmt.sign_bit for bits in chosen]
        others = np.random.default_rng(7).integers(0, 2**fmt.bits, 4096, fmt.uint)
        return fmt.values_of_bits(np.concatenate([np.array(chosen, fmt.uint), others]))

    return values


@pytest.fixture
def layouts():
    """A format's name -> arrays of it: strided, turned round, transposed, broadcast, 0-d, empty."""

    def arrays(name):
        x = np.linspace(-3, 3, 24).astype(FORMATS[name].dtype).reshape(4, 6)
        return {
            "strided": x[::2, 1::2],
            "reversed": x[::-1, ::-1],
            "transposed": x.T,
            "broadcast": np.broadcast_to(x[0], (3, 6)),
            "read only": read_only(x),
            "three dimensions": x.reshape(2, 3, 4),
            "0-d": x[0, 0, ...],
            "empty": x[:0],
            "empty inside": np.empty((2, 0, 3), x.dtype),
        }

    return arrays


def read_only(x: np.ndarray) -> np.ndarray:
    x = x.copy()
    x.flags.writeable = False
    return x


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


@pytest.fixture
def yard_of_ours(yard, monkeypatch):
    """The yard with the module of that name."""
    shutil.copy(Path(__file__).with_name("yard_of_ours.py"), yard.path)
    # what is imported here, or looked for here, is forgotten
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place])
    found_by_name.cache_clear()
    yield yard
    apart.end_all()
    sys.modules.pop("yard_of_ours", None)
