"""Carry out a plan by searching: row by row, each for its own worst inputs.

A 16-bit format is tried whole. How long a search may take is turned into a number of values before
it begins, so that it can be repeated.
"""

import time
from dataclasses import replace
from math import floor, log10

from gelucheck.errors import UsageError
from gelucheck.formats import FORMATS
from gelucheck.sweep.plan import MOST_SEARCHED, Plan, Selection, more_of
from gelucheck.sweep.run import Engine, Outcome, Progress, finished_row, run_plan
from gelucheck.sweep.search import DEFAULT, search

_SHARE = 1 / 16
"""Of the time, that is spent on finding out how long a value takes."""
_FEWEST = 1 << 8
_DIGITS = 3


def refuse(engine: Engine) -> None:
    """See that nothing is asked of an engine that a search has not.

    Raises:
        UsageError: a ledger or a cluster.
    """
    for option, value in (("--ledger", engine.ledger), ("--cluster", engine.cluster)):
        if value:
            raise UsageError(
                f"--inputs search with {option}",
                f"each step of a search needs the one before: leave {option} out",
            )


def run_searched(plan: Plan, selection: Selection, progress: Progress, engine: Engine) -> Outcome:
    """The rows of a plan; arguments and errors as ``run.run_plan``.

    Raises:
        UsageError: an engine that a search cannot use; regions.
    """
    refuse(engine)
    if selection.regions:
        raise UsageError(
            f"--inputs search with a limit in {selection.regions[0]}",
            "limits on a region need inputs that are known beforehand: auto, all, sample, special, "
            "A:B or a file",
        )
    evaluations = selection.evaluations or DEFAULT
    if selection.budget is not None:
        evaluations = evaluations_in(selection.budget, plan, selection)
    hunted = [place for place, (_, name) in enumerate(plan.rows) if _searched(plan, name)]
    others = [place for place in range(len(plan.rows)) if place not in hunted]
    total = evaluations * len(hunted) + sum(
        plan.inputs[plan.rows[place][1]].count for place in others
    )
    rows, done, lost = {}, 0, {}
    if others:
        rest = Plan(
            tuple(plan.rows[place] for place in others),
            {name: inputs for name, inputs in plan.inputs.items() if not _searched(plan, name)},
        )
        outcome = run_plan(rest, selection, lambda n, _, label: progress(n, total, label), engine)
        rows = dict(zip(others, outcome.rows, strict=True))
        lost = {others[place]: parts for place, parts in outcome.lost.items()}
        done = total - evaluations * len(hunted)
    for place in hunted:
        item, name = plan.rows[place]

        def told(more: int, before: int = done, label: str = f"{name} {item.name}") -> None:
            progress(before + more, total, label)

        tally = search(
            *(item, FORMATS[name], evaluations, selection.seed),
            convention=selection.ulp,
            told=told,
            more=more_of(selection),
        )
        done += evaluations
        rows[place] = finished_row(item, name, "search", tally)
    return Outcome(tuple(rows[place] for place in range(len(plan.rows))), lost)


def evaluations_in(seconds: float, plan: Plan, selection: Selection) -> int:
    """How many values of each row can be searched in some time here, to three digits.

    Each row is searched for a moment, with ever more values, until that took long enough to judge
    by; the time that this takes is part of the budget. At least 1.
    """
    started = time.perf_counter()
    rows = [(item, FORMATS[name]) for item, name in plan.rows if _searched(plan, name)]
    each = sum(_seconds(item, fmt, selection, seconds * _SHARE / len(rows)) for item, fmt in rows)
    left = max(seconds - (time.perf_counter() - started), seconds / 2)
    found = min(max(left / each, 1.0), MOST_SEARCHED)
    unit = 10 ** max(floor(log10(found)) + 1 - _DIGITS, 0)
    return int(found) // unit * unit


def with_evaluations(plan: Plan, selection: Selection, engine: Engine) -> Selection:
    """A selection with a budget, its budget turned into a number of values; any other as it is.

    Raises:
        UsageError: an engine that a search cannot use.
    """
    if selection.budget is None or not any(_searched(plan, name) for name in plan.inputs):
        return selection
    refuse(engine)
    found = evaluations_in(selection.budget, plan, selection)
    return replace(selection, budget=None, evaluations=found)


def _searched(plan: Plan, name: str) -> bool:
    return plan.inputs[name].evidence == "search"


def _seconds(item, fmt, selection: Selection, enough: float) -> float:
    """How long a value takes, measured for about ``enough`` seconds."""
    # what is loaded once
    search(item, fmt, 1, selection.seed, convention=selection.ulp)
    count = _FEWEST
    while True:
        before = time.perf_counter()
        search(item, fmt, count, selection.seed, convention=selection.ulp)
        taken = time.perf_counter() - before
        if taken * 4 >= enough or count >= MOST_SEARCHED:
            return taken / count
        count *= 4
