"""The left tail, lost in a sum that cancels: 1 + erf, 1 + tanh, 1 − 1/(e^2z + 1)."""

import numpy as np

from gelucheck.conformance.causes.cause import Case, Cause
from gelucheck.conformance.families import FAMILIES, values
from gelucheck.conformance.stretches import stretch
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
    # every step in 16 bits, and yet a sum that cancels is worth its own sentence
    over = "native-half-arithmetic" in case.said or "double-rounding" in case.said
    bad = (study.bad if over else case.left) & (study.wide < -0.5)
    if np.count_nonzero(bad) < 3 and not np.any(bad & (study.out == 0)):
        return
    size = np.minimum(np.abs(study.wide), 8.0 if study.gradient else 64.0)
    # of a derivative the terms beside the sum: x·(1 - t²)·z', z' like x²
    scale = 4 + size**3 if study.gradient else 1.01 * size
    zeros = bad & (study.out == 0)
    live = bad & ~zeros
    for precision in [p for p in _PRECISIONS if p >= study.fmt.precision]:
        if study.fmt.precision == 11 and precision == 24 and "native-half-arithmetic" in case.said:
            continue  # a factor rounded to a subnormal of float16 is off by just as much
        eps = 2.0**-precision
        part = bad & (np.abs(study.off) <= eps * scale)
        shown = not study.gradient and _multiples(study, live & part, eps)
        if study.gradient and precision > 11:
            near = live & part & (np.abs(study.y) < 64 * eps * scale)
            shown = np.count_nonzero(near & (np.abs(study.off) > eps / 16)) >= 3
            shown = shown and _sum_gone(study, live & part, eps)
        if study.fmt.precision == 11 and precision == 24 and np.array_equal(part, bad):
            # beside the smallest subnormals of float16 no multiples can be told
            shown = np.count_nonzero(live) >= 3 or not _at_round_place(study)
        if _share(part, bad) >= 0.7 and (shown or _fades(study, part, zeros, eps)):
            yield _told(study, part, zeros & part, eps)
            return


def _at_round_place(study) -> bool:
    """Whether the zeros of the tail begin at a multiple of 1/4, as somebody chose."""
    i = study.zeros_end
    return i is not None and bool(np.any(study.wide[i : i + 2] % 0.25 == 0))


def _multiples(study, part: np.ndarray, eps: float) -> bool:
    """Whether the outputs over x/2, which are what the sum came to, are few halves of eps."""
    with np.errstate(all="ignore"):
        halves = np.where(part, 2 * study.out / study.wide, 0.0) / (eps / 2)
    room = np.abs(halves) * 2.0 ** (1 - study.fmt.precision) + 1e-9
    telling = part & (room < 0.1) & (halves > 0.9)
    near = np.abs(halves - np.rint(halves)) <= np.maximum(room, 0.02)
    return np.count_nonzero(telling) >= 3 and _share(near, telling) >= 0.7


def _sum_gone(study, part: np.ndarray, eps: float) -> bool:
    """Whether what is missing of a derivative far left is the sum, F(x)/x, as it is where that has
    come to 0; True where no input tells."""
    family = FAMILIES[study.form]
    with np.errstate(all="ignore"):
        due = values(family, study.wide, family.standard, "gelu").y / study.wide
        deep = part & (np.abs(study.y) < eps / 64)
        gone = np.abs(study.off + due) <= 0.3 * np.abs(due)
    return np.count_nonzero(deep) < 3 or _share(gone, deep) >= 0.5


def _share(mask: np.ndarray, of: np.ndarray) -> float:
    return float(np.mean(mask[of])) if of.any() else 0.0


def _fades(study, part: np.ndarray, zeros: np.ndarray, eps: float) -> bool:
    """Whether outputs are zero from about where eps·x is due, and grow worse before that: a
    cut-off does not do that."""
    if not zeros.any():
        return False
    i = int(np.flatnonzero(zeros)[-1])
    edge = float(study.wide[i])
    if abs(study.y[i]) < eps * (1.0 if study.gradient else abs(edge)) / 16:
        return False
    beside = (study.wide > edge) & (study.wide < edge + 0.35 * max(1.0, 4 / abs(edge)))
    return np.count_nonzero(beside) > 3 and _share(study.bad & part, beside) > 0.5


def _told(study, part, zeros, eps):
    i = study.worst(part)
    cancels, instead = _SUM[study.form, study.function]
    inner = study.zeros_end
    if inner is not None and np.count_nonzero(zeros) >= 0.2 * np.count_nonzero(part):
        what = (
            f"returns 0 from x = {number(study.wide[inner])} down, although "
            f"{number(study.y[inner])} is due there"
        )
    else:
        what = (
            f"{number(study.out[i])} at x = {number(study.wide[i])} where {number(study.y[i])} is "
            f"due, and beyond the limit {stretch(study.wide, part)}"
        )
    sentence = f"{what}: {cancels} cancels; write it as {instead}"
    return Cause("left-tail-cancellation", "error", sentence, i, part)
