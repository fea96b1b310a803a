"""Steps and faithfulness of a panel from its errors: every doubtful one asked of the oracle."""

import numpy as np

from gelucheck.peaks import exact_error
from gelucheck.reference.oracle import rounded_bits

STEPS = (0.5, 1.5, 2.5, 3.5)


def count_panel(
    scan, function, rows, errors: np.ndarray, chosen: np.ndarray, x, got, scratch: np.ndarray
) -> None:
    """Add the steps of some blocks to a scan.

    Args:
        errors: |ŷ - y|, (blocks, LENGTH); chosen: their numbers in ``rows``.
        x, got: of the same shape.
        scratch: bool, at least as large as errors.
    """
    units = rows.unit[chosen]
    if units[0] == units.min() == units.max():
        groups = [(units[0], slice(None))]
    else:
        groups = [(unit, units == unit) for unit in np.unique(units)]
    for unit, members in groups:
        slack = 2 * rows.slack[chosen][members].max()
        top = rows.top[chosen][members].max()
        some = errors[members]
        args = scan, function, some, x[members], got[members], unit, slack, scratch
        over = [_over(*args, at, "steps") if top + slack > at * unit else 0 for at in STEPS]
        off = [some.size, *over]
        for n in range(5):
            scan.steps[n] += off[n] - (off[n + 1] if n < 4 else 0)
        unfaithful = _over(*args, 1.0, "ulp") if top + slack > unit else 0
        scan.faithful += some.size - unfaithful


def _over(scan, function, errors, x, got, unit, slack, scratch, at, what) -> int:
    """How many errors are above ``at`` units: in steps, or as they are."""
    above = scratch.ravel()[: errors.size].reshape(errors.shape)
    lower, upper = at * unit - slack, at * unit + slack
    sure = np.count_nonzero(np.greater(errors, upper, out=above))
    if np.count_nonzero(np.greater_equal(errors, lower, out=above)) == sure:
        return sure
    doubtful = np.flatnonzero((errors >= lower) & (errors <= upper))
    fmt = scan.fmt
    for place in doubtful:
        value, output = float(x.flat[place]), float(got.flat[place])
        if what == "steps":
            due = fmt.ordinal(rounded_bits(function, value, fmt))
            off = abs(fmt.ordinal(fmt.bits_of(output)) - due)
            sure += off > at
            scan.asked += 1
        else:
            error, higher = exact_error("ulp", fmt, function, scan.convention)(value, output)
            sure += error > at or (error == at and higher)
    return sure
