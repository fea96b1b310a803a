"""What goes on in a worker process: it begins, measures chunks, and ends with its parent."""

import os
import signal
import threading
import time

from gelucheck.sweep.chunks import Chunk, measure_chunk
from gelucheck.tally import Tally

WATCH_SECONDS = 0.5

_THREADS = (
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "NUMEXPR_NUM_THREADS",
)
_KEPT = ("MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_")
PINNED = {**dict.fromkeys(_THREADS, "1"), **dict.fromkeys(_KEPT, str(1 << 28))}
"""The environment of a worker: one thread each, whatever library is loaded; and glibc keeps the
memory of arrays that come and go, which is a quarter of the time of a quick implementation."""


def begin(parent: int) -> None:
    """Called once in each worker of this machine.

    A Ctrl-C reaches every process of a terminal; here the parent decides what it means. And a
    worker whose parent was killed must not stay.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(WATCH_SECONDS)
    os._exit(1)


def work(chunk: Chunk) -> Tally:
    """Measure a chunk; errors as ``measure_chunk``."""
    return measure_chunk(chunk)
