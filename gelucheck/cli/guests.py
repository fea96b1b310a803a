"""Code that is not ours in this process: what it prints is no result, and paths mean the same."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress


@contextmanager
def guests() -> Iterator[None]:
    """While implementations are called: standard output is standard error.

    Both Python's and the system's, for libraries print past Python. The working directory is
    afterwards what it was.
    """
    here = None
    with suppress(OSError):
        here = os.getcwd()
    kept = _divert()
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _flush_library()
        if kept is not None:
            os.dup2(kept, 1)
            os.close(kept)
        if here is not None:
            with suppress(OSError):
                os.chdir(here)


def _divert() -> int | None:
    """Have 1 written where 2 is; a copy of what it was."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
        kept = os.dup(1)
        os.dup2(2, 1)
    except (OSError, ValueError):
        return None
    return kept


def _flush_library() -> None:
    """What C's own streams hold was printed now, and not later."""
    with suppress(ImportError, OSError, TypeError, AttributeError):
        import ctypes

        ctypes.CDLL(None).fflush(None)
