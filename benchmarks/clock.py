"""The clocks of the benchmarks.

Cases are timed in turn (A B C A B C ...), so that what else the machine does falls on all of them
alike, and a ratio is taken within each round before the median.

Import this before NumPy: it gives each process one thread, as the workers of a sweep have.
"""

import os
import platform
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

try:
    import resource
except ImportError:  # not on Windows
    resource = None

for _name in ("OMP", "MKL", "OPENBLAS", "BLIS", "VECLIB", "NUMEXPR"):
    os.environ[f"{_name}_{'MAXIMUM' if _name == 'VECLIB' else 'NUM'}_THREADS"] = "1"

_UNIT = 1 if platform.system() == "Darwin" else 1024
"""Bytes of a unit of ``ru_maxrss``."""


@dataclass(frozen=True)
class Case:
    """Something that is timed.

    Attributes:
        name: what the table calls it.
        call: without arguments.
        values: how many inputs one call treats.
    """

    name: str
    call: Callable[[], object]
    values: int = 1


@dataclass
class Timing:
    """Seconds of each round: of the clock on the wall, and of all processors together."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    def add(self, wall: float, cpu: float) -> None:
        self.wall.append(wall)
        self.cpu.append(cpu)


def cpu_seconds() -> float:
    """Processor time of this process, and of its children that have ended."""
    if resource is None:
        return time.process_time()
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def peak_megabytes() -> tuple[float, float] | None:
    """The largest resident size (10^6 bytes) so far: of this process, and of any of its children
    that have ended. A child begins as a copy of its parent, and on Linux that counts: the second
    is an upper bound. None where the system does not tell."""
    if resource is None:
        return None
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    own, children = (each.ru_maxrss * _UNIT / 1e6 for each in used)
    return own, children


def timed(call: Callable[[], object]) -> tuple[float, float, object]:
    """Call once: seconds on the wall, seconds of processors, and what was returned."""
    cpu, wall = cpu_seconds(), time.perf_counter()
    found = call()
    wall = time.perf_counter() - wall
    return wall, cpu_seconds() - cpu, found


def race(cases: Sequence[Case], rounds: int) -> dict[str, Timing]:
    """Time cases in turn, after one round that does not count; by name."""
    for case in cases:
        case.call()
    timings = {case.name: Timing() for case in cases}
    for number in range(rounds):
        for case in cases:
            timings[case.name].add(*timed(case.call)[:2])
        say(f"round {number + 1} of {rounds}")
    return timings


def ratios(above: Sequence[float], below: Sequence[float]) -> list[float]:
    """Quotients of the same rounds."""
    return [a / b for a, b in zip(above, below, strict=True)]


def say(text: str) -> None:
    """Talk, on standard error."""
    print(text, file=sys.stderr, flush=True)
