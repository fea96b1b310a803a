"""At zero and next to it: GELU is 0 there, and rises by half of x."""

import numpy as np

from gelucheck.conformance.causes.cause import Case, Cause
from gelucheck.conformance.stretches import NEARLY, stretch
from gelucheck.conformance.words import number

_NEAR = 2.0**-5


def nonzero_at_zero(case: Case):
    """Something else than 0 at 0."""
    study = case.study
    if study.gradient:
        return
    at = np.flatnonzero((study.wide == 0) & (study.out != 0) & np.isfinite(study.out))
    if not at.size:
        return
    # of the two zeros the one that is further off
    i = int(at[np.argmax(np.abs(study.out[at]))])
    value = study.out[i]
    # a constant is added near zero: the error there stays about as large
    near = (np.abs(study.wide) < 0.3) & (np.abs(study.off) <= 4 * abs(value))
    part = near & study.bad
    room = study.tolerance + 2.0 ** (1 - study.fmt.precision) * abs(value)
    added = study.bad & (np.abs(study.off - value) <= room)
    if np.count_nonzero(added & ~near) > 8 and np.mean(added[study.bad]) >= 0.9:
        sentence = (
            f"{number(value)} at x = {number(study.wide[i])}, where 0 is due: the outputs are too "
            f"{'large' if value > 0 else 'small'} by as much {stretch(study.wide, added)}: "
            "something is added to x·Φ(x)"
        )
        yield Cause("nonzero-at-zero", "error", sentence, i, study.bad.copy())
        return
    where = stretch(study.wide, part) if part.any() else "there"
    sentence = (
        f"{number(value)} at x = {number(study.wide[i])}, where 0 is due: what is fitted near zero "
        f"has a constant term, and is off {where}; "
        "fit y/x, so that 0 stays 0 and small x comes out near x/2"
    )
    yield Cause("nonzero-at-zero", "error", sentence, i, part)


def slope(case: Case):
    """y/x is not 1/2 for small x, though further out all is well."""
    study = case.judged
    if study.gradient:
        yield from _level(case)
        return
    size = np.abs(study.wide)
    small = (size < _NEAR) & (study.wide != 0) & (size >= 128 * study.fmt.smallest_subnormal)
    bad = case.left & small
    if np.count_nonzero(bad) < 4:
        return
    sides = [side for side in (-1, 1) if np.any(bad & (np.sign(study.wide) == side))]
    further = (size > 4 * float(np.max(size[bad]))) & (size < 3) & (study.wide > -1)
    further &= np.isin(np.sign(study.wide), sides)
    if np.mean(study.bad[further]) > 0.5 if further.any() else False:
        return
    with np.errstate(all="ignore"):
        ratio = study.out / study.wide
    middle = float(np.median(ratio[bad]))
    reach = float(np.max(size[bad]))
    # it holds all the way to the smallest, on the side or sides where it is bad
    inner = small & (size <= reach / 4) & np.isin(np.sign(study.wide), sides)
    if not inner.any() or np.mean(study.bad[inner]) < 0.6:
        return
    if np.mean(np.abs(ratio[bad] - middle) <= 0.02 * max(abs(middle), 0.5)) < 0.6:
        return
    spread = float(np.median(np.abs(ratio[bad] - middle)))
    if abs(middle - 0.5) <= 3 * spread + 2.0 ** (1 - study.fmt.precision):
        return
    i = study.worst(bad)
    what = {0.0: "returns 0", 1.0: "returns x itself"}.get(
        round(middle, 3), f"returns {number(round(middle, 6))}·x"
    )
    kind = "" if len(sides) == 2 else f" {'negative' if sides[0] < 0 else 'positive'} x of"
    near = small & (size <= reach) & np.isin(np.sign(study.wide), sides)
    alike = near & (np.abs(ratio - middle) <= 0.02 * max(abs(middle), 0.5))
    sentence = (
        f"{what} {_up_to(alike, near, kind, reach)}: y/x goes to 1/2 at zero "
        f"({number(study.out[i])} at x = {number(study.wide[i])}, due {number(study.y[i])})"
    )
    yield Cause("near-zero-slope", "error", sentence, i, case.left & (size <= reach))


def _level(case: Case):
    """A derivative is not 1/2 at zero or next to it, though further out all is well."""
    study = case.judged
    size = np.abs(study.wide)
    bad = case.left & (size < _NEAR)
    if not bad.any():
        return
    reach = float(np.max(size[bad]))
    further = (size > 4 * reach) & (size > 2.0**-20) & (size < 0.5)
    inner = size <= reach / 4
    # it holds all the way to zero, on the side or sides where it is bad
    for side in (-1, 1):
        if np.any(bad & (np.sign(study.wide) == -side)) and not np.any(
            bad & (np.sign(study.wide) == side)
        ):
            inner &= np.sign(study.wide) != side
    if np.mean(study.bad[further]) > 0.1 if further.any() else False:
        return
    if not inner.any() or np.mean(study.bad[inner]) < 0.6:
        return
    i = study.worst(bad)
    middle = float(np.median(study.out[bad]))
    near = size <= reach
    alike = np.abs(study.out - middle) <= 0.02 * max(abs(middle), 0.5)
    what = f"the derivative is {number(middle)}"
    if np.mean(alike[bad]) <= 0.6:
        what, alike = "the derivative is not what is due", study.bad
    where = _up_to(alike & near, near, "", reach) if reach else "at 0"
    sentence = (
        f"{what} {where}: it goes to 1/2 at zero ({number(study.out[i])} at "
        f"x = {number(study.wide[i])}, due {number(study.y[i])})"
    )
    yield Cause("near-zero-slope", "error", sentence, i, bad)


def _up_to(found: np.ndarray, near: np.ndarray, kind: str, reach: float) -> str:
    """Where it is so: at all small inputs, or at how many of them."""
    count, every = np.count_nonzero(found), np.count_nonzero(near)
    if count >= NEARLY * every:
        return f"for{kind} |x| up to {number(reach)}"
    return f"at {count:,} of the {every:,} inputs tried of{kind} |x| up to {number(reach)}"
