"""Zeros in place of subnormal numbers: arithmetic that flushes them."""

import numpy as np

from gelucheck.conformance.causes.cause import Case, Cause
from gelucheck.conformance.words import number


def flushed(case: Case):
    """Zeros where a subnormal is due, or for subnormal inputs, and there only."""
    study = case.study
    fmt = study.fmt
    zero = study.out == 0
    real = (study.due != 0) & np.isfinite(study.wide)
    result = real & (np.abs(study.due) < fmt.smallest_normal)
    given = real & (np.abs(study.wide) < fmt.smallest_normal)
    # a factor that is flushed takes a product with it that is not yet subnormal itself
    larger = zero & real & study.bad & ~result & ~given
    if np.any(larger & (np.abs(study.due) >= 64 * fmt.smallest_normal)):
        return
    near, tail = result & ~given & (np.abs(study.wide) < 1), result & (study.wide < -1)
    shares = [np.mean(zero[each]) for each in (near, tail) if np.count_nonzero(each) >= 8]
    if shares and min(shares) >= 0.9:
        mask, small = zero & (result | given), "results"
    elif np.any(given) and np.mean(zero[given]) >= 0.9 and not np.any(zero & result & ~given):
        mask, small = zero & given, "inputs"
    else:
        return
    zeros = mask & (study.size > study.limit)
    if not zeros.any():
        return
    i = int(np.argmax(np.where(zeros | larger, np.abs(study.due), 0.0)))
    sentence = (
        f"0 at x = {number(study.wide[i])} where {number(study.due[i])} is due: subnormal {small} "
        f"(below {number(fmt.smallest_normal)}) are flushed to zero"
    )
    if study.flush and not larger.any():
        yield Cause(
            "subnormals-flushed", "off", f"{sentence}; accepted, and needed to pass", i, zeros
        )
        return
    mend = "; --subnormals flush accepts that" if not larger.any() else ""
    yield Cause("subnormals-flushed", "error", sentence + mend, i, zeros | larger)
