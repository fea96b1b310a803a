"""The error measures, on arrays: absolute, ulp, relative, steps; and what is counted apart.

With y the exact value and ŷ the output:

* **ulp**: ``u(y) = 2^(max(e, emin) - p + 1)`` for ``2^e <= |y| < 2^(e+1)``: the coarse spacing at a
  power of two. Under the fine convention, for ``2^e < |y| <= 2^(e+1)``. ``u(0)`` is the smallest
  subnormal. The error in ulp is ``(ŷ - y)/u(y)``, fractional; a correct rounding is within 0.5.
* **steps**: how many values of the format lie from ŷ to the correctly rounded y; ±0 are one value.
* **faithful**: ŷ is y or, where the format has no y, one of the two values next to it.

Every finite output of a finite exact value has an error and enters the maxima, a zero for a number
that is not zero and a wrong sign among them: to leave them out would hide the largest errors there
are. An output that is NaN or infinite where the exact value rounds to a finite one has no error; it
is counted apart, and so is the reverse.

J.-M. Muller, "On the definition of ulp(x)", 2005, has the conventions.
"""

from dataclasses import dataclass

import numpy as np

from gelucheck.chunks import in_chunks
from gelucheck.formats import Format

CONVENTIONS = ("coarse", "fine")
KINDS = ("absolute", "ulp", "relative", "excess")
_LARGEST = np.finfo(np.float64).max
_EXPONENT = np.uint64(0x7FF0000000000000)


@dataclass(frozen=True)
class ErrorArrays:
    """Errors of outputs, 1-D float64 arrays, zero where nothing can be measured.

    Attributes:
        measured: bool: both ŷ and RN(y) are finite.
        above: bool: ŷ > y, as far as the enclosure of y tells.
        absolute, ulp, relative: |ŷ - y|, the same over u(y), over |y| (0 where RN(y) is 0).
        excess: |ŷ - y| - u(y)/2, or 0 where that is negative, as it is for every correct rounding;
            -inf where nothing can be measured.
        slack: for each of these names, how far it may be off; proved.
        steps: uint64.
    """

    measured: np.ndarray
    above: np.ndarray
    absolute: np.ndarray
    ulp: np.ndarray
    relative: np.ndarray
    excess: np.ndarray
    slack: dict[str, np.ndarray]
    steps: np.ndarray


def unit_exact(fmt: Format, value, convention: str = "coarse"):
    """u(y) for an mpf, as an mpf; under "fine" an exact power of two takes the spacing below it."""
    mp = value.context
    if not value:
        return mp.mpf(fmt.smallest_subnormal)
    # the words of the number: an operation would round it, perhaps onto a power of two
    _, mantissa, exponent, length = value._mpf_
    exponent += length - 1
    if convention == "fine" and mantissa == 1:
        exponent -= 1
    return mp.ldexp(1, max(exponent, fmt.emin) - fmt.precision + 1)


def steps(fmt: Format, got: np.ndarray, due: np.ndarray) -> np.ndarray:
    """Values of the format from one to the other, uint64; neither may be NaN."""
    left, right = fmt.ranks(got), fmt.ranks(due)
    # the difference of two int64 can need 64 bits: taken as unsigned it is right
    return (np.maximum(left, right) - np.minimum(left, right)).view(np.uint64)


def errors(
    fmt: Format, got: np.ndarray, rounded: np.ndarray, exact, convention: str = "coarse"
) -> ErrorArrays:
    """Measure outputs against the exact values.

    Args:
        got, rounded: of ``fmt.dtype``: ŷ and RN(y).
        exact: the enclosures of y, a ``reference.fast.Approximation``.

    Slack: the bound of the enclosure, and the rounding of each operation done here.
    """
    found = in_chunks(
        lambda *piece: _errors(fmt, convention == "fine", *piece),
        *(got, rounded, exact.high, exact.low, exact.scale, exact.bound),
    )
    measured, above, steps_off, *rest = found
    slack = dict(zip(KINDS, rest[4:], strict=True))
    return ErrorArrays(measured, above, *rest[:4], slack, steps=steps_off)


