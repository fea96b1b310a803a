"""The verdict on a run. A pure function: no clock, no files, no exit."""

from dataclasses import dataclass

from gelucheck.gate.claims import claims_of
from gelucheck.gate.limits import Limits
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
    """A row and the claim that it fails."""

    row: Row
    claim: Claim


@dataclass(frozen=True)
class Verdict:
    """What became of a run.

    Attributes:
        passed: every judged row keeps every limit, and there is one.
        undecided: a row that had to be judged could not be measured.
        judged: how many rows were.
        failures: in the order of the rows.
    """

    passed: bool
    undecided: bool
    judged: int
    failures: tuple[Failure, ...]

    @property
    def exit_code(self) -> int:
        """0 passed, 1 a claim or limit failed, 2 no answer."""
        if self.failures:
            return 1
        return 0 if self.passed else 2


def judge(run: Run, limits: Limits, forms_asked: bool = False) -> Verdict:
    """Hold a run to limits.

    Args:
        forms_asked: see ``is_claimed``.
    """
    failures, judged, undecided = [], 0, False
    for row in run.rows:
        claims = claims_of(row, limits)
        if not is_claimed(row, forms_asked):
            claims = tuple(claim for claim in claims if claim.name != "atol")
            if limits.max_ulp is None and limits.max_steps is None:
                continue
        judged += bool(claims)
        undecided |= not claims
        failures += [Failure(row, claim) for claim in claims if claim.verdict == "fail"]
    passed = judged > 0 and not failures and not undecided
    return Verdict(passed, undecided, judged, tuple(failures))
