"""Theorems in GitHub's Markdown: a table under each heading."""

from collections.abc import Iterator, Sequence

from gelucheck.export.markdown_table import escape, table
from gelucheck.export.theorems import note_of, section_note, sections_of
from gelucheck.record import Theorem

_HEAD = ("theorem", "value", "at x", "what it means")
_LEFT = (0, 3)


def lines_of(theorems: Sequence[Theorem]) -> Iterator[str]:
    """The lines of all."""
    for title, told in sections_of(theorems):
        yield from (f"### {escape(title)}", "")
        rows = [(each.name, each.value, each.at, each.sentence) for each in told]
        yield from (*table(_HEAD, [list(map(escape, row)) for row in rows], _LEFT), "")
        if note := section_note(told):
            yield from (note, "")
    if theorems:
        note = note_of(theorems)
        yield f"{note[0].upper()}{note[1:]}"
