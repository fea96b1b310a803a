"""Implementations in processes of their own: asked from here, and outlived from here.

Each has one process, begun when it is first asked, used for all calls, and begun anew after it
crashed or hung. Where a process cannot be asked so (on Windows, where no pipe can be waited for),
implementations are called in this one.
"""

import atexit
import os
import select
import sys
import threading
import time
from collections.abc import Iterable
from contextlib import suppress

import numpy as np

from gelucheck import errors
from gelucheck.errors import GelucheckError, ImplementationError
from gelucheck.formats import Format
from gelucheck.implementations.calling import NARROWING_SECONDS, asked_of, where
from gelucheck.implementations.guest import Guest, Traits
from gelucheck.implementations.probing import Layout, Probe
from gelucheck.implementations.process import Ended, Process, place_of_this
from gelucheck.implementations.wire_arrays import array_of

POSSIBLE = os.name == "posix" and hasattr(select, "poll") and bool(sys.executable)
LOADING_SECONDS = 300.0
"""Within which an implementation is loaded: a large library takes some seconds."""
MOST_RESTARTS = 24
"""Processes that may crash while fewer inputs are looked for."""
MOST_PROCESSES = 16
"""That are kept for the next call: one not used for longest is ended, and begun anew if asked."""
_MEND = "mend what it does there; it ran in a process of its own, and nothing else was lost"
_MORE = "mend it, or allow it more time"


class Apart:
    """The process of one implementation; used by one thread at a time."""

    def __init__(self, guest: Guest):
        self.guest, self.lock = guest, threading.RLock()
        self.process: Process | None = None
        self._place, self._traits = None, None
        self._stamps: dict[str, tuple | None] = {}

    def traits(self) -> Traits:
        """What is known of it, as it is now; errors as ``kind.Kind.load``."""
        with self.lock:
            if self.process is not None and _stamps(self._stamps) != self._stamps:
                self.end()
            self._begin()
            return self._traits

    def ask(self, header: dict, pieces, seconds: float) -> tuple[dict, list[bytearray]]:
        """What it answers.

        Raises:
            Ended: it crashed, or gave no answer in time.
            GelucheckError: what it has to say instead of an answer.
        """
        with self.lock:
            self._begin()
            return _understood(self.process.ask(header, pieces, seconds))

    def _begin(self) -> None:
        place = place_of_this()
        if self.process is not None and (self._place != place or self.process.over):
            self.end()
        if self.process is not None:
            return
        _HERE.make_room(self)
        guest = self.guest
        words = ("kind", "target", "function", "device", "inputs")
        self._place, self.process = place, Process.waiting_at(place)
        try:
            header = {"guest": {word: getattr(guest, word) for word in words}}
            answer, _ = _understood(self.process.ask(header, (), LOADING_SECONDS))
        except Ended as problem:
            self.end()
            told = f"{guest.words} {problem}, while it was loaded"
            raise ImplementationError(told, "import or load it by hand to see why") from problem
        except BaseException:
            self.end()
            raise
        self._traits = Traits.from_plain(answer["traits"])
        self._stamps = _stamps(answer["files"])

    def end(self) -> None:
        """End the process, if there is one."""
        process, self.process = self.process, None
        if process is not None:
            process.end()


class _Every:
    """Those of this process, by the words that name them."""

    def __init__(self):
        self.lock = threading.Lock()
        self.by_words: dict[tuple, Apart] = {}

    def find(self, guest: Guest) -> Apart:
        """That of a guest; the last used is the last of all."""
        key = (guest.kind, guest.target, guest.function, guest.device, guest.inputs)
        with self.lock:
            found = self.by_words[key] = self.by_words.pop(key, None) or Apart(guest)
        return found

    def make_room(self, mine: Apart) -> None:
        """End what was not used for longest, so that one more may begin."""
        with self.lock:
            others = [apart for apart in self.by_words.values() if apart is not mine]
        others = [apart for apart in others if apart.process is not None]
        for apart in others[: max(len(others) - MOST_PROCESSES + 1, 0)]:
            if apart.lock.acquire(blocking=False):
                try:
                    apart.end()
                finally:
                    apart.lock.release()


_HERE = _Every()


