"""One row against its limits: claims with verdict, cause, margin and witness. Pure."""

from dataclasses import replace

from gelucheck.gate.cause import cause_of
from gelucheck.gate.limit import Limit
from gelucheck.gate.limits import Limits, limits_on
from gelucheck.gate.standing import Standing, standing
from gelucheck.record import Claim, Row, Run, Witness


def claim_of(row: Row, limit: Limit, found: Standing) -> Claim:
    """The claim of a limit that a row was held to, and that was decided."""
    cause = cause_of(row, limit, found) if found.over else None
    verdict = "fail" if found.over else "pass"
    return Claim(limit.name, limit.bound, verdict, cause, found.margin, found.witness)


def finding_claim(slug: str, witness: Witness | None) -> Claim:
    """The claim that a finding which counts is broken by: that there is no such finding."""
    return Claim(f"finding {slug}", 0, "fail", "evaluation", None, witness)


def claims_of(row: Row, limits: Limits) -> tuple[Claim, ...]:
    """The claims on a row; none where nothing could be measured.

    Of a row that is not complete only those that fail: the rest is not decided.

    Raises:
        UsageError: as ``limits_on``.
    """
    claims = []
    for limit in limits_on(limits, row):
        found = standing(row, limit)
        if found is not None and found.over is not None and (found.over or not row.incomplete):
            claims.append(claim_of(row, limit, found))
    return tuple(claims)


def with_claims(run: Run, limits: Limits) -> Run:
    """The run with every row's claims put in."""
    rows = tuple(replace(row, claims=claims_of(row, limits)) for row in run.rows)
    return replace(run, rows=rows)
