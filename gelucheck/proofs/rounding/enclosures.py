"""The functions that writings and forms are made of, over intervals of float64."""

from dataclasses import dataclass

import numpy as np

from gelucheck.formats import Format
from gelucheck.proofs.rounding.intervals import above, below, magnitude, mignitude
from gelucheck.reference.decide import decide
from gelucheck.reference.doubledouble import two_sum
from gelucheck.reference.evaluate import tier_of
from gelucheck.reference.fast import Approximation, approximate
from gelucheck.reference.functions import OPERATIONS, Function
from gelucheck.rounding import nearest_wide

_RANGES = {
    "erf": (-1.0, 1.0),
    "tanh": (-1.0, 1.0),
    "erfc": (0.0, 2.0),
    "sigmoid": (0.0, 1.0),
    "normcdf": (0.0, 1.0),
    "exp": (0.0, np.inf),
    "cosh": (1.0, np.inf),
}
_FALLING = ("erfc",)
# what exp and cosh are above where the tables of a tier end
_BEYOND = {"single": 2.0**127, "double": 2.0**1022}


def point_ends(value: Approximation, tier: str) -> tuple[np.ndarray, np.ndarray]:
    """float64 on either side of each value of an approximation."""
    with np.errstate(all="ignore"):
        scale = 1.0 if value.scale is None else value.scale
        room = value.bound * (1 + 2.0**-50)
        low_part = np.nextafter(value.low - room, -np.inf)
        high_part = np.nextafter(value.low + room, np.inf)
        nothing = (value.low == 0) & (value.bound == 0)
        low = below(*two_sum(value.high, np.where(nothing, 0.0, low_part)))
        high = above(*two_sum(value.high, np.where(nothing, 0.0, high_part)))
        # a division by a power of two loses something only where the quotient is subnormal
        lost = (np.abs(value.high) < 2.0**-1000 * scale) & ~nothing
        low, high = low / scale, high / scale
        low = np.where(lost, np.nextafter(low, -np.inf), low)
        high = np.where(lost, np.nextafter(high, np.inf), high)
        open_ = ~np.isfinite(value.high)
        return np.where(open_, _BEYOND[tier], low), np.where(open_, np.inf, high)


@dataclass(frozen=True)
class Points:
    """An operation at some float64.

    Attributes:
        low, high: on either side of its exact value.
        rounded_low, rounded_high: on either side of that value rounded to the format.
        off: at most the distance of the exact value from ``rounded_low``, times ``scale``; only
            where the two roundings are one.
    """

    low: np.ndarray
    high: np.ndarray
    rounded_low: np.ndarray
    rounded_high: np.ndarray
    off: np.ndarray


def at_points(name: str, x: np.ndarray, fmt: Format, scale) -> Points:
    """An operation at float64 numbers, any shape; ``scale`` a power of two of the same shape."""
    shape, x = np.shape(x), np.ravel(x)
    scale = np.broadcast_to(scale, shape).ravel()
    function, tier = OPERATIONS[f"op.{name}"], tier_of(fmt)
    value = approximate(function, x, tier)
    with np.errstate(all="ignore"):
        rounded, undecided = decide(function, x, fmt, value)
        rounded = rounded.astype(np.float64)
        low, high = point_ends(value, tier)
        least, most = _RANGES[name]
        low, high = np.maximum(low, least), np.minimum(high, most)
        ends = (low, high) if fmt.precision == 53 else (nearest_wide(fmt, v) for v in (low, high))
        # what has no bound overflows every format of the tier
        beyond = value.high == np.inf
        first, last = (np.where(beyond, np.inf, np.where(undecided, v, rounded)) for v in ends)
        own = 1.0 if value.scale is None else value.scale
        rest = np.abs((value.high - rounded * own) + value.low) + value.bound
        off = rest * (1 + 2.0**-50) * (scale / own) + 2.0**-1074
        off = np.where(undecided | np.isnan(off), np.inf, off)
    return Points(*(part.reshape(shape) for part in (low, high, first, last, off)))


