"""Make the published lists of hardest inputs again: gelucheck/inputs/data/hardest.*.txt.

    python reports/hardest.py float16 bfloat16       # every function: seconds
    python reports/hardest.py float32                # every function: minutes each
    python reports/hardest.py float32 --function gelu
    python reports/hardest.py float64 --function gelu --blocks 100000

Formats of up to 32 bits are exhausted. float64 is searched: all next to 0, and as many blocks as
asked for elsewhere.
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from gelucheck.export.write import write_text  # noqa: E402
from gelucheck.formats import FORMATS, Format  # noqa: E402
from gelucheck.inputs.hardest import FUNCTIONS, path_of  # noqa: E402
from gelucheck.proofs.hardest.exhaust import exhaustive, kept_of  # noqa: E402
from gelucheck.proofs.hardest.records import described  # noqa: E402
from gelucheck.proofs.hardest.text import render  # noqa: E402
from gelucheck.reference.functions import Function, find_function  # noqa: E402


def exhaust(fmt: Format, function: Function) -> None:
    """Write the list of a format of up to 32 bits."""
    ordinals, looked = exhaustive(function, fmt, kept_of(fmt), Progress(fmt, function))
    how = ["complete: all other inputs of the format are farther from a boundary"]
    write(fmt, function, ordinals, "exhaustive", looked, how)


def write(fmt, function, ordinals, evidence: str, looked: int, how: list[str], more="") -> None:
    inputs = [fmt.value(fmt.bits_at(int(ordinal))) for ordinal in ordinals]
    records = [described(fmt, function, x, evidence, looked) for x in inputs]
    command = f"python reports/hardest.py {fmt.name} --function {function.name}{more}"
    path = path_of(fmt, function.name)
    write_text(render(fmt, function, records, how, command), path)


class Progress:
    """Says how far a search is, every ten seconds."""

    def __init__(self, fmt: Format, function: Function):
        self.label = f"{fmt.name} {function.name}"
        self.clock = time.monotonic()
        self.said = self.clock

    def __call__(self, done: int) -> None:
        now = time.monotonic()
        if now - self.said > 10:
            self.said = now
            seconds = now - self.clock
            print(f"{self.label}: {done:,} inputs, {seconds:.0f} s", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the lists of hardest inputs again.")
    parser.add_argument("formats", nargs="+", choices=FORMATS, metavar="FORMAT")
    parser.add_argument("--function", action="append", choices=FUNCTIONS)
    given = parser.parse_args()
    for name in given.formats:
        for function in given.function or FUNCTIONS:
            exhaust(FORMATS[name], find_function(function))


if __name__ == "__main__":
    main()
