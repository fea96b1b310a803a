"""A stratified sample of a format: few values, chosen where they tell most.

Four tiers share the number of values asked for (``_SHARES``): the bend of GELU, the stretch on
which it is not yet simple, windows around thresholds and worst inputs, and every binade of both
signs. A tier is a list of cells of consecutive ordinals; each cell gets the same number of values;
a cell with k values is cut into k equal parts and one ordinal is drawn in each. The special values
come on top.

Same seed, same sample, on every machine and NumPy: only ``PCG64.random_raw`` is used, whose stream
NumPy promises to keep, and the draws are reduced by an integer remainder. (A cell has at most 2^52
ordinals, so the remainder's bias is below 2^-12 of a value's probability.)
"""

import numpy as np

from gelucheck.formats import Format
from gelucheck.inputs.hardest import all_hardest
from gelucheck.inputs.special import essential_ordinals, power_ordinals
from gelucheck.inputs.worst import centre_ordinals, find_thresholds

# What is left goes to the bend, so that a sample of one is not a far-off number.
_SHARES = {"everywhere": 5 / 16, "active": 3 / 16, "windows": 1 / 8}
_BEND = (-6.0, 3.0)  # where the forms' errors and GELU's curvature are
_BEND_FROM = 2.0**-6
_ACTIVE_FROM = 2.0**-12
_NARROW = 1 << 9  # ordinals on each side of a centre
_WIDE = 5  # and 2^-5 of the binade's ordinals, on each side


def sample_ordinals(fmt: Format, count: int, seed: int) -> np.ndarray:
    """``count`` different ordinals, sorted, NaN apart; int64.

    Args:
        count: at least 1 and at most the number of ordinals of the format.
        seed: a non-negative integer.
    """
    raw = np.random.PCG64(seed).random_raw
    chosen = _distinct(_specials(fmt, count))
    left = count - len(chosen)
    shares = {name: int(share * left) for name, share in _SHARES.items()}
    shares["bend"] = left - sum(shares.values())
    cells = _tiers(fmt)
    drawn = [_draw(*cells[name], share, raw) for name, share in shares.items()]
    chosen = _distinct(np.concatenate([chosen, *drawn]))
    # tiers overlap: make up for what was drawn twice
    while len(chosen) < count:
        missing = count - len(chosen)
        if fmt.bits <= 16:
            span = fmt.ordinal_range()
            rest = np.setdiff1d(np.arange(span.start, span.stop), chosen, assume_unique=True)
            more = rest[_spread(len(rest), missing)]
        else:
            low, size = cells["everywhere"]
            cell = raw(missing) % np.uint64(len(low))
            more = low[cell] + (raw(missing) % size[cell].astype(np.uint64)).astype(np.int64)
        chosen = _distinct(np.concatenate([chosen, more]))
    return chosen


def _distinct(ordinals: np.ndarray) -> np.ndarray:
    """Sorted and unique; by sorting, because ``np.unique`` hashes, which takes 30 times as long."""
    ordinals = np.sort(ordinals)
    return ordinals[np.concatenate([[True], ordinals[1:] != ordinals[:-1]])[: len(ordinals)]]


def _specials(fmt: Format, count: int) -> np.ndarray:
    """The special values, worst and hardest inputs that a sample of this size can hold: at most
    half of it, an eighth and a sixteenth, and powers of two in another eighth."""
    essential = essential_ordinals(fmt)[: count // 2]
    worst = centre_ordinals(fmt)[: count // 8]
    hardest = all_hardest(fmt)[: count // 16]
    powers = power_ordinals(fmt)
    powers = powers[_spread(len(powers), min(len(powers), count // 8))]
    return np.concatenate([essential, worst, hardest, powers])


def _spread(length: int, count: int) -> np.ndarray:
    """``count`` different indices spread evenly over ``length``."""
    return (2 * np.arange(count) + 1) * length // (2 * count)


def _tiers(fmt: Format) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """The cells of each tier: lowest ordinal and size, int64."""
    thresholds = find_thresholds(fmt)
    identity, zero = thresholds.values()[:2]
    largest = fmt.end_bits - 1
    return {
        "everywhere": _both(fmt, 0, largest, largest),
        "active": _between(fmt, zero, identity, _ACTIVE_FROM),
        "bend": _between(fmt, *_BEND, _BEND_FROM),
        "windows": _windows(fmt, largest),
    }


def _between(fmt: Format, left: float, right: float, smallest: float):
    """The cells of [left, -smallest] and [smallest, right]."""
    largest = fmt.end_bits - 1
    ends = (min(fmt.round(value), largest) for value in (smallest, -left, right))
    return _both(fmt, *ends)


def _both(fmt: Format, low: int, left: int, right: int):
    """Cells of the magnitudes from ``low`` to ``left`` below zero and to ``right`` above."""
    below, below_size = _binades(fmt, low, max(low, left))
    above, above_size = _binades(fmt, low, max(low, right))
    negative = -below - below_size  # the ordinals -1 - m, the lowest first
    return (
        np.concatenate([negative[::-1], above]),
        np.concatenate([below_size[::-1], above_size]),
    )


def _binades(fmt: Format, low: int, high: int) -> tuple[np.ndarray, np.ndarray]:
    """Magnitudes from low to high, both included, cut at the powers of two."""
    shift = fmt.precision - 1
    edges = np.arange(low >> shift, (high >> shift) + 1, dtype=np.int64) << shift
    start = np.maximum(edges, low)
    stop = np.minimum(edges + ((1 << shift) - 1), high)
    return start, stop - start + 1


def _windows(fmt: Format, largest: int) -> tuple[np.ndarray, np.ndarray]:
    """A narrow and a wide window around every threshold and worst input."""
    centres = np.tile(centre_ordinals(fmt), 2)
    reach = np.repeat([_NARROW, 1 << max(0, fmt.precision - 1 - _WIDE)], len(centres) // 2)
    low = np.maximum(centres - reach, -1 - largest)
    return low, np.minimum(centres + reach, largest) - low + 1


def _draw(low: np.ndarray, size: np.ndarray, count: int, raw) -> np.ndarray:
    """``count`` ordinals from the cells, alike for each cell; fewer where a cell is too small."""
    each, extra = divmod(count, len(low))
    counts = np.full(len(low), each)
    counts[_spread(len(low), extra)] += 1
    counts = np.minimum(counts, size)
    cell = np.repeat(np.arange(len(low)), counts)
    part = np.arange(len(cell)) - np.repeat(np.cumsum(counts) - counts, counts)
    # the parts of a cell differ by one at most, the wider ones first
    width, wider = np.divmod(size, np.maximum(counts, 1))
    start = low[cell] + part * width[cell] + np.minimum(part, wider[cell])
    width = width[cell] + (part < wider[cell])
    return start + (raw(len(cell)) % width.astype(np.uint64)).astype(np.int64)
