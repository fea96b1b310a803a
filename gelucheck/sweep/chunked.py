"""Carry out a plan in chunks: those that the ledger does not hold, in one of the pools."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from gelucheck.sweep.chunks import Chunk, chunks_of, hottest_first
from gelucheck.sweep.engine import Stopped, run_chunks
from gelucheck.sweep.identity import header_of
from gelucheck.sweep.ledger import Ledger, open_ledger
from gelucheck.sweep.plan import Plan, Selection
from gelucheck.sweep.pools import Here, Local, Pool
from gelucheck.sweep.run import Engine, Outcome, Progress, finished_row
from gelucheck.tally import Tally


def run_chunked(plan: Plan, selection: Selection, progress: Progress, engine: Engine) -> Outcome:
    """The rows of a plan, or the chunks of a shard; arguments and errors as ``run.run_plan``."""
    chunks = chunks_of(plan, selection, engine.size)
    header = header_of(plan, selection, engine.size, len(chunks)) if engine.ledger else {}
    first, step = engine.shard or (1, 1)
    mine = chunks[first - 1 :: step]
    done: dict[int, Tally] = {}
    with _counted(done, mine, engine), ExitStack() as stack:
        ledger = None
        if engine.ledger:
            ledger = stack.enter_context(open_ledger(engine.ledger, header, chunks))
            done.update(ledger.done)
        lost = _carry_out(mine, done, ledger, progress, engine)
        return _outcome(plan, mine, done, lost, engine)


def _outcome(
    plan: Plan,
    mine: tuple[Chunk, ...],
    done: dict[int, Tally],
    lost: tuple[Chunk, ...],
    engine: Engine,
) -> Outcome:
    mine_done = sum(chunk.number in done for chunk in mine)
    if engine.shard:
        rows, told = (), {0: tuple(map(_words, lost))} if lost else {}
        return Outcome(rows, told, mine_done, len(mine))
    told = {}
    for chunk in lost:
        told[chunk.row] = (*told.get(chunk.row, ()), _words(chunk))
    missing = {chunk.number for chunk in lost}
    found = {
        chunk.number: (chunk.row, done[chunk.number])
        for chunk in mine
        if chunk.number not in missing
    }
    tallies = merged(found, len(plan.rows))
    rows = tuple(
        finished_row(item, name, "given" if row in told else plan.inputs[name].evidence, tally)
        for row, ((item, name), tally) in enumerate(zip(plan.rows, tallies, strict=True))
    )
    return Outcome(rows, told, mine_done, len(mine))


def _words(lost: Chunk) -> str:
    guest = lost.implementation.guest
    # a call of at most so many values; a shorter one is held to the same
    late = f", which gave no answer within {guest.limit:g} s" if lost.late and guest else ""
    return f"{lost.part}{late}"


@contextmanager
def _counted(done: dict[int, Tally], mine: tuple[Chunk, ...], engine: Engine) -> Iterator[None]:
    """An interruption says how many chunks are done."""
    try:
        yield
    except KeyboardInterrupt as interruption:
        ready = sum(chunk.number in done for chunk in mine)
        raise Stopped(ready, len(mine), engine.ledger) from interruption


def _carry_out(
    chunks: tuple[Chunk, ...],
    done: dict[int, Tally],
    ledger: Ledger | None,
    progress: Progress,
    engine: Engine,
) -> tuple[Chunk, ...]:
    """Measure the chunks that are not done, and note them as done; those that are lost."""
    left = hottest_first(chunk for chunk in chunks if chunk.number not in done)
    known: defaultdict[int, Tally] = defaultdict(Tally)
    for chunk in chunks:
        if chunk.number in done:
            known[chunk.row] = known[chunk.row].merge(done[chunk.number])
    total = sum(chunk.part.count for chunk in chunks)
    state = [total - sum(chunk.part.count for chunk in left), ""]

    def keep(chunk: Chunk, tally: Tally) -> None:
        if ledger:
            ledger.keep(chunk, tally)
        done[chunk.number] = tally
        known[chunk.row] = known[chunk.row].merge(tally)
        state[:] = state[0] + chunk.part.count, f"{chunk.part.fmt} {chunk.implementation.name}"

    def with_known(chunk: Chunk) -> Chunk:
        return replace(chunk, known=known[chunk.row])

    def tick() -> None:
        progress(state[0], total, state[1])

    tick()
    if not left:
        return ()
    return run_chunks(left, _pool(left, engine), keep, tick, with_known, proven=bool(done))


def _pool(chunks: list[Chunk], engine: Engine) -> Pool:
    if engine.cluster:
        # imported here: few have a cluster
        from gelucheck.sweep.cluster import Cluster

        return Cluster(engine.cluster)
    if sum(chunk.part.count for chunk in chunks) <= engine.little:
        return Here()
    return Local(engine.jobs, len(chunks))


def merged(found: dict[int, tuple[int, Tally]], rows: int) -> list[Tally]:
    """The tally of each row, from (row, tally) by chunk number, merged in the plan's order."""
    tallies = [Tally() for _ in range(rows)]
    for _, (row, tally) in sorted(found.items()):
        tallies[row] = tallies[row].merge(tally)
    return tallies
