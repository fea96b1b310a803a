"""The verdict on a run. A pure function: no clock, no files, no exit."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from gelucheck.gate.claims import claim_of
from gelucheck.gate.digits import plain
from gelucheck.gate.found import wrong
from gelucheck.gate.limit import Limit, Place
from gelucheck.gate.limits import Limits, limits_on
from gelucheck.gate.slack import Note, slack_note
from gelucheck.gate.standing import Standing, standing
from gelucheck.record import Claim, Row, Run

CLAIMED = ("erf", "tanh")
"""The forms that are said to agree; the sigmoid form's claim counts only when it is asked for."""


def is_claimed(row: Row, forms_asked: bool = False) -> bool:
    """Whether the claim of ``atol`` counts for a row; shown it is in any case.

    Args:
        forms_asked: the forms were named by the user; then it counts for each of them.
    """
    return forms_asked or row.form is None or row.form in CLAIMED


@dataclass(frozen=True)
class Failure:
    """A row and what it fails.

    Attributes:
        claim: what is broken, with its witness.
        limit: the limit behind it; None of a finding, or of a baseline.
        value: the figure; None where an output that is no number, or a finding, decided.
        needed: the bound closest to the figure that the row would keep; None: none.
        sentence: of a finding, what it says.
        again: a command that shows it again, as a shell takes it.
        written: where it was said that a finding counts, if in a file.
    """

    row: Row
    claim: Claim
    limit: Limit | None = None
    value: float | int | None = None
    needed: float | int | None = None
    sentence: str = ""
    again: str = ""
    written: Place | None = None

    @property
    def place(self) -> Place | None:
        """Where it was written that this is asked, if in a file."""
        return self.limit.place if self.limit else self.written


@dataclass(frozen=True)
class Unjudged:
    """A limit that nothing could be held to.

    Attributes:
        row: where it had to be; None: no row at all is like that.
        reason: in words.
    """

    limit: Limit | None
    row: Row | None
    reason: str


@dataclass(frozen=True)
class Verdict:
    """What became of a run.

    Attributes:
        passed: every judged row keeps every limit, there is one, and every limit had a row.
        judged: how many rows were held to something, a limit or a finding that counts.
        failures: in the order of the rows.
        unjudged: limits without an answer.
        notes: what does not count, and is worth knowing.
    """

    passed: bool
    judged: int
    failures: tuple[Failure, ...] = ()
    unjudged: tuple[Unjudged, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def undecided(self) -> bool:
        """Whether a limit is without an answer."""
        return bool(self.unjudged)

    @property
    def exit_code(self) -> int:
        """0 passed, 1 a claim or limit failed, 2 no answer."""
        if self.failures:
            return 1
        return 0 if self.passed else 2

    def exit_code_for(self, exit_zero: bool) -> int:
        """The exit code; with ``exit_zero`` 0 for a failure, never for what has no answer."""
        if not exit_zero or self.exit_code != 1:
            return self.exit_code
        return 2 if self.undecided else 0


def judge(
    run: Run,
    limits: Limits,
    forms_asked: bool = False,
    *,
    levels: Mapping[str, str] | None = None,
    headroom: float | None = None,
    places: Mapping[str, Place] | None = None,
) -> Verdict:
    """Hold a run to limits.

    Args:
        forms_asked: see ``is_claimed``.
        levels: of findings by slug, as they were asked for: one of level "error" counts; see
            ``found.wrong``.
        headroom: by what share of itself a bound may be above what is needed, before that is
            noted.
        places: slug -> where its level was written.

    Raises:
        UsageError: as ``limits_on``.
    """
    failures, unjudged, notes, judged = [], [], [], 0
    counting = {slug for slug, level in (levels or {}).items() if level == "error"}
    for row in run.rows:
        answers = 0
        for limit in _counting(row, limits, forms_asked):
            found = standing(row, limit)
            reason = _open(row, limit, found)
            if reason:
                unjudged.append(Unjudged(limit, row, reason))
                continue
            answers += 1
            if found.over:
                claim = claim_of(row, limit, found)
                failures.append(Failure(row, claim, limit, found.value, found.needed))
            elif note := slack_note(row, limit, found, headroom):
                notes.append(note)
        faults = [
            Failure(row, claim, sentence=told, written=(places or {}).get(_slug(claim)))
            for claim, told in wrong(row, counting)
        ]
        failures += faults
        if counting and not row.incomplete:
            answers += 1
        elif counting and not faults and not answers and not any(u.row is row for u in unjudged):
            unjudged.append(Unjudged(None, row, _LOST))
        judged += bool(answers or faults)
    unjudged += [
        Unjudged(limit, None, "nothing was measured that it is about")
        for limit in limits.more
        if not any(limit.matches(row) for row in run.rows)
    ]
    passed = judged > 0 and not failures and not unjudged
    return Verdict(passed, judged, tuple(failures), tuple(unjudged), tuple(notes))


def _slug(claim: Claim) -> str:
    return claim.name.partition(" ")[2]


def _counting(row: Row, limits: Limits, forms_asked: bool) -> list[Limit]:
    """The limits on a row that count."""
    claimed = is_claimed(row, forms_asked)
    return [
        limit
        for limit in limits_on(limits, row)
        if claimed or limit.figure != "atol" or limit.implementations
    ]


_LOST = "some inputs were not measured"


def _open(row: Row, limit: Limit, found: Standing | None) -> str:
    """Why a limit has no answer on a row; "" where it has one."""
    if found is not None and found.over:
        return ""
    if row.incomplete:
        return _LOST
    if found is not None:
        if found.over is not None:
            return ""
        passing = "" if found.needed is None else f"; {plain(found.needed)} would pass"
        return f"the figure is too close to the bound to tell{passing}"
    part = row.parts.get(limit.region) if limit.region else row
    if part is None or not part.inputs:
        return f"no input in {limit.region}" if limit.region else "no input was measured"
    return f"{limit.figure} was not measured"


def rows_judged(verdict: Verdict) -> tuple[int, int]:
    """How many rows fail, and of how many that were judged."""
    # one row can fail several limits, and a finding can fail one that no limit is about
    failed = len({id(failure.row) for failure in verdict.failures})
    return failed, max(verdict.judged, failed)


def with_verdict(verdict: Verdict, **changes) -> Verdict:
    """A verdict with other parts, and what follows of them."""
    other = replace(verdict, **changes)
    return replace(other, passed=other.judged > 0 and not other.failures and not other.unjudged)
