"""Outputs for |x| < 2^-125 that are not what is due: integers, for y is x/2 and next to nothing.

In units of 2^-150 |y| is m ∓ δ/2^-150, with m the pattern of |x| and δ < 2^-251, and an output g in
units of 2^-149 is off by |2g - m| of them, ± δ. Many are off alike (every odd m by 1): of those the
first and the last hold the maxima, as δ grows with |x|.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from gelucheck.reference.blocks import LENGTH, ROWS
from gelucheck.sweep.span_floors import ends_of
from gelucheck.sweep.span_state import Scan

MOST_OFF = 64
HALF = 2.0**-150
_MAGNITUDE = np.uint32((1 << 31) - 1)


@dataclass
class Ties:
    """Blocks of ties with wrong outputs.

    Attributes:
        held: by what they hold: value, first ordinal, outputs' patterns, errors, and the place
            of the value.
    """

    held: dict = field(default_factory=dict)

    def add(  # noqa: PLR0917
        self, scan: Scan, which: int, starts, patterns, chosen, put: Callable
    ) -> np.ndarray:
        """Add the blocks of a panel that are chosen; returns those that can be treated (bool).

        Args:
            which: 0: steps count too.
            put: takes blocks, and of these the ends of the errors, absolute and in ulp, and the
                largest relative error.
            starts: ordinals; patterns: inputs, what is due, outputs, of a panel, uint32.
        """
        shape = ROWS, LENGTH
        bits, wanted, got = patterns
        magnitude, output = (
            (each & _MAGNITUDE).view(np.int32).reshape(shape) for each in (bits, got)
        )
        signed = 2 * output - magnitude
        off = np.abs(signed)
        step = np.abs(output - (wanted & _MAGNITUDE).view(np.int32).reshape(shape))
        alike = ((bits ^ got) >> np.uint32(31) == 0).reshape(shape)
        top = off.max(axis=1)
        # 2g may have overflowed: then g is far off
        good = chosen & (output.max(axis=1) < 1 << 25) & (top <= MOST_OFF) & alike.all(axis=1)
        rows = np.flatnonzero(good)
        if not rows.size:
            return good
        if which == 0:
            self._count(scan, magnitude[rows], output[rows], step[rows], bits[0] >> 31 == 1)
        total = HALF * off[rows].sum(axis=1, dtype=np.int64)
        square = HALF**2 * np.square(off[rows]).sum(axis=1, dtype=np.int64)
        slack = np.full(rows.size, LENGTH * 2.0**-250)
        scan.sums[which].add(LENGTH * rows.size, total, square, slack)
        signed = signed[rows] if bits[0] >> 31 == 0 else -signed[rows]
        ends = signed.min(axis=1), signed.max(axis=1)
        share = (off[rows] / magnitude[rows]).max(axis=1)
        put(rows, [HALF * end for end in ends], [end / 2 for end in ends], share)
        for row in rows:
            self._hold(
                int(starts[row]), got.reshape(shape)[row], off[row], step[row], magnitude[row]
            )
        return good

    def _hold(self, start: int, got, off, step, magnitude) -> None:
        """Keep a block where it holds the first or the last of the largest errors so far, or the
        largest in steps or in relation to y."""
        top, most = int(off.max()), int(step.max())
        relative = None
        if top / int(min(magnitude[0], magnitude[-1])) > self._known("relative"):
            relative = off / magnitude
        found = {
            "first": (top > self._known("first"), top, 0),
            "last": (top >= self._known("last"), top, 0),
            "steps": (most > self._known("steps"), most, step.argmax),
        }
        if relative is not None:
            largest = float(relative.max())
            found["relative"] = largest > self._known("relative"), largest, relative.argmax
        for name, (better, value, place) in found.items():
            if better:
                at = int(place()) if place else 0
                self.held[name] = float(value), start, got.copy(), off.copy(), at

    def _known(self, name: str) -> float:
        return self.held[name][0] if name in self.held else -1.0

    def _count(self, scan: Scan, magnitude, output, step, negative: bool) -> None:
        over = [step.size, np.count_nonzero(step)]
        over += [np.count_nonzero(step > n) if step.max() > n else 0 for n in (1, 2, 3)]
        for n in range(5):
            scan.steps[n] += int(over[n] - (over[n + 1] if n < 4 else 0))
        # y lies just above m/2 on the right, just below it on the left
        below = (magnitude - negative) >> 1
        near = (output - below).view(np.uint32) <= 1
        scan.faithful += int(np.count_nonzero(near))

    def finish(self, scan: Scan) -> None:
        """Hand over what may hold a maximum."""
        for _, start, got, off, place in self.held.values():
            largest = ends_of(np.flatnonzero(off == off.max()))
            places = np.unique(np.r_[largest, place, 0, LENGTH - 1])
            scan.points.append((start + places, scan.fmt.values_of_bits(got[places])))
        self.held = {}
