"""The findings of a run in words, worst first; those that differ in numbers only are told once.

What is told of several rows is true of each of them: a count in it goes from the least to the most,
and where other numbers differ those of the first row stand there, and that the others have theirs
is said.
"""

import math
import re
from dataclasses import dataclass, replace

from gelucheck.record import Finding, Row, Run

_MOST_NAMED = 3  # rows; JSON has them all
_RANKS = {"error": 0, "warning": 1}  # "off" was switched off: it is stored, and not told
# a number, hexadecimal ones included, that stands by itself: the 16 of float16 is part of a word
_NUMBER = re.compile(r"(?<![\w.])[-+−]?(?:0x[0-9a-f.]+(?:p[-+]?\d+)?|\d[\d,.]*(?:e[-+−]?\d+)?)")
# one of inputs or outputs
_COUNT = re.compile(r"(?<![\w.,])\d[\d,]*(?= (?:of|inputs?|outputs?|inversions?|further|more)\b)")
_OTHER_NAMES = "likewise"
_OTHER_NUMBERS = "likewise, with other numbers"


@dataclass(frozen=True)
class Told:
    """A finding and the rows that share it.

    Attributes:
        finding: the worst of them, the first among equals; its sentence speaks for all, its counts
            from the least to the most.
        row: the row that the finding is of.
        others: the other rows, in the order of the run.
        likewise: what to say before the other rows where the sentence is not true of them as it
            stands, or "".
    """

    finding: Finding
    row: Row
    others: tuple[Row, ...]
    likewise: str = ""


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
    count = len(told.others)
    if told.likewise and count:
        rest = ", ".join(row.label for row in told.others)
        if count > _MOST_NAMED - 1:
            rest = f"{'all ' if count + 1 == rows else ''}{count} other rows"
        return f"{told.row.label}; {told.likewise}, {rest}"
    if count and count + 1 == rows:
        return f"all {rows} rows"
    if count > _MOST_NAMED - 1:
        return f"{told.row.label} and {count} other rows"
    return ", ".join(row.label for row in (told.row, *told.others))


def _one(members: list[tuple[Finding, Row]]) -> Told:
    finding, row = max(members, key=lambda member: _size(member[0]))
    others = {id(other): other for _, other in members if other is not row}
    sentences = [each.sentence for each, _ in members]
    if len(set(sentences)) == 1:
        return Told(finding, row, tuple(others.values()))
    sentence, same = _ranged(finding.sentence, sentences)
    likewise = _OTHER_NUMBERS
    if same:
        texts = {_COUNT.sub("#", each) for each in sentences}
        likewise = _OTHER_NAMES if len(texts) > 1 else ""
    return Told(replace(finding, sentence=sentence), row, tuple(others.values()), likewise)


def _ranged(sentence: str, sentences: list[str]) -> tuple[str, bool]:
    """A sentence, its counts from the least to the most among several of its shape; and whether
    its other numbers are theirs."""
    found = list(zip(*(_NUMBER.findall(each) for each in sentences), strict=False))
    parts, end, same = [], 0, True
    for number, among in zip(_NUMBER.finditer(sentence), found, strict=False):
        text = number.group()
        if len(set(among)) > 1:
            if _COUNT.match(sentence, number.start()):
                sizes = sorted(among, key=lambda each: int(each.replace(",", "")))
                text = f"{sizes[0]} to {sizes[-1]}"
            else:
                same = False
        parts += [sentence[end : number.start()], text]
        end = number.end()
    return "".join([*parts, sentence[end:]]), same


def _shape(sentence: str, row: Row) -> str:
    """The sentence without its numbers and without the names of its format and arithmetic."""
    for word in (row.dtype, row.arithmetic):
        if word:
            sentence = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", "#", sentence)
    return _NUMBER.sub("#", sentence)


def _size(finding: Finding) -> float:
    value = abs(finding.witness.value) if finding.witness else 0
    return 0 if math.isnan(value) else value
