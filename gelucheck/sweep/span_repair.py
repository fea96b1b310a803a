"""Blocks of a panel that are not plain: treated value by value here, or left to ``measure``."""

import numpy as np

from gelucheck.reference.blocks import LENGTH, ROWS
from gelucheck.reference.blocks_simple import due
from gelucheck.sweep.span_apart import add_categories
from gelucheck.sweep.span_rows import prepare
from gelucheck.sweep.span_wide import Wide, add_wide, widely


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
            mine &= good[which] | _tied(batch, which, place, bad, (bits, got))
        else:
            chosen = np.flatnonzero(bad)
            found.append((which, chosen, _widely(batch, which, panel, chosen, got)))
            sure = np.zeros(ROWS, bool)
            sure[np.flatnonzero(bad)] = found[-1][2].sure
            mine &= good[which] | ~bad | sure
    for which, blocks, errors in found:
        still = mine[blocks]
        if still.any():
            _add(
                batch, which, place.start + blocks[still], got[blocks[still]], errors.choose(still)
            )
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
    return batch.ties[which].add(batch.scan, which, starts, patterns, bad)


def _widely(batch, which: int, panel: int, chosen: np.ndarray, got: np.ndarray) -> Wide:
    """Blocks of a panel against a function."""
    if batch.kinds[which][panel] is None:
        rows, at = batch.rows[which], int(batch.slots[which][panel])
    else:
        first = batch.first[panel * ROWS : (panel + 1) * ROWS]
        rows = prepare(batch.functions[which], batch.scan.fmt, first, batch.negative, False)
        at = 0
    y, slack = rows.terms[at + chosen] @ batch.powers, rows.slack[at + chosen][:, None]
    return widely(batch.scan.fmt, y, slack, got[chosen], batch.negative)


def _add(batch, which: int, numbers: np.ndarray, got: np.ndarray, found: Wide) -> None:
    scan, function = batch.scan, batch.functions[which]
    ordinals, regions = _ordinals(batch.starts[numbers]), batch.region[numbers]
    add_wide(scan, which, found)
    if function is batch.functions[-1]:
        add_categories(scan, function, ordinals, got, found.rounded)
    for region in np.unique(regions):
        some = regions == region
        places = batch.floors[which].wide(int(region), found.choose(some), got[some] == 0)
        if places.size:
            scan.points.append((ordinals[some].ravel()[places], got[some].ravel()[places]))
