"""A form with another constant than its own, or with its constants swapped."""

from dataclasses import replace

import numpy as np

from gelucheck.conformance.causes.cause import Case, Cause
from gelucheck.conformance.causes.forms import TEXT
from gelucheck.conformance.constants import nearest_known
from gelucheck.conformance.families import FAMILIES, values
from gelucheck.conformance.fit import Constant, Fit, fit_constants
from gelucheck.conformance.judged import FORMS, Study
from gelucheck.conformance.words import apart
from gelucheck.formats import Format

_FITTED = 4096
_STRETCHES = ((-12.0, -8.0), (-6.0, -3.5), (-3.5, -2.0), (0.5, 2.0), (-2.0, -0.5))
_NAMES = {"sqrt(2/pi)": "√(2/π)", "sqrt(2)": "√2"}


def wrong_constant(case: Case):
    """The declared form fits nearly all outputs with other constants, or another form does."""
    study = case.study
    middle = _middle(study)
    if np.count_nonzero(middle & study.bad) < 6 or not _everywhere(study, _STRETCHES, 0.25):
        return
    for form in (study.form, *(form for form in FORMS if form != study.form)):
        if form != study.form and not _everywhere(study, _STRETCHES[-2:], 0.4):
            return
        other = study if form == study.form else replace(study, form=form)
        fit, fitted = _fitted(other)
        if fit is None or (form == study.form and not any(map(_wrong, fit.constants, _own(fit)))):
            continue
        explained = middle & study.bad & ~fitted.bad
        share = np.count_nonzero(explained) / np.count_nonzero(middle & study.bad)
        # most of what is bad is explained, and nothing becomes bad by it
        if share < 0.9 or np.mean(fitted.bad[middle]) > 0.1:
            continue
        yield _told(study, fit, fitted)
        return


def _everywhere(study: Study, stretches, least: float) -> bool:
    """Whether a share of the outputs of some stretch is bad: a wrong constant spares none."""
    inside = [(study.wide > low) & (study.wide < high) for low, high in stretches]
    return any(np.mean(study.bad[each]) >= least for each in inside if each.any())


def _middle(study: Study) -> np.ndarray:
    size = np.abs(study.wide)
    middle = (size > 0.02) & (study.wide < 6) & np.isfinite(study.out)
    near = middle & (study.wide > -3.5)
    # a constant that is off by little shows further left only
    return near if np.count_nonzero(near & study.bad) >= 32 else middle & (study.wide > -40)


def _fitted(study: Study) -> tuple[Fit | None, Study]:
    """The fit, and the study held against it."""
    size = np.abs(study.wide)
    some = np.flatnonzero((size > 0.02) & (study.wide < 6) & (study.wide > -12))
    some = some[:: max(1, some.size // _FITTED)]
    fit = fit_constants(study.x[some], study.got[some], study.fmt, study.form, study.function)
    if fit is None:
        return None, study
    with np.errstate(all="ignore"):
        y = values(FAMILIES[study.form], study.wide, fit.values, study.function).y
    # further left, and beside the root of a derivative, the least doubt of a constant counts
    known = (study.wide > -13) & (study.wide < 40) & (np.abs(y) > 2.0**-120)
    known &= (np.abs(study.wide + 0.752) > 0.02) | (not study.gradient)
    return fit, study.against_values(np.where(np.isfinite(y), y, 0.0), known)


def _told(study: Study, fit: Fit, fitted: Study) -> Cause:
    # far left nothing is known of the fit: what is bad there goes with the rest
    explains = study.bad & ~fitted.bad
    i, j = study.worst(explains), study.plainest(explains)
    names = FAMILIES[fit.form].names
    if fit.form == "tanh" and _swapped(fit):
        sentence = (
            "the two constants of the tanh form have changed places: it fits with "
            f"{_values(fit)[0]} for √(2/π) and {_values(fit)[1]} for 0.044715; "
            f"{_example(study, j)}"
        )
        return Cause("wrong-formula", "error", sentence, i, study.bad.copy(), fitted)
    parts = []
    for name, constant, own in zip(names, fit.constants, _own(fit), strict=True):
        if not _wrong(constant, own):
            continue
        found = _found(constant, study.fmt)
        note = " (SiLU)" if fit.form == "sigmoid" and found == "1" else ""
        shown = _NAMES.get(name, name)
        value = f" = {apart(own, constant.value)[0]}" if shown != name else ""
        parts.append(f"{found}{note} in place of {shown}{value}")
    told = " and ".join(parts) or "its own constants"
    if fit.form == study.form:
        sentence = f"fits {TEXT[fit.form]} with {told}; {_example(study, j)}"
        return Cause("wrong-constant", "error", sentence, i, explains, fitted)
    slug = "gradient-form-mismatch" if study.gradient else "wrong-form"
    sentence = (
        f"fits {TEXT[fit.form]}, with {told}, though {TEXT[study.form]} is declared; "
        f"{_example(study, j)}"
    )
    return Cause(slug, "error", sentence, i, explains, fitted)


def _own(fit: Fit) -> tuple[float, ...]:
    return FAMILIES[fit.form].standard


def _wrong(constant: Constant, own: float) -> bool:
    """Whether it is another number than the form's own, be it the same one rounded."""
    return abs(constant.value - own) > constant.uncertainty


def _found(constant: Constant, fmt: Format) -> str:
    """What stands in place of a constant: a known number, the form's own rounded, or digits."""
    known = nearest_known(constant.name, constant.value, constant.uncertainty)
    digits = _digits(constant.value, constant.uncertainty)
    if known or not constant.nearest:
        return _NAMES.get(known, known) or digits
    text = constant.nearest
    if " rounded to " not in text:
        text = f"{text} rounded to {fmt.name}"
    name, _, rest = text.partition(" ")
    return f"{digits} ({_NAMES.get(name, name)} {rest})"


def _swapped(fit: Fit) -> bool:
    first, second = fit.values
    return abs(first / 0.044715 - 1) < 0.02 and abs(second / 0.7978845608 - 1) < 0.05


def _values(fit: Fit) -> list[str]:
    return [_digits(constant.value, constant.uncertainty) for constant in fit.constants]


def _digits(value: float, uncertainty: float) -> str:
    """A constant to the digits that are sure, at least three and at most nine."""
    sure = 3
    if uncertainty > 0 and value:
        sure = int(np.clip(np.floor(np.log10(abs(value) / uncertainty)), 3, 9))
    return f"{value:.{sure}g}".replace("-", "−")


def _example(study: Study, i: int) -> str:
    got, due = apart(study.out[i], study.y[i])
    return f"{got} at x = {apart(study.wide[i], 0.0)[0]} where {due} is due"
