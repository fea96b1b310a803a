"""The same bits on every call, in every mode."""

from collections.abc import Iterator

import numpy as np

from gelucheck.conformance.bench import Bench
from gelucheck.conformance.words import apart, number
from gelucheck.record import Finding


def repeatable(bench: Bench) -> Iterator[Finding]:
    """``not-repeatable``: three calls with the same inputs."""
    for later in bench.calls[1:]:
        how = "a later call with the same inputs"
        finding = _differs(bench, "not-repeatable", later, "the first call", how)
        if finding:
            yield finding
            return


def modes(bench: Bench) -> Iterator[Finding]:
    """``mode-dependence``: evaluation mode against the others; GELU knows no modes."""
    for mode in bench.traits.modes:
        (seen,) = bench.probe(bench.values, mode=mode)
        usual = "evaluation mode"
        finding = _differs(bench, "mode-dependence", seen, usual, f"{mode} mode")
        if finding:
            yield finding
            return


def _differs(bench: Bench, slug: str, seen, usual: str, other: str) -> Finding | None:
    if seen.got is None or seen.got.shape != bench.values.shape:
        what = f"{seen.raised:.120}" if seen.raised else "gives another shape or dtype"
        return Finding(slug, "error", f"{other} {what}, and {usual} does not", None)
    first = bench.calls[0].got
    differs = np.flatnonzero(~bench.same(seen.got, first))
    if not differs.size:
        return None
    found = [
        bench.unlike(*(part[i] for part in (bench.values, seen.got, first))) for i in differs[:64]
    ]
    worst = max(found, key=lambda witness: witness.value)
    one, two = apart(worst.want, worst.got)
    sentence = (
        f"x = {number(worst.x)} gives {one} in {usual} and {two} in {other}; "
        f"{differs.size:,} of {bench.values.size:,} inputs differ"
    )
    return Finding(slug, "error", sentence, worst)
