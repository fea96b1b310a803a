"""A verdict, held to a baseline: what is worse fails, what was expected to fail may. Pure."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from gelucheck.errors import InputsError
from gelucheck.gate.baseline.changes import Change, changes
from gelucheck.gate.baseline.expected import kept_notes, sort_failures
from gelucheck.gate.baseline.make import conditions_of, is_seeded, versions_of
from gelucheck.gate.baseline.record import Baseline, Conditions, Entry, key_of
from gelucheck.gate.baseline.stale import ensure_fresh
from gelucheck.gate.slack import Note
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
        left, expected = sort_failures(entry, row, mine, path)
        found = changes(entry, row)
        failures += [*left, *_worse(row, found, mine, path)]
        notes += [*expected, *kept_notes(entry, row, verdict, path)]
        notes += _better(row, found, headroom)
    notes += _versions(run, baseline)
    return with_verdict(
        verdict,
        judged=max(judged, verdict.judged),
        failures=tuple(failures),
        unjudged=tuple(unjudged),
        notes=tuple(notes),
    )


def ensure_conditions(baseline: Baseline, here: Conditions, path: str) -> None:
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
    if row.incomplete or not row.inputs:
        return "some inputs were not measured" if row.incomplete else "no input was measured"
    if row.form != entry.form:
        then, now = (f"form {form}" if form else "no form" for form in (entry.form, row.form))
        return f"the baseline has it with {then} declared, this is {now}: {_MEND}"
    then, now = (f"{each.inputs:,} inputs ({each.evidence})" for each in (entry, row))
    if then != now:
        return f"the baseline was made from {then}, this is {now}: {_MEND}"
    if is_seeded(row.evidence) and not same_seed:
        return f"the baseline was made from inputs of another seed: {_MEND}"
    return ""


def _worse(
    row: Row, found: tuple[Change, ...], mine: list[Failure], path: str
) -> Iterator[Failure]:
    # a finding that counts by itself is told already
    findings = {failure.claim.name for failure in mine if failure.limit is None}
    for change in found:
        if change.worse and change.name not in findings:
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
    most = None if headroom is None else Fraction(repr(headroom))
    wide = [change for change in better if most is not None and change.room > most]
    for kind, some in (("better", [each for each in better if each not in wide]), ("slack", wide)):
        if some:
            sentence = "; ".join(f"{change.name} {change.words}" for change in some)
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
