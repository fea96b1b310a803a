"""The engine with several numbers of jobs: the same chunks, and next to none for its start-up."""

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from clock import ratios
from page import markdown, shown
from sample import FLOAT32, Sample, selection_of

from gelucheck import api
from gelucheck.sweep.chunks import GRAIN
from gelucheck.sweep.plan import Selection
from gelucheck.sweep.run import Engine

_LITTLE = FLOAT32.bits_of(2.0**64)
"""Where GELU is x, and nothing is to be done."""


def cases(
    target: str, form: str | None, sample: Sample, size: int, jobs: list[int]
) -> dict[str, Callable[[], None]]:
    """What is timed, by name.

    Args:
        size: values of a chunk.
    """
    found = {}
    for number in dict.fromkeys(jobs):
        found[name_of(number)] = partial(run, sample.selection, number, sample.shard, size)
        # a chunk of one block for each process
        ends = (FLOAT32.value(_LITTLE + at).hex() for at in (0, number * GRAIN - 1))
        little = selection_of(target, form, ":".join(ends))
        found[name_of(number, True)] = partial(run, little, number, (1, 1), GRAIN)
    return found


def run(selection: Selection, jobs: int, shard: tuple[int, int], size: int) -> None:
    """A shard, into a ledger that nobody keeps."""
    with tempfile.TemporaryDirectory() as folder:
        ledger = str(Path(folder) / "ledger.jsonl")
        engine = Engine(jobs=jobs, shard=shard, ledger=ledger, size=size, little=0)
        outcome = api.shard(selection, engine)
    if outcome.done < outcome.chunks:
        raise RuntimeError(f"{outcome.chunks - outcome.done} chunks were lost")


def name_of(jobs: int, start: bool = False) -> str:
    plural = "" if jobs == 1 else "s"
    return f"{jobs} job{plural}{', start-up' if start else ''}"


def table(results: list[dict], jobs: list[int]) -> str:
    """Seconds, and how well the processes are used, against the first number of jobs.

    The efficiency with n processes is T1/(n·Tn), each T less its start-up.
    """
    header = ("engine, these chunks", "s", "s of processors", "s of start-up")
    rows = []
    for result in results:
        timings = result["timings"]
        base, base_start = (timings[name_of(jobs[0], start)]["wall"] for start in (False, True))
        base_work = _less(base, base_start)
        for number in dict.fromkeys(jobs):
            timing, start = timings[name_of(number)], timings[name_of(number, True)]["wall"]
            work = _less(timing["wall"], start)
            used = "start-up is too much of it"
            if base_work and work:
                used = shown(ratios(base_work, work), jobs[0] / number)
            rows.append(
                (
                    f"{name_of(number)}: {result['implementation']}",
                    shown(timing["wall"]),
                    shown(timing["cpu"]),
                    shown(start),
                    shown(ratios(base, timing["wall"])),
                    used,
                )
            )
    return markdown((*header, f"times {name_of(jobs[0])}", "efficiency less start-up"), rows)


def _less(seconds: list[float], start: list[float]) -> list[float] | None:
    """Seconds of work alone; None where start-ups, which vary, are the larger part."""
    work = [whole - first for whole, first in zip(seconds, start, strict=True)]
    return work if min(work) > max(start) / 2 else None
