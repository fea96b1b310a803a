"""Range: the form's minimum ≤ y ≤ max(x, 0), |y| ≤ |x|; for derivatives between its extremes."""

from collections.abc import Iterator

import numpy as np

from gelucheck.conformance.allowance import ROUNDINGS, spacing
from gelucheck.conformance.bench import Bench
from gelucheck.conformance.stretches import stretch
from gelucheck.conformance.words import apart, number
from gelucheck.record import Finding
from gelucheck.reference.functions import REFERENCES

SLUG = "out-of-range"


def bounds(bench: Bench) -> Iterator[Finding]:
    """Beyond a bound by more than the default limits allow a value that is due there."""
    curve, fmt = bench.curve, bench.fmt
    lowest, highest = extremes(bench)
    steps = 1 if fmt.bits <= 16 else ROUNDINGS
    y = np.where(np.isfinite(curve.y), curve.y, 0.5 if not bench.forward else 0.0)
    limits = [0.0, 0.0, lowest] if bench.forward else [highest, lowest]
    if bench.forward:
        near = steps * spacing(fmt, curve.x) if fmt.bits <= 16 else curve.room
        x = curve.x
        with np.errstate(over="ignore"):
            # on the other side of 0 it is the sign that is wrong, and at 0 it is not the range
            excess = {
                "above x, the most that GELU is right of 0": np.where(x > 0, y - x - near, -1),
                "below x, though |GELU(x)| ≤ |x|": np.where(x < 0, x - near - y, -1),
            }
    else:
        top = highest + steps * float(spacing(fmt, np.array(highest)))
        excess = {"above the derivative's maximum": y - top}
    floor = lowest - (steps + 1) * float(spacing(fmt, np.array(lowest)))
    name = "form" if bench.forward else "derivative"
    excess[f"below the {name}'s minimum"] = floor - y
    texts, sizes = list(excess), np.array(list(excess.values()))
    if not (sizes > 0).any():
        return
    kind, i = (int(part) for part in np.unravel_index(np.argmax(sizes), sizes.shape))
    # x is a limit of its own, and is there already
    one, limit = apart(float(curve.y[i]), float(limits[kind] or curve.x[i]))
    told = f" {limit}" if limits[kind] else ""
    wrong = sizes[kind] > 0
    where = f"; so it is {stretch(curve.x, wrong)}" if np.count_nonzero(wrong) > 1 else ""
    sentence = f"{one} at x = {number(curve.x[i])} is {texts[kind]}{told}{where}"
    yield Finding(SLUG, "error", sentence, bench.due(curve.x[i], curve.y[i]))


def extremes(bench: Bench) -> tuple[float, float]:
    """The function's range; the widest of the three where no form is declared."""
    functions = [bench.function]
    if bench.subject.form is None:
        suffix = bench.subject.function.removeprefix("gelu")
        functions = [REFERENCES[name + suffix] for name in ("gelu", "tanh", "sigmoid")]
    return (
        min(float(each.range[0]) for each in functions),
        max(float(each.range[1]) for each in functions),
    )
