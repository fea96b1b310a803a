"""Whether what a baseline is about is there: an entry of no row would watch over nothing."""

from collections.abc import Iterator

from gelucheck.errors import StaleError
from gelucheck.gate.baseline import Baseline, Entry, Expected, key_of
from gelucheck.gate.verdict import Verdict
from gelucheck.record import Row, Run

_MOST_NAMED = 9


def ensure_fresh(run: Run, verdict: Verdict, baseline: Baseline, path: str) -> None:
    """See that every entry has its row, and every expected failure its limit.

    Raises:
        StaleError: some have not; names nine of them.
    """
    stale = list(_stale(run, verdict, baseline))
    if stale:
        named = "; ".join(stale[:_MOST_NAMED])
        more = f"; and {len(stale) - _MOST_NAMED} more" if len(stale) > _MOST_NAMED else ""
        raise StaleError(
            f"{path} is about what this run does not have: {named}{more}",
            "take it out, or write the file again with --write-baseline",
        )


def _stale(run: Run, verdict: Verdict, baseline: Baseline) -> Iterator[str]:
    rows = {key_of(row): row for row in run.rows}
    for entry in baseline.entries:
        row = rows.get(entry.key)
        if row is None:
            yield f"no row is {entry.label}"
            continue
        for expected in entry.failing:
            if not _has(row, verdict, entry, expected):
                bound = "" if _is_finding(expected) else f" {expected.bound!r}"
                yield f"no limit on {entry.label} is {expected.name}{bound}"


def _has(row: Row, verdict: Verdict, entry: Entry, expected: Expected) -> bool:
    """Whether what was expected to fail is asked of a row."""
    name, bound = expected.name, expected.bound
    for failure in verdict.failures:
        claim = failure.claim
        if key_of(failure.row) == entry.key and (claim.name, claim.atol) == (name, bound):
            return True
    if _is_finding(expected):
        # one that is there and is no failure does not count any more
        slug = name.partition(" ")[2]
        return all(item.slug != slug for item in row.findings)
    for item in verdict.unjudged:
        limit = item.limit
        if item.row is not None and key_of(item.row) == entry.key and limit is not None:
            if (limit.name, limit.bound) == (name, bound):
                return True
    return any(
        (claim.name, claim.atol, claim.verdict) == (name, bound, "pass") for claim in row.claims
    )


def _is_finding(expected: Expected) -> bool:
    return expected.name.startswith("finding ")
