"""From a tally to the row that is stored."""

import math
from fractions import Fraction

import numpy as np

from gelucheck.formats import Format
from gelucheck.implementations.interface import Implementation
from gelucheck.measure import declared_function
from gelucheck.peaks import Peak
from gelucheck.record import COUNTS, HISTOGRAM, Errors, Region, Row, Window, Witness
from gelucheck.reference.functions import REFERENCES, Function
from gelucheck.reference.oracle import nearest_float, rounded_bits
from gelucheck.sums import as_fraction, digits_in, root, to_digits
from gelucheck.tally import EDGES, SCALED, Measured, RegionTally, Tally
from gelucheck.windows import ends_of, four_digits

_FIGURES = {"max_abs": "absolute", "max_ulp": "ulp", "max_rel": "relative", "max_steps": "steps"}


def row_of(implementation: Implementation, fmt: Format, evidence: str, tally: Tally) -> Row:
    """The row of an implementation in a format.

    Args:
        evidence: how the inputs were chosen: "exhaustive", "sample", "search" or "given".
    """
    gelu = REFERENCES[implementation.function]
    declared = declared_function(implementation)
    parts = {"total": tally.total, "evaluation": tally.evaluation}
    return Row(
        implementation=implementation.name,
        form=implementation.form,
        writing=implementation.writing,
        dtype=fmt.name,
        arithmetic=implementation.arithmetic,
        function=implementation.function,
        evidence=evidence,
        inputs=tally.inputs,
        total=_errors(fmt, gelu, tally.total),
        evaluation=_errors(fmt, declared, tally.evaluation) if declared else None,
        method=witness(fmt, gelu, tally.method, method=declared),
        correctly_rounded=tally.steps[0],
        faithful=tally.faithful,
        histogram=dict(zip(HISTOGRAM, tally.steps, strict=True)),
        counts={name: tally.counts[name].count if name in tally.counts else 0 for name in COUNTS},
        regions=tuple(_region(fmt, gelu, *item) for item in sorted(tally.regions.items())),
        excess=witness(fmt, gelu, tally.total.peaks.get("excess")),
        first={
            name: witness(fmt, declared or gelu, count.first)
            for name, count in tally.counts.items()
        },
        above=_above(tally),
        profile=_profile(tally),
        asked=tally.asked,
        means={name: mean for name, part in parts.items() if (mean := _enclosure(part))},
        scaled=_scaled(fmt, gelu, declared, tally),
        correct=_correct(tally, gelu, declared),
        parts={
            region: row_of(implementation, fmt, evidence, part)
            for region, part in tally.parts.items()
        },
    )


def _scaled(fmt: Format, gelu: Function, declared: Function | None, tally: Tally) -> dict:
    """By part, the largest error in ulp over 1 + k, where it was asked for."""
    parts = {"total": (gelu, tally.total), "evaluation": (declared, tally.evaluation)}
    return {
        name: witness(fmt, function, measured.peaks[SCALED])
        for name, (function, measured) in parts.items()
        if SCALED in measured.peaks
    }


def _correct(tally: Tally, gelu: Function, declared: Function | None) -> dict[str, int]:
    """By part, how many outputs are correctly rounded."""
    own = tally.steps[0] if declared is gelu else tally.evaluation.correct
    total = {"total": tally.steps[0]}
    return total if declared is None or own is None else {**total, "evaluation": own}


def _above(tally: Tally) -> frozenset[str]:
    """Names of the figures whose exact value lies above its rounding."""
    peaks = {"excess": tally.total.peaks.get("excess")}
    for part, measured in (("total", tally.total), ("evaluation", tally.evaluation)):
        names = {**_FIGURES, SCALED: SCALED}
        peaks |= {f"{part}.{name}": measured.peaks.get(kind) for name, kind in names.items()}
    return frozenset(name for name, peak in peaks.items() if peak and peak.above)


def witness(
    fmt: Format, function: Function, peak: Peak | None, steps: bool = False, method=None
) -> Witness | None:
    """A peak with its numbers spelt out.

    Args:
        function: what was due; in steps it is due as rounded.
        method: the exact form, where the peak is its distance from ``function``.
    """
    if peak is None:
        return None
    x = fmt.value(peak.x)
    due = fmt.value(rounded_bits(function, x, fmt)) if steps else nearest_float(function, x)
    got = nearest_float(method, x) if method else fmt.value(peak.got)
    bits = f"0x{peak.x:0{fmt.bits // 4}x}"
    return Witness(peak.value, x, shortest_hex(x), bits, got, due)


def shortest_hex(x: float) -> str:
    """A float in C's hexadecimal notation, without trailing zeros: "-0x1.2p+1"."""
    if not math.isfinite(x):
        return str(x)
    head, _, exponent = x.hex().partition("p")
    whole, _, digits = head.partition(".")
    digits = digits.rstrip("0")
    return f"{whole}{'.' if digits else ''}{digits}p{exponent}"


def _errors(fmt: Format, function: Function, measured: Measured) -> Errors:
    maxima = {
        name: witness(fmt, function, measured.peaks.get(kind), steps=kind == "steps")
        for name, kind in _FIGURES.items()
    }
    return Errors(**maxima, mean_abs=_mean(measured), rms_abs=_mean(measured, squares=True))


def _mean(measured: Measured, squares: bool = False) -> float | None:
    """Mean or root mean square of the absolute error, rounded to the digits that are sure.

    The mean is off by at most the mean slack; the root mean square, by Minkowski's inequality, by
    at most the root mean square of the slacks.
    """
    if not measured.count:
        return None
    total, slack = (
        as_fraction(sum_of, squares) / measured.count
        for sum_of in (
            (measured.square, measured.slack_square)
            if squares
            else (measured.absolute, measured.slack)
        )
    )
    if not total:
        return 0.0
    mean = root(total) if squares else float(total)
    if not slack or not mean:
        return mean
    return to_digits(mean, digits_in(total / slack) / (1 + squares))


def _enclosure(measured: Measured) -> tuple[Fraction, Fraction] | None:
    """Bounds of the exact mean of the absolute error: the sum is off by the slack at most."""
    if not measured.count:
        return None
    mean, slack = (
        as_fraction(each) / measured.count for each in (measured.absolute, measured.slack)
    )
    return max(mean - slack, Fraction(0)), mean + slack


def _region(fmt: Format, gelu: Function, index: int, region: RegionTally) -> Region:
    return Region(
        EDGES[index],
        EDGES[index + 1],
        region.inputs,
        max_abs=witness(fmt, gelu, region.peaks.get("absolute")),
        max_ulp=witness(fmt, gelu, region.peaks.get("ulp")),
        max_steps=witness(fmt, gelu, region.peaks.get("steps"), steps=True),
    )


def _profile(tally: Tally) -> tuple[Window, ...]:
    """The windows in order of x, figures rounded."""
    windows = sorted(tally.profile)
    # None as NaN
    figures = np.array([tally.profile[window] for window in windows], np.float64).reshape(-1, 6)
    *columns, own = four_digits(figures).T.tolist()
    own = [None if math.isnan(each) else each for each in own]
    ends = zip(*map(ends_of, windows), strict=True)
    return tuple(map(Window, *ends, *columns, own)) if windows else ()
