"""The measuring step that commands share: a selection in, a run out, progress on the way."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

from gelucheck.cli import terminal
from gelucheck.cli.guard import one_line
from gelucheck.cli.guests import guests
from gelucheck.cli.progress import progress_bar
from gelucheck.cli.terminal import Talk

if TYPE_CHECKING:
    from gelucheck.gate.limit import Key
    from gelucheck.gate.limits import Limits
    from gelucheck.record import Run
    from gelucheck.sweep.plan import Selection
    from gelucheck.sweep.run import Engine


def measure_run(
    selection: "Selection",
    limits: "Limits",
    command: str,
    talk: Talk,
    *,
    levels: dict[str, str] | None = None,
    engine: "Engine | None" = None,
    ensure: "Callable[[list[Key]], None] | None" = None,
) -> "Run":
    """Measure a selection, with a progress bar where one is wanted.

    Args:
        ensure: as ``gelucheck.api.compare`` takes it.

    Raises:
        GelucheckError: what ``gelucheck.api.compare`` raises.
        KeyboardInterrupt: Ctrl-C, or SIGTERM.
    """
    from gelucheck import api

    with stoppable(command), _guests(selection), progress_bar(talk) as progress:
        if selection.budget is not None:
            selection = _budgeted(selection, engine, talk)
        run = api.compare(
            selection,
            limits=limits,
            levels=levels,
            command=command,
            progress=progress,
            engine=engine,
            ensure=ensure,
        )
    for line in _left_out(selection, run):
        terminal.talk(f"gelucheck: {one_line(line)}: left out")
    if talk.verbosity and not talk.quiet:
        count = sum(row.inputs for row in run.rows)
        seconds = float(run.provenance.get("seconds", 0.0))
        terminal.talk(f"gelucheck: {len(run.rows)} rows, {count:,} inputs, {seconds:.2f} s")
        asked = sum(row.asked for row in run.rows)
        terminal.talk(f"gelucheck: every rounding is decided, {asked:,} of them by the oracle")
    return run


def measure_shard(
    selection: "Selection",
    limits: "Limits",
    engine: "Engine",
    command: str,
    talk: Talk,
) -> int:
    """Measure a shard into its ledger, and say what to do with it; the exit code.

    Args:
        limits: what the sweep will be held to, so that all that this needs is measured.

    Raises: as ``measure_run``.
    """
    from gelucheck import api

    selection = replace(selection, extras=limits.extras, regions=limits.regions)
    with stoppable(command), _guests(selection), progress_bar(talk) as progress:
        outcome = api.shard(selection, engine, progress=progress)
    i, n = engine.shard
    done = f"shard {i}/{n}: {outcome.done} of {outcome.chunks} chunks are in {engine.ledger}"
    lost = [part for parts in outcome.lost.values() for part in parts]
    for part in lost:
        terminal.talk(f"gelucheck: lost, every process that tried was killed: {one_line(part)}")
    if lost or not talk.quiet:
        rest = "run it again for the rest" if lost else f"then gelucheck merge all {n} ledgers"
        terminal.talk(f"gelucheck: {one_line(done)}; {rest}")
    return 2 if lost else 0


def report_lost(run: "Run") -> bool:
    """Say which rows are not complete; whether there are any."""
    rows = [row for row in run.rows if row.incomplete]
    for row in rows:
        lost = next(finding for finding in row.findings if finding.slug == "lost-inputs")
        terminal.talk(f"gelucheck: {one_line(f'{row.label}: {lost.sentence}')}")
    return bool(rows)


def _budgeted(selection: "Selection", engine: "Engine | None", talk: Talk) -> "Selection":
    """The selection with its time turned into a number, which is told: so it can be repeated."""
    from gelucheck import api

    seconds = selection.budget
    selection = api.with_evaluations(selection, engine)
    if selection.evaluations is not None and not talk.quiet:
        number = selection.evaluations
        terminal.talk(f"gelucheck: --budget {seconds:g}s is --evaluations {number} here")
    return selection


def _guests(selection: "Selection") -> AbstractContextManager[None]:
    return guests() if selection.implementations else nullcontext()


@contextmanager
def stoppable(command: str) -> Iterator[None]:
    """SIGTERM stops as Ctrl-C does; a sweep that is stopped says how far it came."""
    mine = (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    )
    if mine:
        signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    except KeyboardInterrupt as problem:
        # no import of the engine where none ran
        if hasattr(problem, "chunks"):
            terminal.talk(one_line(_standing(problem, command)))
        raise
    finally:
        if mine:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _interrupt(_number, _frame) -> None:
    raise KeyboardInterrupt


def _standing(stopped, command: str) -> str:
    done = f"gelucheck: {stopped.done} of {stopped.chunks} chunks are done"
    if stopped.ledger is None:
        return f"{done} and not kept; with --ledger FILE they are"
    return f"{done} and kept in {stopped.ledger}; this goes on: {command}"


def _left_out(selection: "Selection", run: "Run") -> Iterator[str]:
    """What was asked for and has no row: arithmetics that formats lack, formats that
    implementations do."""
    from gelucheck.formats import FORMATS
    from gelucheck.forms.arithmetic import ARITHMETICS

    if selection.forms:
        widen = [ARITHMETICS[name] for name in selection.arithmetics]
        for name in selection.dtypes:
            if not any(w(FORMATS[name]) for w in widen):
                yield f"{name} has no {' or '.join(selection.arithmetics)} arithmetic"
    there: dict[str, set[str]] = {}
    for row in run.rows:
        if row.implementation in run.provenance.get("implementations", {}):
            there.setdefault(row.implementation, set()).add(row.dtype)
    for name, formats in there.items():
        lacking = [each for each in selection.dtypes if each not in formats]
        if lacking:
            yield f"{name} has no {' or '.join(lacking)} here"
