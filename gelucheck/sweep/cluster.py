"""The workers of a Dask scheduler as a pool of the engine."""

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

    def submit(self, chunk: Chunk) -> Future[Tally]:
        return self._executor.submit(work, chunk, code_digest())

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
        self._client.close(timeout=2)


def _gone() -> PoolError:
    return PoolError("the Dask scheduler is gone", "start it and run the same command again")
