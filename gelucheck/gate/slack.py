"""Limits that are far above what is needed: they let a loss of accuracy slip."""

from dataclasses import dataclass
from fractions import Fraction

from gelucheck.gate.figures import FIGURES
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
        headroom: the share of the bound that may be room; None: nothing is noted. Of ``atol``
            nothing is: that two forms agree to 1e-3 is no ratchet.
    """
    if headroom is None or found.needed is None or limit.figure == "atol":
        return None
    bound, needed = Fraction(repr(limit.bound)), Fraction(repr(found.needed))
    share = FIGURES[limit.figure].share
    room = 1 - bound if share else bound
    # in decimals, as they were written: 0.7 of 1.0 leaves a room of 0.3, and no more
    if not room or abs(needed - bound) <= Fraction(repr(headroom)) * room:
        return None
    kept = limit.with_bound(found.needed).bound_text
    if share:
        return Note("slack", row, limit, f"{limit.text} is less than it could be: {kept} is kept")
    return Note("slack", row, limit, f"{limit.text} is more than is needed: {kept} is enough")
