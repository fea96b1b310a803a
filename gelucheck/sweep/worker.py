"""What goes on in a worker process: it begins, measures chunks, and ends with its parent."""

import faulthandler
import os
import signal
import sys
import threading
import time
from contextlib import suppress
from os import _exit  # an implementation is called without it

import gelucheck
from gelucheck.errors import GelucheckError, ImplementationError, InputsError, UsageError
from gelucheck.implementations.guest import here
from gelucheck.implementations.kind import Apply
from gelucheck.sweep.chunks import Chunk, measure_chunk
from gelucheck.sweep.identity import code_digest
from gelucheck.tally import Tally

WATCH_SECONDS = 0.5
ALARM = hasattr(signal, "setitimer")
"""Whether the system can kill a process that takes too long."""
_OWN = threading.Event()
_SAME = "install the same everywhere, and change nothing while it runs"

_THREADS = (
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "NUMEXPR_NUM_THREADS",
)
# by which glibc keeps the memory of arrays that come and go; 32 MiB is the most it takes for one
_KEPT = {"MALLOC_MMAP_THRESHOLD_": str(1 << 25), "MALLOC_TRIM_THRESHOLD_": str(1 << 28)}


class WorkerError(GelucheckError):
    """A worker is not what the chunks were made for."""

    slug = "worker"


def environment() -> dict[str, str]:
    """That of a worker: one thread each, whatever library is loaded, and memory that is kept: a
    quick implementation would spend a sixth of its time on having it back.

    A worker that crashes does so in silence, unless somebody asked for what Python has to say.
    """
    return {
        **dict.fromkeys(_THREADS, "1"),
        **_KEPT,
        "PYTHONFAULTHANDLER": "1" if faulthandler.is_enabled() else "",
    }


def begin(parent: int) -> None:
    """Called once in each worker of this machine.

    A Ctrl-C reaches every process of a terminal; here the parent decides what it means. A worker
    whose parent was killed must not stay. And what an implementation prints is no result.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if ALARM:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        _OWN.set()
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()
    with suppress(OSError):
        os.dup2(2, 1)


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(WATCH_SECONDS)
    # the programs that are run here, where any are
    running = sys.modules.get("gelucheck.implementations.running")
    if running is not None:
        running.end_all()
    _exit(1)


def within(apply: Apply, seconds: float) -> Apply:
    """Held to a limit: the process is killed by the system, whatever it is at.

    The signal's default action needs no turn of Python's, which code that hangs may not give.
    """

    def held(x, fmt):
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            return apply(x, fmt)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    return held


def work(chunk: Chunk, code: str) -> Tally:
    """Measure a chunk in another process than that which made it; errors as ``measure_chunk``.

    Args:
        code: the digest of the code that made it.

    Raises:
        WorkerError: other code, another implementation, or other libraries here.
    """
    if code != code_digest():
        raise WorkerError(f"a worker has another gelucheck ({gelucheck.__version__})", _SAME)
    # a process of this machine is no loss; one of a cluster does more than this
    with here(within if _OWN.is_set() else None):
        return _measured(chunk)


def _measured(chunk: Chunk) -> Tally:
    item = chunk.implementation
    if item.guest is not None:
        try:
            version = item.guest.traits().version
        except (UsageError, InputsError) as problem:
            raise WorkerError(
                f"a worker cannot find {item.source}, {problem.what}", problem.mend
            ) from problem
        if differs := difference(item.version, version):
            raise WorkerError(f"a worker has another {item.source}: {differs}", _SAME)
    try:
        return measure_chunk(chunk)
    except (KeyboardInterrupt, SystemExit, GeneratorExit) as problem:
        told = f"{item.name} raised {problem!r:.200}, at {chunk.part}"
    # nobody interrupts a worker; said out here, where it does not come of an interruption
    raise ImplementationError(told)


def difference(there: str, here: str) -> str:
    """Where two versions differ, in words; what only one names is not compared."""
    ours, theirs = (
        dict(part.rpartition(" ")[::2] for part in version.split(", ")) for version in (here, there)
    )
    return ", ".join(
        f"{name} {ours[name]} where the sweep has {theirs[name]}"
        for name in ours.keys() & theirs.keys()
        if ours[name] != theirs[name]
    )
