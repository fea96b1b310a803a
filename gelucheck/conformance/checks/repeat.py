"""The same bits on every call, in every mode."""

from collections.abc import Iterator

import numpy as np

from gelucheck.conformance.bench import Bench
from gelucheck.conformance.repeating import Repeats
from gelucheck.conformance.words import apart, number
from gelucheck.record import Finding


def repeatable(bench: Bench) -> Iterator[Finding]:
    """``not-repeatable``: several calls with the same inputs."""
    repeats = Repeats(bench)
    repeats.look()
    repeats.calls(bench.values, bench.calls)
    yield from repeats.findings()


def modes(bench: Bench) -> Iterator[Finding]:
    """``mode-dependence``: evaluation mode against the others; GELU knows no modes."""
    for mode in bench.traits.modes:
        (seen,) = bench.probe(bench.values, mode=mode)
        finding = _differs(bench, seen, f"{mode} mode")
        if finding:
            yield finding
            return


def _differs(bench: Bench, seen, other: str) -> Finding | None:
    usual = "evaluation mode"
    if seen.got is None or seen.got.shape != bench.values.shape:
        what = f"{seen.raised:.120}" if seen.raised else "gives another shape or dtype"
        sentence = f"{other} {what}, and {usual} does not"
        return Finding("mode-dependence", "error", sentence, None)
    first = bench.calls[0].got
    differs = np.flatnonzero(~bench.same(seen.got, first))
    if not differs.size:
        return None
    # the two that are furthest apart
    with np.errstate(all="ignore"):
        ranks = (bench.fmt.ranks(part[differs]).astype(np.float64) for part in (seen.got, first))
        apart_by = np.abs(np.subtract(*ranks))
        finite = np.isfinite(bench.values[differs].astype(np.float64))
        i = differs[np.argmax(np.where(finite, apart_by, -1.0))]
    x, one, two = (float(part[i]) for part in (bench.values, first, seen.got))
    usually, here = apart(one, two)
    sentence = (
        f"x = {number(x)} gives {usually} in {usual} and {here} in {other}; "
        f"{differs.size:,} of {bench.values.size:,} inputs differ"
    )
    return Finding("mode-dependence", "error", sentence, bench.further(x, two, one))
