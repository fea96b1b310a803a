"""The workers of a Dask scheduler as a pool of the engine."""

import logging
import pickle
import re
import threading
import time
from concurrent.futures import CancelledError, Future

from gelucheck.errors import GelucheckError, UsageError
from gelucheck.sweep.chunks import Chunk
from gelucheck.sweep.identity import code_digest
from gelucheck.sweep.pools import PoolError
from gelucheck.sweep.worker import work
from gelucheck.tally import Tally

CONNECT_SECONDS = 10
WORKERLESS_SECONDS = 60
LIBRARY_HELP = 'pip install "gelucheck[cluster]"'
_ADDRESS = re.compile(r"((tcp|tls|ucx|wss?)://)?[^\s/]+:[0-9]{1,5}")
_START = "start one with dask scheduler, and give what it prints, tcp://host:port"


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
        # what it has to say of what goes wrong is said here
        self._silenced = _silence()
        self._client = _connected(Client, address)
        self.deaths = (KilledWorker,)
        self._seen = time.monotonic()
        self._executor = None
        self.room = 2

    def start(self) -> None:
        self._executor = self._executor or self._client.get_executor(pure=False)

    def submit(self, chunk: Chunk) -> Future[Tally]:
        # as bytes: a worker without gelucheck would not outlive a call that it cannot read
        call = pickle.dumps(_Call(chunk, code_digest()))
        return self._executor.submit(pickle.loads, call)

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
            raise _gone()

    def late(self, death: BaseException) -> bool:
        """It tells nothing of why."""
        return False

    def explained(self, problem: Exception) -> Exception:
        if isinstance(problem, GelucheckError):
            return problem
        if isinstance(problem, CancelledError):
            return _gone()
        return PoolError(
            f"a worker of the cluster raised {problem!r:.300}",
            "each needs the same gelucheck and libraries as here, and the implementation",
        )

    def stop(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=False)
        sound = self._client.status == "running"
        self._client.close(timeout=2)
        if sound:
            for logger, level in self._silenced.items():
                logger.setLevel(level)


class _Call:
    """Is the call, where it is unpickled."""

    def __init__(self, chunk: Chunk, code: str):
        self._given = chunk, code

    def __reduce__(self):
        return work, self._given


def _connected(client: type, address: str):
    """A client of the scheduler at an address.

    Raises:
        UsageError: there is none, or it says nothing.
    """
    if not _ADDRESS.fullmatch(address):
        raise UsageError(f"--cluster {address!r} is no address", _START)
    found = []

    def connect() -> None:
        try:
            found.append(client(address, timeout=CONNECT_SECONDS, set_as_default=False))
        except Exception as problem:
            found.append(problem)

    # one that accepts and says nothing would be waited for without end
    thread = threading.Thread(target=connect, daemon=True)
    thread.start()
    thread.join(2 * CONNECT_SECONDS)
    problem = found[0] if found else TimeoutError("no answer")
    if isinstance(problem, Exception):
        told = str(problem) or type(problem).__name__
        raise UsageError(f"no Dask scheduler at {address!r} ({told:.200})", _START) from problem
    return problem


def _silence() -> dict[logging.Logger, int]:
    """Loggers of Dask that say nothing from now on, with the levels they had."""
    names = [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]
    levels = {}
    for logger in map(logging.getLogger, names):
        levels[logger] = logger.level
        logger.setLevel(logging.CRITICAL + 1)
    return levels


def _gone() -> PoolError:
    return PoolError("the Dask scheduler is gone", "start it and run the same command again")
