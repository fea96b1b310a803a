"""A sign that the form does not have there."""

import numpy as np

from gelucheck.conformance.causes.cause import Case, Cause
from gelucheck.conformance.stretches import stretch
from gelucheck.conformance.words import number

_MODELS = {"wrong-formula", "wrong-form", "gradient-form-mismatch", "wrong-constant"}


def wrong_sign(case: Case):
    """Outputs beyond the limit, not zero, and of the other sign than what is due."""
    study = case.judged
    with np.errstate(all="ignore"):
        wrong = study.bad & (study.out != 0) & (np.signbit(study.out) != np.signbit(study.due))
    wrong &= study.wide != 0
    if _MODELS & {*case.said}:
        wrong &= case.left
    if study.gradient and case.said and np.all(np.abs(study.wide[wrong] + 0.752) < 0.01):
        return  # beside the root the least error is a sign
    if not wrong.any():
        return
    i = study.worst(wrong)
    positive = ~np.signbit(study.out[i])
    slug = "gradient-wrong-sign" if study.gradient else "wrong-sign"
    sentence = (
        f"{'positive' if positive else 'negative'} {stretch(study.wide, wrong)}, where "
        f"{'negative' if positive else 'positive'} values are due: {number(study.out[i])} at "
        f"x = {number(study.wide[i])}, due {number(study.due[i])}"
    )
    yield Cause(slug, "error", sentence, i, wrong)
