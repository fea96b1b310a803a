"""The ledger: a file with one line per finished chunk, so that a sweep can be gone on with.

JSON lines. The first says which sweep it is; each other holds a chunk's number, row, id, how many
inputs it has and its tally. Every line carries a digest of itself. A line is written, flushed and
brought to the disk before the next chunk is counted as done; a last line without its end (power
cut) is dropped, and anything else that is not as it was written is refused.
"""

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Any

from gelucheck.errors import InputsError, OutputError
from gelucheck.sweep.chunks import Chunk
from gelucheck.sweep.identity import SCHEMA, canonical, chunk_id, digest
from gelucheck.sweep.stored import tally_from_json, tally_to_json
from gelucheck.tally import Tally

_FRESH = "name another file, or remove this one to begin anew"


@dataclass(frozen=True)
class Entry:
    """A finished chunk."""

    number: int
    row: int
    id: str
    tally: Tally


@dataclass(frozen=True)
class Contents:
    """What a ledger holds: its first line (None: nothing yet), its entries, its sound length."""

    header: dict[str, Any] | None
    entries: tuple[Entry, ...]
    length: int


def read_ledger(path: str) -> Contents:
    """Read a ledger.

    Raises:
        InputsError: it cannot be read, is no ledger, or is damaged.
    """
    header, entries, length = None, [], 0
    try:
        with open(path, "rb") as lines:
            for number, line in enumerate(lines, 1):
                if not line.endswith(b"\n"):
                    _refuse_other(path, line, number)
                    break
                stored = _unsealed(path, line, number)
                if number == 1:
                    header = stored
                else:
                    entries.append(_entry(path, stored, number, header))
                length += len(line)
    except OSError as problem:
        raise InputsError(f"cannot read the ledger {path!r}, {problem.strerror}") from problem
    return Contents(header, tuple(entries), length)


def _refuse_other(path: str, line: bytes, number: int) -> None:
    # a ledger cut within its first line holds nothing; another file is not to be written over
    if number == 1 and not line.startswith(b'{"digest":"'[: len(line)]):
        raise InputsError(f"{path!r} is no ledger of gelucheck", _FRESH)


def _unsealed(path: str, line: bytes, number: int) -> dict[str, Any]:
    """The contents of a line, seen to be what was written."""
    try:
        stored = json.loads(line)
        seal = stored.pop("digest")
        sound = seal == digest(canonical(stored))
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
        stored, sound = None, False
    if number == 1 and (stored is None or "ledger" not in stored):
        raise InputsError(f"{path!r} is no ledger of gelucheck", _FRESH)
    if not sound:
        raise InputsError(f"the ledger {path!r} is damaged in line {number}", _FRESH)
    if number == 1 and stored["ledger"] != SCHEMA:
        raise InputsError(
            f"the ledger {path!r} has schema {stored['ledger']!r:.40}, not {SCHEMA}", _FRESH
        )
    return stored


def _entry(path: str, stored: dict[str, Any], number: int, header: dict[str, Any]) -> Entry:
    try:
        found = Entry(
            stored["number"], stored["row"], stored["id"], tally_from_json(stored["tally"])
        )
        fits = 0 <= found.number < header["chunks"] and 0 <= found.row < len(header["rows"])
    except (KeyError, TypeError, ValueError):
        fits = False
    if not fits:
        raise InputsError(f"the ledger {path!r} is damaged in line {number}", _FRESH)
    return found


def difference(left: Any, right: Any, place: str = "") -> str:
    """Where two plain values first differ, and how; "" where they are equal."""
    if left == right:
        return ""
    if isinstance(left, dict) and isinstance(right, dict) and left.keys() == right.keys():
        # how many chunks there are tells least of all
        keys = sorted(left, key=lambda key: (key == "chunks", key))
        pairs = [(left[key], right[key], f"{place} {key}") for key in keys]
    elif isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        pairs = [(*pair, f"{place} {n}") for n, pair in enumerate(zip(left, right, strict=True), 1)]
    else:
        return f"{place.strip()}: {left!r:.120} there, {right!r:.120} here"
    return next(found for pair in pairs if (found := difference(*pair)))


class Ledger:
    """An open ledger: what it holds, and a place for more.

    Attributes:
        done: by chunk number, the tallies it holds.
    """

    def __init__(self, path: str, stream: IO[bytes], done: dict[int, Tally]):
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
        self._write({**vars(entry), "tally": tally_to_json(entry.tally)})
        self.done[entry.number] = entry.tally

    def _write(self, stored: dict[str, Any]) -> None:
        try:
            self._stream.write(sealed(stored))
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as problem:
            raise OutputError(
                f"cannot write the ledger {self.path!r}, {problem.strerror}",
                "make room and run the same command again",
            ) from problem


def sealed(stored: dict[str, Any]) -> bytes:
    """A line of a ledger."""
    text = canonical(stored)
    return f'{{"digest":"{digest(text)}",{text[1:]}\n'.encode()


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
        stream.truncate()
        if contents.header is None:
            ledger.begin(header)
        yield ledger


def write_ledger(path: str, header: dict[str, Any], entries: Iterable[Entry]) -> None:
    """Write a whole ledger.

    Raises:
        OutputError: it cannot be written, or there is something in it.
    """
    with _open(path) as stream:
        _lock(path, stream)
        if stream.read(1):
            raise OutputError(f"{path!r} is there already", "name another file")
        ledger = Ledger(path, stream, {})
        ledger.begin(header)
        for entry in entries:
            ledger.add(entry)


def _open(path: str) -> IO[bytes]:
    if os.path.exists(path) and not os.path.isfile(path):
        raise OutputError(f"the ledger {path!r} is no file", "name a file")
    try:
        return open(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)), "r+b")
    except OSError as problem:
        raise OutputError(f"cannot write the ledger {path!r}, {problem.strerror}") from problem


def _resumed(
    path: str, contents: Contents, header: dict[str, Any], chunks: tuple[Chunk, ...]
) -> dict[int, Tally]:
    if contents.header is None:
        return {}
    if differs := difference(contents.header, header):
        raise InputsError(f"the ledger {path!r} is of another sweep ({differs})", _FRESH)
    for entry in contents.entries:
        if chunk_id(chunks[entry.number]) != entry.id:
            raise InputsError(
                f"the ledger {path!r} has another chunk {entry.number + 1} than this sweep", _FRESH
            )
    return {entry.number: entry.tally for entry in contents.entries}


def _lock(path: str, stream: IO[bytes]) -> None:
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
