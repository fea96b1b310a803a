"""NaN and infinity where a number is due."""

import math

import numpy as np

from gelucheck.conformance.causes.cause import Case, Cause
from gelucheck.conformance.stretches import stretch
from gelucheck.conformance.study import Study
from gelucheck.conformance.words import number
from gelucheck.formats import FORMATS

_MORE = {"wrong-formula", "wrong-form", "saturation-too-early", "inf-for-finite"}


def at_infinities(case: Case):
    """NaN, or an infinity, at an infinite input where something else is due."""
    study = case.study
    for side, name, word in ((-np.inf, "minus", "−inf"), (np.inf, "plus", "+inf")):
        at = np.flatnonzero(study.wide == side)
        if not at.size:
            continue
        i = int(at[0])
        due = number(study.due[i]) if np.isfinite(study.due[i]) else "+inf"
        if np.isnan(study.out[i]):
            what = "inf times 0 in x·φ(x)" if study.gradient else "inf times 0"
            mend = f"; return {due} there"
            # every large framework does it at -inf, and with derivatives at both
            level = "warning" if side < 0 or study.gradient else "error"
            sentence = f"NaN at x = {word}, where {due} is the limit: {what}{mend}"
            yield Cause(f"nan-at-{name}-inf", level, sentence, i, study.wide == side)
        elif np.isinf(study.out[i]) and np.isfinite(study.due[i]) and not _MORE & {*case.said}:
            sentence = (
                f"{number(study.out[i])} at x = {word}, where {due} is the limit: x times a factor "
                "that does not go down to 0"
            )
            yield Cause("inf-for-finite", "error", sentence, i, study.wide == side)


def at_finite(case: Case):
    """NaN or infinity at a finite input where a finite value is due."""
    study = case.study
    for name, word, mask in (
        ("nan", "NaN", study.broken & np.isnan(study.out)),
        ("inf", "infinity", study.broken & np.isinf(study.out)),
    ):
        if not mask.any():
            continue
        # the one nearest to zero: where it begins
        i = int(np.argmin(np.where(mask, np.abs(study.wide), np.inf)))
        nearest = abs(study.wide[i])
        slug = f"{name}-for-finite"
        if study.gradient and nearest > 2:
            slug = "gradient-overflow-nan"
        sentence = (
            f"{word} {stretch(study.wide, mask)}, where {number(study.due[i])} is due at "
            f"x = {number(study.wide[i])}{_why(study, nearest, name)}"
        )
        yield Cause(slug, "error", sentence, i, mask)


def _why(study: Study, nearest: float, name: str) -> str:
    """What overflows from there on, if that can be told."""
    wider = [study.fmt] + [FORMATS["float32"]] * (study.fmt.bits < 32)
    mend = {
        "gelu": "clamp its argument, or write x·sigmoid(2z)",
        "gelu_grad": "clamp the argument, or compute in float32",
    }[study.function]
    if nearest > 1e100:
        return ""
    for fmt in wider:
        top = math.log(fmt.largest)
        z = 0.7978845608028654 * (nearest + 0.044715 * nearest**3)
        powers = (
            ("2x", 2 * nearest, fmt.largest, "halve x before it is multiplied"),
            ("x²", nearest**2, fmt.largest, mend),
            ("3x²", 3 * nearest**2, fmt.largest, mend),
            ("x³", nearest**3, fmt.largest, mend),
            ("0.044715·x³", 0.044715 * nearest**3, fmt.largest, mend),
            ("exp(x²/2)", nearest**2 / 2, top, "take exp(−x²/2)"),
            ("exp(z)", z, top, mend),
            ("exp(2z)", 2 * z, top, mend),
            ("exp(1.702x)", 1.702 * nearest, top, "write x/(1 + exp(−|t|)) by the sign of t"),
        )
        for text, value, most, how in powers:
            if most <= value < 1.02 * most:
                met = "; inf/inf or inf·0 follows" if name == "nan" else ""
                return f": {text} overflows {fmt.name}{met}; {how}"
    return ""
