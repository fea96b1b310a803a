"""Findings: named faults, each with a level, a sentence that says why, and a witness.

Made from the row alone. One function per finding; adding one is a function in ``CHECKS``.
"""

import math

from gelucheck.formats import FORMATS
from gelucheck.record import Finding, Row, Witness

MENDED = {
    "erf": "1 + erf(x/√2) keeps nothing of the left tail; 0.5·x·erfc(−x/√2) does",
    "tanh": "1 + tanh(z) keeps nothing of the left tail; x·sigmoid(2z) is the same and does",
}


def diagnose(row: Row) -> tuple[Finding, ...]:
    """The findings of a row, errors first."""
    found = [finding for check in CHECKS if (finding := check(row))]
    telling = [f for f in found if f.slug != "inaccurate"]
    # "inaccurate" is for what no more telling finding explains
    causes = {"left-tail-cancellation", "nan-for-finite", "inf-for-finite", "wrong-sign"}
    if any(f.slug in causes for f in telling):
        found = telling
    return tuple(sorted(found, key=lambda finding: finding.level))


def _number(value: float) -> str:
    """A number in a sentence: as many digits as one reads."""
    return f"{value:.6g}".replace("-", "−")


def _at(witness: Witness) -> str:
    return f"at x = {_number(witness.x)}"


def nan_at_minus_infinity(row: Row) -> Finding | None:
    """A warning: every large framework does it."""
    witness = row.first.get("nan_left")
    if witness is None:
        return None
    sentence = "NaN at x = −inf, where −0 is the limit: −inf times 0"
    return Finding("nan-at-minus-inf", "warning", sentence, witness)


def not_finite(row: Row) -> Finding | None:
    """NaN or infinity at a finite input where a finite value is due."""
    witness = row.first.get("broken")
    if witness is None:
        return None
    kind = "nan" if math.isnan(witness.got) else "inf"
    name = "NaN" if kind == "nan" else "infinity"
    count = row.counts["nan"] - ("nan_left" in row.first) if kind == "nan" else row.counts["inf"]
    sentence = f"{name} {_at(witness)} where {_number(witness.want)} is due"
    if count > 1:
        sentence += f"; at {count:,} inputs in all"
    if kind == "nan" and row.arithmetic == "native" and not FORMATS[row.dtype].infinities:
        sentence += f": a step overflows, and {row.dtype} has no infinity"
    return Finding(f"{kind}-for-finite", "error", sentence, witness)


def wrong_sign(row: Row) -> Finding | None:
    """A sign that the declared form does not have there."""
    witness = row.first.get("sign")
    if witness is None:
        return None
    sentence = f"{_number(witness.got)} {_at(witness)} where {_number(witness.want)} is due"
    return Finding("wrong-sign", "error", sentence, witness)


def cancellation(row: Row) -> Finding | None:
    """The seed writings' sum cancels on the left: zero where a number is due, or few digits of it.

    A 16-bit format may be one step off; float32 and float64 must have lost everything.
    """
    worst = row.evaluation.max_steps if row.evaluation else None
    if worst is None or row.writing not in MENDED or row.function != "gelu" or worst.x > -1:
        return None
    fmt = FORMATS[row.dtype]
    lost = worst.got == 0 and abs(worst.want) >= fmt.smallest_normal
    if not lost and (fmt.bits > 16 or worst.value <= 1):
        return None
    sentence = (
        f"{_number(worst.got) if worst.got else 0} {_at(worst)} where {_number(worst.want)} is "
        f"due, {worst.value:,} steps off: {MENDED[row.writing]}"
    )
    return Finding("left-tail-cancellation", "error", sentence, worst)


def inaccurate(row: Row) -> Finding | None:
    """More than one step from the declared form in a 16-bit format, where float32 inside costs
    nothing."""
    errors = row.evaluation
    worst = errors.max_steps if errors else None
    if worst is None or FORMATS[row.dtype].bits > 16 or worst.value <= 1:
        return None
    sentence = (
        f"{worst.value:,} steps off {_at(worst)}: {_number(worst.got)} where "
        f"{_number(worst.want)} is due; computed in float32 and rounded once it is within one step"
    )
    return Finding("inaccurate", "error", sentence, worst)


CHECKS = (not_finite, wrong_sign, cancellation, inaccurate, nan_at_minus_infinity)
