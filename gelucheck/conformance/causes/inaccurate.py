"""What no cause explains."""

import numpy as np

from gelucheck.conformance.causes.cause import Case, Cause
from gelucheck.conformance.stretches import stretch
from gelucheck.conformance.words import apart, number

MOST = 300
"""Characters of a sentence."""


def inaccurate(case: Case):
    """Beyond the default limit, and no more telling finding says why."""
    study, left = case.judged, case.left
    if case.said and np.count_nonzero(left) < max(8, 0.1 * np.count_nonzero(study.bad)):
        return
    if not left.any():
        return
    i = study.worst(left)
    got, due = apart(study.out[i], study.y[i])
    if study.unit == "steps":
        most = int(study.limit[i])
        limit = f"the limit is {most} step{'s' if most > 1 else ''}"
        size = f"{int(study.size[i]):,} steps"
    else:
        limit = f"the limit is 5(1 + k) = {number(round(study.limit[i], 1))} ulp"
        size = f"{number(round(study.size[i], 1))} ulp"
    # held against what it computes, which may be another form than the declared one
    other = "" if study.form == case.study.form else f" the {study.form} form"
    sentence = (
        f"{size} off{other} at x = {number(study.wide[i])}: {got} where {due} is due; {limit}, "
        f"passed {_where(study, left, bool(case.said))}"
    )
    flat = _flat(study, left)
    sentence += flat if len(sentence) + len(flat) <= MOST else ""
    yield Cause("inaccurate", "error", sentence, i, left.copy())


def _where(study, left, further: bool) -> str:
    """How many inputs they are, and where."""
    count = int(np.count_nonzero(left))
    where = stretch(study.wide, left)
    tried = f"of the {study.bad.size:,} inputs tried"
    if further:
        inputs = "input" if count == 1 else "inputs"
        told = f"at {count:,} further {inputs} that no finding above explains"
    else:
        told = f"at {count:,} {tried}"
    # the same count need not be said twice, nor the input that is named already
    if count == 1:
        return told
    if where.startswith(f"at {count:,} of"):
        return f"{told}, {where.split(' tried ')[1]}"
    return f"{told}, {where}"


def _flat(study, left) -> str:
    """Whether it is an approximation that is good in absolute terms."""
    if study.gradient or np.count_nonzero(left) < 64 or np.mean(study.wide[left] < 0) < 0.9:
        return ""
    most = float(np.max(np.abs(study.off[left] / study.wide[left])))
    if 2.0**-study.fmt.precision / 4 <= most <= 1e-3:
        return f"; no error is above {number(most)}·|x|: fitted for absolute, not relative error"
    return ""
