"""NaN and infinity where a number is due."""

import math

import numpy as np

from gelucheck.conformance.causes.cause import Case, Cause
from gelucheck.conformance.judged import Study
from gelucheck.conformance.stretches import stretch
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
            what = "inf times 0"
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
        where = f" at x = {number(study.wide[i])}" if np.count_nonzero(mask) > 1 else ""
        sentence = (
            f"{word} {stretch(study.wide, mask)}, where {number(study.due[i])} is due{where}"
            f"{_why(study, nearest, name)}"
        )
        yield Cause(slug, "error", sentence, i, mask)


def _why(study: Study, nearest: float, name: str) -> str:
    """What overflows from there on, if that can be told."""
    found = overflows(study, nearest)
    if found is None:
        return ""
    text, fmt = found
    if not FORMATS[fmt].infinities:
        return f": {text} overflows {fmt}, which has no infinity; compute in float32, round once"
    mend = {
        "2x": "halve x before it is multiplied",
        "exp(x²/2)": "take exp(−x²/2)",
        "exp(1.702x)": "take exp(−|t|), by the sign of t",
    }.get(text, "clamp the argument" if study.gradient else "clamp z, or write x·sigmoid(2z)")
    met = "; inf/inf or inf·0 follows" if name == "nan" else ""
    return f": {text} overflows {fmt}{met}; {mend}"


def overflows(study: Study, nearest: float) -> tuple[str, str] | None:
    """What overflows at |x| = nearest and not before: an expression, and the format's name."""
    if nearest <= 0:
        return None
    x = math.log(nearest)
    wider = [study.fmt] + [FORMATS["float32"]] * (study.fmt.bits < 32)
    for fmt in wider:
        top = math.log(fmt.largest)
        # of few digits the first input beyond is further beyond
        apart = math.log1p(2.0 ** (1 - study.fmt.precision))
        for text, power, factor in (
            ("2x", 1, 2),
            ("1.702x", 1, 1.702),
            ("x²", 2, 1),
            ("3x²", 2, 3),
            ("0.134145·x²", 2, 0.134145),
            ("x³", 3, 1),
            ("0.044715·x³", 3, 0.044715),
        ):
            value = power * x + math.log(factor)
            if 0 <= value - top < max(0.02, power * apart):
                return text, fmt.name
        if nearest < 1e4:
            z = 0.7978845608028654 * (nearest + 0.044715 * nearest**3)
            exponents = {
                "erf": (("exp(x²/2)", nearest**2 / 2),),
                "tanh": (("exp(z)", z), ("exp(2z)", 2 * z)),
                "sigmoid": (("exp(1.702x)", 1.702 * nearest),),
            }
            for text, value in exponents[study.form]:
                if top <= value < 1.02 * top:
                    return text, fmt.name
    return None
