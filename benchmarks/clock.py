"""What the benchmarks share: clocks, rounds, tables.

Import this before NumPy: it gives each process one thread, as the workers of a sweep have. Cases are
timed in turn (A B C A B C ...), so that what else the machine does falls on all of them alike, and a
ratio is taken within each round before the median.
"""

import argparse
import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType

try:
    import resource
except ImportError:  # not on Windows
    resource = None

for _name in ("OMP", "MKL", "OPENBLAS", "BLIS", "VECLIB", "NUMEXPR"):
    os.environ[f"{_name}_{'MAXIMUM' if _name == 'VECLIB' else 'NUM'}_THREADS"] = "1"

_LIBRARIES = ("numpy", "scipy", "torch", "gmpy2", "mpmath", "python-flint")
_SHIFT = 10 if platform.system() == "Darwin" else 0


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
    # kibibytes, but on macOS bytes
    own, children = (each.ru_maxrss * 1024 / 1e6 / 2**_SHIFT for each in used)
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


def shown(numbers: Sequence[float], scale: float = 1.0) -> str:
    """The median of some rounds, and the least and the largest: ``1.3 (1.2 to 1.5)``."""
    low, high = min(numbers) * scale, max(numbers) * scale
    middle = statistics.median(numbers) * scale
    if len(numbers) == 1:
        return digits(middle)
    return f"{digits(middle)} ({digits(low)} to {digits(high)})"


def digits(number: float) -> str:
    """Three digits, and no exponent."""
    if abs(number) >= 100:
        return f"{number:,.0f}"
    return f"{number:.1f}" if abs(number) >= 10 else f"{number:.3g}"


def markdown(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table."""
    lines = [list(header), ["---"] + ["---:"] * (len(header) - 1), *map(list, rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def options(text: str, rounds: int) -> argparse.ArgumentParser:
    """A parser with what all scripts take.

    Args:
        text: the script's docstring; rounds: how many by default.
    """
    parser = argparse.ArgumentParser(
        description=text, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--rounds", type=positive, default=rounds, metavar="N", help=f"default: {rounds}"
    )
    parser.add_argument("--json", metavar="FILE", help="also write the numbers of every round")
    return parser


def positive(text: str) -> int:
    """A whole number, 1 or more."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is not 1 or more")
    return number


def find(name: str, without: str) -> ModuleType | None:
    """A library, or None and a sentence that says what goes without it."""
    try:
        return import_module(name)
    except ImportError as problem:
        print(f"{name} cannot be imported ({problem}): {without}.\n")
        return None


def machine() -> dict[str, object]:
    """Where this is measured."""
    import gelucheck

    found = {"gelucheck": gelucheck.__version__}
    for name in _LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return {
        "cpu": _cpu(),
        "processors": os.cpu_count(),
        "platform": platform.platform(),
        "python": platform.python_version(),
        "versions": found,
    }


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def print_machine() -> None:
    """One line on where this is measured."""
    found = machine()
    versions = ", ".join(f"{name} {number}" for name, number in found["versions"].items())
    where = f"{found['cpu']}, {found['processors']} processors, Python {found['python']}"
    print(f"{where}; {versions}.\n")


def save(path: str | None, arguments: argparse.Namespace, results: dict[str, object]) -> None:
    """Write the numbers of a script, where a path is given."""
    if path:
        stored = {"machine": machine(), "arguments": vars(arguments), **results}
        Path(path).write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")


def say(text: str) -> None:
    """Talk, on standard error."""
    print(text, file=sys.stderr, flush=True)
