"""The inputs that a diagnosis is made from; they are made denser where something changes."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from gelucheck.formats import Format
from gelucheck.inputs.strata import sample_ordinals
from gelucheck.record import Row, Witness

SAMPLES = 1 << 17
AROUND = 64
"""How many neighbours of a witness are tried, on each side."""

BLOCK = 128
"""Calls are of whole blocks, longer than any vector, so that no element is left over."""

_PARTS = 48
_MOST_EDGES = 24
_RUNS = 48
_RUN = 24


def first_inputs(fmt: Format, row: Row | None, seed: int) -> np.ndarray:
    """Ordinals, sorted and unique: all of a 16-bit format; else a sample, the row's witnesses with
    their neighbours, and short dense runs, in which a table shows."""
    if fmt.bits <= 16:
        span = fmt.ordinal_range()
        return np.arange(span.start, span.stop)
    parts = [_sample(fmt, seed)]
    around = np.arange(-AROUND, AROUND + 1)
    for witness in witnesses(row):
        if not np.isnan(witness.x):
            parts.append(fmt.ordinal(fmt.bits_of(witness.x)) + around)
    return distinct(fmt, np.concatenate(parts))


@lru_cache(maxsize=4)
def _sample(fmt: Format, seed: int) -> np.ndarray:
    parts = [sample_ordinals(fmt, SAMPLES, seed)]
    # runs that reach over some cells of float16 and bfloat16
    centres = np.linspace(-4.2, 3.3, _RUNS)
    for step in (1 << max(0, fmt.precision - 16), 1 << max(0, fmt.precision - 12)):
        run = np.arange(_RUN) * step
        parts += [fmt.ordinal(fmt.round(float(centre))) + run for centre in centres]
    # where people put thresholds
    for value in {*np.arange(-128, 128.5, 0.5), *np.arange(-8, 8.0625, 0.0625)}:
        parts.append(fmt.ordinal(fmt.round(float(value))) + np.arange(-1, 2))
    # just around zero
    for power in range(fmt.emin, -3, max(1, -fmt.emin // 40)):
        place = fmt.ordinal(fmt.round(2.0**power))
        parts += [place + np.arange(3), -1 - place - np.arange(3)]
    return distinct(fmt, np.concatenate(parts))


def witnesses(row: Row | None) -> tuple[Witness, ...]:
    """Every witness of a row, but those of its findings."""
    if row is None:
        return ()
    found = [row.excess, *row.first.values()]
    for errors in (row.total, row.evaluation):
        if errors is not None:
            found += [errors.max_abs, errors.max_ulp, errors.max_rel, errors.max_steps]
    for region in row.regions:
        found += [region.max_abs, region.max_ulp, region.max_steps]
    return tuple(witness for witness in found if witness is not None)


def distinct(fmt: Format, ordinals: np.ndarray) -> np.ndarray:
    """Sorted, each once, none beyond the last value; by sorting, which is quicker than hashing."""
    top = fmt.top_bits
    ordinals = np.sort(ordinals[(ordinals >= -1 - top) & (ordinals <= top)])
    return ordinals[np.concatenate([[True], ordinals[1:] != ordinals[:-1]])[: len(ordinals)]]


def edges(mask: np.ndarray, calm: int = 12, sure: int = 9) -> np.ndarray:
    """Where a mask changes for good: i, where of the ``calm`` up to i none and of the ``calm``
    after i at least ``sure`` are set, or the other way round."""
    size = mask.size
    if size < 2:
        return np.zeros(0, np.intp)
    count = np.concatenate([[0], np.cumsum(mask)])
    i = np.arange(size - 1)
    before = count[i + 1] - count[np.maximum(i + 1 - calm, 0)]
    after = count[np.minimum(i + 1 + calm, size)] - count[i + 1]
    rise = ~mask[:-1] & mask[1:] & (before == 0) & (after >= np.minimum(sure, size - 1 - i))
    fall = mask[:-1] & ~mask[1:] & (after == 0) & (before >= np.minimum(sure, i + 1))
    return np.flatnonzero(rise | fall)


def refine(
    fmt: Format,
    ordinals: np.ndarray,
    label: np.ndarray,
    places: np.ndarray,
    labelled: Callable[[np.ndarray], np.ndarray],
) -> np.ndarray:
    """More ordinals, so that each change of a label at ``places`` is known to the neighbour.

    Args:
        ordinals, label: what is known: int64 both.
        places: i, where the label changes from i to i + 1.
        labelled: ordinals -> their labels.

    Returns:
        The new ordinals, neighbours of the changes among them; sorted and unique.
    """
    places = places[:: max(1, -(-len(places) // _MOST_EDGES))]
    low, high, first = ordinals[places], ordinals[places + 1], label[places]
    found = [np.zeros(0, np.int64)]
    while True:
        open_ = np.flatnonzero(high - low > 1)
        if not open_.size:
            break
        # integers all the way: a float64 does not hold every ordinal
        gap = (high - low)[open_, None]
        part = np.arange(1, _PARTS)[None, :]
        whole, rest = np.divmod(gap, _PARTS)
        points = low[open_, None] + whole * part + rest * part // _PARTS
        points = np.clip(points, low[open_, None] + 1, high[open_, None] - 1)
        labels = labelled(points.ravel()).reshape(points.shape)
        found.append(points.ravel())
        changed = labels != first[open_, None]
        at = np.where(changed.any(1), changed.argmax(1), _PARTS - 1)
        rows = np.arange(open_.size)
        padded = np.concatenate([low[open_, None], points, high[open_, None]], axis=1)
        low[open_], high[open_] = padded[rows, at], padded[rows, at + 1]
    if low.size:
        around = np.arange(-AROUND // 2, AROUND // 2 + 1)
        found.append((low[:, None] + around).ravel())
    return distinct(fmt, np.concatenate(found))
