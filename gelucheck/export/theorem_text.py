"""Theorems for the terminal: under a heading each, a line of figures and below it what it means."""

import io
from collections.abc import Sequence
from textwrap import wrap

from gelucheck.export.grid import NARROWEST, WIDEST, console_of, stripped
from gelucheck.export.theorems import Told, note_of, section_note, sections_of
from gelucheck.record import Theorem

_INDENT = 2
_GAP = 2


def render(
    theorems: Sequence[Theorem], *, color: bool = False, width: int = WIDEST, every: bool = False
) -> str:
    """The theorems, a blank line between two headings.

    Args:
        color: whether to use ANSI colours.
        width: columns of the terminal; the table is never wider than 100 and needs 80.
        every: both ends of the enclosures, too.
    """
    out = io.StringIO()
    console = console_of(out, width, color)
    for title, told in sections_of(theorems):
        _print(console, title, "bold")
        _print_section(console, told, every)
        if note := section_note(told):
            _print(console, note, "dim", _INDENT)
        console.print()
    _print(console, note_of(theorems), "dim")
    return stripped(out)


def _print_section(console, told: Sequence[Told], every: bool) -> None:
    widths = [max(len(each.name) for each in told), max(len(each.value) for each in told)]
    room = console.width - _INDENT - sum(widths) - 2 * _GAP
    aligned = room >= max(len(each.place) for each in told)
    for each, after in zip(told, (*told[1:], None), strict=True):
        name = each.name.ljust(widths[0]) if aligned else each.name
        value = each.value.ljust(widths[1]) if aligned and each.place else each.value
        _print_line(console, [part for part in (name, value, each.place) if part])
        if every:
            _print(console, f"in {each.enclosure}", "dim", 2 * _INDENT)
        # what is said of several stands below the last of them
        if each.sentence and (after is None or after.sentence != each.sentence):
            _print(console, each.sentence, "dim", 2 * _INDENT)


def _print_line(console, parts: Sequence[str]) -> None:
    """Name, value and place on a line; where they are too long the later ones go on below."""
    gap, lines = " " * _GAP, [""]
    for part in parts:
        longer = f"{lines[-1]}{gap}{part}" if lines[-1] else part
        if len(longer) > console.width - 2 * _INDENT and lines[-1]:
            lines.append(part)
        else:
            lines[-1] = longer
    for number, line in enumerate(lines):
        _print(console, line, "", _INDENT if number == 0 else 2 * _INDENT)


def _print(console, words: str, style: str, indent: int = 0) -> None:
    from rich.text import Text

    room = max(NARROWEST, console.width) - indent
    for line in wrap(words, room, break_on_hyphens=False) if words else [""]:
        console.print(Text(" " * indent + line, style))
