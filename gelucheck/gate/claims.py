"""One row against its limits: claims with verdict, cause, margin and witness. Pure."""

from dataclasses import replace

from gelucheck.gate.limit import Limit
from gelucheck.gate.limits import Limits, limits_on
from gelucheck.gate.standing import Standing, standing
from gelucheck.record import Claim, Row, Run


def claim_of(row: Row, limit: Limit, found: Standing) -> Claim:
    """The claim of a limit that a row was held to, and that was decided."""
    cause = _cause(row, limit, found) if found.over else None
    verdict = "fail" if found.over else "pass"
    return Claim(limit.name, limit.bound, verdict, cause, found.margin, found.witness)


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


def _cause(row: Row, limit: Limit, found: Standing) -> str:
    """Whether the form itself is beyond the bound, or the arithmetic brings it there."""
    if found.value is None or row.method is None:
        return "evaluation"
    if limit.figure in ("atol", "max_abs") and (limit.against == "gelu" or limit.figure == "atol"):
        part = row.parts.get(limit.region, row) if limit.region else row
        return "method" if part.method and part.method.value > limit.bound else "evaluation"
    if limit.against == "own":
        return "evaluation"
    own = standing(row, replace(limit, against="own"))
    return "method" if own is not None and own.over is False else "evaluation"
