"""A baseline lowered to what is. It is never raised. Pure."""

from collections.abc import Mapping
from dataclasses import fields, replace

from gelucheck.gate.baseline.expected import is_open
from gelucheck.gate.baseline.make import conditions_of, entry_of, versions_of
from gelucheck.gate.baseline.record import (
    Baseline,
    Entry,
    Expected,
    Figures,
    key_of,
)
from gelucheck.gate.baseline.verdict import ensure_conditions, incomparable
from gelucheck.gate.verdict import Verdict
from gelucheck.record import Run
from gelucheck.sweep.plan import Selection


def tightened(
    baseline: Baseline, run: Run, verdict: Verdict, selection: Selection | None = None
) -> Baseline:
    """The baseline with every figure lowered to that of a run which is better (a count of correctly
    rounded or faithful outputs raised), and without the expected failures that pass.

    What is worse in the run, and a row of other inputs, stays as it is; no entry is added.

    Args:
        verdict: of ``judge`` on the run, without the baseline.
        selection: what was measured.

    Raises:
        InputsError: as ``judged_against``.
    """
    here = conditions_of(selection or Selection())
    ensure_conditions(baseline, here, "the baseline")
    same_seed = baseline.conditions.seed == here.seed
    rows = {key_of(row): row for row in run.rows}

    def lowered(entry: Entry) -> Entry:
        row = rows.get(entry.key)
        if row is None or incomparable(entry, row, same_seed):
            return entry
        return _lowered(entry, entry_of(row, verdict), verdict)

    measured = run.provenance.get("implementations", {})
    return replace(
        baseline,
        entries=tuple(map(lowered, baseline.entries)),
        versions={**baseline.versions, **versions_of(run)},
        implementations={
            name: measured.get(name, text) for name, text in baseline.implementations.items()
        },
    )


def _lowered(entry: Entry, now: Entry, verdict: Verdict) -> Entry:
    found = {(each.name, each.bound): each for each in now.failing}
    # what has no answer is not known to pass
    found |= {
        (each.name, each.bound): each for each in entry.failing if is_open(each, entry, verdict)
    }
    return replace(
        entry,
        own=_least(entry.own, now.own),
        gelu=entry.gelu and now.gelu and _least(entry.gelu, now.gelu),
        correctly_rounded=max(entry.correctly_rounded, now.correctly_rounded),
        faithful=max(entry.faithful, now.faithful),
        counts=_fewer(entry.counts, now.counts),
        findings=tuple(slug for slug in entry.findings if slug in now.findings),
        failing=tuple(
            _nearer(each, found[each.name, each.bound])
            for each in entry.failing
            if (each.name, each.bound) in found
        ),
    )


def _least(one: Figures, other: Figures) -> Figures:
    pairs = ((getattr(one, item.name), getattr(other, item.name)) for item in fields(Figures))
    # where no number came, any is better
    return Figures(*(min((v for v in pair if v is not None), default=None) for pair in pairs))


def _fewer(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {name: min(count, other[name]) for name, count in one.items() if other.get(name)}


def _nearer(one: Expected, other: Expected) -> Expected:
    """The one whose bound is closer to the limit: below it for a share, above it else."""
    if one.needed is None or other.needed is None:
        return other if one.needed is None else one
    return min(one, other, key=lambda each: abs(each.needed - each.bound))
