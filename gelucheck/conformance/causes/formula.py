"""Another formula: errors in the middle that are too large for arithmetic or an approximation."""

import numpy as np

from gelucheck.conformance.causes.cause import Case, Cause
from gelucheck.conformance.causes.forms import TEXT
from gelucheck.conformance.families import FAMILIES, values
from gelucheck.conformance.judged import Study
from gelucheck.conformance.stretches import stretch
from gelucheck.conformance.words import number

_LARGE = 5e-3
_EPS = 24.0
"""In units of the format's eps·|x|: code that rounds every step does not come near it."""


def other_function(case: Case):
    """No GELU at all, but some function that is known."""
    study = case.study
    middle = _middle(study)
    # none of them is near a form: outputs that are near one tell enough
    if np.count_nonzero(middle) < 8 or np.mean(study.bad[middle]) < 0.3:
        return
    with np.errstate(all="ignore"):
        known = _known(study)
    for text, slug, y in known:
        with np.errstate(all="ignore"):
            near = np.abs(study.out - y) <= 2 * study.tolerance + 3e-3 * np.abs(y)
        if np.mean(near[middle]) >= 0.97:
            i, j = study.worst(study.bad), study.plainest(study.bad & middle)
            sentence = f"{text}: {_example(study, j)}"
            yield Cause(slug, "error", sentence, i, study.bad.copy())
            return


def wrong_formula(case: Case):
    """Large errors over most of the middle that no form, constant or known function explains."""
    study = case.study
    middle = _middle(study)
    if not _large(study, middle):
        return
    i = study.worst(study.bad)
    j = int(np.argmax(np.where(middle, np.abs(study.off), -1.0)))
    sentence = (
        f"{number(study.out[j])} at x = {number(study.wide[j])} where {number(study.y[j])} is due: "
        f"no arithmetic is off by {number(abs(study.off[j]))} there, and no form or constant fits; "
        f"compare the formula and its coefficients with {TEXT[study.form]}"
    )
    yield Cause("wrong-formula", "error", sentence, i, study.bad.copy())


def far_off(case: Case):
    """Errors of another size than those of arithmetic, be it not in the middle, and nothing else
    that says why."""
    study, left = case.judged, case.left
    if case.said or not left.any():
        return
    large = left & (np.abs(study.off) >= _least(study)) & (np.abs(study.wide) < 1e4)
    if np.count_nonzero(large) < max(
        64, 0.25 * np.count_nonzero(left & (np.abs(study.wide) < 1e4))
    ):
        return
    i, j = study.worst(left), study.plainest(large)
    sentence = (
        f"{number(study.out[j])} at x = {number(study.wide[j])} where {number(study.y[j])} is due, "
        f"and errors of that size {stretch(study.wide, large)}: no arithmetic is so far off, and "
        f"no form or constant fits; compare the formula with {TEXT[study.form]}"
    )
    yield Cause("wrong-formula", "error", sentence, i, study.bad.copy())


def _least(study: Study) -> np.ndarray:
    return np.maximum(_LARGE, _EPS * 2.0**-study.fmt.precision * np.abs(study.wide))


def _middle(study: Study) -> np.ndarray:
    size = np.abs(study.wide)
    return (size >= 0.1) & (size <= 3) & np.isfinite(study.out)


def _large(study: Study, middle: np.ndarray) -> bool:
    """Whether the errors there are of another size than those of arithmetic."""
    if np.count_nonzero(middle) < 8:
        return False
    least = _least(study)
    error = np.abs(study.off)
    return bool(
        np.any((error >= least)[middle])
        and np.mean((study.bad & (error >= least / 8))[middle]) >= 0.4
    )


def _known(study: Study):
    """(what is said, slug, values) of functions that stand where a GELU should."""
    x, own, form = study.wide, study.y, TEXT[study.form]
    mirrored = np.interp(-x, x[np.isfinite(x)], own[np.isfinite(x)])
    silu = 1 / (1 + np.exp(-x))
    family = FAMILIES[study.form]
    constants = family.standard
    value = values(family, x, constants, "gelu").y
    derivative = values(family, x, constants, "gelu_grad").y
    if study.gradient:
        return (
            ("returns the function itself, not its derivative", "wrong-formula", value),
            ("x times its derivative: divide by x, or leave the upstream gradient out",
             "wrong-formula", x * own),
            ("the term x·φ(x) is left out, only Φ(x) is there", "wrong-formula", value / x),
            ("twice what is due: a factor 1/2 is missing", "wrong-formula", 2 * own),
            ("half of what is due: a factor 1/2 too many", "wrong-formula", own / 2),
            ("the sign of the whole is wrong", "wrong-formula", -own),
            ("the term x·φ(x) has the wrong sign", "wrong-formula", 2 * value / x - own),
            *_inner(study, value / x, constants),
            ("is the derivative of SiLU, x·sigmoid(x)", "gradient-form-mismatch",
             silu * (1 + x * (1 - silu))),
            ("is the derivative of ReLU", "gradient-form-mismatch", (x > 0).astype(float)),
        )  # fmt: skip
    return (
        (f"is SiLU, x·sigmoid(x), not {form}", "wrong-form", x * silu),
        (f"is ReLU, max(x, 0), not {form}", "wrong-form", np.maximum(x, 0)),
        ("returns x itself", "wrong-formula", x),
        ("the factor x is missing, Φ(x) alone is there", "wrong-formula", own / x),
        ("a factor x too many: x²·Φ(x)", "wrong-formula", own * x),
        ("twice what is due: the factor 1/2 is missing", "wrong-formula", 2 * own),
        ("half of what is due: a factor 1/2 too many", "wrong-formula", own / 2),
        ("the sign of the whole is wrong", "wrong-formula", -own),
        ("the sign inside is wrong: x·Φ(−x)", "wrong-formula", x - own),
        ("is the function of −x", "wrong-formula", mirrored),
        ("returns the derivative", "wrong-formula", derivative),
        (f"tanh of x instead of tanh of z: 0.5·x·(1 + tanh x), not {form}", "wrong-formula",
         x / (1 + np.exp(-2 * x))),
        ("1·tanh in place of 1 + tanh: 0.5·x·tanh(z)", "wrong-formula", own - x / 2),
    )  # fmt: skip


def _inner(study: Study, factor: np.ndarray, constants):
    """What goes wrong in the second term of a derivative: of x·s(z) it is x·s'(z)·z'."""
    x, second = study.wide, study.y - factor
    if study.form == "erf":
        changes = (
            ("the factor 1/√(2π) of φ(x) is left out", np.sqrt(2 * np.pi)),
            ("φ(x) has 1/√π in place of 1/√(2π)", np.sqrt(2.0)),
        )
    elif study.form == "sigmoid":
        changes = (("the inner derivative, 1.702, is left out", 1 / constants[0]),)
    else:
        square = constants[1] * x * x
        changes = (
            ("the inner derivative lacks its factor 1 + 3·0.044715·x²", 1 / (1 + 3 * square)),
            ("the inner derivative has 0.044715·x² in place of 3·0.044715·x²",
             (1 + square) / (1 + 3 * square)),
            ("the inner derivative is left out", 1 / (constants[0] * (1 + 3 * square))),
        )  # fmt: skip
    return tuple((text, "wrong-formula", factor + second * by) for text, by in changes)


def _example(study: Study, i: int) -> str:
    return (
        f"{number(study.out[i])} at x = {number(study.wide[i])} where {number(study.y[i])} is due"
    )
