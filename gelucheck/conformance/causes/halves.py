"""Every step rounded to 16 bits: our own writings, so computed, give the same outputs."""

from functools import cache

import numpy as np

from gelucheck.conformance.causes.argument import rounded_argument
from gelucheck.conformance.causes.cause import Case, Cause
from gelucheck.conformance.judged import Study
from gelucheck.conformance.words import number
from gelucheck.formats import FORMATS
from gelucheck.forms.arithmetic import compute
from gelucheck.forms.catalogue import GRADIENTS, WRITINGS
from gelucheck.reference.evaluate import evaluate
from gelucheck.reference.functions import function_of

_TRIED, _FEW = 1024, 384
_LEAST = 48


def _cube(x, m, c):
    return c * x * x * x


@cache
def _writings(form: str, function: str):
    """(name, call) of what is tried: the catalogue, and orders of operations that it has not.

    The catalogue has formulas that are none of their form, for they are seen: those are left out.
    """
    known = GRADIENTS if function == "gelu_grad" else WRITINGS
    found = [(each.text, each.call) for each in known.values() if each.form == form]
    if function == "gelu":
        found += _ORDERS[form]
    single = FORMATS["float32"]
    x = np.linspace(-2, 3, 101).astype(np.float32)
    due = evaluate(function_of(form, function), x, single).rounded.astype(np.float64)
    return [
        (text, call)
        for text, call in found
        if np.median(np.abs(compute(call, x, single, "native") - due)) < 1e-4
    ]


_ORDERS = {
    "erf": (
        ("x * 0.5 * (1 + erf(x * sqrt(0.5)))",
         lambda x, m: 0.5 * x * (1 + m.erf(x * m.constant("0.70710678118654752440")))),
        ("0.5 * x * erfc(-x * sqrt(0.5))",
         lambda x, m: 0.5 * x * m.erfc(-x * m.constant("0.70710678118654752440"))),
    ),
    "tanh": (
        ("0.5 * x * (1 + tanh(sqrt(2/pi) * (x + 0.044715 * x * x * x)))",
         lambda x, m: 0.5 * x * (1 + m.tanh(
             m.sqrt("2/pi") * (x + m.constant("0.044715") * x * x * x)))),
        ("0.5 * x * (1 + tanh(sqrt(2/pi) * (x + 0.044715 * (x * x * x))))",
         lambda x, m: 0.5 * x * (1 + m.tanh(
             m.sqrt("2/pi") * (x + m.constant("0.044715") * (x * x * x))))),
        ("0.5 * x * (1 + tanh(sqrt(2/pi) * x * (1 + 0.044715 * x * x)))",
         lambda x, m: 0.5 * x * (1 + m.tanh(
             m.sqrt("2/pi") * x * (1 + m.constant("0.044715") * x * x)))),
        ("x * sigmoid(2 * z)",
         lambda x, m: x * m.sigmoid(
             2 * (m.sqrt("2/pi") * (x + m.constant("0.044715") * x * x * x)))),
    ),
    "sigmoid": (
        ("x / (1 + exp(-1.702 * x))", lambda x, m: x / (1 + m.exp(-(m.constant("1.702") * x)))),
        ("x * (1 / (1 + exp(-1.702 * x)))",
         lambda x, m: x * (1 / (1 + m.exp(-(m.constant("1.702") * x))))),
    ),
}  # fmt: skip


def native_half(case: Case):
    """Where a native writing differs from the correct rounding, the outputs are the writing's."""
    study = case.judged
    if study.fmt.bits > 16 or not study.bad.any():
        return
    best = _best(study)
    if best is None or best[0] < 0.45 or best[1] < 0.6:
        return
    share, _, text = best
    other = rounded_argument(study) if share < 0.99 else None
    if other is not None and other[0] > share:
        return
    i = study.worst(study.bad)
    zero = study.zeros_end
    lost = "" if zero is None else f", and 0 from x = {number(study.wide[zero])} down"
    text = text if len(text) < 70 else f"the {study.form} writing"
    sentence = (
        f"every step is rounded to {study.fmt.name}: {share:.0%} of what that changes in {text} is "
        f"found here{lost}; {number(study.out[i])} at x = {number(study.wide[i])}, due "
        f"{number(study.y[i])}; compute in float32, round once"
    )
    yield Cause("native-half-arithmetic", "error", sentence, i, study.bad.copy())


def scattered(case: Case):
    """No writing that is known, but errors of its kind: of both signs in turn, and none larger
    than some roundings of numbers like x (or 1)."""
    study = case.judged
    if study.fmt.bits > 16 or not case.left.any():
        return
    size = np.abs(study.wide)
    eps = 2.0**-study.fmt.precision
    middle = (size > 2.0**-4) & (size < 4) & np.isfinite(study.out)
    room = 8 * eps * np.maximum(size, 1.0 if study.gradient else 0.0)
    if np.count_nonzero(middle) < 64:
        return
    if np.mean(np.abs(study.off)[middle] <= room[middle]) < 0.998:
        return
    signs = np.sign(study.off[middle & study.bad])
    if signs.size < max(24, 0.01 * np.count_nonzero(middle)):
        return
    if np.mean(signs[1:] != signs[:-1]) < 0.2:
        return
    i = study.worst(study.bad)
    share = np.mean(study.bad[middle])
    sentence = (
        f"errors scatter as if every step were rounded to {study.fmt.name}: beyond one step, of "
        f"both signs, at {share:.1%} of the inputs of |x| from 1/16 to 4; {number(study.out[i])} "
        f"at x = {number(study.wide[i])}, due {number(study.y[i])}; compute in float32, round once"
    )
    yield Cause("native-half-arithmetic", "error", sentence, i, study.bad.copy())


def rounded_steps(study: Study) -> float:
    """Share of what the rounding of every step changes that is found in the outputs; of the
    writing of the study's form that comes nearest."""
    best = _best(study, _FEW)
    return best[0] if best else 0.0


def _best(study: Study, tried: int = _TRIED) -> tuple[float, float, str] | None:
    """That share, the share of those inputs at which the writing is the nearer, and which."""
    size = np.abs(study.wide)
    some = np.flatnonzero((size < 12) & (size > 2.0**-6) & np.isfinite(study.out))
    some = some[:: max(1, some.size // tried)]
    if some.size < _LEAST:
        return None
    out, due, x = study.out[some], study.due[some], study.x[some]
    best = None
    for text, call in _writings(study.form, study.function):
        with np.errstate(all="ignore"):
            ours = compute(call, x, study.fmt, "native").astype(np.float64)
        telling = (ours != due) & np.isfinite(ours)
        if np.count_nonzero(telling) < _LEAST // 2:
            continue
        share = float(np.mean((out == ours)[telling]))
        # an output that is neither: nearer to which?
        near = np.abs(out - ours) < np.abs(out - due)
        if best is None or share > best[0]:
            best = (share, float(np.mean(near[telling])), text)
    return best
