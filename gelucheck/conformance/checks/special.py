"""Special values: zeros, infinities and NaN."""

import math
from collections.abc import Iterator

from gelucheck.conformance.bench import Bench
from gelucheck.conformance.words import number
from gelucheck.record import Finding


def special(bench: Bench) -> Iterator[Finding]:
    """The limits follow the function; an infinity of the derivative may give either zero."""
    yield from _nan(bench)
    yield from _infinities(bench)
    yield from _zeros(bench)


def _nan(bench: Bench) -> Iterator[Finding]:
    got = bench.at(math.nan)
    if not math.isnan(got):
        sentence = f"{number(got)} for NaN: a NaN must stay one, so that a fault upstream is seen"
        yield Finding("nan-not-kept", "error", sentence, bench.due(math.nan, got))


def _infinities(bench: Bench) -> Iterator[Finding]:
    if not bench.fmt.infinities:
        return
    left, right = bench.function.limits()
    for x, want, name in ((-math.inf, left, "minus"), (math.inf, right, "plus")):
        got = bench.at(x)
        if math.isnan(got):
            # the derivative of every large framework is NaN at both
            level = "error" if name == "plus" and bench.forward else "warning"
            why = "infinity times 0; give the limit there, or clamp the argument"
            sentence = f"NaN at x = {number(x)}, where the limit is {number(want)}: {why}"
            yield Finding(f"nan-at-{name}-inf", level, sentence, bench.due(x, got))
        elif got != want:
            sentence = f"{number(got)} at x = {number(x)}, where the limit is {number(want)}"
            yield Finding("infinity-not-kept", "error", sentence, bench.due(x, got))
        elif want == 0 and bench.forward and not math.copysign(1, got) < 0:
            yield _zero_sign(bench, x, got)


def _zeros(bench: Bench) -> Iterator[Finding]:
    for x in (0.0, -0.0):
        got = bench.at(x)
        if not math.isfinite(got):
            continue  # nan-for-finite
        if not bench.forward:
            continue  # near-zero-slope
        if got != 0:
            sentence = (
                f"{number(got)} at x = {number(x)}, where {number(x)} is due: a fit that is not "
                "held to 0 there; return x times something"
            )
            yield Finding("nonzero-at-zero", "error", sentence, bench.due(x, got))
            return
        if math.copysign(1, got) != math.copysign(1, x):
            yield _zero_sign(bench, x, got)


def _zero_sign(bench: Bench, x: float, got: float) -> Finding:
    sentence = f"{number(got)} at x = {number(x)}, where {number(-got)} is due: x·Φ(x) keeps it"
    return Finding("zero-sign", "warning", sentence, bench.due(x, got))
