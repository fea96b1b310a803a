"""The findings of a run, each told once, with the rows that have it."""

from collections.abc import Iterable
from dataclasses import dataclass

from gelucheck.export.figures import clean, cut
from gelucheck.export.findings import tell
from gelucheck.record import Row, Run

_LONGEST = 600  # characters of a sentence; the details of its row have all of it
_MOST_NAMED = 3  # rows


@dataclass(frozen=True)
class Found:
    """A finding.

    Attributes:
        rows: those that have it, the one it speaks of first; none where all rows have it.
        more: how many others do.
        likewise: what to say before all but the first, where their numbers are others.
    """

    level: str
    slug: str
    sentence: str
    rows: tuple[Row, ...]
    more: int
    likewise: str = ""


def found_counts(found: Iterable[Found]) -> str:
    """How many errors were found, and that they do not count: for a verdict that is "pass"."""
    errors = sum(item.level == "error" for item in found)
    if not errors:
        return ""
    told = (
        "1 error was found, which does" if errors == 1 else f"{errors} errors were found, which do"
    )
    return f"{told} not count in the verdict"


def found_in(run: Run) -> Iterable[Found]:
    """All findings, errors first."""
    for item in tell(run):
        having = (item.row, *item.others)
        everywhere = len(having) == len(run.rows) > 1 and not item.likewise
        rows = () if everywhere else having[:_MOST_NAMED]
        yield Found(
            item.finding.level,
            clean(item.finding.slug),
            cut(clean(item.finding.sentence), _LONGEST),
            rows,
            0 if everywhere else len(having) - len(rows),
            item.likewise if item.others else "",
        )
