"""Steps and faithfulness of blocks from their errors: every doubtful one asked of the oracle."""

from dataclasses import dataclass

import numpy as np

from gelucheck.peaks import exact_error
from gelucheck.reference.functions import Function
from gelucheck.reference.oracle import rounded_bits
from gelucheck.sweep.span_rows import Rows
from gelucheck.sweep.span_state import Scan

STEPS = (0.5, 1.5, 2.5, 3.5)


@dataclass(frozen=True)
class Panel:
    """Blocks that are counted; arrays (blocks, LENGTH).

    Attributes:
        errors: |ŷ - y|; x, got: inputs and outputs.
    """

    errors: np.ndarray
    x: np.ndarray
    got: np.ndarray

    def choose(self, rows) -> "Panel":
        return Panel(self.errors[rows], self.x[rows], self.got[rows])


def count_panel(
    scan: Scan, function: Function, rows: Rows, chosen: np.ndarray, panel: Panel
) -> None:
    """Add the steps of some blocks to a scan.

    Args:
        chosen: the numbers of the blocks in ``rows``.
    """
    units = rows.unit[chosen]
    for unit in np.unique(units):
        members = units == unit
        slack = float(2 * rows.slack[chosen][members].max())
        top = float(rows.top[chosen][members].max())
        count_alike(scan, function, panel.choose(members), (float(unit), slack, top))


def count_alike(scan: Scan, function: Function, panel: Panel, sizes: tuple) -> None:
    """Add the steps of blocks that have one unit to a scan, and how many are faithful.

    Args:
        sizes: the unit, how far an error may be off, and the largest error.
    """
    unit, slack, top = sizes
    counter = _Counter(scan, function, panel, unit, slack)
    more, steps = panel.errors.size, scan.steps
    for n, at in enumerate(STEPS):
        over = counter.over(at, "steps") if top + slack > at * unit else 0
        steps[n] += more - over
        more = over
    steps[4] += more
    unfaithful = counter.over(1.0, "ulp") if top + slack > unit else 0
    scan.faithful += panel.errors.size - unfaithful


@dataclass(frozen=True)
class _Counter:
    scan: Scan
    function: Function
    panel: Panel
    unit: float
    slack: float

    def over(self, at: float, what: str) -> int:
        """How many errors are above ``at`` units: in steps, or as they are."""
        errors = self.panel.errors
        above = self.scan.flags[: errors.size].reshape(errors.shape)
        lower, upper = at * self.unit - self.slack, at * self.unit + self.slack
        sure = int(np.count_nonzero(np.greater(errors, upper, out=above)))
        if np.count_nonzero(np.greater_equal(errors, lower, out=above)) == sure:
            return sure
        doubtful = np.flatnonzero((errors >= lower) & (errors <= upper))
        return sure + sum(self._over(place, at, what) for place in doubtful)

    def _over(self, place: int, at: float, what: str) -> bool:
        """Whether one is, by the oracle."""
        fmt = self.scan.fmt
        x, got = float(self.panel.x.flat[place]), float(self.panel.got.flat[place])
        if what == "steps":
            self.scan.asked += 1
            due = fmt.ordinal(rounded_bits(self.function, x, fmt))
            return bool(abs(fmt.ordinal(fmt.bits_of(got)) - due) > at)
        error, higher = exact_error("ulp", fmt, self.function, self.scan.convention)(x, got)
        return bool(error > at or (error == at and higher))
