"""Measure a plan and make its rows: here where it is little work, else in chunks."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from gelucheck.block import Block
from gelucheck.errors import UsageError
from gelucheck.formats import FORMATS
from gelucheck.implementations.interface import Implementation
from gelucheck.inputs.selection import InputSet
from gelucheck.measure import declared_function, measure
from gelucheck.record import Row
from gelucheck.reference.enclosure import confirm
from gelucheck.reference.evaluate import confirm_some
from gelucheck.reference.functions import REFERENCES
from gelucheck.rows import row_of
from gelucheck.sweep.chunks import (
    CHUNK,
    SHARE,
    chunks_of,
    hottest_first,
    is_span,
    measure_chunk,
    whole,
)
from gelucheck.sweep.plan import Plan, Selection, more_of
from gelucheck.sweep.staying import kept_here
from gelucheck.tally import Tally

SCOUTS = 1 << 11
LITTLE = 1 << 23
"""Values, counted once for each row, up to which processes cost more than they save."""

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Engine:
    """How a plan is carried out; no figure depends on it.

    Attributes:
        jobs: processes at most; None: one for each processor that may be used.
        cluster: the address of a Dask scheduler instead.
        shard: (i, n): every n-th chunk from the i-th, 1 <= i <= n.
        ledger: the path of a file that keeps what is done, and is gone on with.
        size: values of a chunk of a span, a multiple of ``chunks.GRAIN``.
        little: see ``LITTLE``.
    """

    jobs: int | None = None
    cluster: str | None = None
    shard: tuple[int, int] | None = None
    ledger: str | None = None
    size: int = CHUNK
    little: int = LITTLE

    def __post_init__(self):
        if self.jobs is not None and self.jobs < 1:
            raise UsageError(f"--jobs {self.jobs}", "1 or more")
        for option, value in (("--cluster", self.cluster), ("--ledger", self.ledger)):
            if value is not None and not value.strip():
                raise UsageError(f"{option} {value!r}", "it is empty")
        if self.shard is not None:
            i, n = self.shard
            if not 1 <= i <= n:
                raise UsageError(f"--shard {i}/{n}", "i/n with 1 <= i <= n")
            if self.ledger is None:
                raise UsageError("--shard without --ledger", "say which file keeps the shard")


@dataclass(frozen=True)
class Outcome:
    """What became of a plan.

    Attributes:
        rows: in the plan's order; none of a shard.
        lost: by place in ``rows``, what was not measured, in words.
        done, chunks: how many chunks are done, and of how many (of the shard, if it is one).
    """

    rows: tuple[Row, ...]
    lost: dict[int, tuple[str, ...]] = field(default_factory=dict)
    done: int = 0
    chunks: int = 0


def run_plan(
    plan: Plan,
    selection: Selection,
    progress: Progress | None = None,
    engine: Engine = Engine(),
) -> Outcome:
    """The rows of a plan, in its order.

    Args:
        progress: called with values done, values in all, and a label.

    Raises:
        ImplementationError, UndecidedError, DisagreementError; for a ledger InputsError and
            OutputError; for a cluster UsageError and PoolError.
        Stopped: a Ctrl-C while there were chunks.
    """
    engine = kept_here(plan, engine)
    if any(inputs.evidence == "search" for inputs in plan.inputs.values()):
        from gelucheck.sweep.searched import run_searched

        return run_searched(plan, selection, progress or _nobody, engine)
    work = sum(plan.inputs[name].count for _, name in plan.rows)
    if work > engine.little or engine.ledger or engine.cluster:
        # imported here: a small selection is in a hurry
        from gelucheck.sweep.chunked import run_chunked

        return run_chunked(plan, selection, progress or _nobody, engine)
    return Outcome(_run_here(plan, selection, progress or _nobody, work))


def _nobody(_done: int, _total: int, _label: str) -> None:
    """Progress that nobody looks at."""


def _run_here(plan: Plan, selection: Selection, progress: Progress, total: int) -> tuple[Row, ...]:
    done, made = 0, {}
    for name, inputs in plan.inputs.items():
        places = [place for place, (_, fmt) in enumerate(plan.rows) if fmt == name]
        members = [plan.rows[place][0] for place in places]

        def told(more: int, label: str, before: int = done) -> None:
            progress(before + more, total, label)

        how = _sweep_all if is_span(inputs) else _measure_all
        tallies = how(members, inputs, selection, told)
        done += inputs.count * len(members)
        for place, tally in zip(places, tallies, strict=True):
            made[place] = finished_row(*plan.rows[place], inputs.evidence, tally)
    return tuple(made[place] for place in range(len(plan.rows)))


def _sweep_all(
    members: list[Implementation],
    inputs: InputSet,
    selection: Selection,
    progress: Callable[[int, str], None],
) -> list[Tally]:
    """One pass for each implementation, chunk by chunk as the engine does it."""
    name, done = inputs.fmt.name, 0
    plan = Plan(tuple((item, name) for item in members), {name: inputs})
    tallies = [Tally() for _ in members]
    for chunk in hottest_first(chunks_of(plan, selection, CHUNK)):
        known = tallies[chunk.row]
        tallies[chunk.row] = known.merge(measure_chunk(replace(chunk, known=known)))
        done += chunk.part.count
        progress(done, f"{name} {chunk.implementation.name}")
    return tallies


def _measure_all(
    members: list[Implementation],
    inputs: InputSet,
    selection: Selection,
    progress: Callable[[int, str], None],
) -> list[Tally]:
    """One pass over the inputs of a format: the references serve all implementations.

    Some of the inputs are tried first, so that a block need not settle maxima that are below those
    found there. What is returned does not depend on it: that is sure of our own writings, and not
    of code that may answer otherwise the second time.
    """
    fmt = inputs.fmt
    scouted = Block(fmt, inputs.some(SCOUTS))
    more = more_of(selection)
    known = [
        Tally() if item.guest else measure(item, scouted, selection.ulp, more=more)
        for item in members
    ]
    tallies = [Tally() for _ in members]
    done = 0
    for number, x in enumerate(whole(inputs).blocks()):
        block = Block(fmt, x)
        for i, item in enumerate(members):
            told = known[i].merge(tallies[i])
            tally = measure(item, block, selection.ulp, told, more)
            tallies[i] = tallies[i].merge(tally)
            done += x.size
            progress(done, f"{fmt.name} {item.name}")
        for reference in block.references():
            confirm_some(reference, block.wide, SHARE, selection.seed + number)
    return tallies


def finished_row(item: Implementation, name: str, evidence: str, tally: Tally) -> Row:
    """The row of a tally, what is published of it held against Arb.

    Raises:
        DisagreementError: Arb proves another value.
    """
    row = row_of(item, FORMATS[name], evidence, tally)
    for each in (row, *row.parts.values()):
        _confirm(each, item)
    return row


def _confirm(row: Row, item: Implementation) -> None:
    double = FORMATS["float64"]
    parts = {"total": REFERENCES[row.function], "evaluation": declared_function(item)}
    for part, function in parts.items():
        errors, scaled = getattr(row, part), row.scaled.get(part)
        maxima = (errors.max_abs, errors.max_ulp, errors.max_rel, scaled) if errors else ()
        for found in maxima:
            if found:
                confirm(function, found.x, double, double.bits_of(found.want))
