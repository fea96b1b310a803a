"""``gelucheck prove --replay``: read a certificate, and say what of it is proved."""

import json
import sys
from textwrap import wrap
from typing import Any

from gelucheck.cli import terminal
from gelucheck.cli.guard import one_line
from gelucheck.cli.terminal import Talk
from gelucheck.errors import InputsError
from gelucheck.export.figures import clean, cut
from gelucheck.export.grid import WIDEST
from gelucheck.export.stored import read_bytes

_LONGEST = 600
"""Characters of a rejection. A statement is told whole: half of one would say something else."""
_PROVED = "proved  "
_MEND = "give a file that `gelucheck prove --certificate FILE` wrote"


def replay_file(path: str, talk: Talk) -> int:
    """Print what is proved, theorem by theorem; 1 where the checker rejects one.

    Raises:
        InputsError: what cannot be read, or is not JSON.
    """
    document = read_certificate(path, sys.stdin)
    from gelucheck.proofs.replay import Rejected, replay

    terminal.require_stdout()
    try:
        checked = replay(document)
    except Rejected as problem:
        terminal.talk(f"gelucheck: rejected: {cut(one_line(str(problem)), _LONGEST)}")
        return 1
    boxes = sum(each.boxes for each in checked)
    lines = [] if talk.quiet else [line for each in checked for line in _told(each)]
    lines.append(f"proved: {_count(len(checked), 'theorem')}, {_count(boxes, 'box', 'boxes')}")
    terminal.put("".join(f"{line}\n" for line in lines))
    return 0


def _told(checked) -> list[str]:
    """A theorem as the checker words it, in lines."""
    boxes = f", {_count(checked.boxes, 'box', 'boxes')}" if checked.boxes else ""
    words = f"{_PROVED}{clean(checked.statement)}{boxes}"
    return wrap(words, min(terminal.table_width(), WIDEST), subsequent_indent=" " * len(_PROVED))


def _count(number: int, word: str, words: str = "") -> str:
    return f"{number:,} {word if number == 1 else words or f'{word}s'}"


def read_certificate(path: str, stdin=None) -> Any:
    """The document in a file; ``-`` reads ``stdin``.

    Raises:
        InputsError: no such file, too large, not UTF-8, not JSON, a key twice in one object,
            nested too deep.
    """
    name = "standard input" if path == "-" else repr(path)
    data = read_bytes(path, name, stdin, _MEND)
    try:
        return json.loads(
            data.decode("utf-8-sig"), object_pairs_hook=_object, parse_constant=_refuse
        )
    except RecursionError as problem:
        raise InputsError(f"{name} is not a certificate: nested too deep", _MEND) from problem
    except ValueError as problem:
        told = cut(one_line(str(problem)), 200)
        raise InputsError(f"{name} is not a certificate: {told}", _MEND) from problem


def _refuse(word: str):
    raise ValueError(f"{word} stands where a number is due")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, each key once: of two readers one could take the first, the other the last."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"{name!r:.60} stands twice in one object")
        found[name] = value
    return found
