"""One row against one bound: a claim with its verdict, cause, margin and witness. Pure.

A verdict is decided on exact numbers: a figure is the exact one rounded to float64, the bound is a
float64, and where the two are equal the row knows on which side the exact figure lies.
"""

from dataclasses import replace

from gelucheck.gate.limits import Limits
from gelucheck.record import Claim, Row, Run, Witness


def claims_of(row: Row, limits: Limits) -> tuple[Claim, ...]:
    """The claims on a row; none where nothing could be measured.

    Of a row that is not complete only those that fail: the rest is not decided.
    """
    bounds = {
        "atol": (limits.atol, row.excess),
        "max_ulp": (limits.max_ulp, _own(row).max_ulp),
        "max_steps": (limits.max_steps, _own(row).max_steps),
    }
    claims = tuple(
        _claim(row, name, bound, worst)
        for name, (bound, worst) in bounds.items()
        if bound is not None and (worst or "broken" in row.first)
    )
    return tuple(c for c in claims if c.verdict == "fail") if row.incomplete else claims


def with_claims(run: Run, limits: Limits) -> Run:
    """The run with every row's claims put in."""
    rows = tuple(replace(row, claims=claims_of(row, limits)) for row in run.rows)
    return replace(run, rows=rows)


def _own(row: Row):
    """The errors against what the row declares."""
    return row.evaluation or row.total


def _claim(row: Row, name: str, bound: float, worst: Witness | None) -> Claim:
    broken = row.first.get("broken")
    if broken:
        # NaN or infinity for a number keeps no bound
        return Claim(name, bound, "fail", "evaluation", None, broken)
    figure = "excess" if name == "atol" else name
    over = worst.value > bound or (worst.value == bound and figure in row.above)
    cause = None
    if over:
        by_method = name == "atol" and row.method and row.method.value > bound
        cause = "method" if by_method else "evaluation"
    return Claim(name, bound, "fail" if over else "pass", cause, bound - worst.value, worst)
