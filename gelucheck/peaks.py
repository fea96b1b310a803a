"""Maxima that don't depend on the machine: candidates from the fast path, settled by the oracle.

The fast path knows each error up to a proved slack. Every input whose error may be the largest is
evaluated again at 160 bits; the figure reported is that exact error, rounded once to float64.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from gelucheck.formats import FORMATS, Format
from gelucheck.reference.condition import exact_condition
from gelucheck.reference.functions import Function
from gelucheck.reference.oracle import exact
from gelucheck.ulp import unit_exact

MOST_CANDIDATES = 512
_EXACT = 4096  # bits enough for the difference of any float64 and what ``oracle.exact`` gives
_DOUBLE = FORMATS["float64"]


@dataclass(frozen=True)
class Peak:
    """A largest error and where it is.

    Attributes:
        value: the error, correctly rounded to float64; an int for steps.
        x: pattern of the input; ordinal: its place in the order of all values.
        got: pattern of the output.
        above: whether the exact error is larger than its rounding ``value``.
    """

    value: float | int
    ordinal: int
    x: int
    got: int
    above: bool = False


def larger(left: Peak | None, right: Peak | None) -> Peak | None:
    """The larger of two; of equals the one at the smaller ordinal. Associative, commutative.

    An input that occurs twice may have two outputs: of those the smaller pattern.
    """
    if left is None or right is None:
        return left or right
    return max(left, right, key=lambda peak: (peak.value, peak.above, -peak.ordinal, -peak.got))


def settle(  # noqa: PLR0917
    values: np.ndarray,
    slack: np.ndarray | None,
    places: np.ndarray,
    settled: Callable[[int], tuple[float, bool]],
    make: Callable[..., Peak],
    known: Peak | None = None,
) -> Peak | None:
    """The largest of some errors, exactly.

    Args:
        values: the errors, as the fast path has them; slack: how far each may be off (None: exact).
        places: the indices to look at, in ordinal order; none gives None.
        settled: index -> the exact error rounded, and whether it is above that.
        make: index, value (and whether the exact one is above it) -> peak.
        known: a peak found elsewhere: what lies below it need not be looked at; None may come then.

    Where more than 512 inputs may hold the maximum (an error that is the same everywhere, far out
    or next to zero), the first and the last 256 of them decide, for such an error grows towards one
    end, and the 256 of the highest bounds. The figure is short of the largest by no more than the
    slack.
    """
    if not places.size:
        return None
    some = values[places]
    if slack is None:
        i = places[int(np.argmax(some))]
        return make(i, values[i])
    room = slack[places]
    with np.errstate(over="ignore"):
        least = np.max(some - room)
        if known is not None:
            # one below, for its value may have been rounded up
            least = max(least, np.nextafter(float(known.value), -np.inf))
        possible = some + room >= least
    # of the exact ones the first of the largest stands for all
    certain = possible & (room == 0)
    sure = places[certain & (some == np.max(some, where=certain, initial=-np.inf))][:1]
    candidates = places[possible & (room > 0)]
    if candidates.size > MOST_CANDIDATES:
        half = MOST_CANDIDATES // 2
        with np.errstate(over="ignore"):
            upper = values[candidates] + slack[candidates]
        highest = candidates[np.argpartition(upper, -half)[-half:]]
        # in ordinal order, each once
        ends = np.concatenate([candidates[:half], candidates[-half:]])
        candidates = candidates[np.isin(candidates, np.concatenate([ends, highest]))]
    best = None
    for i in sure:
        # nothing was rounded where there is no slack: the value is exact
        best = make(i, float(values[i]), False)
    for i in candidates:
        best = larger(best, make(i, *settled(i)))
    return best


def exact_error(kind: str, fmt: Format, function: Function, convention: str):
    """(x, got) -> the error of that kind by the oracle, rounded once, and whether it is above that.

    Args:
        kind: "absolute", "ulp", "relative" or "excess", see ``ulp``; or "scaled", the error in ulp
            over 1 + k.
    """

    def error(x: float, got: float) -> tuple[float, bool]:
        y = exact(function, x)
        mp = y.context
        size = _distance(function, x, got)
        with mp.workprec(_EXACT):
            if kind in ("ulp", "scaled"):
                size = size / unit_exact(fmt, y, convention)
            elif kind == "excess":
                size = max(size - unit_exact(fmt, y, convention) / 2, mp.zero)
        if kind == "relative":
            with mp.workprec(400):
                size = size / abs(y)
        elif kind == "scaled":
            one_plus = exact_condition(function, x)
            with mp.workprec(_EXACT):
                size = size / one_plus
        return _rounded(size)

    return error


@lru_cache(maxsize=1 << 15)
def _distance(function: Function, x: float, got: float):
    """|got - f(x)|, an mpf; several figures and rows ask for the same one."""
    y = exact(function, x)
    with y.context.workprec(_EXACT):
        return abs(y.context.mpf(got) - y)


def exact_difference(left: Function, right: Function, x: float) -> tuple[float, bool]:
    """|left(x) - right(x)|, as ``exact_error`` gives it."""
    a, b = exact(left, x), exact(right, x)
    with a.context.workprec(_EXACT):
        return _rounded(abs(a - b))


def _rounded(size) -> tuple[float, bool]:
    # mpmath's own conversion rounds a subnormal twice
    value = _DOUBLE.value(_DOUBLE.round(size))
    return value, bool(size > value)
