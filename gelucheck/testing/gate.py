"""A config's gate, row by row: what each row needs to be measured, and what became of it."""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace

from gelucheck.api import compare, keys_of
from gelucheck.errors import UsageError
from gelucheck.gate.again import with_commands
from gelucheck.gate.baseline.make import Baseline, key_of
from gelucheck.gate.baseline.text import read_baseline
from gelucheck.gate.baseline.verdict import judged_against
from gelucheck.gate.config.record import Config
from gelucheck.gate.limit import Key
from gelucheck.gate.limits import Limits, ensure_limits, limits_on
from gelucheck.gate.verdict import Unjudged, Verdict, is_claimed, judge
from gelucheck.gate.words import shown, unjudged_words
from gelucheck.implementations.interface import Implementation
from gelucheck.record import Run
from gelucheck.sweep.plan import Plan, Selection, make_plan
from gelucheck.testing.saying import failed_text


@dataclass(frozen=True)
class Part:
    """One row of a gate.

    Attributes:
        label: of the row, as ``gate.words.label`` has it.
        selection: what makes this row and no other.
        limits: those that can be about it.
    """

    label: str
    selection: Selection
    limits: Limits


@dataclass(frozen=True)
class Gate:
    """What a config asks.

    Attributes:
        parts: the rows, in the order of the table.
        idle: what is about none of them, a limit or an entry of the baseline: its name, and what
            there is to say of it.
        baseline: what rows are held to besides, or None.
    """

    config: Config
    parts: tuple[Part, ...]
    idle: tuple[tuple[str, str], ...]
    baseline: Baseline | None = None


def gate_of(config: Config) -> Gate:
    """The rows that a config measures; nothing is measured yet.

    Raises:
        GelucheckError: as ``api.compare``; no row has a limit.
    """
    selection = Selection(**config.selection)
    plan, limits = make_plan(selection), config.limits
    keys = keys_of(plan)
    ensure_limits(limits, keys)
    baseline = read_baseline(config.baseline) if config.baseline else None
    besides = baseline is not None or "error" in config.level_names.values()
    if not besides and not any(
        _counts(config, limits, *each) for each in zip(plan.rows, keys, strict=True)
    ):
        raise UsageError(f"{config.path}: no row has a limit", "ask one, or name the form")
    idle = (*_idle_limits(limits, keys), *_idle_entries(config, baseline, keys))
    return Gate(config, tuple(_parts(plan, selection, limits, keys)), idle, baseline)


def _idle_limits(limits: Limits, keys: list[Key]) -> Iterator[tuple[str, str]]:
    for limit in limits.more:
        if not any(map(limit.matches, keys)):
            place = f" ({limit.place})" if limit.place else ""
            item = Unjudged(limit, None, "nothing is measured that it is about")
            yield shown(f"{limit.text}{place}"), unjudged_words(item)


def _idle_entries(
    config: Config, baseline: Baseline | None, keys: list[Key]
) -> Iterator[tuple[str, str]]:
    there = set(map(key_of, keys))
    for entry in baseline.entries if baseline else ():
        if entry.key not in there:
            said = f"{config.baseline} is about what is not measured: no row is {entry.label}"
            yield shown(f"baseline {entry.label}"), shown(said)


def _counts(config: Config, limits: Limits, row: tuple[Implementation, str], key: Key) -> bool:
    """Whether a row is held to anything, as ``judge`` sees it."""
    claimed = is_claimed(row[0], asks_forms(config))
    on = limits_on(limits, key)
    return any(claimed or each.figure != "atol" or each.implementations for each in on)


def asks_forms(config: Config) -> bool:
    """Whether the claim counts for every form; see ``gate.verdict.is_claimed``."""
    return "forms" in config.options or ("implementations" in config.options and config.claims)


def _parts(plan: Plan, selection: Selection, limits: Limits, keys: list[Key]) -> Iterator[Part]:
    count = len(plan.rows)
    for (item, dtype), key in zip(plan.rows, keys, strict=True):
        function = None if item.function == "gelu" else item.function
        label = " · ".join(filter(None, (item.name, dtype, item.arithmetic, function)))
        one = replace(
            selection,
            dtypes=(dtype,),
            functions=(item.function,),
            # a search shares its time among all rows
            budget=selection.budget and selection.budget / count,
            **_which(item, selection),
        )
        near = tuple(limit for limit in limits.more if limit.matches(key))
        yield Part(shown(label), one, replace(limits, more=near))


def _which(item: Implementation, selection: Selection) -> dict:
    """The fields of a selection that name one implementation."""
    if item.guest is None:
        own = {"forms": (item.writing,), "arithmetics": (item.arithmetic,)}
        return {**own, "implementations": (), "declares": ()}
    declares = selection.declares
    if len(declares) > 1:
        declares = (declares[selection.implementations.index(item.source)],)
    return {"forms": (), "implementations": (item.source,), "declares": declares}


def measure_part(part: Part, gate: Gate) -> tuple[Run, Verdict]:
    """The run of one row, and its verdict, with the command that shows each failure again.

    Raises:
        GelucheckError: as ``api.compare`` and ``judged_against``.
    """
    config, levels = gate.config, gate.config.level_names
    run = compare(part.selection, limits=part.limits, levels=levels)
    verdict = judge(
        run,
        part.limits,
        asks_forms(config),
        levels=levels,
        headroom=config.headroom,
        places=config.level_places,
    )
    if gate.baseline:
        mine = {key_of(row) for row in run.rows}
        entries = tuple(each for each in gate.baseline.entries if each.key in mine)
        verdict = judged_against(
            run,
            verdict,
            replace(gate.baseline, entries=entries),
            config.baseline,
            selection=part.selection,
            headroom=config.headroom,
        )
    command = f"gelucheck check --config {shlex.quote(config.path)}"
    held = gate.baseline is not None
    return run, with_commands(verdict, part.selection, configured=True, command=command, held=held)


def said_of(part: Part, gate: Gate, run: Run, verdict: Verdict) -> str:
    """The gate's lines, "" where there is nothing to say."""
    bad = verdict.failures or verdict.unjudged
    path = gate.config.baseline
    return failed_text(run, verdict, part.limits, path) if bad else ""
