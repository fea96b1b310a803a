"""Finite in, finite out; the sign of x; and subnormals are numbers."""

from collections.abc import Iterator

import numpy as np

from gelucheck.conformance.bench import Bench
from gelucheck.conformance.stretches import stretch
from gelucheck.conformance.words import number
from gelucheck.record import Finding

_FAR = 4.0


def finite(bench: Bench) -> Iterator[Finding]:
    """``nan-for-finite`` and ``inf-for-finite``; for derivatives ``gradient-overflow-nan``."""
    curve = bench.curve
    for kind, wrong in (("nan", np.isnan(curve.y)), ("inf", np.isinf(curve.y))):
        places = np.flatnonzero(wrong)
        if not places.size:
            continue
        # the most ordinary input
        i = places[np.argmin(np.abs(curve.x[places]))]
        far = not bench.forward and abs(curve.x[i]) > _FAR
        slug = "gradient-overflow-nan" if far else f"{kind}-for-finite"
        name = "NaN" if kind == "nan" else "infinity"
        at = f" at x = {number(curve.x[i])}" if places.size > 1 else ""
        sentence = (
            f"{name} {stretch(curve.x, wrong)}, where {number(curve.exact[i])} is due{at}: "
            "something overflows on the way; clamp its argument"
        )
        yield Finding(slug, "error", sentence, bench.due(curve.x[i], curve.y[i]))


def sign(bench: Bench) -> Iterator[Finding]:
    """``wrong-sign`` of the function: y has the sign of x; and of the zero on the left."""
    if not bench.forward:
        return
    curve, fmt = bench.curve, bench.fmt
    # one step from zero is within the limit of a 16-bit format
    least = fmt.smallest_subnormal if fmt.bits <= 16 else curve.room
    wrong = (curve.x * np.sign(curve.y) < 0) & (np.abs(curve.y) > least)
    places = np.flatnonzero(wrong)
    if places.size:
        i = places[np.argmax(np.abs(curve.y[places]))]
        where = f"; the sign is wrong {stretch(curve.x, wrong)}" if places.size > 1 else ""
        sentence = (
            f"{number(curve.y[i])} at x = {number(curve.x[i])}, where {number(curve.exact[i])} is "
            f"due{where or ': the sign is wrong'}"
        )
        yield Finding("wrong-sign", "error", sentence, bench.due(curve.x[i], curve.y[i]))
    positive = (curve.x < 0) & (curve.y == 0) & ~np.signbit(curve.y) & (curve.due == 0)
    places = np.flatnonzero(positive)
    if places.size:
        i = places[-1]
        sentence = (
            f"+0 {stretch(curve.x, positive)}, where GELU rounds to −0: a factor lost the sign; "
            "multiply by x"
        )
        yield Finding("zero-sign", "warning", sentence, bench.due(curve.x[i], curve.y[i]))


def subnormals(bench: Bench) -> Iterator[Finding]:
    """``subnormals-flushed``: a zero for or from a subnormal, where RN(y) is none."""
    curve, least = bench.curve, bench.fmt.smallest_normal
    # what is tiny before it is rounded may be flushed, though it would round to a normal number
    x, due = np.abs(curve.x), np.abs(curve.exact)
    lost, there = curve.y == 0, curve.due != 0
    small = (x < least) & there
    for kind, some, beside in (
        ("inputs", small, (x >= least) & (x < 16 * least) & (due >= least)),
        ("results", ~small & (due < least) & there, (due >= least) & (due < 16 * least)),
    ):
        # all of them, and the normal numbers beside them are right: else it is another fault, a
        # shortcut for tiny x or a tail cut off
        sound = (np.abs(curve.y - curve.exact) <= curve.room)[beside]
        if not (some.any() and lost[some].all() and sound.size and sound.all()):
            continue
        places = np.flatnonzero(some)
        i = places[np.argmax(np.abs(curve.exact[places]))]
        sentence = (
            f"0 at x = {number(curve.x[i])}, where {number(curve.exact[i])} is due: subnormal "
            f"{kind} are flushed to zero (a compiler flag or mode of the processor)"
        )
        yield Finding("subnormals-flushed", "warning", sentence, bench.due(curve.x[i], curve.y[i]))
        return
