"""Make the published lists of hardest inputs again: gelucheck/inputs/data/hardest.*.txt.

    python reports/hardest.py float16 bfloat16       # every function: seconds
    python reports/hardest.py float32                # every function: a minute
    python reports/hardest.py float32 --function gelu
    python reports/hardest.py float64 --function gelu --blocks 100000    # five minutes

Formats of up to 32 bits are exhausted. float64 is searched: all inputs next to 0, and elsewhere as
many blocks of inputs as asked for.
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from gelucheck.export.write import write_text
from gelucheck.formats import FORMATS, Format
from gelucheck.inputs.hardest import FUNCTIONS, path_of
from gelucheck.proofs.hardest.exhaust import KEPT, exhaustive, kept_of, settled
from gelucheck.proofs.hardest.origin import origin
from gelucheck.proofs.hardest.records import described
from gelucheck.proofs.hardest.search import BLOCK, search
from gelucheck.proofs.hardest.slope import beside_half
from gelucheck.proofs.hardest.text import render
from gelucheck.reference.functions import Function, find_function

NEAR = -32
BESIDE = -28
"""Below 2^NEAR all inputs of a form are looked at by their roots, and below 2^BESIDE all of a
derivative, for so many of the list:"""
SHARE = 24


def exhaust(fmt: Format, function: Function) -> None:
    """Write the list of a format of up to 32 bits."""
    ordinals, looked = exhaustive(function, fmt, kept_of(fmt), Progress(fmt, function))
    how = ["complete: all other inputs of the format are farther from a boundary"]
    write(fmt, function, [(ordinals, how)], looked, "")


def hunt(fmt: Format, function: Function, blocks: int, seed: int) -> None:
    """Write the list of a wide format: half of it from next to 0."""
    near, by_roots = (NEAR, origin) if function.half else (BESIDE, beside_half)
    ordinals, looked = by_roots(function, fmt, near, SHARE)
    which = "are counted" if function.half else f"can be hard, from 2^-{fmt.precision + 3} on"
    how = f"{len(ordinals)} of all {looked:,} inputs below 2^{near} that {which}: complete"
    parts = [(ordinals, [how])]
    count = kept_of(fmt) - len(ordinals)
    progress = Progress(fmt, function)
    ordinals, more = search(
        function, fmt, low=near, blocks=blocks, count=count, seed=seed, say=progress
    )
    how = (
        f"{len(ordinals)} of {more:,} beyond 2^{near}: {more // BLOCK:,} blocks of {BLOCK:,}, drawn"
    )
    where = "  from every binade of both signs in turn, up to where no input is hard, by theorem"
    parts.append((ordinals, [how, where]))
    write(fmt, function, parts, looked + more, f" --blocks {blocks} --seed {seed}")


def write(fmt: Format, function: Function, parts: list, looked: int, options: str) -> None:
    """Write lists, each with sentences on how it was found, as one."""
    evidence = "search" if options else "exhaustive"
    ordinals = settled(function, fmt, [int(each) for part, _ in parts for each in part], KEPT)
    inputs = [fmt.value(fmt.bits_at(int(ordinal))) for ordinal in ordinals]
    records = [described(fmt, function, x, evidence, looked) for x in inputs]
    command = f"python reports/hardest.py {fmt.name} --function {function.name}{options}"
    how = [sentence for _, sentences in parts for sentence in sentences]
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
    parser.add_argument("--blocks", type=int, default=100_000, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    given = parser.parse_args()
    for name in given.formats:
        for function in given.function or FUNCTIONS:
            fmt, record = FORMATS[name], find_function(function)
            if fmt.bits <= 32:
                exhaust(fmt, record)
            else:
                hunt(fmt, record, given.blocks, given.seed)


if __name__ == "__main__":
    main()
