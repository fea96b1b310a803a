"""The ledger: a file with one line per finished chunk, so that a sweep can be gone on with.

A line is written, flushed and brought to the disk before the next chunk is counted as done; a last
line without its end (power cut) is dropped, and anything else that is not as it was written is
refused. How lines look: ``ledger_lines``.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import RawIOBase
from typing import Any

from gelucheck.errors import InputsError, OutputError
from gelucheck.sweep.chunks import Chunk
from gelucheck.sweep.identity import chunk_id
from gelucheck.sweep.ledger_lines import (
    FRESH,
    Contents,
    Entry,
    difference,
    read_ledger,
    sealed,
    stored_entry,
)
from gelucheck.tally import Tally


class Ledger:
    """An open ledger: what it holds, and a place for more.

    Args:
        stream: without a buffer, at its end.

    Attributes:
        done: by chunk number, the tallies it holds.
    """

    def __init__(self, path: str, stream: RawIOBase, done: dict[int, Tally]):
        self.path, self.done, self._stream = path, done, stream

    def begin(self, header: dict[str, Any]) -> None:
        """Write the first line; errors as ``keep``."""
        self._write(header)

    def keep(self, chunk: Chunk, tally: Tally) -> None:
        """Add a finished chunk, and see it onto the disk.

        Raises:
            OutputError: the disk is full, or gone.
        """
        self.add(Entry(chunk.number, chunk.row, chunk_id(chunk), tally))

    def add(self, entry: Entry) -> None:
        """Add an entry; as ``keep``."""
        self._write(stored_entry(entry))
        self.done[entry.number] = entry.tally

    def _write(self, stored: dict[str, Any]) -> None:
        write_all(self.path, self._stream, sealed(stored))
        if not _is_at(self.path, self._stream):
            raise OutputError(
                f"the ledger {self.path!r} was moved or removed while it was written",
                "leave it where it is, and run the same command again",
            )


def write_all(path: str, stream: RawIOBase, data: bytes) -> None:
    """Append to a ledger and see it onto the disk; where that fails, nothing is appended.

    Raises:
        OutputError: the disk is full, or gone.
    """
    sound = stream.tell()
    try:
        left = memoryview(data)
        while left:
            left = left[stream.write(left) :]
        os.fsync(stream.fileno())
    except OSError as problem:
        with suppress(OSError):
            stream.truncate(sound)
        raise OutputError(
            f"cannot write the ledger {path!r}, {problem.strerror}",
            "make room and run the same command again",
        ) from problem


def _is_at(path: str, stream: RawIOBase) -> bool:
    """Whether a path still leads to an open file."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(stream.fileno()))
    except OSError:
        return False


@contextmanager
def open_ledger(path: str, header: dict[str, Any], chunks: tuple[Chunk, ...]) -> Iterator[Ledger]:
    """Open a ledger of a sweep, or begin one.

    Raises:
        InputsError: another sweep's, damaged, or no ledger.
        OutputError: it cannot be written, or another run is writing it.
    """
    with _open(path) as stream:
        _lock(path, stream)
        contents = read_ledger(path)
        ledger = Ledger(path, stream, _resumed(path, contents, header, chunks))
        # what was cut off at the end is overwritten
        stream.seek(contents.length)
        try:
            stream.truncate()
        except OSError as problem:
            raise _unwritable(path, problem) from problem
        if contents.header is None:
            ledger.begin(header)
        yield ledger


def write_ledger(path: str, header: dict[str, Any], entries: Iterable[Entry]) -> None:
    """Write a whole ledger.

    Raises:
        OutputError: it cannot be written, or there is something in it.
    """
    new = not os.path.lexists(path)
    with _open(path) as stream:
        _lock(path, stream)
        if stream.read(1):
            raise OutputError(f"{path!r} is there already", "name another file")
        try:
            lines = [sealed(header), *(sealed(stored_entry(entry)) for entry in entries)]
            write_all(path, stream, b"".join(lines))
        except BaseException:
            # all or nothing
            with suppress(OSError):
                stream.truncate(0)
                if new:
                    os.unlink(path)
            raise


def _open(path: str) -> RawIOBase:
    if os.path.exists(path) and not os.path.isfile(path):
        raise OutputError(f"the ledger {path!r} is no file", "name a file")
    try:
        number = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        return open(number, "r+b", buffering=0)
    except (OSError, ValueError) as problem:
        raise _unwritable(path, problem) from problem


def _unwritable(path: str, problem: Exception) -> OutputError:
    told = getattr(problem, "strerror", None) or str(problem)
    return OutputError(f"cannot write the ledger {path!r}, {told}", "name a file that can be")


def _resumed(
    path: str, contents: Contents, header: dict[str, Any], chunks: tuple[Chunk, ...]
) -> dict[int, Tally]:
    if contents.header is None:
        return {}
    if differs := difference(contents.header, header):
        raise InputsError(f"the ledger {path!r} is of another sweep ({differs})", FRESH)
    for entry in contents.entries:
        if chunk_id(chunks[entry.number]) != entry.id:
            raise InputsError(
                f"the ledger {path!r} has another chunk {entry.number + 1} than this sweep", FRESH
            )
    return dict(_agreeing(path, contents.entries))


def _agreeing(path: str, entries: tuple[Entry, ...]) -> Iterator[tuple[int, Tally]]:
    """The entries of a ledger; a chunk that is there twice has one answer."""
    found: dict[int, Tally] = {}
    for entry in entries:
        if found.setdefault(entry.number, entry.tally) != entry.tally:
            raise InputsError(
                f"the ledger {path!r} has two answers for chunk {entry.number + 1}", FRESH
            )
        yield entry.number, entry.tally


def _lock(path: str, stream: RawIOBase) -> None:
    """Keep other runs from writing the same ledger, where the system can."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as problem:
        raise OutputError(
            f"the ledger {path!r} is being written by another run", "wait for it, or name another"
        ) from problem
    except OSError:
        return  # a file system without locks
