"""Layout: how the input lies in memory doesn't matter.

The same values in the wrong places, or others that the default limits don't both allow, are an
error; a few steps between vector code for contiguous input and scalar code for other is a warning.
"""

from collections.abc import Iterator

import numpy as np

from gelucheck.conformance.bench import Bench
from gelucheck.conformance.checks.probes import probe_values
from gelucheck.conformance.words import apart, listed, number
from gelucheck.implementations.guest import Layout
from gelucheck.implementations.probing import laid_out
from gelucheck.record import Finding

SLUG = "layout"
# name -> shape, strides and offset in elements; few shapes, for some compile for each
LAYOUTS = {
    "every second element": ((60,), (2,), 1),
    "every third element": ((60,), (3,), 0),
    "a reversed array": ((60,), (-1,), 59),
    "a transposed array": ((5, 12), (1, 5), 0),
    "an array with its axes permuted": ((3, 4, 5), (1, 15, 3), 0),
    "rows reversed": ((5, 12), (-12, 1), 48),
    "a slice of a larger array": ((5, 12), (17, 1), 37),
    "every second column": ((5, 12), (31, 2), 1),
    "rows broadcast": ((5, 12), (0, 1), 0),
    "columns broadcast": ((5, 12), (1, 0), 0),
    "one value broadcast": ((5, 12), (0, 0), 4),
}


def layout(bench: Bench) -> Iterator[Finding]:
    """Each layout against the same elements, contiguous and in the same shape."""
    if bench.traits.flat:
        return
    memory = np.resize(probe_values(bench.fmt), 180)
    faults: list[tuple[str, str, tuple | None]] = []
    for name, (shape, strides, offset) in LAYOUTS.items():
        size = bench.fmt.dtype.itemsize
        laid = Layout(shape, tuple(size * step for step in strides), offset * size)
        (seen,) = bench.probe(memory, laid)
        given = laid_out(memory, laid).copy()
        plain = bench.shaped(given.ravel(), shape)
        if plain.got is None or plain.got.shape != shape:
            # that is not the layout's fault
            continue
        if seen.got is None or seen.got.shape != shape:
            what = f"{seen.raised:.120}" if seen.raised else "gives another shape"
            faults.append((name, what, None))
            if bench.stuck:
                break
            continue
        differs = np.argwhere(~bench.same(seen.got, plain.got) & ~_known(bench, given, seen.got))
        if len(differs):
            far = bench.contradict(*(part[*differs.T] for part in (given, seen.got, plain.got)))
            first = differs[np.argmax(far)]
            place = tuple(int(part) for part in first)
            pair = float(seen.got[place]), float(plain.got[place])
            mixed = bool(bench.same(*(np.sort(part.got.ravel()) for part in (seen, plain))).all())
            faults.append((name, "", (place, float(given[place]), *pair, mixed, far.any())))
    if faults:
        yield _told(bench, faults)


def _known(bench: Bench, x, got) -> np.ndarray:
    """Where a result is one that a contiguous array has given, too: ``elementwise`` told of it."""
    pairs = zip(
        *(bench.fmt.bits_of_values(part).ravel().tolist() for part in (x, got)), strict=True
    )
    return np.array([pair in bench.paths for pair in pairs], bool).reshape(x.shape)


def _told(bench: Bench, faults: list) -> Finding:
    # what is far off first, then what raises
    name, what, wrong = max(faults, key=lambda fault: 2 * fault[2][-1] if fault[2] else 1)
    others = [fault[0] for fault in faults if fault[0] != name]
    also = f"; so it is for {listed(others, 3)}" if others else ""
    if wrong is None:
        sentence = f"{name}: {what}, though its contiguous copy is taken{also}"
        return Finding(SLUG, "error", sentence, None)
    place, x, got, due, mixed, far = wrong
    one, other = apart(got, due)
    why = "read it through its strides, or copy it first"
    if mixed:
        why = "right values in wrong places: memory order is read, not strides"
    elif not far:
        why = "another code path; both may be within the limits"
    elif abs(got - due) < 1e-3:
        why = "another code path, and one of the two is beyond the limits"
    sentence = (
        f"{name}: {one} at {list(place)}, where x = {number(x)} gives {other} when contiguous "
        f"({why}){also}"
    )
    return Finding(SLUG, "error" if far else "warning", sentence, bench.further(x, got, due))
