"""run.json, schema 1: the whole stored result, numbers to the last bit."""

import json
import re

from gelucheck.export.marks import with_failures
from gelucheck.record import Run

_OBEYED = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def render(run: Run, *, color=False, width=100, forms_asked=False, verdict=None, path=None) -> str:
    """The run as JSON: fields in the schema's order, floats in their shortest exact form.

    Two runs of the same job give the same text, ``provenance`` aside. What a verdict fails besides
    limits, findings and a baseline, is among the claims.
    """
    text = laid_out(with_failures(run, verdict).to_dict())
    # only strings can hold these, and a terminal or a reader could obey them
    text = _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    # a lone surrogate (an undecodable byte of a command line) has no UTF-8; what the handler
    # puts in its place is JSON's own escape of it
    return text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n"


def laid_out(value, margin: str = "\n") -> str:
    """JSON with a line for each entry; a column of numbers or words is one line.

    Args:
        margin: what stands before each of its lines: a line end, and blanks.
    """
    inner = margin + " "
    if isinstance(value, dict) and value:
        entries = (f"{_dumped(key)}: {laid_out(item, inner)}" for key, item in value.items())
        opening, closing = "{}"
    elif isinstance(value, list) and value and not _is_column(value):
        entries = (laid_out(item, inner) for item in value)
        opening, closing = "[]"
    else:
        return _dumped(value)
    return f"{opening}{inner}{f',{inner}'.join(entries)}{margin}{closing}"


def _is_column(values: list) -> bool:
    """Whether it holds neither objects nor sentences."""
    kinds = set(map(type, values))
    if dict in kinds or (str in kinds and any(" " in item for item in values if type(item) is str)):
        return False
    return list not in kinds or all(_is_column(item) for item in values if type(item) is list)


def _dumped(value) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, default=_plain_number)


def _plain_number(value):
    """A NumPy scalar as the Python number that it holds."""
    if hasattr(value, "item"):
        return value.item()
    raise TypeError(f"{type(value).__name__} has no place in run.json")
