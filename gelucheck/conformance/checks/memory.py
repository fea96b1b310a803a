"""Out of place: the input stays as it was, and the output has memory of its own."""

from collections.abc import Iterator

from gelucheck.conformance.bench import Bench
from gelucheck.record import Finding


def memory(bench: Bench) -> Iterator[Finding]:
    """From every call that was made: this check comes last."""
    if any(seen.modified for seen in bench.seen):
        sentence = "the input is overwritten: work on a copy, or write the result elsewhere"
        yield Finding("input-modified", "error", sentence, None)
    elif any(seen.aliased for seen in bench.seen):
        sentence = (
            "the output shares memory with the input, so that changing one changes the other: "
            "return a copy"
        )
        yield Finding("output-aliases-input", "error", sentence, None)
