"""Proved bounds of the evaluation error of a writing, region by region, beside the worst found.

>>> [bound] = bounds("normcdf", find_format("float32"), "native", [(-1.0, 1.0)])
>>> 1.4 < bound.found <= bound.upper < 1.5
True
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gelucheck.errors import UsageError
from gelucheck.formats import Format, find_format
from gelucheck.forms.arithmetic import ARITHMETICS
from gelucheck.forms.catalogue import find_writing
from gelucheck.proofs.rounding.boxes import Bounder, Boxes, first_boxes, refined
from gelucheck.proofs.rounding.found import Finder
from gelucheck.proofs.rounding.method import method_of
from gelucheck.record import Theorem

REGIONS = (
    (-math.inf, -8.0),
    (-8.0, -4.0),
    (-4.0, -2.0),
    (-2.0, -1.0),
    (-1.0, 1.0),
    (1.0, 4.0),
    (4.0, math.inf),
)
"""Where the condition number is below 2 (from -1 on), grows, and is beyond all use; the ends are
values of every format."""

BUDGET = 1 << 14
"""Boxes that are evaluated for a region, beside the first ones."""

_STABLE = 1.01  # a bound this near to what was found is not made smaller
# inputs that are drawn from all boxes, and then from those of the largest bounds
_FIRST, _SECOND, _TOP = 1 << 12, 1 << 14, 256


@dataclass(frozen=True)
class Bound:
    """What is proved of one region, and what was found there.

    Attributes:
        writing, function, dtype, arithmetic: of what.
        low, high: the ends of the region, both included: finite values of the format.
        found: the largest evaluation error found, in ulp, and ``found_x`` where; NaN where no
            input has one, for all results are NaN or infinite.
        evidence: of that: "exhaustive" or "search".
        upper: no input of the region has a larger one; infinite where ``reason`` says why.
        at: ends of the box of inputs where the bound is largest.
        reason: empty, or why the bound is infinite.
    """

    writing: str
    function: str
    dtype: str
    arithmetic: str
    low: float
    high: float
    found: float
    found_x: float
    evidence: str
    upper: float
    at: tuple[float, float]
    reason: str = ""

    def theorem(self) -> Theorem:
        """The bound as run.json has it."""
        fmt = find_format(self.dtype)
        most = fmt.largest if fmt.infinities else math.inf
        left = "(-inf" if self.low == -most else f"[{self.low:.6g}"
        right = "inf)" if self.high == most else f"{self.high:.6g}]"
        place = f"{left}, {right}"
        gradient = " derivative" if self.function == "gelu_grad" else ""
        name = f"{self.writing}{gradient} · {self.dtype} · {self.arithmetic} on {place}"
        at = None if math.isnan(self.found_x) else self.found_x
        found = 0.0 if at is None else self.found
        return Theorem(name, found, found, self.upper, at, self.sentence(), "rounding")

    def sentence(self) -> str:
        """What it means."""
        if self.reason:
            return f"No bound: {self.reason}."
        tried = "all inputs" if self.evidence == "exhaustive" else "a search"
        return (
            f"With each operation correctly rounded, no {self.dtype} input in there makes the "
            f"{self.writing} writing be off its form by more than the larger figure; {tried} "
            "showed the smaller one."
        )


def bounds(
    name: str,
    fmt: Format | str,
    arithmetic: str = "native",
    regions: Sequence[tuple[float, float]] | None = None,
    *,
    function: str = "gelu",
    budget: int = BUDGET,
    seed: int = 0,
) -> tuple[Bound, ...]:
    """Bound the evaluation error of a writing, in ulp of its form's exact value.

    The model: every operation and every function in it is correctly rounded to the format of the
    arithmetic. Each bound holds for all finite values of the format in its region.

    Args:
        name: a writing, or a form (its seed writing).
        fmt: the format, or its name; arithmetic: a key of ``ARITHMETICS`` that applies to it.
        regions: ends, real numbers or infinities; by default ``REGIONS``. One without any value of
            the format is left out.
        function: "gelu", or "gelu_grad" for the writing of the derivative.
        budget: boxes that may be evaluated for a region; seed: of the search.

    Raises:
        UsageError: no such writing, format or arithmetic, or a region that is none.
    """
    fmt, writing = find_format(fmt), find_writing(name, function)
    _ensure_arithmetic(fmt, arithmetic)
    bounder = Bounder(writing, fmt, arithmetic, method_of(writing, fmt))
    spans = [_span(fmt, *region) for region in regions or REGIONS]
    return tuple(_bound(bounder, span, budget, seed) for span in spans if span)


def ensure_bounds(
    name: str,
    fmt: Format,
    arithmetic: str,
    regions: Sequence[tuple[float, float]] | None = None,
    *,
    function: str = "gelu",
) -> None:
    """See that ``bounds`` can be asked this, and that each region has values of the format.

    Raises:
        UsageError: it cannot, or one has none.
    """
    find_writing(name, function)
    _ensure_arithmetic(fmt, arithmetic)
    for low, high in regions or ():
        if _span(fmt, low, high) is None:
            raise UsageError(
                f"no value of {fmt.name} is from {low!r} to {high!r}", "give a wider region"
            )


def _ensure_arithmetic(fmt: Format, arithmetic: str) -> None:
    if arithmetic not in ARITHMETICS or ARITHMETICS[arithmetic](fmt) is None:
        known = ", ".join(key for key, wider in ARITHMETICS.items() if wider(fmt))
        raise UsageError(f"{fmt.name} has no arithmetic {arithmetic!r}", f"one of {known}")


def _span(fmt: Format, low: float, high: float) -> range | None:
    """The ordinals of the finite values of a region; None where there are none."""
    if not low <= high:
        raise UsageError(f"{low!r} to {high!r} is no region", "give the lower end first")
    ends = max(low, -fmt.largest), min(high, fmt.largest)
    if ends[0] > ends[1]:
        return None
    first, last = (fmt.ordinal(fmt.round(end)) for end in ends)
    # rounded inward, -0 with +0
    first += fmt.value(fmt.bits_at(first)) < low
    last -= fmt.value(fmt.bits_at(last)) > high
    first = -1 if first == 0 else first
    last = 0 if last == -1 else last
    return range(first, last + 1) if first <= last else None


def _bound(bounder: Bounder, span: range, budget: int, seed: int) -> Bound:
    writing, fmt, arithmetic = bounder.writing, bounder.fmt, bounder.arithmetic
    low, high = span.start, span.stop - 1
    finder = Finder(writing, fmt, arithmetic)
    boxes = bounder.bound(*first_boxes(fmt, low, high))
    exhaustive = fmt.bits <= 16
    if exhaustive:
        finder.all(low, high)
    else:
        finder.search((low, high), (boxes.first, boxes.last), _FIRST, seed)
    boxes = refined(bounder, boxes, max(finder.best, 0.0) * _STABLE, budget)
    if not exhaustive:
        top = boxes.take(np.argsort(-boxes.ulp, kind="stable")[:_TOP])
        finder.search((low, high), (top.first, top.last), _SECOND, seed + 1)
    found = finder.found("exhaustive" if exhaustive else "search")
    upper, at, reason = _largest(fmt, boxes, finder.best)
    if low <= 0 <= high or low <= -1 <= high:
        upper, at, reason = _with_zeros(finder, upper, at, reason)
    ends = fmt.values(np.array([low, high])).astype(np.float64)
    return Bound(
        writing.name,
        writing.function,
        fmt.name,
        arithmetic,
        float(ends[0]),
        float(ends[1]),
        found.ulp if found.ulp >= 0 else math.nan,
        found.x,
        found.evidence,
        upper,
        at,
        reason,
    )


def _largest(fmt: Format, boxes: Boxes, found: float) -> tuple[float, tuple[float, float], str]:
    """The largest bound, where, and why it is infinite; ``found``: the largest error."""
    if not boxes.ulp.size:
        return 0.0, (0.0, 0.0), ""
    place = int(boxes.ulp.argmax())
    upper = float(boxes.ulp[place])
    ends = fmt.values(np.array([boxes.first[place], boxes.last[place]])).astype(np.float64)
    at = float(ends[0]), float(ends[1])
    if math.isfinite(upper):
        return upper, at, ""
    several = f"for an input from {at[0]!r} to {at[1]!r}"
    where = several if at[0] < at[1] else f"at {at[0]!r}"
    if boxes.nan[place]:
        return upper, at, f"the result may be NaN {where}"
    if boxes.overflow[place]:
        return upper, at, f"the result may overflow {where}"
    if math.isinf(found):
        return upper, at, "an error in ulp is beyond what float64 can hold"
    return upper, at, f"no finite bound was proved {where}"


def _with_zeros(finder: Finder, upper: float, at, reason: str):
    """The bound with the inputs ±0 taken in: there the error is computed."""
    fmt = finder.fmt
    got = finder.outputs(np.array([-1, 0])).astype(np.float64)
    due = finder.form.at_zero
    unit = fmt.smallest_subnormal
    if due:
        unit = 2.0 ** (math.frexp(due)[1] - fmt.precision)
    off = float(np.max(np.abs(got - due))) / unit
    if math.isnan(off):
        return math.inf, (-0.0, 0.0), "the result is NaN at 0"
    return (off, (-0.0, 0.0), reason) if off > upper else (upper, at, reason)
