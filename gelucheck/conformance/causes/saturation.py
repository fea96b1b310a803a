"""A tail that is cut off too early: 0, x, or a constant beyond a threshold where more is due."""

import numpy as np

from gelucheck.conformance.causes.cause import Case, Cause
from gelucheck.conformance.causes.nonfinite import overflows
from gelucheck.conformance.words import apart, number


def saturation(case: Case):
    """0 (or a constant, or a multiple of x) left of a threshold, x (or a constant) right of one."""
    study = case.judged
    finite = np.flatnonzero(np.isfinite(study.wide) & np.isfinite(study.out))
    if finite.size < 8:
        return
    yield from _side(case, finite, "left")
    yield from _side(case, finite[::-1], "right")


def _side(case: Case, order: np.ndarray, side: str):
    """One side, from the far end inwards."""
    study = case.judged
    sign = -1 if side == "left" else 1
    order = order[np.sign(study.wide[order]) == sign]
    if order.size < 8:
        return
    out, wide = study.out[order], study.wide[order]
    with np.errstate(all="ignore"):
        ratio = out / wide
    ways = [("constant", out == out[0])]
    if not study.gradient:
        ways.append(("ratio", out == wide))
        # what x times a constant is, rounded
        ways.append(("ratio", np.abs(ratio - ratio[0]) <= 2.0 ** (1 - study.fmt.precision)
                     * 4 * np.abs(ratio[0])))  # fmt: skip
    for kind, alike in ways:
        length = int(order.size if alike.all() else np.argmin(alike))
        if length < 4 or length == order.size:
            continue
        members = order[:length]
        bad = case.left[members]
        if not bad.any() or abs(wide[length - 1]) < 0.5:
            continue
        edge = members[-1]
        inner = order[length : length + 12]
        # beyond the limit at the threshold itself, and well just inside of it
        # from the threshold to where the form gets there too, most are beyond the limit
        if np.mean(study.bad[members[int(np.argmax(bad)) :]]) < 0.6:
            continue
        if np.mean(study.bad[inner]) > 0.34:
            continue
        yield _told(case, kind, side, members, int(edge), out[0], ratio[0])
        return


def _told(case: Case, kind, side, members, edge, value, ratio) -> Cause:  # noqa: PLR0917
    study = case.judged
    explains = np.zeros(study.wide.size, bool)
    explains[members] = True
    explains &= case.left
    i = study.worst(explains)
    what = number(value) if kind == "constant" else f"{number(ratio)}·x"
    if value == 0:
        what = "0"
    elif kind == "ratio" and ratio == 1:
        what = "x itself"
    elif kind == "ratio" and abs(ratio) < 1e-3:
        what = f"{number(ratio)}·x (an argument that is clamped)"
    where, way = ("below", "down") if side == "left" else ("above", "on")
    end = kind == "constant" and (value == 0 or (study.gradient and value == 1))
    if end or (ratio == 1 and kind == "ratio"):
        due = f"although {_due(study, edge)} is due there"
    else:
        # it begins where the form passes by: further out is the fault
        j = study.worst(explains & (np.abs(study.wide) < 2 * abs(study.wide[edge]) + 1))
        due = f"although {_due(study, j)} is due at x = {number(study.wide[j])}"
    sentence = f"returns {what} from x = {number(study.wide[edge])} {way}, {due}"
    right = _right(study, side)
    if right is not None:
        end = "0" if side == "left" else ("1" if study.gradient else "x")
        sentence += f"; {study.fmt.name} comes to {end} only {where} x = {number(right)}"
    found = overflows(study, abs(float(study.wide[edge]))) if value == 0 else None
    if found is not None:
        sentence += f": {found[0]} overflows {found[1]} there"
    return Cause("saturation-too-early", "error", sentence, i, explains)


def _right(study, side: str) -> float | None:
    """Where the form itself, rounded, becomes 0, x or 1 for good."""
    finite = np.isfinite(study.wide)
    if side == "left":
        open_ = np.flatnonzero(finite & (study.wide < 0) & (study.due != 0))
        return float(study.wide[open_[0]]) if open_.size else None
    end = 1.0 if study.gradient else study.wide
    open_ = np.flatnonzero(finite & (study.wide > 0) & (study.due != end))
    return float(study.wide[open_[-1]]) if open_.size else None


def _due(study, i: int) -> str:
    """What is due, in the digits that tell it from what came."""
    text = number(study.y[i])
    return apart(study.y[i], study.out[i])[0] if text == number(study.out[i]) else text
