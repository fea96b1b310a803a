"""Tables and names in GitHub's Markdown."""

import re

from gelucheck.export.figures import clean

# what Markdown or HTML would take for more than itself; a backslash makes it plain
_MARKS = re.compile(r"([\\`*_\[\]<>|~$])")


def table(head, rows, left=()) -> list[str]:
    """The lines of a table; ``left`` are the columns that are text, the others are numbers."""
    marks = ["---" if number in left else "---:" for number in range(len(head))]
    return [_line(head), _line(marks), *(_line(cells) for cells in rows)]


def escape(text: str) -> str:
    """A name or sentence that Markdown shows as it is, in a table too."""
    # GitHub reads an ampersand as the beginning of an entity, and an at sign as a person
    text = _MARKS.sub(r"\\\1", clean(text)).replace("&", "&amp;")
    return text.replace("@", "&#64;")


def _line(cells) -> str:
    return f"| {' | '.join(cells)} |"
