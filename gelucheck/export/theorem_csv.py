"""Theorems as CSV: one line a theorem, its numbers exact; see ``csv`` for the cells."""

import csv
import io
from collections.abc import Sequence

from gelucheck.export.spelling import guard, spell
from gelucheck.record import Theorem

COLUMNS = ("group", "name", "value", "lower", "upper", "at", "evidence", "sentence")


def render(theorems: Sequence[Theorem]) -> str:
    """The theorems in their order, with a header line."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for each in theorems:
        numbers = (each.value, each.lower, each.upper, each.at)
        cells = (guard(each.group), guard(each.name), *numbers, "theorem", guard(each.sentence))
        writer.writerow(map(spell, cells))
    return out.getvalue()
