"""A process that calls one implementation for another process, and is no loss.

It is asked through a pipe and answers through another, both of its own: what the implementation
prints goes to standard error, and what it reads is nothing. It ends with the process that began it,
even while it hangs.
"""

import os
import signal
import sys
import threading
import time
from contextlib import suppress
from functools import partial
from os import _exit  # an implementation is called without it

import numpy as np

from gelucheck.errors import GelucheckError, ImplementationError
from gelucheck.formats import FORMATS
from gelucheck.implementations.calling import called, told
from gelucheck.implementations.guest import Guest
from gelucheck.implementations.probing import Layout, probed
from gelucheck.implementations.wire import packed, unpacked
from gelucheck.implementations.wire_arrays import bytes_of, described

WATCH_SECONDS = 0.5
_PR_SET_PDEATHSIG = 1  # linux/prctl.h


class _Gone(Exception):
    """Nobody asks any more."""


def main(asked: int, answered: int, parent: int, tied: bool) -> None:
    """Load what the first message names, and answer all others, until there are none.

    Args:
        asked, answered: descriptors of the pipes.
        parent: the process that began this one.
        tied: whether this one may end with the thread that began it.
    """
    _settle(parent, tied)
    for pipe in (asked, answered):
        os.set_inheritable(pipe, False)
    with suppress(_Gone):
        guest = Guest(**_next(asked)[0]["guest"])
        name = guest.words
        _answer(answered, lambda: (_loaded(guest), ()), name)
        while True:
            header, pieces = _next(asked)
            do = {"call": _call, "probe": _probe}[header["do"]]
            _answer(answered, partial(do, guest, header, pieces[0]), name)


def _settle(parent: int, tied: bool) -> None:
    # a Ctrl-C reaches every process of a terminal; the parent decides what it means
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # line by line, and nothing is lost in a crash
    sys.stdout = sys.__stdout__ = sys.stderr
    sys.argv = [""]
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()
    with suppress(ImportError, OSError, AttributeError):
        import ctypes

        if tied and sys.platform == "linux":
            # for where the thread above gets no turn
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(WATCH_SECONDS)
    _exit(1)


def _loaded(guest: Guest) -> dict:
    """What is known of it, and the files that it was made of and that may be changed."""
    before = set(sys.modules)
    traits = guest.traits_here().to_plain()
    # what is installed is not changed while a process lasts
    installed = tuple({os.path.join(at, "") for at in (sys.prefix, sys.base_prefix)})
    files = [getattr(sys.modules[name], "__file__", None) for name in set(sys.modules) - before]
    files = [file for file in files if isinstance(file, str) and not file.startswith(installed)]
    files += [guest.target, guest.target.rpartition(":")[0]]
    return {"traits": traits, "files": sorted(filter(os.path.isfile, map(os.path.abspath, files)))}


def _next(pipe: int) -> tuple[dict, list[bytearray]]:
    def read(size: int) -> bytearray:
        data = bytearray(size)
        view, done = memoryview(data), 0
        while done < size:
            try:
                more = os.readv(pipe, [view[done:]])
            except OSError:
                _exit(1)  # it was closed from here
            if not more:
                raise _Gone
            done += more
        return data

    return unpacked(read)


def _answer(pipe: int, make, name: str) -> None:
    """Send what is made, or the error that came instead."""
    try:
        header, pieces = make()
    except GelucheckError as problem:
        header, pieces = _error(problem), ()
    except BaseException as problem:
        header, pieces = _error(ImplementationError(f"{name} {told(problem)}")), ()
    _flush()
    try:
        for piece in packed(header, pieces):
            rest = piece
            while rest:
                rest = rest[os.write(pipe, rest) :]
    except BrokenPipeError:
        raise _Gone from None
    except OSError:
        _exit(1)


def _error(problem: GelucheckError) -> dict:
    return {"error": type(problem).__name__, "what": problem.what, "mend": problem.mend}


def _flush() -> None:
    """What was printed is seen before the answer, C's own streams too."""
    with suppress(Exception):
        sys.stderr.flush()
    with suppress(Exception):
        import ctypes

        ctypes.CDLL(None).fflush(None)


def _call(guest: Guest, header: dict, data: bytearray):
    fmt = FORMATS[header["fmt"]]
    x = np.frombuffer(data, fmt.dtype)
    apply, seconds = guest.loaded().apply, header["seconds"]
    # nobody interrupts this process: whatever is raised is its own
    got = called(guest.words, apply, x, fmt, seconds=seconds, passing=())
    return {}, (got.tobytes(),)


def _probe(guest: Guest, header: dict, data: bytearray):
    fmt = FORMATS[header["fmt"]]
    memory = np.frombuffer(data, fmt.dtype)
    layout = header["layout"] and Layout(*(_tuple(part) for part in header["layout"]))
    apply = guest.variant(header["mode"], header["approximate"])
    found = [probed(guest.words, apply, memory, fmt, layout, ()) for _ in range(header["times"])]
    told_of = [
        {
            "raised": probe.raised,
            "modified": probe.modified,
            "aliased": probe.aliased,
            "got": None if probe.got is None else described(probe.got),
        }
        for probe in found
    ]
    return {"probes": told_of}, [b"" if p.got is None else bytes_of(p.got) for p in found]


def _tuple(part):
    return tuple(part) if isinstance(part, list) else part
