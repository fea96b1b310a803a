"""Boxes of inputs, the bound on each, and their subdivision where it is largest."""

from dataclasses import dataclass

import numpy as np

from gelucheck.formats import Format
from gelucheck.forms.arithmetic import ARITHMETICS
from gelucheck.forms.writing import Writing
from gelucheck.proofs.rounding.enclosures import form_over
from gelucheck.proofs.rounding.engine import Running
from gelucheck.proofs.rounding.intervals import mignitude
from gelucheck.reference.functions import function_of

_SCALE = 600
_UP = 1 + 2.0**-46
PARTS = 16
"""Into how many a box is divided."""
_MOST = 256  # boxes divided at a time


@dataclass(frozen=True)
class Boxes:
    """Stretches of inputs of one sign, without the zeros, and what is proved there.

    Attributes:
        first, last: int64 ordinals, both included.
        ulp: float64: no input has an evaluation error above it; infinite where none is proved.
        overflow, nan: bool: what may come instead of a number.
    """

    first: np.ndarray
    last: np.ndarray
    ulp: np.ndarray
    overflow: np.ndarray
    nan: np.ndarray

    def take(self, places) -> "Boxes":
        return Boxes(*(each[places] for each in vars(self).values()))

    def join(self, other: "Boxes") -> "Boxes":
        pairs = zip(vars(self).values(), vars(other).values(), strict=True)
        return Boxes(*(np.concatenate(pair) for pair in pairs))


class Bounder:
    """What bounds the error of one writing under one arithmetic.

    Args:
        method: (low, high, scale) -> how far the exact writing is from its form in boxes, at most,
            times the scale; None for a writing that is exact.
    """

    def __init__(self, writing: Writing, fmt: Format, arithmetic: str, method=None):
        self.writing, self.fmt, self.arithmetic, self.method = writing, fmt, arithmetic, method
        self.inner = ARITHMETICS[arithmetic](fmt)
        self.form = function_of(writing.form, writing.function)

    @np.errstate(all="ignore")
    def bound(self, first: np.ndarray, last: np.ndarray) -> Boxes:
        """Evaluate the writing over boxes."""
        fmt = self.fmt
        low, high = (fmt.values(each).astype(np.float64) for each in (first, last))
        size = mignitude((low, high))
        scale = _scale(low, high, size)
        engine = self.engine(scale)
        found = engine.unary("narrow", self.writing.call(engine.operand(low, high), engine)).value
        exact = form_over(self.form, (low, high), fmt)
        error = found.error
        if self.method is not None:
            error = (error + self.method(low, high, scale)) * _UP
        apart = np.maximum(
            np.abs(found.computed[0] - exact[1]), np.abs(found.computed[1] - exact[0])
        )
        error = np.fmin(error, apart * scale * _UP + 2.0**-1074)
        unit = self._unit(mignitude(exact))
        overflow = np.isinf(found.computed[0]) | np.isinf(found.computed[1])
        error = np.where(found.nan | overflow | np.isnan(error), np.inf, error)
        ulp = error / (unit * scale) * _UP
        shape = first.shape
        overflow = overflow & ~found.nan
        return Boxes(first, last, *(np.broadcast_to(v, shape) for v in (ulp, overflow, found.nan)))

    def engine(self, scale: np.ndarray) -> Running:
        return Running(self.inner, self.fmt, scale)

    def _unit(self, least):
        """u(y) of the smallest |y|."""
        _, exponent = np.frexp(least)
        exponent = np.where(least == 0, self.fmt.emin, exponent - 1)
        return np.ldexp(1.0, np.maximum(exponent, self.fmt.emin) - self.fmt.precision + 1)


def _scale(low, high, size):
    """What errors are held times: where forms are next to 0, errors may be below 2^-1074.

    Left of -64 only the sigmoid form is, and e^z may be as large there as x·s is small.
    """
    scale = np.where((size < 2.0**-300) | ((high < -16) & (low > -64)), 2.0**_SCALE, 1.0)
    scale = np.where((high <= -64) & (low > -1024), 2.0**60, scale)
    return np.where(low > 2.0**900, 2.0**-_SCALE, scale)


def first_boxes(fmt: Format, low: int, high: int) -> tuple[np.ndarray, np.ndarray]:
    """The ordinals from one to another, but for the zeros, in boxes within binades: many of them
    where forms bend."""
    parts = []
    if high >= 1:
        parts.append(_pieces(fmt, max(low, 1), min(high, fmt.end_bits - 1)))
    if low <= -2:
        begins, ends = _pieces(fmt, max(-1 - high, 1), min(-1 - low, fmt.end_bits - 1))
        parts.append((-1 - ends, -1 - begins))
    empty = np.zeros(0, np.int64)
    first, last = zip((empty, empty), *parts, strict=True)
    return np.concatenate(first), np.concatenate(last)


def _pieces(fmt: Format, start: int, stop: int) -> tuple[np.ndarray, np.ndarray]:
    """Magnitudes cut at powers of two, and between."""
    edges = []
    shift = fmt.precision - 1
    for binade in range(start >> shift, (stop >> shift) + 1):
        exponent = max(binade, 1) - 1 + fmt.emin
        pieces = 2 if exponent < -24 else 32 if -5 <= exponent < 0 else 4
        if 0 <= exponent < 6:
            # of 1/32, then 1/16
            pieces = max(32, 16 << exponent)
        step = max(1, (1 << shift) // pieces)
        edges.append(np.arange(binade << shift, (binade + 1) << shift, step, dtype=np.int64))
        # a power of two by itself: left of 0 forms are just below a power there, far right too
        edges.append(np.array([(binade << shift) + 1]))
        if not binade:
            # subnormal numbers have binades too
            edges.append(np.int64(1) << np.arange(shift, dtype=np.int64))
    edges = np.unique(np.concatenate(edges))
    begins = np.unique(np.maximum(edges[edges <= stop], start))
    return begins, np.append(begins[1:] - 1, stop)


def divided(boxes: Boxes) -> tuple[np.ndarray, np.ndarray]:
    """The parts of some boxes, each of at least one ordinal."""
    count = boxes.last - boxes.first + 1
    step = -(-count // PARTS)
    begins = boxes.first[:, None] + step[:, None] * np.arange(PARTS)
    ends = np.minimum(begins + step[:, None] - 1, boxes.last[:, None])
    keep = begins <= boxes.last[:, None]
    return begins[keep], ends[keep]


def refined(bounder: Bounder, boxes: Boxes, enough: float, budget: int) -> Boxes:
    """Divide the boxes of the largest bounds until the largest one is stable.

    Args:
        enough: a bound that is good enough; budget: boxes that may be evaluated.
    """
    spent = 0
    while spent < budget and boxes.ulp.size:
        top = boxes.ulp.max()
        if top <= enough:
            break
        single = boxes.first == boxes.last
        if (boxes.ulp[single] >= top).any():
            break
        worst = np.argsort(-np.where(single, -1.0, boxes.ulp), kind="stable")[:_MOST]
        worst = worst[boxes.ulp[worst] > max(enough, 0.9 * top if np.isfinite(top) else 0.0)]
        parts = bounder.bound(*divided(boxes.take(worst)))
        spent += parts.ulp.size
        rest = np.ones(boxes.ulp.size, bool)
        rest[worst] = False
        boxes = boxes.take(rest).join(parts)
    return boxes
