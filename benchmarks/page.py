"""What a benchmark takes and prints: options, a line on the machine, Markdown tables, JSON."""

import argparse
import json
import os
import platform
import statistics
from collections.abc import Iterable, Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType

_LIBRARIES = ("numpy", "scipy", "torch", "gmpy2", "mpmath", "python-flint")


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
