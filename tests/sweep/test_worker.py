"""A worker that is not what the chunks were made for; what is raised in it."""

import dataclasses

import pytest

from gelucheck.cli.guard import describe
from gelucheck.errors import ImplementationError
from gelucheck.implementations.guest import Guest
from gelucheck.implementations.registry import find_implementation
from gelucheck.sweep.chunks import Chunk, Part
from gelucheck.sweep.identity import code_digest
from gelucheck.sweep.worker import WorkerError, difference, environment, work

# the 3 values of float32 from 1 on
PART = Part("float32", (range(0x3F800000, 0x3F800003),), True)


@pytest.fixture
def chunk(place):
    item = find_implementation("python:misfortunes:gelu", declares="tanh")
    return Chunk(0, 0, item, PART, "coarse", 0)


def changed(chunk, **changes):
    return dataclasses.replace(
        chunk, implementation=dataclasses.replace(chunk.implementation, **changes)
    )


def test_it_measures(chunk):
    assert work(chunk, code_digest()).inputs == 3


def test_another_gelucheck(chunk):
    with pytest.raises(WorkerError, match="another gelucheck"):
        work(chunk, "0" * 32)


def test_another_implementation(chunk):
    with pytest.raises(WorkerError, match=r"misfortunes sha256:.* where the sweep has sha256:0000"):
        work(changed(chunk, version="misfortunes sha256:0000"), code_digest())


def test_no_implementation(chunk):
    with pytest.raises(WorkerError, match="cannot find python:nowhere:f, there is no Python"):
        nowhere = Guest("python", "nowhere:f")
        work(changed(chunk, source="python:nowhere:f", guest=nowhere), code_digest())


@pytest.mark.parametrize("kind", [KeyboardInterrupt, GeneratorExit])
def test_nobody_interrupts_a_worker(chunk, kind):
    def call(_x, _fmt):
        raise kind

    with pytest.raises(ImplementationError) as caught:
        work(changed(chunk, call=call, guest=None), code_digest())
    assert "3 float32 inputs from 1.0" in str(caught.value)
    # and it is not taken for an interruption
    assert describe(caught.value)[0] == 2


@pytest.mark.parametrize(
    ("there", "here", "told"),
    [
        ("m sha256:1, numpy 2", "m sha256:1, numpy 2", ""),
        ("m sha256:1, numpy 2", "m sha256:1, numpy 3", "numpy 3 where the sweep has 2"),
        # of a library that only one has nothing can depend
        ("m sha256:1, numpy 2", "m sha256:1, numpy 2, torch 1", ""),
        ("", "numpy 2", ""),
    ],
)
def test_versions(there, here, told):
    assert difference(there, here) == told


def test_one_thread_each_and_silent_crashes(monkeypatch):
    for enabled in (False, True):
        monkeypatch.setattr("faulthandler.is_enabled", lambda enabled=enabled: enabled)
        found = environment()
        assert found["OMP_NUM_THREADS"] == found["MKL_NUM_THREADS"] == "1"
        assert bool(found["PYTHONFAULTHANDLER"]) == enabled
