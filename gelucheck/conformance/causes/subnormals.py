"""Zeros in place of subnormal numbers: arithmetic that flushes them."""

import numpy as np

from gelucheck.conformance.causes.cause import Case, Cause
from gelucheck.conformance.words import number


def flushed(case: Case):
    """Zeros where a subnormal is due, or for subnormal inputs, and there only."""
    study = case.study if case.judged.form == case.study.form else case.judged
    fmt = study.fmt
    zero = study.out == 0
    real = (study.due != 0) & np.isfinite(study.wide)
    result = real & (np.abs(study.due) < fmt.smallest_normal)
    given = real & (np.abs(study.wide) < fmt.smallest_normal)
    # a factor that is flushed takes a product with it that is not yet subnormal itself
    size = np.abs(study.wide)
    reach = np.abs(study.due) < fmt.smallest_normal * np.maximum(4.0, 1.5 * size)
    larger = zero & real & study.bad & ~result & ~given & reach & (size > 1)
    normal = zero & real & ~result & ~given & (size < 1)
    normal &= np.abs(study.due) >= 4 * fmt.smallest_normal
    near, tail = result & ~given & (size < 1), result & (study.wide < -1)
    if np.count_nonzero(near) < 8 and "native-half-arithmetic" in case.said:
        return
    shares = [np.mean(zero[each]) for each in (near, tail) if np.count_nonzero(each) >= 8]
    if shares and min(shares) >= 0.9 and not normal.any() and _alone(study, zero, near, larger):
        mask, small = zero & (result | given), "results"
    elif np.any(given) and np.mean(zero[given]) >= 0.9 and not np.any(zero & near) | normal.any():
        mask, small, larger = zero & given, "inputs", np.zeros_like(zero)
    else:
        return
    zeros = mask & (study.size > study.limit)
    if not zeros.any():
        return
    # and a summand that is flushed takes a subnormal number off
    near_by = study.bad & (size > 4) & (np.abs(study.off) <= 2 * size * fmt.smallest_normal)
    i = int(np.argmax(np.where(zeros | larger, np.abs(study.due), 0.0)))
    sentence = (
        f"0 at x = {number(study.wide[i])} where {number(study.due[i])} is due: subnormal {small} "
        f"(below {number(fmt.smallest_normal)}) are flushed to zero"
    )
    if study.flush and not larger.any():
        yield Cause(
            "subnormals-flushed", "warning", f"{sentence}; accepted, and needed to pass", i, zeros
        )
        return
    mend = "; --subnormals flush accepts that" if not larger.any() else ""
    yield Cause("subnormals-flushed", "error", sentence + mend, i, zeros | larger | near_by)


def _alone(study, zero, near, larger) -> bool:
    """Whether zeros beside the subnormals, far left, speak against it: where nothing near 0 shows
    that subnormals are flushed, a tail that is lost for another reason looks the same."""
    if np.count_nonzero(near) >= 8:
        return True
    tail = zero & (study.due != 0) & (study.wide < -1)
    return not np.any(tail & ~larger & (np.abs(study.due) >= study.fmt.smallest_normal))
