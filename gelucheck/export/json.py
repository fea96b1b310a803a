"""run.json, schema 1: the whole stored result, numbers to the last bit."""

import json

from gelucheck.export.marks import with_failures
from gelucheck.record import Run


def render(run: Run, *, color=False, width=100, forms_asked=False, verdict=None, path=None) -> str:
    """The run as JSON: fields in the schema's order, floats in their shortest exact form.

    Two runs of the same job give the same text, ``provenance`` aside. What a verdict fails besides
    limits, findings and a baseline, is among the claims.
    """
    text = json.dumps(
        with_failures(run, verdict).to_dict(),
        indent=1,
        ensure_ascii=False,
        allow_nan=False,
        default=_plain_number,
    )
    # a lone surrogate (an undecodable byte of a command line) has no UTF-8; what the handler
    # puts in its place is JSON's own escape of it
    return text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n"


def _plain_number(value):
    """A NumPy scalar as the Python number that it holds."""
    if hasattr(value, "item"):
        return value.item()
    raise TypeError(f"{type(value).__name__} has no place in run.json")
