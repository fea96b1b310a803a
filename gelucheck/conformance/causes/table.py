"""Answers from a table, or through a narrower format: float32 outputs of 16 bits."""

import numpy as np

from gelucheck.conformance.causes.cause import Case, Cause
from gelucheck.conformance.families import FAMILIES, values
from gelucheck.conformance.stretches import NEARLY
from gelucheck.conformance.words import apart, number, span
from gelucheck.formats import FORMATS, Format

_LINEAR = (
    (-2.6, -2.2), (-2.2, -1.8), (-1.1, -0.7), (-0.7, -0.3), (0.3, 0.7), (0.7, 1.1), (1.8, 2.2),
    (2.2, 2.6),
)  # fmt: skip
"""Where the second derivative is not small."""
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
    step = _interpolated(study)
    if step is not None:
        yield _linear(study, step)
        return
    narrow = _narrow(study, middle)
    flat = max(_flat(study, size), _few(study, size))
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
            f"{_every(study, narrow)}{where} is a {narrow.name} value, and the same for all x of a "
            f"{narrow.name} cell: a table over {narrow.name}, or computed in it, and served as "
            f"{study.fmt.name}; {example}"
        )
    else:
        sentence = (
            f"{_every(study, narrow)}{where} is a {narrow.name} value: rounded to {narrow.name} on "
            f"the way, and served as {study.fmt.name}; {example}"
        )
    yield Cause("lookup-table", "error", sentence, i, explains)


def _interpolated(study) -> float | None:
    """The step of an evenly spaced table with linear interpolation between its cells, or None.

    Then off = f''/2·(x − a)·(b − x) in the cell from a to b: 2·off/f'' lies between 0 and step²/4
    and is 2/3 of that in the mean, in every stretch.
    """
    curve = _curve(study, study.wide)
    with np.errstate(all="ignore"):
        part = np.where(np.isfinite(study.out), 2 * study.off / curve, 0.0)
        noise = 2 * study.spacing * np.where(study.fmt.bits <= 16, 1.0, study.k + 1) / np.abs(curve)
    found, tried = [], 0
    for low, high in _LINEAR:
        inside = np.flatnonzero((study.wide > low) & (study.wide < high))
        if inside.size < 40:
            continue
        top = float(np.quantile(part[inside], 0.98))
        # one rounding must not hide the arcs
        if top < 6 * float(np.median(noise[inside])):
            continue
        tried += 1
        mean = float(np.mean(part[inside])) / top
        down = np.mean(part[inside] < -noise[inside])
        if down <= 0.02 and 0.56 <= mean <= 0.78 and np.min(part[inside]) < 0.1 * top:
            found.append(2 * top**0.5)
    if tried < 4 or len(found) < 0.75 * tried or max(found) > 1.2 * min(found):
        return None
    return float(np.median(found))


def _curve(study, x: np.ndarray) -> np.ndarray:
    """The second derivative of the form."""
    family, h = FAMILIES[study.form], 2.0**-10
    with np.errstate(all="ignore"):
        low, mid, high = (
            values(family, x + d, family.standard, study.function).y for d in (-h, 0.0, h)
        )
        return (high - 2 * mid + low) / h**2


def _linear(study, step: float) -> Cause:
    most = 1.3 * step**2 / 8 * float(np.max(np.abs(_curve(study, np.linspace(-4, 4, 401)))))
    explains = study.bad & (np.abs(study.off) <= most + study.tolerance)
    i, j = study.worst(explains), study.plainest(explains)
    got, due = apart(study.out[j], study.y[j])
    sentence = (
        f"between inputs about {number(float(f'{step:.2g}'))} apart the outputs lie on straight "
        f"lines: a table with linear interpolation, too coarse for {study.fmt.name}; {got} at "
        f"x = {number(study.wide[j])} where {due} is due"
    )
    return Cause("lookup-table", "error", sentence, i, explains)


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
    if np.unique(study.out[gap:][telling]).size < 16:
        return 0.0  # a constant is no table
    return float(np.mean((study.out[gap:] == study.out[:-gap])[telling]))


def _few(study, size: np.ndarray) -> float:
    """1 where a 16-bit format's outputs take few of the values that are due, in each of two
    stretches near zero, so that the inputs or outputs are on a coarse grid; else 0."""
    if study.fmt.bits > 16:
        return 0.0
    for low, high in ((2.0**-5, 2.0**-3), (2.0**-3, 2.0**-1)):
        inside = (size >= low) & (size < high) & np.isfinite(study.out)
        count, due = (np.unique(values[inside]).size for values in (study.out, study.due))
        if due < 32 or not 4 <= count <= 0.4 * due:
            return 0.0
    return 1.0


def _cell(study, narrow: Format | None) -> np.ndarray:
    """How far an output may be off by a cell of the table and one rounding."""
    if narrow is None:
        return np.full(study.wide.shape, np.inf)
    eps = 2.0 ** (1 - narrow.precision)
    return 1.2 * eps * np.maximum(np.abs(study.wide), np.abs(study.y)) + narrow.smallest_subnormal


def _every(study, narrow: Format) -> str:
    """How many of the outputs between the bad ones are values of a narrower format."""
    bad = study.wide[study.bad]
    inside = (study.wide >= bad.min()) & (study.wide <= bad.max()) & np.isfinite(study.out)
    share = float(np.mean(_held(narrow, study.out[inside])))
    if share >= NEARLY:
        return "every output" if share == 1 else "nearly every output"
    return f"each of {share:.0%} of the outputs"


def _span(study, narrow: Format | None) -> str:
    """Where it is so, if not everywhere: where outputs are bad."""
    bad = study.wide[study.bad]
    if not bad.size or float(bad.max()) >= 1e4:
        return ""
    return f" {span(float(bad.min()), float(bad.max()))}"
