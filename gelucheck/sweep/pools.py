"""Where chunks are measured: here, in processes of this machine (loky), or on a Dask cluster.

Each pool gives ``concurrent.futures`` futures, so that one loop serves all; see ``engine``.
"""

import os
import signal
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import Future, process
from contextlib import contextmanager
from multiprocessing import resource_tracker as trackers
from typing import Protocol

from gelucheck.errors import GelucheckError, UsageError
from gelucheck.sweep.chunks import Chunk
from gelucheck.sweep.worker import PINNED, begin, work

CONNECT_SECONDS = 10
WORKERLESS_SECONDS = 60
LIBRARY_HELP = 'pip install "gelucheck[cluster]"'


class PoolError(GelucheckError):
    """What chunks were given to went away."""

    slug = "cluster"


class Pool(Protocol):
    """Something that measures chunks.

    Attributes:
        room: how many chunks it holds at once.
        deaths: the exceptions of a future that tell of a death.
        breaks: whether a death takes all other futures with it.
        retries: how often a chunk is tried again among others.
    """

    room: int
    retries: int
    deaths: tuple[type[BaseException], ...]
    breaks: bool

    def start(self) -> None:
        """Make ready; again after a death that breaks it."""

    def submit(self, chunk: Chunk) -> Future:
        """Have a chunk measured."""

    def look(self) -> None:
        """Called now and then; raises where nothing can come any more."""

    def stop(self) -> None:
        """End all work at once, and leave no process behind."""


class Here:
    """This process: one chunk after the other."""

    room, deaths, breaks, retries = 1, (), False, 0

    def start(self) -> None:
        """Nothing to do."""

    def submit(self, chunk: Chunk) -> Future:
        future = Future()
        future.set_result(work(chunk))
        return future

    def look(self) -> None:
        """Nothing to see."""

    def stop(self) -> None:
        """Nothing to do."""


class Local:
    """Processes of this machine, each with one thread.

    Args:
        jobs: how many; None: one for each processor that may be used.
    """

    deaths, breaks, retries = (process.BrokenProcessPool,), True, 2

    def __init__(self, jobs: int | None, chunks: int):
        from joblib import cpu_count

        self.jobs = max(min(jobs or cpu_count(), chunks), 1)
        # one more waits at the workers, so that none is idle while a result is kept
        self.room = self.jobs + 1
        self._executor = None

    def start(self) -> None:
        from joblib.externals.loky import ProcessPoolExecutor
        from joblib.externals.loky.backend import resource_tracker

        self.stop()
        if hasattr(signal, "pthread_sigmask"):
            # now, for where they are started in ``submit`` they undo what ``_deaf`` does
            for each in (trackers, resource_tracker):
                each.ensure_running()
        self._executor = ProcessPoolExecutor(
            self.jobs, initializer=begin, initargs=(os.getpid(),), env=PINNED
        )

    def submit(self, chunk: Chunk) -> Future:
        # processes are started in here, and inherit that they don't hear a Ctrl-C: this one does,
        # a moment later, and decides what it means
        with _deaf():
            return self._executor.submit(work, chunk)

    def look(self) -> None:
        """A death shows in the futures."""

    def stop(self) -> None:
        executor, self._executor = self._executor, None
        if executor is not None:
            # where it finds no pgrep it warns that the workers' own children may stay
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                executor.shutdown(wait=True, kill_workers=True)


@contextmanager
def _deaf() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Cluster:
    """The workers of a Dask scheduler.

    Args:
        address: as ``tcp://host:port``.

    Raises:
        UsageError: no such library, or no scheduler there.
    """

    # the scheduler has tried by then as often as it is set to, three times more
    breaks, retries = False, 0

    def __init__(self, address: str):
        try:
            from distributed import Client
            from distributed.scheduler import KilledWorker
        except ImportError as problem:
            raise UsageError(f"--cluster needs Dask ({problem})", LIBRARY_HELP) from problem
        try:
            self._client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TypeError, KeyError, ImportError) as problem:
            raise UsageError(
                f"no Dask scheduler at {address!r} ({str(problem) or type(problem).__name__:.200})",
                "start one with dask scheduler, and give what it prints, tcp://host:port",
            ) from problem
        self.deaths = (KilledWorker,)
        self._seen = time.monotonic()
        self._executor = None
        self.room = 2

    def start(self) -> None:
        self._executor = self._executor or self._client.get_executor(pure=False)
        self.look()

    def submit(self, chunk: Chunk) -> Future:
        return self._executor.submit(work, chunk)

    def look(self) -> None:
        """Count the workers' threads.

        Raises:
            PoolError: no scheduler or no worker for a minute.
        """
        try:
            workers = self._client.scheduler_info(n_workers=-1)["workers"].values()
        except TypeError:  # before 2025: all workers, always
            workers = self._client.scheduler_info()["workers"].values()
        threads = sum(worker["nthreads"] for worker in workers)
        if threads:
            self._seen = time.monotonic()
            self.room = 2 * threads
        elif time.monotonic() - self._seen > WORKERLESS_SECONDS:
            raise PoolError(
                f"the Dask scheduler has had no worker for {WORKERLESS_SECONDS} s",
                "start workers with dask worker, and run the same command again",
            )
        if self._client.status not in ("running", "connecting"):
            raise PoolError("the Dask scheduler is gone", "start it and run the command again")

    def stop(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=False)
        self._client.close(timeout=2)
