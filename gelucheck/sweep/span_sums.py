"""What a batch adds up to, when its panels have been treated."""

import numpy as np

from gelucheck.reference.blocks import LENGTH, ROWS, polynomials
from gelucheck.reference.blocks_simple import HALVES_END, due
from gelucheck.sweep.span_simple import add_ends, add_sums
from gelucheck.sweep.span_state import ENDS


def sum_up(batch) -> None:
    """Add the blocks of a batch that were not left to ``measure`` to its scan."""
    scan, mine, fmt = batch.scan, batch.mine, batch.scan.fmt
    finite = mine & (batch.first <= fmt.end_bits)
    scan.inputs += LENGTH * int(np.count_nonzero(finite))
    region = batch.region
    for index in np.unique(region[finite]):
        number = LENGTH * int(np.count_nonzero(finite & (region == index)))
        scan.regions[int(index)] = scan.regions.get(int(index), 0) + number
    for which, function in enumerate(batch.functions):
        kinds = np.repeat(np.where(batch.even_panels, "even", batch.labels[which]), ROWS)
        plain = mine & batch.plain[which]
        for kind in np.unique(kinds[plain]):
            chosen = plain & (kinds == kind)
            if kind:
                add_sums(
                    scan.sums[which],
                    function,
                    fmt,
                    kind=kind,
                    first=batch.first[chosen],
                    negative=batch.negative,
                )
                if which == 0 and kind != "nan":
                    number = LENGTH * int(np.count_nonzero(chosen))
                    # a tie that goes to even is wrong every other time: by a step, and faithful
                    off = number // 4 if kind == "even" else 0
                    scan.steps[0] += number - off
                    scan.steps[1] += off
                    scan.faithful += number
        _add_regular(scan.sums[which], batch.rows[which], plain[kinds == ""])
        _add_runs(batch, kinds, finite & plain, region)
    if len(batch.functions) > 1 and finite.any():
        _add_method(batch, finite)


def _add_regular(sums, rows, mine: np.ndarray) -> None:
    # a sum of a block, of numbers in any order, is off by less than 2^-40 of itself
    slack = LENGTH * rows.slack + 2.0**-40 * rows.total
    sums.add(LENGTH * int(np.count_nonzero(mine)), rows.total[mine], rows.square[mine], slack[mine])


def _add_runs(batch, kinds: np.ndarray, finite: np.ndarray, region: np.ndarray) -> None:
    """The ends of every run of simple blocks inside a region and a binade."""
    fmt = batch.scan.fmt
    places = np.flatnonzero(finite & (kinds != ""))
    if not places.size:
        return
    binade = batch.first >> (fmt.precision - 1)
    labels = np.stack([places - np.arange(places.size), region[places], binade[places]])
    changes = np.flatnonzero((np.diff(labels, axis=1) != 0).any(axis=0)) + 1
    for run in np.split(places, changes):
        if kinds[run[0]] != kinds[run[-1]]:
            raise AssertionError("a binade holds one kind")
        start = int(batch.starts[run[0]])
        ordinals = range(start, start + LENGTH * len(run))
        ends = np.r_[ordinals[:ENDS], ordinals[-ENDS:]]
        bits = fmt.bits_of_values(fmt.values(ends))
        wanted = due(str(kinds[run[0]]), batch.negative, bits, np.empty_like(bits))
        add_ends(batch.scan, ends, wanted)


def _add_method(batch, finite: np.ndarray) -> None:
    """The blocks that may hold the largest difference of the two exact functions.

    It is even, so the base side tells; below 2^-25 what differs from x/2 does.
    """
    fmt = batch.scan.fmt
    for small in (True, False):
        chosen = finite & ((batch.first < HALVES_END) == small)
        # each form is x/2 to 0.43·x² there
        if not chosen.any() or (small and batch.scan.method_floor > 2.0**-50):
            continue
        gelu, form = (
            polynomials(function, fmt, batch.first[chosen], function.side < 0, 0.5 if small else 0)
            for function in batch.functions
        )
        difference = np.abs(form.terms - gelu.terms)
        bound = 1.01 * (form.bound + gelu.bound)
        lower = difference[:, 0] - bound
        upper = difference.sum(axis=1) + bound
        batch.scan.offer_method(batch.starts[chosen], lower, upper)
