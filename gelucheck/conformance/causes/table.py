"""Answers from a table, or through a narrower format: float32 outputs of 16 bits."""

import numpy as np

from gelucheck.conformance.causes.cause import Case, Cause
from gelucheck.conformance.words import apart, number
from gelucheck.formats import FORMATS, Format

_NARROW = ("bfloat16", "float16", "float32")


def lookup_table(case: Case):
    """Outputs that are all values of a narrower format, or the same for inputs that differ."""
    study = case.judged
    if not study.bad.any():
        return
    size = np.abs(study.wide)
    middle = (size > 2.0**-4) & (size < 2.6) & np.isfinite(study.out)
    middle &= study.out != 0
    if np.count_nonzero(middle) < 64 or np.mean(study.bad[middle]) < 0.1:
        return
    narrow = _narrow(study, middle)
    flat = _flat(study, size)
    if narrow is None and flat < 0.5:
        return
    explains = study.bad & (np.abs(study.off) <= _cell(study, narrow))
    i = study.worst(explains if explains.any() else study.bad)
    where = _span(study, narrow)
    j = study.plainest(explains if explains.any() else study.bad)
    got, due = apart(study.out[j], study.y[j])
    example = f"{got} at x = {study.wide[j]:.9g} where {due} is due".replace("-", "−")
    if narrow is None:
        sentence = (
            f"the same output for many different inputs{where}: a table without interpolation, "
            f"too coarse for {study.fmt.name}; {example}"
        )
    elif flat >= 0.5:
        sentence = (
            f"every output{where} is a {narrow.name} value, and the same for all x of a "
            f"{narrow.name} cell: a table over {narrow.name}, or computed in it, and served as "
            f"{study.fmt.name}; {example}"
        )
    else:
        sentence = (
            f"every output{where} is a {narrow.name} value: rounded to {narrow.name} on the way, "
            f"and served as {study.fmt.name}; {example}"
        )
    yield Cause("lookup-table", "error", sentence, i, explains)


def _narrow(study, middle: np.ndarray) -> Format | None:
    """The narrowest format that holds nearly all outputs."""
    for name in _NARROW:
        fmt = FORMATS[name]
        if fmt.precision >= study.fmt.precision:
            continue
        # what is due is seldom a value of it
        if (
            np.mean(_held(fmt, study.out[middle]))
            >= 0.95
            > 1.5 * np.mean(_held(fmt, study.due[middle]))
        ):
            return fmt
    return None


def _held(fmt: Format, values: np.ndarray) -> np.ndarray:
    with np.errstate(all="ignore"):
        return fmt.round_array(values).astype(np.float64) == values


def _flat(study, size: np.ndarray) -> float:
    """Share of the neighbouring inputs with equal outputs, where those due are some steps apart."""
    gap = 3 if study.fmt.bits <= 16 else 1
    wide, due = study.wide, study.due
    near = (size[gap:] > 0.05) & (size[gap:] < 4) & (np.sign(wide[gap:]) == np.sign(wide[:-gap]))
    with np.errstate(all="ignore"):
        rise = np.abs(due[gap:] - due[:-gap]) / study.spacing[gap:]
        close = np.abs(wide[gap:] - wide[:-gap]) < 2.0**-9 * size[gap:]
    if study.fmt.bits <= 16:
        # rounded steps make neighbours alike too, where the function is small
        close = (study.ordinals[gap:] - study.ordinals[:-gap] == gap) & (np.abs(due[gap:]) > 0.125)
    telling = near & close & (rise >= (2 if study.fmt.bits <= 16 else 4))
    # at the minimum nothing rises
    if np.count_nonzero(telling) < 32:
        return 0.0
    return float(np.mean((study.out[gap:] == study.out[:-gap])[telling]))


def _cell(study, narrow: Format | None) -> np.ndarray:
    """How far an output may be off by a cell of the table and one rounding."""
    if narrow is None:
        return np.full(study.wide.shape, np.inf)
    eps = 2.0 ** (1 - narrow.precision)
    return 1.2 * eps * np.maximum(np.abs(study.wide), np.abs(study.y)) + narrow.smallest_subnormal


def _span(study, narrow: Format | None) -> str:
    """Where it is so, if not everywhere: where outputs are bad."""
    bad = study.wide[study.bad]
    low, high = float(bad.min()), float(bad.max())
    return f" from x = {number(low)} to {number(high)}" if high < 1e4 else ""
