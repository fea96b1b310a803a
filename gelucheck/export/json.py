"""run.json, schema 1: the whole stored result, numbers to the last bit."""

import json
import re
from collections.abc import Iterator
from typing import Any

from gelucheck.export.marks import with_failures
from gelucheck.record import Run

_COLUMN = re.compile(r'^(    "[a-z_]+": )\[\]', re.M)
"""A column of a profile, emptied: no other list is so deep, and no string holds a line break."""


def render(run: Run, *, color=False, width=100, forms_asked=False, verdict=None, path=None) -> str:
    """The run as JSON: fields in the schema's order, floats in their shortest exact form.

    Two runs of the same job give the same text, ``provenance`` aside. What a verdict fails besides
    limits, findings and a baseline, is among the claims.
    """
    stored = with_failures(run, verdict).to_dict()
    columns = _take_columns(stored)
    text = _dumped(stored, indent=1)
    text = _COLUMN.sub(lambda found: found[1] + next(columns), text)
    # a lone surrogate (an undecodable byte of a command line) has no UTF-8; what the handler
    # puts in its place is JSON's own escape of it
    return text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n"


def _take_columns(stored: dict[str, Any]) -> Iterator[str]:
    """Empty the columns of the rows' profiles; what they held, a line each, in order."""
    lines = []
    for row in stored["rows"]:
        for name, column in row.get("profile", {}).items():
            if column:
                lines.append(_dumped(column))
                row["profile"][name] = []
    return iter(lines)


def _dumped(value, indent: int | None = None) -> str:
    return json.dumps(
        value, indent=indent, ensure_ascii=False, allow_nan=False, default=_plain_number
    )


def _plain_number(value):
    """A NumPy scalar as the Python number that it holds."""
    if hasattr(value, "item"):
        return value.item()
    raise TypeError(f"{type(value).__name__} has no place in run.json")
