"""The lines of a ledger, written and read.

JSON lines. The first says which sweep it is; each other holds a chunk's number, row, id, how many
inputs it has and its tally. Every line carries a digest of itself.
"""

import json
from dataclasses import dataclass
from typing import Any

from gelucheck.errors import InputsError
from gelucheck.sweep.identity import SCHEMA, canonical, digest
from gelucheck.sweep.stored import tally_from_json, tally_to_json
from gelucheck.tally import Tally

FRESH = "name another file, or remove this one to begin anew"


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
                # ledgers of one sweep may be put one after the other
                elif stored != header:
                    entries.append(_entry(path, stored, number, header))
                length += len(line)
    except (OSError, ValueError) as problem:
        told = getattr(problem, "strerror", None) or str(problem)
        raise InputsError(f"cannot read the ledger {path!r}, {told}") from problem
    return Contents(header, tuple(entries), length)


def _refuse_other(path: str, line: bytes, number: int) -> None:
    # a ledger cut within its first line holds nothing; another file is not to be written over
    if number == 1 and not line.startswith(b'{"digest":"'[: len(line)]):
        raise InputsError(f"{path!r} is no ledger of gelucheck", FRESH)


def _unsealed(path: str, line: bytes, number: int) -> dict[str, Any]:
    """The contents of a line, seen to be what was written."""
    try:
        stored = json.loads(line)
        seal = stored.pop("digest")
        sound = seal == digest(canonical(stored))
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
        stored, sound = None, False
    if number == 1 and (stored is None or "ledger" not in stored):
        raise InputsError(f"{path!r} is no ledger of gelucheck", FRESH)
    if not sound:
        raise InputsError(f"the ledger {path!r} is damaged in line {number}", FRESH)
    if number == 1 and stored["ledger"] != SCHEMA:
        raise InputsError(
            f"the ledger {path!r} has schema {stored['ledger']!r:.40}, not {SCHEMA}", FRESH
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
        raise InputsError(f"the ledger {path!r} is damaged in line {number}", FRESH)
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


def stored_entry(entry: Entry) -> dict[str, Any]:
    """What the line of a chunk holds."""
    return {**vars(entry), "tally": tally_to_json(entry.tally)}


def sealed(stored: dict[str, Any]) -> bytes:
    """A line of a ledger."""
    text = canonical(stored)
    return f'{{"digest":"{digest(text)}",{text[1:]}\n'.encode()
