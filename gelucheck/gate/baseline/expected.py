"""Expected failures: which a failure is, and what became of those of an entry. Pure."""

import math
from collections.abc import Iterator
from dataclasses import replace

from gelucheck.gate.baseline.record import Entry, Expected, key_of
from gelucheck.gate.digits import plain
from gelucheck.gate.figures import FIGURES
from gelucheck.gate.slack import Note
from gelucheck.gate.standing import standing
from gelucheck.gate.verdict import Failure, Verdict
from gelucheck.record import Row

_FINDING = "finding "


def is_failing(expected: Expected, entry: Entry, verdict: Verdict) -> bool:
    """Whether what an entry expects to fail fails."""
    return any(
        key_of(each.row) == entry.key and _name_of(each) == (expected.name, expected.bound)
        for each in verdict.failures
    )


def is_open(expected: Expected, entry: Entry, verdict: Verdict) -> bool:
    """Whether what an entry expects to fail has no answer."""
    return any(
        item.limit is not None
        and item.row is not None
        and key_of(item.row) == entry.key
        and (item.limit.name, item.limit.bound) == (expected.name, expected.bound)
        for item in verdict.unjudged
    )


def is_passing(expected: Expected, row: Row) -> bool:
    """Whether what is expected to fail, and does not, is asked of a row."""
    if expected.name.startswith(_FINDING):
        # one that is there, and is no failure, does not count any more
        slug = expected.name.removeprefix(_FINDING)
        return all(item.slug != slug for item in row.findings)
    passing = {(each.name, each.atol) for each in row.claims if each.verdict == "pass"}
    return (expected.name, expected.bound) in passing


def told(expected: Expected) -> str:
    """What is expected to fail, in words: "max_steps 2"."""
    return expected.name if expected.name.startswith(_FINDING) else _bounded(expected)


def sort_failures(
    entry: Entry, row: Row, failures: list[Failure], path: str
) -> tuple[list[Failure], list[Note]]:
    """What fails of a row for all that its entry expects, and notes on what it expects."""
    left, notes = [], []
    for failure in failures:
        same = (each for each in entry.failing if _name_of(failure) == (each.name, each.bound))
        expected = next(same, None)
        if expected is None:
            left.append(failure)
        elif is_no_worse(failure, expected):
            sentence = f"{told(expected)} fails, as {path} expects"
            notes.append(Note("expected", row, failure.limit, sentence))
        else:
            worse = f"worse than the {plain(expected.needed)} that {path} expects"
            left.append(replace(failure, sentence=worse))
    return left, notes


def kept_notes(entry: Entry, row: Row, verdict: Verdict, path: str) -> Iterator[Note]:
    """Notes on expected failures that pass."""
    for each in entry.failing:
        if not is_failing(each, entry, verdict) and not is_open(each, entry, verdict):
            sentence = f"the expected failure {told(each)} passes: take it out of {path}"
            yield Note("kept", row, None, f"{sentence}, or --tighten")


def needed_of(failure: Failure) -> float | int | None:
    """The bound that a row which fails keeps all the same; None: none.

    Other than the bound that would pass, it need not be one that can fail.
    """
    limit, value = failure.limit, failure.value
    # a mean is known between two bounds
    if limit is None or value is None or limit.figure == "mean_abs":
        return failure.needed
    if standing(failure.row, replace(limit, bound=value)).over:
        # of a share to the last output, which six decimals do not tell of all of float32
        value = math.nextafter(value, 0.0 if FIGURES[limit.figure].share else math.inf)
    return value if math.isfinite(value) else None


def is_no_worse(failure: Failure, expected: Expected) -> bool:
    """Whether a row keeps what it kept when the failure was written down."""
    if expected.needed is None or failure.limit is None:
        return True
    found = standing(failure.row, replace(failure.limit, bound=expected.needed))
    # a mean is between two bounds: what they leave open is no loss
    return found is not None and not found.over


def _name_of(failure: Failure) -> tuple[str, float]:
    return failure.claim.name, failure.claim.atol


def _bounded(expected: Expected) -> str:
    return f"{expected.name} {plain(expected.bound)}"
