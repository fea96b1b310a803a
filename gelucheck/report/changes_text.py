"""What changed between two runs, as plain text for a terminal or the log of a CI job."""

import textwrap

from gelucheck.export.figures import clean, cut
from gelucheck.report.changes import STANDINGS, Changes, RowChange

WIDEST = 100
_LONGEST = 300  # of one line's text; a finding's sentence may go on and on
_LABEL = 80


def changes_text(changes: Changes, width: int = WIDEST) -> str:
    """A headline, then every row that is not the same, worst first, then versions.

    Args:
        width: columns, at most 100 are used and at least 40.
    """
    width = max(40, min(width, WIDEST))
    lines = [changes.headline]
    for standing in STANDINGS:
        items = changes.of(standing)
        if standing == "same":
            # nothing is better or worse, but something may have to be said of it
            items = tuple(item for item in items if item.figures or item.unlike)
        alone = standing in ("new", "gone")
        lines += [""] if alone and items else []
        for item in items:
            lines += [*([] if alone else [""]), *_row(item, width)]
    if changes.versions:
        lines += ["", "versions"]
        for item in changes.versions:
            lines += _wrapped(f"{cut(clean(item.name), _LABEL)}: {item.words}", width)
    return "\n".join(lines) + "\n"


def _row(item: RowChange, width: int) -> list[str]:
    head = f"{item.standing:6} {clean(item.label)}"
    lines = textwrap.wrap(cut(head, _LABEL), width, subsequent_indent=" " * 7)
    for change in item.figures:
        lines += _wrapped(change.words, width)
    if item.unlike:
        lines += _wrapped(f"not like for like: {'; '.join(item.unlike)}", width)
    return lines


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(
        cut(text, _LONGEST), width, initial_indent="  ", subsequent_indent="      "
    )
