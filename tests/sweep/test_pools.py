"""What is started is stopped, also where not all of it could be started."""

import os
import signal
import sys
import time
from concurrent.futures import Future
from multiprocessing import resource_tracker

import pytest

from gelucheck.errors import ImplementationError
from gelucheck.sweep import pools
from gelucheck.sweep.pools import Here, Local, PoolError


def test_here_measures_when_it_is_looked_at(monkeypatch):
    monkeypatch.setattr(pools, "measure_chunk", lambda chunk: chunk + 1)
    pool = Here()
    future = pool.submit(41)
    # not in ``submit``, which is not interrupted
    assert not future.done()
    pool.look()
    assert future.result() == 42
    pool.look()


def test_here_tells_what_was_raised(monkeypatch):
    def fails(_chunk):
        raise ImplementationError("x")

    monkeypatch.setattr(pools, "measure_chunk", fails)
    pool = Here()
    future = pool.submit(None)
    pool.look()
    assert isinstance(future.exception(), ImplementationError)


@pytest.mark.skipif(sys.platform == "win32", reason="needs another system: no signals")
def test_processes_that_cannot_all_be_started(place, monkeypatch):
    from joblib.externals.loky.backend.process import LokyProcess

    begun, real = [], LokyProcess.start

    def start(process):
        if begun:
            raise OSError(11, "Resource temporarily unavailable")
        real(process)
        begun.append(process.pid)

    monkeypatch.setattr(LokyProcess, "start", start)
    with pytest.raises(PoolError, match=r"cannot start 2 processes .*Resource temporarily"):
        place.swept()
    assert not place.alive(begun[0])


@pytest.mark.parametrize(
    "problem", [OSError(38, "Function not implemented"), NotImplementedError("too few semaphores")]
)
def test_a_system_that_has_no_semaphores(monkeypatch, problem):
    def fails(*_words, **_options):
        raise problem

    monkeypatch.setattr("joblib.externals.loky.ProcessPoolExecutor", fails)
    pool = Local(2, 2)
    with pytest.raises(PoolError, match="cannot start 2 processes"):
        pool.start()
    pool.stop()


@pytest.mark.skipif(sys.platform == "win32", reason="needs another system: no signals")
def test_a_helper_that_was_killed_is_replaced_in_silence(capfd):
    pools._see_to_helpers()
    tracker = resource_tracker._resource_tracker
    before = tracker._pid
    os.kill(before, signal.SIGKILL)
    # the pipe to it breaks when it is gone
    os.waitpid(before, 0)
    with pytest.warns(UserWarning, match="resource_tracker"):
        pools._see_to_helpers()
    assert tracker._pid != before
    assert tracker._check_alive()
    # of one that it never heard of
    tracker.unregister("/nothing-that-was-registered", "semaphore")
    time.sleep(0.2)
    assert capfd.readouterr() == ("", "")


def test_streams_that_are_not_there(monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    with pools._streams():
        sys.stdout.flush()
        sys.stderr.flush()
    assert (sys.stdout, sys.stderr) == (None, None)


def test_what_a_pool_gives():
    pool = Local(7, chunks=3)
    # no more processes than chunks, and one chunk waits
    assert (pool.jobs, pool.room) == (3, 4)
    assert Local(None, chunks=0).jobs == 1
    pool.stop()
    assert isinstance(Here().submit(None), Future)
