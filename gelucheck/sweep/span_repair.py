"""Blocks of a panel that are not plain: treated value by value here, or left to ``measure``."""

import numpy as np

from gelucheck.reference.blocks import LENGTH, ROWS
from gelucheck.reference.blocks_simple import due
from gelucheck.sweep.span_rows import prepare, region_of
from gelucheck.sweep.span_wide import (
    Wide,
    add_categories,
    add_steps,
    add_sums,
    candidates,
    widely,
)


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
    found = []
    for which, kinds in enumerate(batch.kinds):
        bad = mine & ~good[which]
        if kinds[panel] == "nan":
            mine &= good[which]
        elif not bad.any():
            continue
        elif kinds[panel] == "tie":
            mine &= good[which] | _tied(batch, which, starts, bits, got, bad)
        else:
            numbers = np.flatnonzero(bad)
            some = _widely(batch, which, panel, numbers, got)
            mine[numbers] &= ~some.doubt.any(axis=1)
            found.append((which, numbers, some))
    for which, numbers, some in found:
        keep = mine[numbers]
        if keep.any():
            _add(batch, which, starts[numbers[keep]], got[numbers[keep]], some.choose(keep))
    left = np.flatnonzero(~mine)
    if left.size:
        batch.scan.leave(_ordinals(starts[left]).ravel(), got[left].ravel())
    return good


def _ordinals(starts: np.ndarray) -> np.ndarray:
    return starts[:, None] + np.arange(LENGTH)


def _tied(batch, which: int, starts, bits, got, bad) -> np.ndarray:
    wanted = due("tie", batch.negative, bits, np.empty_like(bits))
    patterns = got.ravel().view(np.uint32)
    return batch.ties[which].add(batch.scan, which, starts, bits, wanted, patterns, bad)


def _widely(batch, which: int, panel: int, numbers: np.ndarray, got: np.ndarray) -> Wide:
    """Blocks of a panel against a function."""
    if batch.kinds[which][panel] is None:
        rows, at = batch.rows[which], int(batch.slots[which][panel])
    else:
        first = batch.first[panel * ROWS : (panel + 1) * ROWS]
        rows = prepare(batch.functions[which], batch.scan.fmt, first, batch.negative, False)
        at = 0
    y = rows.terms[at + numbers] @ batch.powers
    slack = rows.slack[at + numbers][:, None]
    return widely(batch.scan.fmt, y, slack, got[numbers], batch.negative)


def _add(batch, which: int, starts: np.ndarray, got: np.ndarray, found: Wide) -> None:
    scan, function, floors = batch.scan, batch.functions[which], batch.floors[which]
    ordinals = _ordinals(starts)
    add_sums(scan.sums[which], found)
    if which == 0:
        add_steps(scan, found)
    if function is batch.functions[-1]:
        add_categories(scan, function, ordinals, got, found)
    first = -(starts + LENGTH) if batch.negative else starts
    regions = region_of(scan.fmt, first, batch.negative)
    for region in np.unique(regions):
        members = regions == region
        places = candidates(floors, found.choose(members), int(region))
        scan.points.append((ordinals[members].ravel()[places], got[members].ravel()[places]))
