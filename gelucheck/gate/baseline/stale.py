"""Whether what a baseline is about is there: an entry of no row would watch over nothing."""

from collections.abc import Iterable, Iterator

from gelucheck.errors import StaleError
from gelucheck.gate.baseline.expected import is_failing, is_open, is_passing, told
from gelucheck.gate.baseline.record import Baseline, Entry, key_of
from gelucheck.gate.limit import Key
from gelucheck.gate.verdict import Verdict
from gelucheck.record import Run

_MOST_NAMED = 9


def ensure_fresh(run: Run, verdict: Verdict, baseline: Baseline, path: str) -> None:
    """See that every entry has its row, and every expected failure its limit.

    Raises:
        StaleError: some have not; names nine of them.
    """
    _refuse(list(_stale(run, verdict, baseline)), path)


def ensure_rows(keys: Iterable[Key], baseline: Baseline, path: str) -> None:
    """See that every entry has its row, before these are measured.

    Raises:
        StaleError: some have not; names nine of them.
    """
    known = set(map(key_of, keys))
    _refuse([_no_row(each) for each in baseline.entries if each.key not in known], path)


def _refuse(stale: list[str], path: str) -> None:
    if stale:
        named = "; ".join(stale[:_MOST_NAMED])
        more = f"; and {len(stale) - _MOST_NAMED} more" if len(stale) > _MOST_NAMED else ""
        raise StaleError(
            f"{path} is about what this run does not have: {named}{more}",
            "run all that it was written for, take it out, or write the file again with "
            "--write-baseline",
        )


def _stale(run: Run, verdict: Verdict, baseline: Baseline) -> Iterator[str]:
    rows = {key_of(row): row for row in run.rows}
    for entry in baseline.entries:
        row = rows.get(entry.key)
        if row is None:
            yield _no_row(entry)
            continue
        for expected in entry.failing:
            fails, unknown = (ask(expected, entry, verdict) for ask in (is_failing, is_open))
            if not (fails or unknown or is_passing(expected, row)):
                yield f"no limit on {entry.label} is {told(expected)}"


def _no_row(entry: Entry) -> str:
    return f"no row is {entry.label}"
