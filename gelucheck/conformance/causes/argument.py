"""Rounded twice: the argument of erf, tanh or the exponential first, then the result."""

import numpy as np

from gelucheck.conformance.causes.cause import Case, Cause
from gelucheck.conformance.judged import Study
from gelucheck.conformance.words import number
from gelucheck.formats import STANDARD, Format
from gelucheck.reference.fast import approximate
from gelucheck.reference.functions import OPERATIONS

_TRIED = 4096
_ROOT, _CUBIC = 0.7978845608028654, 0.044715


def double_rounding(case: Case):
    """The argument rounded to 16 bits, everything else in more: that gives the outputs."""
    study = case.judged
    found = rounded_argument(study)
    if found is None or found[0] < 0.7:
        return
    share, text, fmt = found
    i, j = study.worst(study.bad), study.plainest(study.bad)
    sentence = (
        f"rounded twice: {text} is rounded to {fmt.name} before the function sees it ({share:.0%} "
        f"of what that changes is found here); {number(study.out[j])} at "
        f"x = {number(study.wide[j])}, due {number(study.y[j])}; keep it in float32"
    )
    yield Cause("double-rounding", "error", sentence, i, study.bad.copy())


def rounded_argument(study: Study) -> tuple[float, str, Format] | None:
    """Share of what the rounding of an argument changes that is found in the outputs; which
    argument, and to which format; the best of those that are tried."""
    if study.gradient or study.fmt.bits > 32 or not study.bad.any():
        return None
    size = np.abs(study.wide)
    some = np.flatnonzero((size < 12) & (size > 2.0**-4) & np.isfinite(study.out))
    some = some[:: max(1, some.size // _TRIED)]
    if some.size < 32:
        return None
    # nobody rounds to 8 bits on the way to more of them
    known = {**STANDARD, study.fmt.name: study.fmt}.values()
    narrow = [each for each in known if each.precision <= min(study.fmt.precision, 11)]
    x, out, unit = study.wide[some], study.out[some], study.spacing[some]
    exact, best = _EXACT[study.form](x), None
    # what it changes by more than a rounding of the last place
    least, room = (1.0, 0.0) if study.fmt.bits <= 16 else (32.0, 8.0)
    for outer in _OUTER[study.form]:
        plain = _rounded(study.fmt, outer, x, exact)
        for fmt in narrow:
            for text, argument in _arguments(study.form, fmt, x):
                ours = _rounded(study.fmt, outer, x, argument)
                with np.errstate(invalid="ignore"):
                    telling = np.isfinite(ours) & (np.abs(ours - plain) >= least * unit)
                    found = np.abs(out - ours) <= room * unit
                if np.count_nonzero(telling) < 24:
                    continue
                share = float(np.mean(found[telling]))
                if best is None or share > best[0]:
                    best = (share, text, fmt)
    return best


def _rounded(fmt: Format, outer, x, argument) -> np.ndarray:
    with np.errstate(all="ignore"):
        return fmt.round_array(outer(x, argument)).astype(np.float64)


def _arguments(form: str, fmt: Format, x: np.ndarray):
    """(what is rounded, its values): as a multiplication or division in float32 or in the format
    itself gives it."""

    def r(values):
        return fmt.round_array(values).astype(np.float64)

    if form == "erf":
        half, root = np.sqrt(0.5), np.sqrt(2.0)
        return (
            ("x/√2", r(x * half)),
            ("x/√2", r(x * r(np.array([half]))[0])),
            ("x/√2", r(x / r(np.array([root]))[0])),
        )
    if form == "sigmoid":
        return (("1.702x", r(1.702 * x)), ("1.702x", r(r(np.array([1.702]))[0] * x)))
    a, c = (float(r(np.array([value]))[0]) for value in (_ROOT, _CUBIC))
    square = r(x * x)
    return (
        ("z", r(_ROOT * (x + _CUBIC * x**3))),
        ("z", r(a * r(x + r(c * r(square * x))))),
        ("z", r(a * r(x + r(r(r(c * x) * x) * x)))),
        ("z", r(r(a * x) * r(1 + r(r(c * x) * x)))),
        ("z", r(r(a * x) * r(1 + r(c * square)))),
        ("x³", _ROOT * (x + _CUBIC * r(x**3))),
        ("x³", _ROOT * (x + _CUBIC * r(square * x))),
    )


def _single(values):
    return values.astype(np.float32).astype(np.float64)


def _erfc(u):
    return approximate(OPERATIONS["op.erfc"], u, "single").high


def _tail_kept(x, u):
    return 0.5 * x * _erfc(-u)


def _tail_lost(x, u):
    return 0.5 * x * _single(2 - _erfc(u))


def _logistic(t):
    e = np.exp(-np.abs(t))
    return np.where(t >= 0, 1.0, e) / (1 + e)


_EXACT = {
    "erf": lambda x: x * np.sqrt(0.5),
    "tanh": lambda x: _ROOT * (x + _CUBIC * x**3),
    "sigmoid": lambda x: 1.702 * x,
}
_OUTER = {
    "erf": (_tail_kept, _tail_lost),
    "tanh": (
        lambda x, z: x * _logistic(2 * z),
        lambda x, z: 0.5 * x * _single(1 + _single(np.tanh(z))),
    ),
    "sigmoid": (lambda x, t: x * _logistic(t),),
}
