"""Blocks of a panel that are not plain: treated value by value here, or left to ``measure``."""

import numpy as np

from gelucheck.reference.blocks import LENGTH, ROWS
from gelucheck.reference.blocks_simple import due
from gelucheck.sweep.span_apart import add_categories
from gelucheck.sweep.span_rows import Rows, prepare
from gelucheck.sweep.span_wide import Wide, add_wide, widely

FEW = 4
"""Blocks that are treated at once, so that their arrays stay in the cache."""


def repair(batch, panel: int, good: list, bits: np.ndarray, got: np.ndarray) -> list[np.ndarray]:
    """Treat what is not plain.

    Args:
        good: of each function, by block or for all: whether the block is plain.
        bits, got: inputs' patterns and outputs of the panel.

    Returns:
        of each function, by block: whether it is plain. Blocks that are left to ``measure`` are
        taken out of ``batch.mine``.
    """
    place = slice(panel * ROWS, (panel + 1) * ROWS)
    mine, starts = batch.mine[place], batch.starts[place]
    good = [np.broadcast_to(each, ROWS).copy() for each in good]
    got = got.reshape(ROWS, LENGTH)
    mine &= np.logical_and.reduce(good) | np.isfinite(got).all(axis=1)
    wide = []
    for which, kinds in enumerate(batch.kinds):
        bad = mine & ~good[which]
        if kinds[panel] == "nan":
            mine &= good[which]
        elif bad.any() and kinds[panel] == "tie":
            mine &= good[which] | _tied(batch, which, place, bad, (bits, got))
        elif bad.any():
            wide.append((which, bad, *_rows(batch, which, panel)))
    for start in range(0, ROWS, FEW):
        _repair_few(batch, place, range(start, start + FEW), wide, got)
    left = np.flatnonzero(~mine)
    if left.size:
        batch.scan.leave(_ordinals(starts[left]).ravel(), got[left].ravel())
    return good


def _ordinals(starts: np.ndarray) -> np.ndarray:
    return starts[:, None] + np.arange(LENGTH)


def _tied(batch, which: int, place: slice, bad, inputs_outputs) -> np.ndarray:
    bits, got = inputs_outputs
    wanted = due("tie", batch.negative, bits, np.empty_like(bits))
    patterns = bits, wanted, got.ravel().view(np.uint32)
    starts = batch.starts[place]

    def put(rows, *figures):
        batch.profile.put(which, place.start + rows, *figures)

    return batch.ties[which].add(batch.scan, which, starts, patterns, bad, put)


def _rows(batch, which: int, panel: int) -> tuple[Rows, int]:
    """Where the blocks of a panel are described, and the number of the first."""
    if batch.kinds[which][panel] is None:
        return batch.rows[which], batch.slots[which][panel]
    first = batch.first[panel * ROWS : (panel + 1) * ROWS]
    return prepare(batch.functions[which], batch.scan.fmt, first, batch.negative, False), 0


def _repair_few(batch, place: slice, few: range, wide: list, got: np.ndarray) -> None:
    """Treat some blocks value by value; those in doubt are taken out of ``batch.mine``."""
    mine, found = batch.mine[place], []
    for which, bad, rows, at in wide:
        chosen = np.array([row for row in few if bad[row] and mine[row]], np.intp)
        if chosen.size:
            y, slack = rows.terms[at + chosen] @ batch.powers, rows.slack[at + chosen][:, None]
            errors = widely(batch.scan.fmt, y, slack, got[chosen], batch.negative)
            found.append((which, chosen, errors))
            mine[chosen] &= errors.sure
    for which, chosen, errors in found:
        still = mine[chosen]
        if still.any():
            numbers = place.start + chosen[still]
            _add(batch, which, numbers, got[chosen[still]], errors.choose(still))


def _add(batch, which: int, numbers: np.ndarray, got: np.ndarray, found: Wide) -> None:
    scan, function = batch.scan, batch.functions[which]
    ordinals, regions = _ordinals(batch.starts[numbers]), batch.region[numbers]
    add_wide(scan, which, found)
    _note(batch, which, numbers, got, found)
    if function is batch.functions[-1]:
        add_categories(scan, function, ordinals, got, found.rounded)
    for region in np.unique(regions):
        some = regions == region
        lost = got[some] == 0
        places = batch.floors[which].wide(int(region), found.choose(some), lost, ordinals[some])
        if places.size:
            scan.points.append((ordinals[some].ravel()[places], got[some].ravel()[places]))


def _note(batch, which: int, numbers: np.ndarray, got: np.ndarray, found: Wide) -> None:
    """Keep what a picture needs."""
    signed = got - found.y
    scaled = signed / found.unit
    ends = [(each.min(axis=1), each.max(axis=1)) for each in (signed, scaled)]
    relative = np.zeros(numbers.size)
    if which == 0:
        shares = np.zeros_like(signed)
        np.divide(found.error, np.abs(found.y), out=shares, where=found.rounded != 0)
        relative = shares.max(axis=1)
    batch.profile.put(which, numbers, *ends, relative)
