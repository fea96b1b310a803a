"""A sign that the form does not have there."""

from dataclasses import replace

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
    yield _told(study, wrong)


def flipped(case: Case):
    """Some outputs have the other sign and are right but for that, and nothing else is wrong: no
    other formula. (Where it is the whole function, that is told as one.)"""
    study = case.study
    with np.errstate(all="ignore"):
        mirrored = study.bad & (np.abs(study.out + study.y) <= study.tolerance)
    other = (np.signbit(study.out) != np.signbit(study.y)) & (study.out != 0) & (study.y != 0)
    mirrored &= other
    if not mirrored.any() or np.count_nonzero(mirrored) < 0.9 * np.count_nonzero(study.bad):
        return
    size = np.abs(study.wide)
    middle = (size >= 0.1) & (size <= 3)
    if middle.any() and np.mean(mirrored[middle]) > 0.9:
        return
    found = _told(study, mirrored)
    yield replace(found, explains=mirrored | study.bad & other)


def _told(study, wrong) -> Cause:
    i = study.worst(wrong)
    positive = ~np.signbit(study.out[wrong])
    got, due = ("positive", "negative") if positive.all() else ("negative", "positive")
    any_zero = np.any(study.due[wrong] == 0)
    if positive.any() and not positive.all():
        what = f"the other sign than what is due {stretch(study.wide, wrong)}"
    else:
        # a value that rounds to zero has a sign too
        zero = {"negative": " or −0", "positive": " or 0"}[due] if any_zero else ""
        what = f"{got} {stretch(study.wide, wrong)}, where {due} values{zero} are due"
    slug = "gradient-wrong-sign" if study.gradient else "wrong-sign"
    sentence = (
        f"{what}: {number(study.out[i])} at x = {number(study.wide[i])}, due {number(study.due[i])}"
    )
    return Cause(slug, "error", sentence, i, wrong)
