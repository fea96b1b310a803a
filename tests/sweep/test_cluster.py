"""A Dask scheduler and workers on loopback: the same bytes, and what becomes of lost workers."""

import json
import os
import signal
import socket
import subprocess
import sys

import pytest

from gelucheck import api
from gelucheck.errors import UsageError
from gelucheck.export.stored import read_run
from gelucheck.sweep.chunks import GRAIN
from gelucheck.sweep.plan import Selection
from gelucheck.sweep.pools import PoolError
from gelucheck.sweep.run import Engine

pytest.importorskip("distributed", reason="needs distributed")

COMMAND = ("compare", "--declares", "tanh", "--dtype", "float32")


class Cluster:
    """A scheduler and some workers, which end with the test.

    Args:
        nannies: whether a worker that dies is started again.
    """

    def __init__(self, place, workers: int, nannies: bool = False, **settings: str):
        self.place, self.processes = place, []
        self._environment = {**place.environment(), **settings}
        self._start(
            *("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"),
            *("--scheduler-file", "scheduler.json"),
        )
        file = place.path / "scheduler.json"
        described = place.until(lambda: file.exists() and file.read_text())
        self.address = json.loads(described)["address"]
        for _ in range(workers):
            self._start(
                *("dask_worker", self.address, "--nanny" if nannies else "--no-nanny"),
                *("--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1"),
            )

    def _start(self, name, *words) -> None:
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{name}", *words],
            env=self._environment,
            cwd=self.place.path,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.processes.append(process)

    def stop(self) -> None:
        for process in reversed(self.processes):
            process.terminate()
        for process in reversed(self.processes):
            try:
                process.wait(1)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@pytest.fixture
def cluster(place):
    """Makes a cluster of so many workers."""
    made = []

    def make(*arguments, **settings):
        made.append(Cluster(place, *arguments, **settings))
        return made[-1]

    yield make
    for each in made:
        each.stop()


@pytest.mark.skipif(sys.platform == "win32", reason="needs another system: no signals")
def test_the_same_bytes_interrupted_and_with_a_worker_lost(place, cluster, undisturbed):
    ours = cluster(2)
    # several formats and pieces of inputs, arrays and ranges
    for chosen in (
        Selection(dtypes=("float16", "float64"), forms=("tanh",), samples=70_000, seed=3),
        Selection(dtypes=("float32",), forms=("erfc",), arithmetics=("upcast",), inputs="1:1.02"),
    ):
        run = api.compare(chosen, engine=Engine(cluster=ours.address, size=GRAIN))
        whole = api.compare(chosen, engine=Engine(little=1 << 40))
        assert place.stored(run) == place.stored(whole)
    words = (*COMMAND, "--impl", "it=python:misfortunes:slow", "--inputs", place.inputs)
    words = (*words, "--cluster", ours.address, "--ledger", "kept.jsonl", "--out", "json:out.json")
    process = place.command(*words)
    ledger = place.path / "kept.jsonl"
    place.until(lambda: ledger.exists() and ledger.read_bytes().count(b"\n") > 1, of=process)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert f"of {place.chunks} chunks are done and kept in kept.jsonl" in err
    # another run with the worker that is lost in mid-chunk
    for path in place.path.glob("worker.*"):
        path.unlink()
    process = place.command(*words)
    os.kill(place.until(place.workers, of=process)[0], signal.SIGKILL)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    run = read_run(str(place.path / "out.json"))
    assert place.stored(run) == undisturbed
    assert ledger.read_bytes().count(b"\n") == 1 + place.chunks


def test_a_chunk_that_kills_is_lost(place, cluster):
    ours = cluster(1, True, DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0")
    (row,) = place.swept("kills_always", cluster=ours.address, inputs="0.995:1.001").rows
    assert row.incomplete
    # 8,389 values from 1 to 1.001 are lost with 1, and those below it are there
    assert 83_000 < row.inputs < 84_000


def test_workers_without_gelucheck(place, cluster):
    (place.path / "none").mkdir()
    (place.path / "none" / "gelucheck.py").write_text("raise ModuleNotFoundError('none of that')")
    ours = cluster(1, PYTHONPATH=str(place.path / "none"))
    with pytest.raises(PoolError, match="none of that"):
        place.swept(cluster=ours.address)


def test_no_scheduler(place, monkeypatch):
    monkeypatch.setattr("gelucheck.sweep.cluster.CONNECT_SECONDS", 0.5)
    # port 1 is nobody's
    with pytest.raises(UsageError, match="no Dask scheduler at"):
        place.swept(cluster="tcp://127.0.0.1:1")
    for address in ("no address at all", "ftp://127.0.0.1:1", "tcp://127.0.0.1"):
        with pytest.raises(UsageError, match="is no address"):
            place.swept(cluster=address)
    # one that takes a call and says nothing
    mute = socket.create_server(("127.0.0.1", 0))
    with mute, pytest.raises(UsageError, match="no answer"):
        place.swept(cluster=f"tcp://127.0.0.1:{mute.getsockname()[1]}")
