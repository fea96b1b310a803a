"""What a stored claim was about: the limit that its name and bound tell, and the failure of it."""

import math
import re

from gelucheck.gate.figures import FIGURES
from gelucheck.gate.limit import Limit
from gelucheck.gate.verdict import Failure
from gelucheck.record import Claim, Row

FINDING, BASELINE = "finding", "baseline"
"""The first words of the names of claims that are no limits."""
_NAME = re.compile(r"(\w+)(/\(1\+k\))?( against gelu)?(?: in (\S+))?")


def limit_of(claim: Claim) -> Limit | None:
    """The limit that a claim is of, as far as its name tells; None of a finding or a baseline."""
    match = _NAME.fullmatch(claim.name)
    if not match or match[1] not in FIGURES:
        return None
    figure, scaled, against, region = match.groups()
    bound = claim.atol
    if FIGURES[figure].whole and math.isfinite(bound):
        bound = int(bound)
    return Limit(figure, bound, bool(scaled), "gelu" if against else "own", region)


def failure_of(row: Row, claim: Claim) -> Failure:
    """The failure that a claim tells of, without a verdict; what would pass is not known."""
    limit = limit_of(claim)
    if limit is None:
        slug = claim.name.partition(" ")[2]
        sentences = (finding.sentence for finding in row.findings if finding.slug == slug)
        return Failure(row, claim, sentence=next(sentences, ""))
    return Failure(row, claim, limit, _value(claim, limit))


def _value(claim: Claim, limit: Limit) -> float | int | None:
    if claim.margin is None:
        return None  # an output that is no number decided
    if claim.witness:
        return claim.witness.value
    sign = 1 if FIGURES[limit.figure].share else -1
    return limit.bound + sign * claim.margin
