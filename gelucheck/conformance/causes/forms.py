"""Another form than the declared one: outputs that are near it nearly everywhere."""

import numpy as np

from gelucheck.conformance.causes.cause import Case, Cause
from gelucheck.conformance.causes.halves import rounded_steps
from gelucheck.conformance.judged import FORMS, Study
from gelucheck.conformance.words import number

_TRIED = 12000
TEXT = {
    "erf": "the erf form, x·Φ(x)",
    "tanh": "the tanh form",
    "sigmoid": "the sigmoid form, x·sigmoid(1.702x)",
}


def wrong_form(case: Case):
    """Within the limits of another form on nearly all inputs that tell the two apart."""
    study = case.study
    if not study.declared or not study.bad.any():
        return
    # a part is enough to find the form
    few = study.part(_some(study))
    if not few.bad.any():
        few = study
    best, share = None, 0.0
    for form in FORMS:
        if form == study.form:
            continue
        other = few.against(form)
        found = max(_near(few, other), _near_cancelling(few, other), _leans(few, other))
        if found > share:
            best, share = form, found
    if best is None:
        return
    best = study.against(best)
    explains = study.bad & ~best.bad
    i = study.worst(explains if explains.any() else study.bad)
    j = study.plainest(explains if explains.any() else study.bad)
    slug = "gradient-form-mismatch" if study.gradient else "wrong-form"
    what = "the derivative of " if study.gradient else ""
    own = "that of " if study.gradient else ""
    sentence = (
        f"computes {what}{TEXT[best.form]}, though {own}{TEXT[study.form]} is declared: "
        f"{number(study.out[j])} at x = {number(study.wide[j])}, where {number(study.y[j])} is due "
        f"and the other gives {number(best.y[j])}"
    )
    yield Cause(slug, "error", sentence, i, explains, best)


def _some(study: Study) -> np.ndarray:
    """Indices, evenly spread, of inputs at which forms differ."""
    size = np.abs(study.wide)
    places = np.flatnonzero((size > 2.0**-8) & (size < 60))
    return places[:: max(1, places.size // _TRIED)]


def _apart(study: Study, other: Study, factor: float = 1.0) -> np.ndarray:
    """Where the two forms are further apart than what is allowed of both."""
    with np.errstate(invalid="ignore"):
        gap = np.abs(study.y - other.y)
    finite = np.isfinite(study.wide) & np.isfinite(study.out) & (np.abs(study.wide) < 60)
    return finite & (gap > factor * (study.tolerance + other.tolerance))


def _near(study: Study, other: Study) -> float:
    """Share of the telling inputs that are within the other form's limits, or 0."""
    telling = _apart(study, other)
    if np.count_nonzero(telling) < 6:
        return 0.0
    share = 1 - float(np.mean(other.bad[telling]))
    own = 1 - float(np.mean(study.bad[telling]))
    return share if share >= 0.9 and own <= 0.5 else 0.0


def _near_cancelling(study: Study, other: Study) -> float:
    """The same in the middle, with room for a sum that cancels."""
    room = 4 * 2.0**-study.fmt.precision * np.maximum(np.abs(study.wide), 0.5 * study.gradient)
    telling = _apart(study, other) & (np.abs(study.wide) < 4)
    with np.errstate(invalid="ignore"):
        telling &= np.abs(study.y - other.y) > 4 * room + 2 * study.tolerance
    if np.count_nonzero(telling) < 32:
        return 0.0
    share = float(np.mean((np.abs(other.off) <= other.tolerance + room)[telling]))
    own = float(np.mean((np.abs(study.off) <= study.tolerance + room)[telling]))
    return 0.99 * share if share >= 0.95 and own <= 0.3 else 0.0


def _leans(study: Study, other: Study) -> float:
    """Where rounding hides the difference of single outputs: the regression of the errors on the
    difference of the forms, over the middle. 1 means the other form, 0 the declared one."""
    if study.fmt.bits > 16:
        return 0.0
    middle = np.isfinite(study.out) & (study.wide > -2.5) & (study.wide < 4)
    middle &= np.abs(study.wide) > 2.0**-4
    if np.count_nonzero(middle) < 256:
        return 0.0
    own, its = rounded_steps(study), rounded_steps(other)
    if its >= 0.97 and its > own + 0.04:
        return 0.9
    if own >= its:
        return 0.0
    gap = (other.y[middle] - study.y[middle]) / study.spacing[middle]
    error = study.off[middle] / study.spacing[middle]
    power = float(gap @ gap)
    if power == 0:
        return 0.0
    lean = float(gap @ error) / power
    # a piece far left that is off leans too: the other form shows nearer to zero as well
    near = np.abs(study.wide[middle] + 0.8) < 0.7
    inner = float(gap[near] @ gap[near])
    rest = error - lean * gap
    scatter = float(np.sqrt(np.mean(rest**2) / power))
    sure = inner <= 50 or float(gap[near] @ error[near]) / inner >= 0.5
    sure = sure and abs(lean - 1) < 0.2 and lean > 20 * scatter and np.sqrt(np.mean(rest**2)) < 3
    return 0.9 if sure else 0.0
