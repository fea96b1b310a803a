"""Several stored runs as one. Pure: records in, a record out."""

import json
import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from gelucheck.errors import UsageError
from gelucheck.record import Run, Theorem

if TYPE_CHECKING:
    from gelucheck.networks import Study

JOINED = "joined"
"""The key of a joined run's provenance that holds those of its parts."""


def join_runs(runs: Sequence[Run], names: Sequence[str] = (), command: str = "") -> Run:
    """One run of the rows and networks of several, in their order; of one it is that one itself.

    The provenance of each stays whole under "joined"; above it stands what is the same in all, the
    first start, and the sum of the seconds. Of an implementation that two of them measured, the
    versions must agree.

    Args:
        names: what to call the runs in an error, by default "run 1" and so on.
        command: that joined them.

    Raises:
        UsageError: no run; a row or a network that is in two of them; one implementation at two
            versions; theorems that cannot both be true.
    """
    if not runs:
        raise UsageError("no run to join", "name the files that --out json:PATH gave")
    names = list(names) or [f"run {number}" for number in range(1, len(runs) + 1)]
    if len(runs) == 1:
        return runs[0]
    seen: dict[tuple, str] = {}
    for run, name in zip(runs, names, strict=True):
        mend = "leave one out; to compare them, name the older with --against"
        own = {row.key: (row.label, mend) for row in run.rows}
        for study in run.networks:
            own[_key(study)] = f"the network {study.name!r}", "leave one out"
        for key, (label, mend) in own.items():
            if key in seen:
                raise UsageError(f"{label} is in {seen[key]} and in {name}", mend)
        seen |= dict.fromkeys(own, name)
    return Run(
        _provenance(runs, names, command),
        tuple(row for run in runs for row in run.rows),
        _theorems(runs, names),
        tuple(study for run in runs for study in run.networks),
    )


def _theorems(runs: Sequence[Run], names: Sequence[str]) -> tuple[Theorem, ...]:
    """The theorems of all by name, in the order in which they first come: of several the one that
    has a sentence, then the narrowest enclosure.

    Raises:
        UsageError: two that cannot both be true.
    """
    known: dict[str, tuple[Theorem, str]] = {}
    for run, name in zip(runs, names, strict=True):
        for item in run.theorems:
            other, where = known.setdefault(item.name, (item, name))
            if item.contradicts(other):
                raise UsageError(
                    f"{item.name} is proved to be one thing in {where} and another in {name}",
                    "leave one out, or prove both anew",
                )
            if _worth(item) > _worth(other):
                known[item.name] = item, name
    return tuple(item for item, _ in known.values())


def _worth(theorem: Theorem) -> tuple[bool, float]:
    return bool(theorem.sentence), theorem.lower - theorem.upper


def _key(study: "Study") -> tuple:
    """By what a study is found in another run: the same name can be another network."""
    plan = json.dumps(study.plan, sort_keys=True)
    return study.name, plan, study.weights, study.inputs, study.batch, study.seeds


def _provenance(runs: Sequence[Run], names: Sequence[str], command: str) -> dict[str, Any]:
    parts = [part for run in runs for part in _parts(run)]
    fields = dict.fromkeys(key for part in parts for key in part)
    joined: dict[str, Any] = {key: _shared(parts, key) for key in fields}
    joined["command"] = command
    starts = [part["started"] for part in parts if part.get("started")]
    joined["started"] = min(starts, default=None)
    joined["seconds"] = _together(part.get("seconds") for part in parts)
    # a version of its own there must be
    joined["version"] = joined.get("version") or _listed(parts, "version")
    versions = _versions(runs, names)
    joined.pop("implementations", None)
    if versions:
        joined["implementations"] = versions
    return {**joined, JOINED: parts}


def _parts(run: Run) -> list[dict]:
    """The provenance of what was joined in a run; its own, where nothing was."""
    own = {key: value for key, value in run.provenance.items() if key != JOINED}
    return run.provenance.get(JOINED) or [own]


def _shared(parts: Sequence[dict], key: str) -> Any:
    """What all of them have; None where they differ."""
    values = [part.get(key) for part in parts]
    return values[0] if all(value == values[0] for value in values) else None


def _together(seconds: Iterable) -> float | None:
    """The sum of what is known; None where no number can hold it. A stored run may say "inf"."""
    total = sum(float(each) for each in seconds if isinstance(each, int | float))
    return round(total, 3) if math.isfinite(total) else None


def _listed(parts: Sequence[dict], key: str) -> str:
    return ", ".join(dict.fromkeys(str(part.get(key)) for part in parts if part.get(key)))


def _versions(runs: Sequence[Run], names: Sequence[str]) -> dict[str, str]:
    found: dict[str, tuple[str, str]] = {}
    for run, name in zip(runs, names, strict=True):
        for item, version in run.provenance.get("implementations", {}).items():
            other, where = found.setdefault(item, (version, name))
            if other != version:
                raise UsageError(
                    f"{item} is of one version in {where} and of another in {name}",
                    "measure both parts with the same",
                )
    return {item: version for item, (version, _) in found.items()}
