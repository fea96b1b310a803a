"""Layout: how the input lies in memory doesn't matter."""

from collections.abc import Iterator

import numpy as np
from numpy.lib.stride_tricks import as_strided

from gelucheck.conformance.bench import Bench
from gelucheck.conformance.checks.probes import probe_values
from gelucheck.conformance.words import apart, listed, number
from gelucheck.implementations.guest import Layout
from gelucheck.record import Finding

SLUG = "layout"
# name -> shape, strides and offset in elements
LAYOUTS = {
    "every second element": ((40,), (2,), 1),
    "every third element": ((30,), (3,), 0),
    "a reversed array": ((60,), (-1,), 59),
    "a transposed array": ((7, 11), (1, 7), 0),
    "an array with its axes permuted": ((4, 5, 3), (5, 1, 20), 0),
    "rows reversed": ((7, 11), (-11, 1), 66),
    "a slice of a larger array": ((5, 6), (11, 1), 24),
    "every second column": ((8, 5), (11, 2), 1),
    "rows broadcast": ((5, 13), (0, 1), 0),
    "columns broadcast": ((13, 5), (1, 0), 0),
    "one value broadcast": ((3, 7), (0, 0), 4),
}


def layout(bench: Bench) -> Iterator[Finding]:
    """Each layout against the same elements, contiguous and in the same shape."""
    if bench.traits.flat:
        return
    memory = probe_values(bench.fmt)
    faults: list[tuple[str, str, tuple | None]] = []
    for name, (shape, strides, offset) in LAYOUTS.items():
        size = bench.fmt.dtype.itemsize
        laid = Layout(shape, tuple(size * step for step in strides), offset * size)
        (seen,) = bench.probe(memory, laid)
        given = as_strided(memory[offset:], laid.shape, laid.strides).copy()
        plain = bench.shaped(given.ravel(), shape)
        if plain.got is None or plain.got.shape != shape:
            # that is not the layout's fault
            continue
        if seen.got is None or seen.got.shape != shape:
            what = f"raises {seen.raised:.120}" if seen.raised else "gives another shape"
            faults.append((name, what, None))
            continue
        differs = np.argwhere(~bench.same(seen.got, plain.got))
        if len(differs):
            place = tuple(int(part) for part in differs[0])
            pair = float(seen.got[place]), float(plain.got[place])
            mixed = bool(bench.same(*(np.sort(part.got.ravel()) for part in (seen, plain))).all())
            faults.append((name, "", (place, float(given[place]), *pair, mixed)))
    if faults:
        yield _told(bench, faults)


def _told(bench: Bench, faults: list) -> Finding:
    name, what, wrong = next((fault for fault in faults if fault[2]), faults[0])
    others = [fault[0] for fault in faults if fault[0] != name]
    also = f"; so it is for {listed(others, 3)}" if others else ""
    if wrong is None:
        sentence = f"{name}: {what}, though its contiguous copy is taken{also}"
        return Finding(SLUG, "error", sentence, None)
    place, x, got, due, mixed = wrong
    one, other = apart(got, due)
    why = (
        "right values in wrong places: memory order is read, not strides"
        if mixed
        else ("read it through its strides, or copy it first")
    )
    sentence = (
        f"{name}: {one} at {list(place)}, where x = {number(x)} gives {other} when contiguous "
        f"({why}){also}"
    )
    return Finding(SLUG, "error", sentence, bench.unlike(x, got, due))