def over(name: str, interval, fmt: Format, scale) -> Points:
    """An operation over intervals: as ``at_points``, of all that they hold."""
    low, high = interval
    if name == "cosh":
        low, high = mignitude(interval), magnitude(interval)
    ends = np.stack(np.broadcast_arrays(low, high))
    found = at_points(name, ends, fmt, np.broadcast_to(scale, ends.shape))
    first, last = (1, 0) if name in _FALLING else (0, 1)
    one = found.rounded_low[first] == found.rounded_high[last]
    return Points(
        found.low[first],
        found.high[last],
        found.rounded_low[first],
        found.rounded_high[last],
        np.where(one, found.off.max(axis=0), np.inf),
    )


def steepest(name: str, interval, fmt: Format) -> np.ndarray:
    """An upper bound of |f'| over intervals.

    exp' = exp, |cosh'| <= cosh; the others are steepest nearest to 0: erf' = 2/√π·e^-z²,
    Φ' = e^(-z²/2)/√(2π), s' = s(z)·s(-z), tanh' = 4·s(2z)·s(-2z).
    """
    tier = tier_of(fmt)

    def high(operation, at):
        value = approximate(OPERATIONS[f"op.{operation}"], at, tier)
        return point_ends(value, tier)[1]

    with np.errstate(all="ignore"):
        if name == "exp":
            return high("exp", interval[1])
        if name == "cosh":
            return high("cosh", magnitude(interval))
        z = np.asarray(mignitude(interval))
        if name in ("sigmoid", "tanh"):
            z = 2 * z if name == "tanh" else z
            factor = 4.0 if name == "tanh" else 1.0
            return factor * high("sigmoid", z) * high("sigmoid", -z) * (1 + 2.0**-48)
        # the square rounded down; up to 2^-1022 it may be 0
        square = np.nextafter(z * z, 0.0)
        power = -square / 2 if name == "normcdf" else -square
        # 0.39894228040143267794, 1.1283791670955125739
        factor = 0.398942280401433 if name == "normcdf" else 1.12837916709552
        return factor * high("exp", power) * (1 + 2.0**-48)


# forms have one extremum, in here (GELU's at -0.7518, the others' at -0.7522 and -0.7509), and
# derivatives two, in ± these; a test proves it
_BENDS = {False: (-1.0, -0.5), True: (1.25, 1.625)}


@np.errstate(all="ignore")
def form_over(function: Function, interval, fmt: Format) -> tuple[np.ndarray, np.ndarray]:
    """A form, or its derivative, over intervals of one sign.

    Where it may have an extremum inside, its distance from the chord, (b - a)²/8·sup|f''| with
    |f''| <= 1 there, is added to what it is at the ends.
    """
    tier = tier_of(fmt)
    low, high = interval
    value = [point_ends(approximate(function, end, tier), tier) for end in (low, high)]
    least = np.minimum(value[0][0], value[1][0])
    most = np.maximum(value[0][1], value[1][1])
    if function.half:
        # x/2 <= f(x) = x/2 + x·(s(x) - 1/2) <= max(x, 0); a half of a subnormal is not exact
        half = np.where(np.abs(low) < 2.0**-1000, np.nextafter(low / 2, -np.inf), low / 2)
        least, most = np.maximum(least, half), np.minimum(most, np.maximum(high, 0.0))
    slope = function.name.endswith("_grad")
    first, last = _BENDS[slope]
    a, b = (mignitude(interval), magnitude(interval)) if slope else (low, high)
    bend = (b >= first) & (a <= last) & (low < high)
    room = np.where(bend, (high - low) * (high - low) / 8 * (1 + 2.0**-50), 0.0)
    least = np.where(room > 0, np.nextafter(least - room, -np.inf), least)
    return least, np.where(room > 0, np.nextafter(most + room, np.inf), most)
