"""A verdict, held to a baseline: what is worse fails, what was expected to fail may. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from gelucheck.errors import InputsError
from gelucheck.gate.baseline import (
    Baseline,
    Entry,
    Expected,
    conditions_of,
    is_seeded,
    key_of,
    versions_of,
)
from gelucheck.gate.baseline_changes import Change, changes
from gelucheck.gate.baseline_stale import ensure_fresh
from gelucheck.gate.slack import Note
from gelucheck.gate.standing import standing
from gelucheck.gate.verdict import Failure, Unjudged, Verdict, with_verdict
from gelucheck.record import Claim, Row, Run
from gelucheck.sweep.plan import Selection

NO_ENTRY = "the baseline has no entry of it: write it again with --write-baseline"
_MEND = "measure as it was written, or write it again with --write-baseline"


def judged_against(
    run: Run,
    verdict: Verdict,
    baseline: Baseline,
    path: str,
    *,
    selection: Selection | None = None,
    headroom: float | None = None,
) -> Verdict:
    """The verdict on a run, with a baseline besides.

    A figure worse than its entry fails, exactly: so do more values of a category, fewer correctly
    rounded or faithful ones, and a new finding of level error. Of a mean absolute error, known
    between two bounds, what they leave open is no loss. A failure that the entry expects is none,
    unless it is worse than then.

    Args:
        run: with its claims.
        verdict: of ``judge`` on that run.
        path: what messages call the baseline.
        selection: what was measured.
        headroom: by what share of itself a figure of the baseline may be above what is needed,
            before that is noted.

    Returns:
        Failures by row, those of limits first; a row without entry, or of other inputs than its
        entry, is unjudged. Notes of kind "better", "slack", "expected", "kept" and "versions".

    Raises:
        InputsError: figures of another ulp, or other subnormals.
        StaleError: entries of no row, or expected failures of no limit, of this run.
    """
    here = conditions_of(selection or Selection())
    ensure_conditions(baseline, here, path)
    ensure_fresh(run, verdict, baseline, path)
    entries = {entry.key: entry for entry in baseline.entries}
    same_seed = baseline.conditions.seed == here.seed
    failures: list[Failure] = []
    unjudged, notes, judged = list(verdict.unjudged), list(verdict.notes), 0
    for row in run.rows:
        entry = entries.get(key_of(row))
        mine = [each for each in verdict.failures if key_of(each.row) == key_of(row)]
        reason = incomparable(entry, row, same_seed)
        if entry is None or reason:
            failures += mine
            unjudged.append(Unjudged(None, row, reason))
            continue
        judged += 1
        left, expected = _expected(entry, row, mine, path)
        found = changes(entry, row)
        failures += [*left, *_worse(row, found, mine, path)]
        notes += [*expected, *_kept(entry, row, mine, verdict, path)]
        notes += _better(row, found, headroom)
    notes += _versions(run, baseline)
    return with_verdict(
        verdict,
        judged=max(judged, verdict.judged),
        failures=tuple(failures),
        unjudged=tuple(unjudged),
        notes=tuple(notes),
    )


def ensure_conditions(baseline: Baseline, here, path: str) -> None:
    """See that figures mean the same here.

    Raises:
        InputsError: they do not.
    """
    for name in ("ulp", "subnormals"):
        then, now = getattr(baseline.conditions, name), getattr(here, name)
        if then != now:
            raise InputsError(f"{path} was made with --{name} {then}, this is {now}", _MEND)


def incomparable(entry: Entry | None, row: Row, same_seed: bool) -> str:
    """Why a row cannot be held to its entry; "" where it can."""
    if entry is None:
        return NO_ENTRY
    if row.incomplete:
        return "some inputs were not measured"
    if not row.inputs:
        return "no input was measured"
    if row.form != entry.form:
        then, now = (f"form {form}" if form else "no form" for form in (entry.form, row.form))
        return f"the baseline has it with {then} declared, this is {now}: {_MEND}"
    then, now = (f"{each.inputs:,} inputs ({each.evidence})" for each in (entry, row))
    if then != now:
        return f"the baseline was made from {then}, this is {now}: {_MEND}"
    if is_seeded(row.evidence) and not same_seed:
        return f"the baseline was made from inputs of another seed: {_MEND}"
    return ""


def expected_of(entry: Entry, failure: Failure) -> Expected | None:
    """The expected failure that a failure is, if it is one."""
    claim = failure.claim
    for each in entry.failing:
        if (each.name, each.bound) == (claim.name, claim.atol):
            return each
    return None


def is_no_worse(failure: Failure, expected: Expected) -> bool:
    """Whether a row keeps what it kept when the failure was written down."""
    if expected.needed is None or failure.limit is None:
        return True
    found = standing(failure.row, replace(failure.limit, bound=expected.needed))
    # a mean is between two bounds: what they leave open is no loss
    return found is not None and not found.over


def _expected(
    entry: Entry, row: Row, mine: list[Failure], path: str
) -> tuple[list[Failure], list[Note]]:
    """What fails all the same, and notes on what was expected to."""
    left, notes = [], []
    for failure in mine:
        expected = expected_of(entry, failure)
        if expected is None:
            left.append(failure)
            continue
        bound = f" {failure.limit.bound_text}" if failure.limit else ""
        if is_no_worse(failure, expected):
            sentence = f"{expected.name}{bound} fails, as {path} expects"
            notes.append(Note("expected", row, failure.limit, sentence))
        else:
            told = f"worse than the {expected.needed!r} that {path} expects"
            left.append(replace(failure, sentence=told))
    return left, notes


def _kept(
    entry: Entry, row: Row, mine: list[Failure], verdict: Verdict, path: str
) -> Iterator[Note]:
    """Notes on expected failures that pass."""
    failing = {(each.claim.name, each.claim.atol) for each in mine}
    open_here = {item.limit.name for item in verdict.unjudged if item.row is row and item.limit}
    for each in entry.failing:
        if (each.name, each.bound) not in failing and each.name not in open_here:
            bound = "" if each.name.startswith("finding") else f" {each.bound!r}"
            sentence = f"the expected failure {each.name}{bound} passes: take it out of {path}"
            yield Note("kept", row, None, f"{sentence}, or --tighten")


def _worse(
    row: Row, found: tuple[Change, ...], mine: list[Failure], path: str
) -> Iterator[Failure]:
    told = {failure.claim.name for failure in mine}
    for change in found:
        # a finding that counts by itself is told already
        if change.worse and change.name not in told:
            yield _failure(row, change, path)


def _failure(row: Row, change: Change, path: str) -> Failure:
    finding = change.name.startswith("finding")
    was, now = change.was, change.now
    margin = None if was is None or now is None or finding else was - now
    claim = Claim(
        f"baseline {change.name}", 0 if finding else was, "fail", "evaluation", margin,
        change.witness,
    )  # fmt: skip
    said = f": {change.said}" if change.said else ""
    sentence = f"{change.words} ({path}){change.distance}{said}"
    return Failure(row, claim, None, None if finding else now, None if finding else now, sentence)


def _better(row: Row, found: tuple[Change, ...], headroom: float | None) -> Iterator[Note]:
    better = [change for change in found if not change.worse]
    wide = [change for change in better if headroom is not None and change.room > headroom]
    for kind, some in (("better", [each for each in better if each not in wide]), ("slack", wide)):
        if some:
            sentence = "; ".join(change.words for change in some)
            yield Note(kind, row, None, f"{sentence}: --tighten lowers the baseline")


def _versions(run: Run, baseline: Baseline) -> Iterator[Note]:
    pairs: tuple[tuple[Mapping[str, str], Mapping[str, str]], ...] = (
        (baseline.versions, versions_of(run)),
        (baseline.implementations, run.provenance.get("implementations", {})),
    )
    for then, now in pairs:
        for name in sorted(then.keys() & now.keys()):
            if then[name] != now[name]:
                sentence = f"the baseline was made with {name} {then[name]}, this is {now[name]}"
                yield Note("versions", None, None, sentence)
