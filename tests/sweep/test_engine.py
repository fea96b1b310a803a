"""Who gets a chunk again, who is run alone, and who is lost: with a pool that dies by plan."""

from collections import Counter, namedtuple
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field

import pytest

from gelucheck.errors import ImplementationError
from gelucheck.sweep.engine import MOST_LOST, run_chunks
from gelucheck.sweep.pools import Local, PoolError

RETRIES = 2


IT = namedtuple("It", "name")("it")


@dataclass(frozen=True, eq=False)
class Numbered:
    """As much of a chunk as the engine looks at."""

    number: int
    part: str = "some inputs"
    late: bool = False
    implementation: object = IT


class Death(Exception):
    """A worker of the pool died."""


class Placed(Future):
    """One whose place in a set is known."""

    def __init__(self, place):
        super().__init__()
        self.place = place

    def __hash__(self):
        return self.place


@dataclass
class Fake:
    """Ends the oldest chunk whenever it is looked at; ``killers`` die so many times."""

    killers: dict[int, int]
    breaks: bool
    room: int = 3
    deaths: tuple = (Death,)
    retries: int = RETRIES
    error: Exception | None = None
    held: list = field(default_factory=list)
    begun: Counter = field(default_factory=Counter)
    together: dict = field(default_factory=dict)
    starts: int = 0
    stops: int = 0
    broken: bool = False
    slow: bool = False
    backwards: bool = False

    def start(self):
        self.starts += 1
        self.broken = False

    def submit(self, chunk):
        if self.broken:
            raise Death
        future = Placed(7 - chunk.number % 8 if self.backwards else chunk.number)
        self.held.append((future, chunk))
        self.begun[chunk.number] += 1
        self.together[chunk.number] = len(self.held)
        if len(self.held) == self.room or chunk.number in self.killers:
            self._end()
        return future

    def _end(self):
        guilty = [c for _, c in self.held if self.begun[c.number] <= self.killers.get(c.number, 0)]
        self.broken = bool(guilty) and self.breaks
        for future, chunk in self.held:
            if chunk in guilty or (guilty and self.breaks):
                future.set_exception(Death())
            elif self.error and chunk.number == 1:
                future.set_exception(self.error)
            else:
                future.set_result(chunk.number)
        self.held = []

    def look(self):
        self._end()

    def late(self, _death):
        return self.slow

    def explained(self, problem):
        return problem

    def stop(self):
        self.stops += 1


def run(pool, count=8, proven=False):
    chunks, kept = [Numbered(n) for n in range(count)], {}

    def keep(chunk, tally):
        kept[chunk.number] = tally

    lost = run_chunks(chunks, pool, keep, proven=proven)
    return kept, [chunk.number for chunk in lost]


@pytest.mark.parametrize("breaks", [True, False])
@pytest.mark.parametrize(
    ("killers", "lost"),
    [
        ({}, []),
        ({2: 1}, []),
        ({2: RETRIES}, []),
        # the first try and two more, then alone
        ({2: RETRIES + 1}, []),
        ({2: RETRIES + 2}, [2]),
        ({0: 9, 7: 9}, [0, 7]),
        (dict.fromkeys(range(8), 9), list(range(8))),
    ],
)
def test_a_chunk_that_kills(breaks, killers, lost):
    pool = Fake(killers, breaks)
    kept, gone = run(pool)
    assert gone == lost
    assert kept == {n: n for n in range(8) if n not in lost}
    assert pool.stops == 1
    for number in killers:
        assert pool.begun[number] <= RETRIES + 2
    for number in lost:
        assert pool.begun[number] == RETRIES + 2
        assert pool.together[number] == 1


@pytest.mark.parametrize("backwards", [True, False])
@pytest.mark.parametrize("breaks", [True, False])
def test_a_chunk_that_takes_too_long_is_tried_alone_at_once(breaks, backwards):
    pool = Fake({2: 9}, breaks, slow=True, backwards=backwards)
    chunks = [Numbered(n) for n in range(8)]
    (lost,) = run_chunks(chunks, pool, lambda _chunk, _tally: None)
    assert (lost.number, lost.late) == (2, True)
    assert pool.begun[2] == 2
    # and where nothing was ever done, one is enough
    pool = Fake(dict.fromkeys(range(100), 9), breaks, slow=True)
    with pytest.raises(PoolError, match="it gave no answer in time, at some inputs, and no chunk"):
        run(pool, 100)
    assert len(pool.begun) <= 2 * pool.room


def test_processes_are_tried_twice_more():
    assert Local.retries == RETRIES


def test_a_broken_pool_is_started_again():
    pool = Fake({2: 1}, True)
    run(pool)
    assert pool.starts == 2


@pytest.mark.parametrize(
    ("error", "raised"),
    [(ImplementationError("x"), ImplementationError), (CancelledError(), CancelledError)],
)
def test_what_a_chunk_raises_ends_all(error, raised):
    pool = Fake({}, False, error=error)
    with pytest.raises(raised):
        run(pool)
    assert pool.stops == 1


@pytest.mark.parametrize("breaks", [True, False])
def test_where_none_ever_ends_well_the_rest_is_not_tried(breaks):
    pool = Fake(dict.fromkeys(range(100), 9), breaks)
    with pytest.raises(PoolError, match=f"on {MOST_LOST + 1} chunks, .* no chunk was ever done"):
        run(pool, 100)
    # first those that were begun, each as often as any
    assert len(pool.begun) < MOST_LOST + 2 * pool.room
    assert pool.stops == 1
    # one that ends well shows that others may
    for proven, killers in ((True, range(20)), (False, range(1, 20))):
        kept, lost = run(Fake(dict.fromkeys(killers, 9), breaks), 20, proven)
        assert lost == list(killers)
        assert len(kept) + len(lost) == 20


def test_what_ended_well_is_kept_before_the_complaint():
    pool, kept = Fake({}, False, error=ImplementationError("x")), []
    with pytest.raises(ImplementationError):
        run_chunks([Numbered(n) for n in range(3)], pool, lambda chunk, _: kept.append(chunk))
    # they ended together, and the second raised
    assert sorted(chunk.number for chunk in kept) == [0, 2]


def test_an_interruption_stops_the_pool():
    pool = Fake({}, False)

    def interrupt(_chunk, _tally):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_chunks([Numbered(0)], pool, interrupt)
    assert pool.stops == 1
