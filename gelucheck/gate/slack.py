"""Limits that are far above what is needed: they let a loss of accuracy slip."""

from dataclasses import dataclass

from gelucheck.gate.limit import Limit
from gelucheck.gate.standing import Standing
from gelucheck.record import Row


@dataclass(frozen=True)
class Note:
    """What does not count in a verdict, and is worth knowing.

    Attributes:
        kind: "slack", of a bound above what is needed; "better", of a row that is better than its
            baseline; "expected" and "kept", of an expected failure that fails, or passes; and
            "versions", of libraries that the baseline was not made with.
        row: the row, None of versions; limit: the limit, if it is about one.
        sentence: in words, without the row's name.
    """

    kind: str
    row: Row | None
    limit: Limit | None
    sentence: str


def slack_note(row: Row, limit: Limit, found: Standing, headroom: float | None) -> Note | None:
    """The note on a limit that is kept with more room than it should have.

    Args:
        headroom: the share of the bound that may be room; None: nothing is noted.
    """
    if headroom is None or found.needed is None:
        return None
    room = 1 - limit.bound if limit.figure == "correctly_rounded" else limit.bound
    if not room or abs(found.needed - limit.bound) <= headroom * room:
        return None
    sentence = f"{limit.name} {limit.bound_text} is more than is needed: {found.needed!r} is enough"
    return Note("slack", row, limit, sentence)
