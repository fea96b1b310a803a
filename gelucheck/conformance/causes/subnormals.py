"""Zeros in place of subnormal numbers: arithmetic that flushes them."""

import numpy as np

from gelucheck.conformance.causes.cause import Case, Cause
from gelucheck.conformance.words import number


def flushed(case: Case):
    """Zeros where a subnormal is due, or for subnormal inputs, and there only."""
    study = case.study
    fmt = study.fmt
    due = (study.due != 0) & np.isfinite(study.wide)
    small = due & (
        (np.abs(study.due) < fmt.smallest_normal) | (np.abs(study.wide) < fmt.smallest_normal)
    )
    zeros = small & (study.out == 0) & (study.size > study.limit)
    # where subnormals are flushed (nearly) all of them are
    likely = small & (np.abs(study.due) > (64 if fmt.precision > 11 else 4) * fmt.smallest_subnormal)
    if not zeros.any() or np.mean(study.out[likely] == 0 if likely.any() else False) < 0.3:
        return
    if "near-zero-slope" in case.said or "saturation-too-early" in case.said:
        return
    # a factor that is flushed takes a product with it that is not yet subnormal itself
    around = (study.out == 0) & study.bad & (np.abs(study.due) < 64 * fmt.smallest_normal)
    larger = around & ~small
    if np.any((study.out == 0) & study.bad & ~small & ~around):
        return
    i = int(np.argmax(np.where(zeros | larger, np.abs(study.due), 0.0)))
    sentence = (
        f"0 at x = {number(study.wide[i])} where {number(study.due[i])} is due: subnormal numbers "
        f"(below {number(fmt.smallest_normal)}) are flushed to zero"
    )
    if study.flush and not larger.any():
        yield Cause(
            "subnormals-flushed", "off", f"{sentence}; accepted, and needed to pass", i, zeros
        )
        return
    mend = "; --subnormals flush accepts that" if not larger.any() else ""
    yield Cause("subnormals-flushed", "error", sentence + mend, i, zeros | larger)
