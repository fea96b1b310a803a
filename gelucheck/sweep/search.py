"""Look for the worst inputs of one implementation, where trying all is out of reach.

From the starts (``starts``) the intervals of the largest errors are divided again and again
(``leaves``), and at the end every ordinal around the largest errors is tried (``climb``). What is
tried is measured as everything is, so that figures and witnesses are settled by the oracle; the
search itself looks at the errors as the fast path has them. The maxima found are lower bounds.

Same implementation, seed and number of values, same answer: nothing depends on time or processes.
"""

from collections.abc import Callable

import numpy as np

from gelucheck.block import Block, Outputs
from gelucheck.formats import Format
from gelucheck.implementations.interface import Implementation
from gelucheck.inputs.strata import sample_ordinals
from gelucheck.measure import NOTHING, More, tally_of
from gelucheck.reference.evaluate import confirm_some
from gelucheck.sweep.aims import aims_of, observed
from gelucheck.sweep.chunks import BLOCK, SHARE
from gelucheck.sweep.climb import NEAREST, Summits
from gelucheck.sweep.leaves import PARTS, POINTS, Leaves
from gelucheck.sweep.seen import Seen
from gelucheck.sweep.starts import finite, first_cuts, start_ordinals
from gelucheck.tally import Tally

DEFAULT = 1 << 20
"""Finite values that are tried for a row."""
LEAST_BATCH = 1 << 12

_STARTS = 1 / 4
_DIVIDING = 7 / 8  # up to here, starts included
_ROUNDS = 64
# aims whose summits are leapt from while intervals are divided: down a cusp it is the faster way
_LEAPING = 4
# intervals next to a root that are divided at a time: there each value takes the oracle
_COSTLY = 2


def search(
    implementation: Implementation,
    fmt: Format,
    evaluations: int,
    seed: int,
    *,
    convention: str = "coarse",
    told: Callable[[int], None] = lambda done: None,
    more: More = NOTHING,
) -> Tally:
    """The tally of a search.

    Args:
        evaluations: how many different finite values are tried, at least 1; the infinities and a
            NaN come on top.
        seed: of all that is drawn, 0 or more.
        convention, more: as ``measure.measure`` takes them.
        told: called with the number of values done.

    Raises:
        ImplementationError, UndecidedError, DisagreementError.
    """
    how = {"convention": convention, "told": told, "more": more}
    hunt = _Hunt(implementation, fmt, evaluations, seed, **how)
    infinities = fmt.values([-1 - fmt.end_bits, fmt.end_bits] if fmt.infinities else [])
    hunt.measure(np.concatenate([infinities, fmt.values_of_bits([fmt.nan_bits])]))
    hunt.start()
    hunt.divide()
    hunt.climb()
    while hunt.done < evaluations:
        hunt.sample()
    return hunt.tally


class _Hunt:
    """A search under way."""

    def __init__(self, implementation, fmt, evaluations, seed, *, convention, told, more):
        self.implementation, self.fmt, self.told = implementation, fmt, told
        self.evaluations, self.seed = evaluations, seed
        self.convention, self.more = convention, more
        self.raw = np.random.PCG64(seed).random_raw
        self.aims = aims_of(implementation, fmt)
        self.seen = Seen(evaluations)
        self.summits = Summits(self.aims)
        self.leaves = Leaves(first_cuts(fmt), 2 + max(aim.figure for aim in self.aims))
        self.tally, self.done, self.blocks, self.samples = Tally(), 0, 0, 0
        self.batch = min(max(evaluations // _ROUNDS, LEAST_BATCH), BLOCK)

    def start(self) -> None:
        count = self.evaluations
        if count > LEAST_BATCH:
            count = max(LEAST_BATCH, int(_STARTS * count))
        self.evaluate(start_ordinals(self.fmt, count, self.seed))

    def divide(self) -> None:
        """Take the aims in turn, and divide the intervals that promise most for them.

        Where none promises anything, for all that was tried is right, more is sampled.
        """
        turn = 0
        room = self.batch // (PARTS * POINTS)
        # some turns fill it, whatever the batch
        share = max(1, room * PARTS * POINTS // LEAST_BATCH)
        while self.done < _DIVIDING * self.evaluations:
            chosen = np.zeros(0, np.int64)
            asked = 0
            while chosen.size < room and asked < len(self.aims):
                # the driving aim has every other turn
                aim = self.aims[0 if asked % 2 == 0 else turn % len(self.aims)]
                count = aim.weight * share * (1 + asked // 4)
                turn, asked = turn + asked % 2, asked + 1
                more = self.leaves.promising(aim.figure, count, aim.low, aim.high)
                more = more[~np.isin(more, chosen)]
                chosen = np.concatenate([chosen, more])[:room]
            costly = self.leaves.best[-1, chosen] > 0
            chosen = chosen[~costly | (np.cumsum(costly) <= _COSTLY)]
            if not chosen.size:
                self.sample()
                continue
            leaps = self.summits.around(1, self.fmt.precision - 1, self.raw, _LEAPING)
            self.evaluate(np.concatenate([self.leaves.divide(chosen, self.raw), leaps]))
            self.leaves.thin()

    def climb(self) -> None:
        """Try everything around the largest errors, further and further out."""
        reach, widest = NEAREST * self.batch // LEAST_BATCH, self.fmt.precision - 1
        while self.done < self.evaluations and reach < 1 << widest:
            before = self.done
            larger = self.evaluate(self.summits.around(reach, widest, self.raw))
            if not larger or self.done == before:
                reach *= 2

    def sample(self) -> None:
        """Draw some more values, as samples are drawn."""
        self.samples += 1
        self.evaluate(sample_ordinals(self.fmt, 2 * self.batch, self.seed + self.samples))

    def evaluate(self, ordinals: np.ndarray) -> bool:
        """Try some ordinals that were not tried, as far as they may be; whether any is a summit."""
        ordinals = self.seen.fresh(ordinals[finite(self.fmt, ordinals)])
        left = self.evaluations - self.done
        if ordinals.size > left:
            # evenly, so that no end is favoured
            ordinals = ordinals[(2 * np.arange(left) + 1) * ordinals.size // (2 * left)]
        self.seen.add(ordinals)
        larger = False
        for at in range(0, ordinals.size, BLOCK):
            part = ordinals[at : at + BLOCK]
            errors = self.measure(self.fmt.values(part))
            self.leaves.note(part, errors)
            larger |= self.summits.note(part, errors)
            self.done += part.size
            self.told(self.done)
        return larger

    def measure(self, x: np.ndarray) -> np.ndarray:
        """Tally some values in ordinal order; the errors observed, figures × values."""
        block = Block(self.fmt, x)
        outputs = Outputs(self.implementation, block, self.convention)
        found = tally_of(self.implementation, outputs, self.tally, self.more)
        self.tally = self.tally.merge(found)
        for reference in block.references():
            confirm_some(reference, block.wide, SHARE, self.seed + self.blocks)
        self.blocks += 1
        return observed(self.implementation, outputs)