def scaled(
    found: ErrorArrays, places: np.ndarray, rounded: np.ndarray, least, most
) -> tuple[np.ndarray, np.ndarray]:
    """Errors in ulp over 1 + k at some places, and how far these may be off.

    Args:
        rounded: RN(y) at these places, of the format's dtype.
        least, most: between what 1 + k lies there; at least 1, infinite where it overflows.
    """
    ulp, slack = found.ulp[places], found.slack["ulp"][places]
    with np.errstate(all="ignore"):
        least = np.minimum(least, _LARGEST)
        high = (ulp + slack) / least
        low = np.maximum(ulp - slack, 0.0) / most
        # more units than float64 can count, and 1 + k may bring them back: the spacing at RN(y)
        # is that at y, or twice it
        huge = np.isinf(ulp)
        if huge.any():
            size = found.absolute[places][huge]
            unit = np.spacing(np.abs(rounded[huge].astype(np.float64)))
            high[huge] = size / least[huge] / unit * 2.001
            low[huge] = size / most[huge] / unit * 0.999
        room = (high - low) / 2 + 2.0**-50 * high + 2.0**-1074
        middle = low / 2 + high / 2
    open_ = np.isinf(high) & np.isfinite(low)
    middle = np.where(open_, low, middle)
    room = np.where(open_, np.inf, np.where(np.isinf(low) | (ulp + slack == 0), 0.0, room))
    return middle, room


def _errors(fmt: Format, fine: bool, *piece: np.ndarray | None) -> tuple:
    got, rounded, y, low, scale, bound = piece
    with np.errstate(invalid="ignore"):
        output = got.astype(np.float64)
    measured = np.isfinite(output) & np.isfinite(rounded.astype(np.float64))
    off = np.where(measured, steps(fmt, got, rounded), np.uint64(0))
    scale = 1.0 if scale is None else scale
    with np.errstate(all="ignore"):
        # everything times scale, until the end; scale is a power of two
        difference = (output * scale - y) - low
        size, magnitude = np.abs(difference), np.abs(y)
        spacing, unsure = _spacing(magnitude, low * np.sign(y), bound, fine, fmt.precision)
        spacing = np.maximum(spacing, fmt.smallest_subnormal * scale)
        # below the normal range there is one spacing, wherever y is
        unsure &= magnitude + np.abs(low) + bound >= fmt.smallest_normal * scale
        slack = bound + 2.0**-51 * size
        ulp = size / spacing
        lost = output == 0
        relative = np.where(lost, 1.0, size / magnitude)
        ratio = bound / magnitude
        absolute = size / scale
        # the order is that of KINDS; excess allows half a spacing
        right = off == 0
        excess = np.where(right, 0.0, np.maximum(absolute - spacing / scale / 2, 0.0))
        values = [absolute, ulp, relative, excess]
        # what a subnormal result loses
        lowest = np.where(np.equal(scale, 1), 0.0, 2.0**-1074)
        slacks = [
            slack / scale + lowest,
            # next to a power of two the spacing may be half of this: so the error may be double
            slack / spacing * (1 + unsure) + (2.0**-51 + unsure) * ulp,
            # a zero for a number is wrong by all of it, exactly
            np.where(lost, 0.0, slack / magnitude + 2 * relative * ratio),
            ~right * ((slack + unsure * spacing / 2) / scale + lowest + 2.0**-52 * absolute),
        ]
        # a difference that overflows, scaled or not: its half does not
        huge = ~np.isfinite(difference) & measured
        if huge.any():
            half = np.abs(output / 2 - y / scale / 2)[huge]
            units = (half, half / (spacing / scale)[huge], half / (magnitude / scale)[huge], half)
            for value, room, size in zip(values, slacks, units, strict=True):
                value[huge], room[huge] = 2 * size, 2.0**-50 * size
            slacks[1][huge] += (unsure * values[1])[huge]
        for value, room in zip(values, slacks, strict=True):
            # beyond float64 there is nothing to be unsure of
            room[np.isinf(value)] = 0.0
    _clear(values, slacks, ~measured, ~measured | (rounded == 0))
    return measured, difference > 0, off, *values, *slacks


def _clear(values, slacks, nothing, no_relative) -> None:
    """Put what stands for nothing where there is nothing to measure."""
    for kind, value, slack in zip(KINDS, values, slacks, strict=True):
        where = no_relative if kind == "relative" else nothing
        if where.any():
            value[where] = -np.inf if kind == "excess" else 0.0
            slack[where] = 0.0


def _spacing(magnitude, low, bound, fine: bool, precision: int):
    """u(y) of a format without subnormals, and where a power of two lies within the enclosure.

    Args:
        magnitude: the first word of |y|; low: the second, negative when |y| is below the first.
    """
    power = (magnitude.view(np.uint64) & _EXPONENT).view(np.float64)
    below = (low < 0) | ((low == 0) & fine)
    at_power = power == magnitude
    power = np.where(at_power & below, power / 2, power)
    reach = np.abs(low) + bound
    ends = [
        np.maximum(end, 0.0).view(np.uint64) & _EXPONENT
        for end in (magnitude - reach, magnitude + reach)
    ]
    # at a power itself the reach may be too short to be seen in the difference
    near = (ends[0] != ends[1]) | (at_power & (bound > 0))
    # a second word that the bound does not exceed says on which side of the power y is
    unsure = near & (np.abs(low) < bound)
    return power * 2.0 ** (1 - precision), unsure
