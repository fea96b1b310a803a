"""How well outputs match those of candidates, and which candidates they cannot tell apart."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gelucheck.conformance.candidates import Option
from gelucheck.conformance.distances import MOST
from gelucheck.formats import Format
from gelucheck.ulp import steps

FIRST = 1 << 12
MOST_COMPARED = 1 << 16
SIGMAS = 2.6


@dataclass(frozen=True, eq=False)
class Match:
    """A candidate beside the outputs.

    Attributes:
        option: the candidate.
        same: bool: where the outputs have the same bits (any NaN is as good as another).
        off: float64: steps between the two, at most ``MOST``; that where one alone is NaN; 0.5 for
            zeros of different sign.
    """

    option: Option
    same: np.ndarray
    off: np.ndarray

    @property
    def identical(self) -> int:
        return int(np.count_nonzero(self.same))

    @property
    def distance(self) -> float:
        return float(np.mean(self.off)) if self.off.size else 0.0

    @property
    def rank(self) -> tuple:
        """The best is the smallest: the form's own constants, then a writing of the catalogue, win
        where nothing else decides."""
        return (
            -self.identical,
            self.distance,
            len(self.option.replaced),
            " " in self.option.writing,
        )


def match(option: Option, x: np.ndarray, got: np.ndarray, fmt: Format) -> Match:
    """A candidate beside outputs; x and got 1-D of the format's dtype."""
    own = option.call(x, fmt)
    with np.errstate(invalid="ignore"):
        nan = np.isnan(own.astype(np.float64)), np.isnan(got.astype(np.float64))
    both = nan[0] & nan[1]
    same = (fmt.bits_of_values(own) == fmt.bits_of_values(got)) | both
    comparable = ~(nan[0] | nan[1])
    off = np.full(x.shape, MOST)
    off[comparable] = np.minimum(steps(fmt, own[comparable], got[comparable]).astype(float), MOST)
    off[both] = 0.0
    off[~same & (off == 0)] = 0.5
    return Match(option, same, off)


def matches(
    options: Sequence[Option], x: np.ndarray, got: np.ndarray, fmt: Format, telling: np.ndarray
) -> list[Match]:
    """The candidates that may be the best, best first, at all of the inputs.

    All are tried on ``FIRST`` of the inputs; those that are not clearly worse there, and the three
    best, on all.

    Args:
        telling: bool: inputs at which the forms are apart.
    """
    few = chosen(x, telling, FIRST, fmt)
    found = sorted((match(each, x[few], got[few], fmt) for each in options), key=_rank)
    if few.size < x.size:
        left = [*found[:3], *(each for each in found[3:] if not worse(each, found[0]))]
        found = sorted((match(each.option, x, got, fmt) for each in left), key=_rank)
    return found


def _rank(found: Match) -> tuple:
    return found.rank


def chosen(x: np.ndarray, telling: np.ndarray, most: int, fmt: Format) -> np.ndarray:
    """Indices of at most ``most`` inputs in ordinal order, three quarters of them telling ones,
    evenly spread; both ends are among them."""
    if x.size <= most:
        return np.arange(x.size)
    order = np.argsort(fmt.ordinals(x), kind="stable")
    told = telling[order]
    first, rest = order[told], order[~told]
    many = min(first.size, max(most * 3 // 4, most - rest.size))
    return np.sort(np.concatenate([_spread(first, many), _spread(rest, most - many)]))


def _spread(indices: np.ndarray, count: int) -> np.ndarray:
    if indices.size <= count:
        return indices
    return indices[np.linspace(0, indices.size - 1, count).astype(np.intp)]


def worse(one: Match, best: Match) -> bool:
    """Whether a candidate is told from the best.

    Where the best gives every output, bit for bit, another is worse that does not. Else it is worse
    when the outputs that the best alone gives are clearly more than those that it alone gives, by
    McNemar's test, at about one chance in 200; or when it is more than four times as far, and a
    step, in the mean.
    """
    if best.identical == best.same.size:
        return one.identical < one.same.size
    lost = int(np.count_nonzero(best.same & ~one.same))
    won = int(np.count_nonzero(one.same & ~best.same))
    if lost - won > SIGMAS * np.sqrt(lost + won):
        return True
    return one.distance > 4 * (best.distance + 1)
