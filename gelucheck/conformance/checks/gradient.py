"""The derivative: its sign on both sides of its root, and the form of the forward pass."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from gelucheck.conformance.bench import Bench
from gelucheck.conformance.checks.recognise import recognise, telling_values
from gelucheck.conformance.stretches import stretch
from gelucheck.conformance.words import apart, number
from gelucheck.errors import GelucheckError
from gelucheck.implementations.guest import find_kind
from gelucheck.record import Finding

# roots of the derivatives, by mpmath to 17 digits; which form's root it is, is another question
ROOTS = {
    "erf": -0.75179152469356446,
    "tanh": -0.75246142207101626,
    "sigmoid": -0.75115425544128895,
}


def slope_sign(bench: Bench) -> Iterator[Finding]:
    """``gradient-wrong-sign``: beyond what the default limits allow next to the root."""
    if bench.forward:
        return
    curve, fmt = bench.curve, bench.fmt
    first, last = min(ROOTS.values()), max(ROOTS.values())
    due = np.where(curve.x > last, 1.0, np.where(curve.x < first, -1.0, 0.0))
    wrong = np.isfinite(curve.y) & (np.sign(curve.y) * due < 0)
    if fmt.bits <= 16:
        wrong &= (curve.steps > 1) & (np.abs(curve.y) > fmt.smallest_subnormal)
    else:
        wrong &= np.abs(curve.y - curve.exact) > curve.room
    if not wrong.any():
        return
    i = int(np.argmax(np.where(wrong, np.abs(curve.y - curve.exact) / curve.unit, -1.0)))
    one, want = apart(float(curve.y[i]), float(curve.exact[i]))
    root = number(ROOTS[bench.subject.form or "erf"])
    where = f"; wrong {stretch(curve.x, wrong)}" if np.count_nonzero(wrong) > 1 else ""
    sentence = (
        f"{one} at x = {number(curve.x[i])}, where {want} is due: the slope is negative left of "
        f"{root} and positive right of it{where}"
    )
    yield Finding("gradient-wrong-sign", "error", sentence, bench.due(curve.x[i], curve.y[i]))


def forward_form(bench: Bench) -> Iterator[Finding]:
    """``gradient-form-mismatch``: where the same target gives both the function and its derivative
    (the kinds that differentiate), each is recognised and they are not of one form."""
    guest = bench.subject.guest
    if bench.forward or not find_kind(guest.kind).gradient:
        return
    forward = replace(guest, function="gelu")
    forms = {}
    for function, caller in (("gelu", forward), ("gelu_grad", guest)):
        x = telling_values(bench.fmt, function)
        try:
            forms[function] = recognise(bench.fmt, function, caller(x, bench.fmt))
        except GelucheckError:
            return
    ours, theirs = forms["gelu_grad"], forms["gelu"]
    if None in (ours, theirs) or ours == theirs:
        return
    sentence = (
        f"the gradient is that of the {ours} form and the function itself is the {theirs} form: "
        "training follows another slope than the loss has"
    )
    x = telling_values(bench.fmt, "gelu_grad")
    got = guest(x[:1], bench.fmt)[0]
    yield Finding("gradient-form-mismatch", "error", sentence, bench.due(x[0], got))
