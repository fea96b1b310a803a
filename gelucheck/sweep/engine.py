"""Hand out chunks, take tallies, and outlive the death of workers.

A chunk whose worker dies is tried again, at most twice, then alone; a chunk that still kills is
lost, and the rest goes on. One that is killed because it takes too long is tried alone at once: it
would take as long again. Which of the chunks in work killed is not known where a pool breaks as a
whole; those that did not will show it alone.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import replace

from gelucheck.sweep.chunks import Chunk
from gelucheck.sweep.interruption import Interruption
from gelucheck.sweep.pools import Pool, PoolError
from gelucheck.tally import Tally

TICK_SECONDS = 0.5
_SETTLE_SECONDS = 30
MOST_LOST = 8
"""Chunks that are lost before it is plain that none will ever end."""


class Stopped(KeyboardInterrupt):
    """Interrupted: how many chunks are done, of how many, and the ledger that keeps them."""

    def __init__(self, done: int, chunks: int, ledger: str | None):
        super().__init__(done, chunks, ledger)
        self.done, self.chunks, self.ledger = done, chunks, ledger


def run_chunks(
    chunks: Iterable[Chunk],
    pool: Pool,
    keep: Callable[[Chunk, Tally], None],
    tick: Callable[[], None] = lambda: None,
    ready: Callable[[Chunk], Chunk] = lambda chunk: chunk,
    *,
    proven: bool = False,
) -> tuple[Chunk, ...]:
    """Measure chunks; the pool is stopped at the end, whatever happens.

    Args:
        keep: called with each chunk and its tally, in the order in which they end.
        tick: called twice a second, or more often.
        ready: called with each chunk as it is handed out; what it gives is measured.
        proven: whether a chunk of this sweep was ever measured.

    Returns:
        The chunks that are lost: every process that measured them was killed; ``late`` where that
        was for the time it took.

    Raises:
        GelucheckError: what a chunk raised, the first ends all; PoolError: none was ever measured,
            and many are lost.
    """
    # a signal waits where something would be torn: a line half written, a process half started
    with Interruption() as interruption:
        crew = _Crew(pool, chunks, interruption, proven, ready)
        try:
            pool.start()
            while crew.busy():
                crew.hand_out()
                with interruption.heard():
                    pool.look()
                for chunk, tally in crew.take_in():
                    keep(chunk, tally)
                with interruption.heard():
                    tick()
                crew.complain()
        finally:
            pool.stop()
    return tuple(sorted(crew.lost, key=lambda chunk: chunk.number))


class _Crew:
    """The chunks by what is to become of them."""

    def __init__(
        self,
        pool: Pool,
        chunks: Iterable[Chunk],
        interruption: Interruption,
        proven: bool,
        ready: Callable[[Chunk], Chunk],
    ):
        self.pool, self.interruption, self.proven, self.ready = pool, interruption, proven, ready
        self.waiting = deque(chunks)
        self.alone: deque[Chunk] = deque()
        self.out: dict[Future, Chunk] = {}
        self.lonely: Chunk | None = None
        self.deaths: Counter[int] = Counter()
        self.lost: list[Chunk] = []
        self.problem: BaseException | None = None

    def busy(self) -> bool:
        return bool(self.waiting or self.alone or self.out)

    def hand_out(self) -> None:
        """Give the pool as many chunks as it holds; at the end, one of the suspects.

        Where none has ended well yet, suspects come first: maybe none ever will.
        """
        early = bool(self.alone) and not self.proven
        while self.waiting and len(self.out) < self.pool.room and not early:
            if not self._submit(self.waiting.popleft()):
                return
        if self.alone and not self.out and (early or not self.waiting):
            self.lonely = self.alone.popleft()
            self._submit(self.lonely)

    def _submit(self, chunk: Chunk) -> bool:
        try:
            self.out[self.pool.submit(self.ready(chunk))] = chunk
        except self.pool.deaths:
            # it broke since; what it holds will tell, and this one was not begun
            self.waiting.appendleft(chunk)
            if not self.out:
                self.pool.start()
            return False
        return True

    def take_in(self) -> list[tuple[Chunk, Tally]]:
        """What has ended within half a second."""
        done = self._ended(TICK_SECONDS, FIRST_COMPLETED)
        found, dead = self._sort(done)
        if dead and self.pool.breaks:
            rest = self._ended(_SETTLE_SECONDS)
            more, others = self._sort(rest)
            late = any(late for _, late in dead)
            found, dead = found + more, dead + others
            dead += [(chunk, late) for chunk in self.out.values()]
            self.out.clear()
        self.proven = self.proven or bool(found)
        for chunk, late in dead:
            self._count_death(chunk, late)
        if dead and self.pool.breaks:
            self.pool.start()
        return found

    def _ended(self, *wanted) -> set[Future]:
        with self.interruption.heard():
            return wait(self.out, *wanted)[0]

    def _sort(
        self, done: set[Future]
    ) -> tuple[list[tuple[Chunk, Tally]], list[tuple[Chunk, bool]]]:
        """Chunks with their tallies; and those that died, with whether they took too long.

        Both in the order in which they were handed out: a set has another in each run, and what is
        tried alone first decides whether anything was ever done.
        """
        found, dead = [], []
        for future in [future for future in self.out if future in done]:
            chunk = self.out.pop(future)
            try:
                found.append((chunk, future.result()))
            except self.pool.deaths as death:
                dead.append((chunk, self.pool.late(death)))
            except Exception as problem:
                # what has ended well is kept first
                self.problem = self.problem or problem
        return found, dead

    def complain(self) -> None:
        """Raise what a chunk raised."""
        if self.problem is not None:
            raise self.pool.explained(self.problem)

    def _count_death(self, chunk: Chunk, late: bool) -> None:
        self.deaths[chunk.number] += 1
        if chunk is self.lonely:
            self._lose(replace(chunk, late=True) if late else chunk)
        elif late or self.deaths[chunk.number] > self.pool.retries:
            self.alone.append(chunk)
        else:
            self.waiting.appendleft(chunk)

    def _lose(self, chunk: Chunk) -> None:
        self.lost.append(chunk)
        if self.proven:
            return
        mend = "try the implementation on a few --inputs first"
        if chunk.late:
            told = f"gave no answer in time, at {chunk.part}, and no chunk was ever done"
            raise PoolError(f"{chunk.implementation.name} {told}", f"{mend}, or allow it more time")
        if len(self.lost) > MOST_LOST:
            raise PoolError(
                f"every process that measured died, on {len(self.lost)} chunks, the last "
                f"{chunk.part}, and no chunk was ever done",
                mend,
            )
