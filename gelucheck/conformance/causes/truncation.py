"""Exact values cut instead of rounded."""

import numpy as np

from gelucheck.conformance.causes.cause import Case, Cause
from gelucheck.conformance.words import number


def truncation(case: Case):
    """Outputs are the value of the format next to the exact one towards zero (or up, or down), also
    where the other neighbour is nearer. Within one step, and yet twice the error of a rounding."""
    study = case.judged
    if study.fmt.precision > 24:
        return
    with np.errstate(all="ignore"):
        finite = np.isfinite(study.out) & np.isfinite(study.wide)
        finite &= np.abs(study.due) >= study.fmt.smallest_normal
        short = (study.due - study.y) / study.spacing
    # beside a value of the format it does not matter which way one goes
    telling = finite & (np.abs(short) > 0.02)
    away = telling & (short * study.y > 0)  # rounding goes away from zero
    up = telling & (short > 0)
    for word, mask, step in (
        ("towards zero", away, -np.sign(study.due)),
        ("downwards", up, -1),
        ("upwards", telling & ~up, 1),
        ("away from zero", telling & ~away, np.sign(study.due)),
    ):
        if np.count_nonzero(mask) < 48:
            continue
        low = _moved(study, step)
        cut = np.where(mask, low, study.due)
        some = telling & (np.abs(study.wide) < 40)
        if not some.any():
            continue  # NaN, infinities and far values alone
        if np.mean((study.out == cut)[mask]) >= 0.9 and np.mean((study.out == cut)[some]) >= 0.9:
            here = mask & (study.out == cut)
            plain = here & (np.abs(study.wide) > 2.0**-4) & (np.abs(study.wide) < 8)
            error = np.abs(study.off) / study.spacing
            i = int(np.argmax(np.where(plain if plain.any() else here, error, -1.0)))
            sentence = (
                f"outputs are cut {word} and not rounded: {_digits(study, study.out[i])} at "
                f"x = {number(study.wide[i])}, where {_digits(study, study.y[i])} is due and "
                f"{_digits(study, study.due[i])} is nearest; round to nearest even when converting"
            )
            yield Cause("truncation", "error", sentence, i, study.bad & (study.out == cut))
            return


def _moved(study, step) -> np.ndarray:
    """The values one step from RN(y)."""
    due = study.fmt.ordinals(study.fmt.round_array(study.due))
    top = study.fmt.top_bits
    moved = np.clip(due + np.asarray(step, np.int64), -1 - top, top)
    return study.fmt.values(moved).astype(np.float64)


def _digits(study, value: float) -> str:
    """A number in as many digits as tell where it is between two of the format."""
    return number(value) if study.fmt.bits <= 16 else f"{value:.10g}".replace("-", "−")