def call(guest: Guest, x: np.ndarray, fmt: Format) -> np.ndarray:
    """The outputs for a 1-D array; as ``Guest.__call__``."""
    try:
        return _called(guest, x, fmt)
    except Ended as problem:
        few, last = _fewest(guest, x, fmt, problem)
        told = f"{guest.words} {last}, {where(few, fmt)}"
        raise ImplementationError(told, _MORE if last.late else _MEND) from last


def probe(  # noqa: PLR0917
    guest: Guest,
    memory: np.ndarray,
    fmt: Format,
    layout: Layout | None,
    mode: str | None,
    approximate: tuple | None,
    times: int,
) -> tuple[Probe, ...]:
    """As ``Guest.probe``."""
    header = {
        "do": "probe",
        "fmt": fmt.name,
        "layout": layout and [list(layout.shape), list(layout.strides), layout.offset],
        "mode": mode,
        "approximate": approximate and list(approximate),
        "times": times,
    }
    apart, bits = _HERE.find(guest), fmt.bits_of_values(memory)
    try:
        answer, pieces = apart.ask(header, (bits,), guest.seconds(memory.size) * max(times, 1))
    except Ended as problem:
        how = f" with shape {layout.shape}" if layout else ""
        told = f"{guest.words} {problem}, {where(memory, fmt)}{how}"
        raise ImplementationError(told, _MORE if problem.late else _MEND) from problem
    return tuple(map(_probe, answer["probes"], pieces))


def _probe(plain: dict, piece: bytearray) -> Probe:
    got = None if plain["got"] is None else array_of(plain["got"], piece)
    return Probe(got, plain["raised"], plain["modified"], plain["aliased"])


def traits(guest: Guest) -> Traits:
    """As ``Guest.traits``."""
    return _HERE.find(guest).traits()


def end_all() -> None:
    """End every process that was begun here."""
    with _HERE.lock:
        every = list(_HERE.by_words.values())
        _HERE.by_words.clear()
    for apart in every:
        apart.end()


def _stamps(paths: Iterable[str]) -> dict[str, tuple | None]:
    """By which it shows that files were changed."""
    found = {}
    for path in paths:
        found[path] = None
        with suppress(OSError):
            status = os.stat(path)
            found[path] = (status.st_mtime_ns, status.st_size, status.st_ino)
    return found


def _called(guest: Guest, x: np.ndarray, fmt: Format) -> np.ndarray:
    seconds = guest.seconds(x.size)
    # it looks for fewer inputs itself where it only raises, and has half of the time for it
    header = {"do": "call", "fmt": fmt.name, "seconds": min(seconds / 2, NARROWING_SECONDS)}
    _, pieces = _HERE.find(guest).ask(header, (fmt.bits_of_values(x),), seconds)
    if len(pieces) != 1 or len(pieces[0]) != x.size * fmt.dtype.itemsize:
        raise ImplementationError(f"{guest.words} answered for its process", asked_of(fmt))
    return np.frombuffer(pieces[0], fmt.dtype)


def _fewest(guest: Guest, x: np.ndarray, fmt: Format, problem: Ended) -> tuple[np.ndarray, Ended]:
    """A part of some inputs that still ends the process, as small as halving finds it."""
    if problem.late:
        # each trial would take as long again
        return x, problem
    left = MOST_RESTARTS
    until = time.monotonic() + NARROWING_SECONDS
    # one that always crashes need not be begun so often
    first = (x[:1],)
    while x.size > 1:
        half = x.size // 2
        parts, first = (*first, x[:half], x[half:]), ()
        for part in parts:
            if not left or time.monotonic() > until:
                return x, problem
            try:
                _called(guest, part, fmt)
            except Ended as other:
                if other.late:
                    return x, problem
                x, problem, left = part, other, left - 1
                break
            except ImplementationError:
                return x, problem
        else:
            break
    return x, problem


def _understood(answer: tuple[dict, list[bytearray]]) -> tuple[dict, list[bytearray]]:
    """The answer, or what is raised instead."""
    header, pieces = answer
    if "error" in header:
        kind = getattr(errors, str(header["error"]), ImplementationError)
        known = isinstance(kind, type) and issubclass(kind, GelucheckError)
        raise (kind if known else ImplementationError)(header["what"], header["mend"])
    return header, pieces


def _forget() -> None:
    """In a copy of this process: what was begun is not its own."""
    for apart in _HERE.by_words.values():
        if apart.process is not None:
            apart.process.disown()
    _HERE.__init__()


atexit.register(end_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
