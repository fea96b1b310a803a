"""The findings of a run in words, worst first; those that differ in numbers only are told once."""

import math
import re
from dataclasses import dataclass

from gelucheck.record import Finding, Row, Run

_MOST_NAMED = 3  # rows; JSON has them all
_RANKS = {"error": 0, "warning": 1}  # "off" was switched off: it is stored, and not told
# a number, hexadecimal ones included, that stands by itself: the 16 of float16 is part of a word
_NUMBER = re.compile(r"(?<![\w.])[-+−]?(?:0x[0-9a-f.]+(?:p[-+]?\d+)?|\d[\d,.]*(?:e[-+−]?\d+)?)")


@dataclass(frozen=True)
class Told:
    """A finding and the rows that share it.

    Attributes:
        finding: the worst of them, the first among equals; its sentence speaks for all.
        row: the row that the finding is of.
        others: the other rows, in the order of the run.
    """

    finding: Finding
    row: Row
    others: tuple[Row, ...]


def tell(run: Run) -> list[Told]:
    """The findings to be shown: errors before warnings, else in the order of the rows.

    Findings of one slug and level whose sentences differ in their numbers only become one.
    """
    groups: dict[tuple, list[tuple[Finding, Row]]] = {}
    for row in run.rows:
        for finding in row.findings:
            if finding.level in _RANKS:
                key = (_RANKS[finding.level], finding.slug, _shape(finding.sentence, row))
                groups.setdefault(key, []).append((finding, row))
    ordered = sorted(groups.items(), key=lambda item: item[0][0])
    return [_one(members) for _, members in ordered]


def where(told: Told, rows: int) -> str:
    """Which rows have the finding, in a few words; ``rows`` is how many the run has."""
    if told.others and len(told.others) + 1 == rows:
        return f"all {rows} rows"
    if len(told.others) > _MOST_NAMED - 1:
        return f"{told.row.label} and {len(told.others)} other rows"
    return ", ".join(row.label for row in (told.row, *told.others))


def _one(members: list[tuple[Finding, Row]]) -> Told:
    finding, row = max(members, key=lambda member: _size(member[0]))
    others = {id(other): other for _, other in members if other is not row}
    return Told(finding, row, tuple(others.values()))


def _shape(sentence: str, row: Row) -> str:
    """The sentence without its numbers and without the names of its format and arithmetic."""
    for word in (row.dtype, row.arithmetic):
        if word:
            sentence = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", "#", sentence)
    return _NUMBER.sub("#", sentence)


def _size(finding: Finding) -> float:
    value = abs(finding.witness.value) if finding.witness else 0
    return 0 if math.isnan(value) else value
