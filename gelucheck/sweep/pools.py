"""Where chunks are measured: here, in processes of this machine (loky), or on a Dask cluster.

Each pool gives ``concurrent.futures`` futures, so that one loop serves all; see ``engine``.
"""

import io
import os
import queue
import signal
import sys
import warnings
from collections.abc import Iterator
from concurrent.futures import Future, process
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout, suppress
from multiprocessing import resource_tracker as trackers
from typing import Protocol

from gelucheck.errors import GelucheckError
from gelucheck.sweep.chunks import Chunk, measure_chunk
from gelucheck.sweep.identity import code_digest
from gelucheck.sweep.worker import begin, environment, work
from gelucheck.tally import Tally


class PoolError(GelucheckError):
    """What chunks were given to went away."""

    slug = "pool"


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
        """Called after chunks are given to it; raises where nothing can come any more.

        May be interrupted at any place.
        """

    def late(self, death: BaseException) -> bool:
        """Whether a death was for the time that a call took."""

    def explained(self, problem: Exception) -> Exception:
        """What to raise for what a chunk raised."""

    def stop(self) -> None:
        """End all work at once, and leave no process behind."""


class Here:
    """This process: one chunk after the other."""

    room, deaths, breaks, retries = 1, (), False, 0

    def __init__(self):
        self._given: tuple[Future, Chunk] | None = None

    def start(self) -> None:
        """Nothing to do."""

    def submit(self, chunk: Chunk) -> Future:
        self._given = Future(), chunk
        return self._given[0]

    def look(self) -> None:
        """Measure what was given."""
        if self._given is not None:
            (future, chunk), self._given = self._given, None
            try:
                tally = measure_chunk(chunk)
            except Exception as problem:
                future.set_exception(problem)
            else:
                future.set_result(tally)

    def late(self, death: BaseException) -> bool:
        return False

    def explained(self, problem: Exception) -> Exception:
        return problem

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
        self._during = ExitStack()

    def start(self) -> None:
        from joblib.externals.loky import ProcessPoolExecutor

        self.stop()
        # that a worker or a helper was killed is our affair
        self._during.enter_context(warnings.catch_warnings())
        warnings.filterwarnings("ignore", module=r"joblib\.externals\.loky")
        warnings.filterwarnings("ignore", message="resource_tracker")
        try:
            _see_to_helpers()
            self._executor = ProcessPoolExecutor(
                self.jobs, initializer=begin, initargs=(os.getpid(),), env=environment()
            )
        except (OSError, ImportError, NotImplementedError) as problem:
            # a system without semaphores, or with too few
            raise self._cannot(problem) from problem

    def submit(self, chunk: Chunk) -> Future[Tally]:
        # processes are started in here, and inherit that they don't hear a Ctrl-C: this one does,
        # a moment later, and decides what it means
        try:
            _see_to_helpers()
            with _deaf(), _streams():
                return self._executor.submit(work, chunk, code_digest())
        except OSError as problem:
            raise self._cannot(problem) from problem

    def _cannot(self, problem: Exception) -> PoolError:
        told = getattr(problem, "strerror", None) or problem
        return PoolError(f"cannot start {self.jobs} processes ({told})", "try fewer --jobs")

    def look(self) -> None:
        """A death shows in the futures."""

    def late(self, death: BaseException) -> bool:
        # loky tells the exit codes in words
        return "SIGALRM" in str(death)

    def explained(self, problem: Exception) -> Exception:
        return problem

    def stop(self) -> None:
        executor, self._executor = self._executor, None
        if executor is not None:
            _see_to_helpers()
            # where not all could be started, nobody looks after those that were
            begun = list(executor._processes.values())
            # and what was given a moment ago, its thread would look for when it is dropped
            with suppress(queue.Empty):
                while True:
                    executor._work_ids.get_nowait()
            executor.shutdown(wait=True, kill_workers=True)
            for each in begun:
                each.terminate()
                each.join()
        self._during.close()


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


@contextmanager
def _streams() -> Iterator[None]:
    """Streams that can be flushed, as is done before a process is started."""
    with ExitStack() as stack:
        if sys.stdout is None or sys.stdout.closed:
            stack.enter_context(redirect_stdout(io.StringIO()))
        if sys.stderr is None or sys.stderr.closed:
            stack.enter_context(redirect_stderr(io.StringIO()))
        yield


def _see_to_helpers() -> None:
    """Start the processes that look after semaphores, where they are not there, or not any more.

    Now, for where processes are started they undo what ``_deaf`` does; and with nowhere to write
    to, for they complain of what those left behind that were killed.
    """
    from joblib.externals.loky.backend import resource_tracker

    if not hasattr(signal, "pthread_sigmask"):
        return
    for each in (trackers._resource_tracker, resource_tracker._resource_tracker):
        if each._fd is None or not each._check_alive():
            with _nowhere():
                each.ensure_running()


@contextmanager
def _nowhere() -> Iterator[None]:
    """What is started in here has no standard error."""
    try:
        kept = os.dup(2)
    except OSError:
        yield
        return
    # opened to be read only: what is written there fails, and nobody hears of it
    with open(os.devnull, "rb") as null:
        os.dup2(null.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
