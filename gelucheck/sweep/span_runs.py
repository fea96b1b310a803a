"""Runs of simple panels: where a form is x, x/2 or -0 after rounding, one comparison of bytes.

Inputs, and what is due for them, are counted on from panel to panel.
"""

from dataclasses import dataclass

import numpy as np

from gelucheck.reference.blocks import PANEL, ROWS
from gelucheck.reference.blocks_simple import due
from gelucheck.sweep.span_apart import all_zero_signs
from gelucheck.sweep.span_calls import outputs

ZEROS = (np.uint32(1 << 31), np.uint32(0))
"""The patterns of -0, which is due, and of 0."""

_PARTS = {"half": 1, "tie": 2, "even": 2}
"""By what the patterns of x go on is divided, for those that are due."""


@dataclass
class Habits:
    """What an implementation did last, and may go on to do.

    Attributes:
        zero: the pattern of its zeros; even: whether a tie goes to even.
    """

    zero: np.uint32 = ZEROS[0]
    even: bool = False


def treat_run(batch, panel: int) -> int:
    """Treat panels of one simple kind, from one on; the first that is not of the run."""
    kinds, simple, kind = batch.kinds[0], batch.simple, batch.kinds[0][panel]
    scan, bits = batch.scan, batch.inputs(panel)
    x = bits.view(np.float32)
    step = -PANEL if batch.negative else PANEL
    expected, counted = _expected(batch, kind, bits)
    while True:
        got = outputs(scan.implementation, scan.fmt, x)
        if expected == got:
            _note(batch, kind, panel)
        else:
            batch.closely(panel, bits, got)
            _learn(batch.habits, kind, got)
            expected, counted = _expected(batch, kind, bits)
        panel += 1
        if panel == len(kinds) or not simple[panel] or kinds[panel] != kind:
            return panel
        np.add(bits, _modulo(step), out=bits)
        if counted is not None:
            np.add(counted, _modulo(step // _PARTS[kind]), out=counted)


def _modulo(step: int) -> np.uint32:
    return np.uint32(step % (1 << 32))


def _expected(batch, kind: str, bits: np.ndarray) -> tuple[bytearray, np.ndarray | None]:
    """The bytes that are to come, and the patterns in them, where they are to be counted on."""
    scratch, habits = batch.scratch, batch.habits
    if kind == "zero":
        return scratch.zeros[habits.zero], None
    if kind == "same":
        return scratch.bits_bytes, None
    wanted = "even" if kind == "tie" and habits.even else kind
    return scratch.due_bytes, due(wanted, batch.negative, bits, scratch.due)


def _note(batch, kind: str, panel: int) -> None:
    if kind == "tie":
        batch.even_panels[panel] = batch.habits.even
    elif kind == "zero" and not batch.habits.zero:
        found = all_zero_signs(batch.scan, int(batch.starts[panel * ROWS]))
        batch.scan.count("zero_sign", found)


def _learn(habits: Habits, kind: str, got: np.ndarray) -> None:
    """Perhaps the other zero, or the other way to break a tie, from here on."""
    if kind == "zero":
        habits.zero = ZEROS[int(got.view(np.uint32)[0] == 0)]
    elif kind == "tie":
        habits.even = not habits.even
