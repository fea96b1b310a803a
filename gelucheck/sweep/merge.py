"""The rows of a sweep from the ledgers of its shards; no engine and no implementation is needed."""

from collections.abc import Sequence
from typing import Any

from gelucheck.errors import InputsError
from gelucheck.formats import FORMATS
from gelucheck.forms.catalogue import FORMS
from gelucheck.implementations.interface import Implementation
from gelucheck.record import Row
from gelucheck.sweep.chunked import merged
from gelucheck.sweep.ledger import write_ledger
from gelucheck.sweep.ledger_lines import Entry, difference, read_ledger
from gelucheck.sweep.plan import FUNCTIONS
from gelucheck.sweep.run import finished_row


def merge_ledgers(
    paths: Sequence[str], into: str | None = None
) -> tuple[tuple[Row, ...], dict[str, Any]]:
    """The rows of the whole sweep, and its header.

    Args:
        into: where to write one ledger of all, if anywhere.

    Raises:
        InputsError: a file that is no sound ledger; ledgers of different sweeps, or that disagree;
            chunks that none of them holds.
        OutputError: ``into`` cannot be written, or is not empty.
    """
    header, entries = None, {}
    for path in paths:
        contents = read_ledger(path)
        if contents.header is None:
            raise InputsError(f"the ledger {path!r} is empty", "run its shard first")
        header = header or contents.header
        if differs := difference(header, contents.header):
            raise InputsError(
                f"the ledgers {paths[0]!r} and {path!r} are of different sweeps ({differs})",
                "merge shards of one command on one version",
            )
        for entry in contents.entries:
            _agree(entries.setdefault(entry.number, entry), entry, path)
    missing = [number for number in range(header["chunks"]) if number not in entries]
    if missing:
        raise InputsError(
            f"{len(missing)} of {header['chunks']} chunks are missing, the first is chunk "
            f"{missing[0] + 1}",
            "run the shards that are not complete again, with the same --ledger",
        )
    found = {number: (entry.row, entry.tally) for number, entry in entries.items()}
    try:
        rows = [_implementation(row) for row in header["rows"]]
        tallies = merged(found, len(rows))
        evidences = [header["inputs"][name]["evidence"] for _, name in rows]
    except (KeyError, TypeError, ValueError) as problem:
        raise InputsError(f"the ledger {paths[0]!r} is damaged in line 1") from problem
    finished = (
        finished_row(*row, evidence, tally)
        for row, evidence, tally in zip(rows, evidences, tallies, strict=True)
    )
    rows = tuple(finished)
    if into is not None:
        write_ledger(into, header, [entry for _, entry in sorted(entries.items())])
    return rows, header


def _agree(left: Entry, right: Entry, path: str) -> None:
    if left != right:
        raise InputsError(
            f"chunk {right.number + 1} has another answer in {path!r} than before",
            "an implementation that does not repeat its outputs cannot be measured in shards",
        )


def _implementation(stored: dict[str, Any]) -> tuple[Implementation, str]:
    """What a row says of its implementation, which cannot be called here, and the format."""
    if stored["form"] not in (None, *FORMS) or stored["function"] not in FUNCTIONS:
        raise ValueError("unknown form or function")
    if stored["dtype"] not in FORMATS:
        raise ValueError("unknown format")
    return Implementation(
        name=stored["implementation"],
        function=stored["function"],
        form=stored["form"],
        writing=stored["writing"],
        arithmetic=stored["arithmetic"],
        call=_gone,
        formats=(stored["dtype"],),
    ), stored["dtype"]


def _gone(_x, _fmt):
    raise NotImplementedError("an implementation of a ledger is a name")
