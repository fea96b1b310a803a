"""A jump between neighbouring inputs, where two pieces are joined."""

import numpy as np

from gelucheck.conformance.causes.cause import Case, Cause
from gelucheck.conformance.sampling import edges
from gelucheck.conformance.stretches import NEARLY
from gelucheck.conformance.words import apart, number, span

_NEAR = 16
_ALONG = ((2.0**-12, 2.0**-6), (2.0**-6, 2.0**-2), (2.0**-2, 0.7))
"""Stretches of |x| on one side of zero."""
_LEAST = {"steps": 2.5, "ulp": 1.2}


def seam(case: Case):
    """From one input to the next good outputs become bad ones, by more than errors scatter."""
    study = case.judged
    left = case.left
    found = []
    for i in edges(left):
        if study.ordinals[i + 1] - study.ordinals[i] > 1 and study.fmt.bits <= 16:
            continue
        good, bad = (i, i + 1) if left[i + 1] else (i + 1, i)
        side = 1 if bad > good else -1
        beyond = _take(bad, side, study.size.size)
        before = _take(good, -side, study.size.size)
        share = study.size / study.limit
        # a wrong piece begins well beyond the limit, the good one ends well within
        if not np.all(np.isfinite(study.wide[[*beyond, *before]])):
            continue
        if (
            abs(study.y[bad]) < study.fmt.smallest_normal
            or (study.bad | study.broken)[before].any()
        ):
            continue
        if _simple(study, beyond) or _simple(study, before):
            continue
        if not _sudden(study, int(good), int(bad), before, beyond):
            continue
        jump = float(np.median(share[beyond]))
        calm = float(np.max(share[before]))
        if jump >= 2.5 * max(calm, 0.4) and jump >= _LEAST[study.unit]:
            found.append((jump, int(good), int(bad), side))
    if found:
        _, good, bad, side = max(found)
        yield _told(case, good, bad, side)
        return
    half = _half(case)
    yield from _identity(case) if half is None else (half,)


def _take(start: int, side: int, size: int) -> np.ndarray:
    places = start + side * np.arange(_NEAR)
    return places[(places >= 0) & (places < size)]


def _sudden(study, good: int, bad: int, before: np.ndarray, beyond: np.ndarray) -> bool:
    """Whether the error changes there by more than from input to input on either side."""
    error = study.off / study.spacing[bad]
    # at the end of all inputs there may be one only
    changes = [np.abs(np.diff(error[side])) for side in (before, beyond) if side.size > 1]
    usual = max((float(np.median(each)) for each in changes), default=0.0)
    return abs(error[bad] - error[good]) >= 3 * usual + 0.5


def _simple(study, places: np.ndarray) -> bool:
    """Zeros, or ones of a derivative: what is said of a tail that is cut off is enough."""
    out = study.out[places]
    return bool(np.all(out == 0) or (study.gradient and np.all(out == 1)))


def _told(case: Case, good: int, bad: int, side: int) -> Cause:
    study = case.judged
    piece = np.zeros(study.bad.size, bool)
    # the bad ones from here to where good ones begin again for good
    ends = [i for i in edges(case.left) if (i > bad if side > 0 else i + 1 < bad)]
    if side > 0:
        stop = min(ends) if ends else study.bad.size - 1
        piece[bad : stop + 1] = True
    else:
        stop = max(ends) + 1 if ends else 0
        piece[stop : bad + 1] = True
    explains = piece & case.left
    i = study.worst(explains)
    at = study.wide[good]
    jump = abs(study.off[bad] - study.off[good])
    ends = " and ".join(apart(*sorted(study.wide[[good, bad]])))
    sentence = (
        f"jumps by {number(jump)} between x = {ends}: good at {number(at)}, and "
        f"{number(study.out[bad])} next to it where {number(study.y[bad])} is due; "
        f"the piece {span(*study.wide[np.flatnonzero(explains)[[0, -1]]])} does not join"
    )
    return Cause("seam", "error", sentence, i, explains)


def _half(case: Case) -> Cause | None:
    """One side of zero is off all along, the other is good: two pieces that meet at zero."""
    study = case.judged
    size = np.abs(study.wide)
    for side, word, other in ((-1, "negative", "right"), (1, "positive", "left")):
        here = (np.sign(study.wide) == side) & (size < 1.5)
        there = (np.sign(study.wide) == -side) & (size < 1.5) & (size > 2.0**-12)
        parts = [here & (size > low) & (size <= high) for low, high in _ALONG]
        if min(np.count_nonzero(part) for part in (*parts, there)) < 16:
            continue
        if min(np.mean(case.left[part]) for part in parts) < 0.7 or study.bad[there].any():
            continue
        explains = case.left & (np.sign(study.wide) == side)
        j = study.plainest(explains & here)
        with np.errstate(all="ignore"):
            ratio = float(np.median((study.out / study.y)[parts[1]]))
        got, due = apart(study.out[j], study.y[j])
        # near and far of 0, where it is more than a rounding
        near = np.any(parts, axis=0)
        share = float(np.mean(study.bad[near]))
        along = "all along" if share >= NEARLY else f"at {share:.0%} of its inputs up to 0.7"
        sentence = (
            f"the piece for {word} x does not join at 0: off {along}, near 0 by a factor of "
            f"about {apart(ratio, 1.0)[0]}, and good {other} of 0; {got} at "
            f"x = {number(study.wide[j])} where {due} is due"
        )
        return Cause("seam", "error", sentence, study.worst(explains), explains)
    return None


def _identity(case: Case):
    """x itself from a threshold on that is too early, be it within the limit."""
    study = case.judged
    right = np.flatnonzero(np.isfinite(study.wide) & (study.wide > 0.5) & np.isfinite(study.out))
    if study.gradient or right.size < 16:
        return
    alike = study.out[right] == study.wide[right]
    other = np.flatnonzero(~alike)
    if not other.size or other[-1] + 1 >= right.size:
        return
    first, last = int(right[other[-1] + 1]), int(right[other[-1]])
    jump = study.size[first]
    least = 2.0 if study.fmt.bits <= 16 else 2.5
    if jump < least or study.size[last] > jump / 2 or not 1 <= study.wide[first] < 60:
        return
    beyond = np.zeros(study.bad.size, bool)
    beyond[right[other[-1] + 1 :]] = True
    before, after = apart(study.wide[last], study.wide[first])
    end = study.wide[np.flatnonzero(np.isfinite(study.wide) & (study.due != study.wide))[-1]]
    sentence = (
        f"jumps by {number(abs(study.off[first] - study.off[last]))} between x = {before} and "
        f"{after}: from there on x itself is returned, which {study.fmt.name} comes to only above "
        f"x = {number(end)}"
    )
    yield Cause("seam", "error", sentence, first, beyond & case.left)
