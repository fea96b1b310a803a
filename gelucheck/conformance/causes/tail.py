"""The left tail, lost in a sum that cancels: 1 + erf, 1 + tanh, 1 − 1/(e^2z + 1)."""

import numpy as np

from gelucheck.conformance.causes.cause import Case, Cause
from gelucheck.conformance.words import number

_SUM = {
    ("erf", "gelu"): ("1 + erf(x/√2)", "0.5·x·erfc(−x/√2)"),
    ("tanh", "gelu"): ("1 + tanh(z)", "x·sigmoid(2z)"),
    ("sigmoid", "gelu"): ("the sum", "x·sigmoid(1.702x)"),
    ("erf", "gelu_grad"): ("1 + erf(x/√2)", "0.5·erfc(−x/√2) + x·φ(x)"),
    ("tanh", "gelu_grad"): ("1 + tanh(z)", "sigmoid(2z) and its derivative"),
    ("sigmoid", "gelu_grad"): ("the sum", "sigmoid(1.702x)"),
}
_PRECISIONS = (53, 24, 11, 8)


def cancellation(case: Case):
    """Bad on the left only (or nearly), by |error| <= c·eps·|x| for the eps of a format, with
    outputs that are few multiples of eps·x, or zeros with bad outputs next to them."""
    study = case.judged
    bad = study.bad & (study.wide < -0.5)
    if np.count_nonzero(bad) < 3 and not np.any(bad & (study.out == 0)):
        return
    scale = np.where(study.gradient, 1.0, np.abs(study.wide))
    zeros = bad & (study.out == 0)
    live = bad & ~zeros
    for precision in [p for p in _PRECISIONS if p >= study.fmt.precision]:
        eps = 2.0**-precision
        part = bad & (np.abs(study.off) <= (4 if study.gradient else 1.01) * eps * scale)
        # the quotient by x/2 is what the sum came to
        if not study.gradient:
            with np.errstate(all="ignore"):
                whole = np.where(live, 2 * study.out / study.wide, 0.0) / eps
            room = np.abs(whole) * 2.0 ** (1 - study.fmt.precision) + 1e-9
            telling = live & part & (room < 0.2)
            quantised = np.abs(whole - np.rint(whole)) <= np.maximum(room, 0.02)
            shown = _share(quantised, telling) >= 0.7 and np.count_nonzero(telling) >= 3
        else:
            shown = np.count_nonzero(live & part) >= 3
        covered = _share(part, bad & (np.abs(study.y) < 2.0**12 * eps * scale))
        if covered >= 0.7 and (shown or _fades(study, part, zeros)):
            yield _told(study, part, zeros & part, eps)
            return


def _share(mask: np.ndarray, of: np.ndarray) -> float:
    return float(np.mean(mask[of])) if of.any() else 0.0


def _fades(study, part: np.ndarray, zeros: np.ndarray) -> bool:
    """Whether outputs grow worse before they are zero: a cut-off does not do that."""
    if not zeros.any():
        return False
    edge = float(np.max(study.wide[zeros]))
    beside = (study.wide > edge) & (study.wide < edge + 0.35 * max(1.0, 4 / abs(edge)))
    return np.count_nonzero(beside) > 3 and _share(study.bad & part, beside) > 0.5


def _told(study, part, zeros, eps):
    i = study.worst(part)
    cancels, instead = _SUM[study.form, study.function]
    if zeros.any():
        inner = np.flatnonzero(zeros)[-1]
        what = (
            f"returns 0 below x = {number(study.wide[inner])} although {number(study.y[inner])} "
            "is due there"
        )
    else:
        inner = np.flatnonzero(part)[-1]
        what = (
            f"{number(study.out[i])} at x = {number(study.wide[i])} where {number(study.y[i])} is "
            f"due, and beyond the limit from x = {number(study.wide[inner])} down"
        )
    sentence = f"{what}: {cancels} cancels; write it as {instead}"
    return Cause("left-tail-cancellation", "error", sentence, i, part)
