"""Elementwise: position, length and neighbours of a value don't matter.

Two results that the default limits both allow are a warning, for that is what most vector code and
its scalar remainder do; those of which one must be wrong are an error.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gelucheck.conformance.bench import Bench
from gelucheck.conformance.checks.probes import COUNT, probe_values
from gelucheck.conformance.words import apart, number
from gelucheck.implementations.guest import Layout
from gelucheck.record import Finding

SLUG = "shape-dependence"
LONG = 1024
LENGTHS = (*range(1, 68), 71, 72, 73, 127, 128, 129, 255, 256, 257, 1000)
# where a call starts a process, a model is set up for each shape, or all operations are compiled
FEWER = {
    "program": (1, 3, 8, 17, 60, 67, 1000),
    "openvino": (1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33, 60, 65, 67, 257, 1000),
    "jax": (1, 5, 8, 19, 60),
}
WIDTHS = (2, 4, 8, 16, 32, 64, 128)
OFFSETS = (1, 2, 3, 5, 7)
SOME = 60


@dataclass(frozen=True)
class Odd:
    """A value that came out differently: in an array of which length, at which place, by how many
    steps, and whether by more than the default limits allow two results."""

    x: float
    usual: float
    got: float
    length: int
    place: int
    steps: float
    far: bool


def elementwise(bench: Bench) -> Iterator[Finding]:
    """The same values in arrays of many lengths, at many places, beside anything."""
    values = probe_values(bench.fmt)
    memory = np.resize(values, LONG)
    (long,) = bench.probe(memory)
    if long.got is None or long.got.shape != memory.shape:
        return
    usual = long.got[:COUNT]
    found = (
        *_places(bench, memory, long.got, usual),
        *_lengths(bench, values, usual),
        *_neighbours(bench, values, usual),
        *_offsets(bench, memory, usual),
    )
    # one tells enough: an error, if there is one ("error" < "warning"), the first of them
    if found:
        yield min(found, key=lambda finding: finding.level)


def _places(bench: Bench, memory, got, usual) -> Iterator[Finding]:
    """Within one long array."""
    odd = _odd(bench, memory, got, np.resize(usual, LONG))
    if odd:
        worst = _worst(odd)
        first, last = worst.place % COUNT, worst.place
        yield _told(bench, worst, f"at place {first} of an array of {LONG}", f"at place {last}")


def _lengths(bench: Bench, values, usual) -> Iterator[Finding]:
    odd: list[Odd] = []
    lengths = FEWER.get(bench.subject.guest.kind, LENGTHS)
    for length in lengths:
        which = _which(length)
        (seen,) = bench.probe(values[which])
        if seen.raised or seen.got is None or seen.got.shape != which.shape:
            what = f"{seen.raised:.120}" if seen.raised else "gives another shape"
            sentence = f"{what} for an array of {length}, and not for one of {LONG}"
            yield Finding(SLUG, "error", sentence, None)
            return
        odd += _odd(bench, values[which], seen.got, usual[which])
    if not odd:
        return
    worst = _worst(odd)
    width = _width(odd, values, lengths)
    if width:
        yield _told(bench, worst, f"in whole blocks of {width}", "in the elements left over")
        return
    some = sorted({each.length for each in odd})
    few = f"of {some[0]} to {some[-1]}" if len(some) > 1 else f"of {some[0]}"
    left = f"at place {worst.place} of an array of {worst.length} (lengths {few})"
    yield _told(bench, worst, f"in an array of {LONG}", left)


def _which(length: int) -> np.ndarray:
    """Which of the values an array of a length has: another one comes first in each."""
    return (np.arange(length) + 7 * length) % COUNT


def _width(odd: list[Odd], values, lengths) -> int:
    """The width of the blocks beside which the elements left over, and they alone, are the odd
    ones; 0 where no width explains it. Only values on which the two ways differ tell anything."""
    telling = np.isin(values, [each.x for each in odd])
    found = {(each.length, each.place) for each in odd}
    some = {(n, int(i)) for n in lengths for i in np.flatnonzero(telling[_which(n)])}
    for width in WIDTHS:
        left = {(n, i) for n, i in some if i >= n // width * width}
        if left == found and any(n > width for n, _ in found):
            return width
    return 0


def _neighbours(bench: Bench, values, usual) -> Iterator[Finding]:
    """Every second element is a neighbour that no value may be changed by."""
    top, largest = bench.fmt.top, bench.fmt.largest
    for beside in dict.fromkeys((np.nan, top, -top, largest, -largest, 0.0)):
        memory = np.resize(bench.fmt.round_array(np.array([beside])), LONG)
        memory[1::2] = np.resize(values, LONG // 2)
        (seen,) = bench.probe(memory)
        if seen.got is None or seen.got.shape != memory.shape:
            sentence = f"{seen.raised:.120} when {number(beside)} is among the inputs"
            yield Finding(SLUG, "error", sentence, None)
            return
        odd = _odd(bench, memory[1::2], seen.got[1::2], np.resize(usual, LONG // 2))
        if odd:
            worst = _worst(odd)
            name = number(beside)
            yield _told(bench, worst, "among ordinary values", f"beside {name}")
            return


def _offsets(bench: Bench, memory, usual) -> Iterator[Finding]:
    """Arrays that begin at an odd address; a program is sent its bytes, wherever they are."""
    if bench.subject.guest.kind == "program":
        return
    size = bench.fmt.dtype.itemsize
    for offset in OFFSETS:
        (seen,) = bench.probe(memory, Layout((SOME,), (size,), offset * size))
        if seen.got is None or seen.got.shape != (SOME,):
            continue
        shifted = np.roll(usual, -offset)[:SOME]
        odd = _odd(bench, memory[offset : offset + SOME], seen.got, shifted)
        if odd:
            worst = _worst(odd)
            where = f"in memory that begins {offset * size} bytes further on"
            yield _told(bench, worst, "in an aligned array", where)
            return


def _odd(bench: Bench, x, got, usual) -> list[Odd]:
    """The elements that are not what they usually are."""
    bench.paths.update(
        zip(*(bench.fmt.bits_of_values(part).tolist() for part in (x, got)), strict=True)
    )
    places = np.flatnonzero(~bench.same(got, usual))
    far = bench.contradict(x[places], got[places], usual[places])
    return [
        Odd(
            *(float(each) for each in (x[i], usual[i], got[i])),
            len(x),
            int(i),
            float(bench.steps(got[i], usual[i])),
            bool(contradicts),
        )
        for i, contradicts in zip(places, far, strict=True)
    ]


def _worst(odd: list[Odd]) -> Odd:
    return max(odd, key=lambda each: (each.far, each.steps))


def _told(bench: Bench, odd: Odd, usually: str, here: str) -> Finding:
    one, other = apart(odd.usual, odd.got)
    sentence = (
        f"x = {number(odd.x)} gives {one} {usually} and {other} {here}: two code paths that do "
        "not agree; use one formula for vectors, remainder and single values"
    )
    if not odd.far:
        sentence += " (both may be within the limits)"
    return Finding(
        SLUG, "error" if odd.far else "warning", sentence, bench.further(odd.x, odd.got, odd.usual)
    )
