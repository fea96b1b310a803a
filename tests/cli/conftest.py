"""A run that was never measured, and a command line whose measuring part gives it back."""

import dataclasses
from collections import namedtuple
from pathlib import Path

import pytest

from gelucheck.cli.main import main
from gelucheck.export.json import render
from gelucheck.record import COUNTS, Claim, Errors, Row, Run, Window, Witness

# tanh, float16, native at its worst input: 2.97265625 = 0x1.7c8p+1 has the pattern 0x41f2;
# GELU(2.97265625) is 2.9682650 to eight digits (x·erfc(-x/sqrt 2)/2)
WITNESS = Witness(0.0024, 2.97265625, "0x1.7c8p+1", "0x41f2", 2.970703125, 2.968265)


def errors(witness=WITNESS):
    steps = dataclasses.replace(witness, value=2)
    return Errors(witness, witness, witness, steps, 1e-4, 2e-4)


@pytest.fixture
def row():
    """A row that passes its claim."""
    return Row(
        implementation="tanh",
        form="tanh",
        writing="tanh",
        dtype="float16",
        arithmetic="native",
        function="gelu",
        evidence="exhaustive",
        inputs=63488,
        total=errors(),
        evaluation=errors(),
        method=WITNESS,
        correctly_rounded=50000,
        faithful=60000,
        histogram={"0": 50000, "1": 10000, "2": 3488, "3": 0, "more": 0},
        counts=dict.fromkeys(COUNTS, 0),
        claims=(Claim("atol", 1e-3, "pass", None, 5e-4, WITNESS),),
        # |error| less half an ulp: 2^-9 is an ulp of float16 in [2, 4)
        excess=dataclasses.replace(WITNESS, value=5e-4),
        profile=(
            Window(-1.0, -0.96875, -1e-5, 0.0, -0.5, 0.0, 6e-5, 0.5),
            Window(2.9375, 3.0, 0.0, 2.4e-3, 0.0, 1.2, 8e-4, 1.2),
            Window(4.0, 4.125, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
        ),
    )


@pytest.fixture
def failed_row(row):
    """The same row beyond its claim."""
    worst = dataclasses.replace(WITNESS, value=1.4e-3)
    method = dataclasses.replace(WITNESS, value=4.7e-4)
    claim = Claim("atol", 1e-3, "fail", "evaluation", -4e-4, worst)
    return dataclasses.replace(row, claims=(claim,), excess=worst, method=method)


PROVENANCE = {
    **{"version": "0.1.0", "command": "gelucheck compare", "started": "2026-01-02T00:00:00Z"},
    **dict.fromkeys(("python", "numpy", "mpmath", "flint", "platform", "cpu")),
    **{"seconds": 0.25, "seed": 0},
}
Asked = namedtuple("Asked", "selection limits command progress engine")


class Measuring:
    """Stands for ``gelucheck.api.compare``: keeps what it was asked, gives or raises."""

    def __init__(self):
        self.rows = ()
        self.calls = []
        self.problem = None
        self.versions = {}

    def __call__(
        self,
        selection,
        *,
        limits=None,
        levels=None,
        command="",
        progress=None,
        engine=None,
        ensure=None,
    ):
        self.calls.append(Asked(selection, limits, command, progress, engine))
        if self.problem:
            raise self.problem
        if progress:
            progress(1, 2, "float16")
            progress(2, 2, "float16")
        provenance = {**PROVENANCE, "command": command, "seed": selection.seed}
        if self.versions:
            provenance["implementations"] = self.versions
        return Run(provenance, tuple(self.rows))

    @property
    def selection(self):
        return self.calls[-1].selection


@pytest.fixture
def measuring(monkeypatch, row):
    """The measuring part, replaced; it gives one passing row unless told otherwise."""
    fake = Measuring()
    fake.rows = (row,)
    monkeypatch.setattr("gelucheck.api.compare", fake)
    return fake


@pytest.fixture
def store(row):
    """Write a run of some rows, by default a passing one; its name."""

    def store(name, *rows, **provenance):
        run = Run({**PROVENANCE, **provenance}, rows or (row,))
        Path(name).write_text(render(run), encoding="utf-8")
        return name

    return store


@pytest.fixture
def call(capfd):
    """Run a command line in this process: exit code, standard output, standard error."""

    def call(*words):
        code = main([str(word) for word in words])
        return code, *capfd.readouterr()

    return call


@pytest.fixture
def plan(tmp_path, monkeypatch):
    """A plan in the current folder, and the words that name it."""
    monkeypatch.chdir(tmp_path)
    Path("plan.txt").write_text("linear(3)\ngelu()\nlinear(2)\n", "utf-8")
    return "network", "plan.txt", "--input", "B,4"
