"""On which side of y its rounding lies, by Arb's comparisons."""

import numpy as np
import pytest
from flint import arb, ctx

from gelucheck.formats import FORMATS
from gelucheck.reference.evaluate import evaluate
from gelucheck.reference.functions import FUNCTIONS, REFERENCES
from gelucheck.reference.side import rounded_side


def proved_side(agree, name, x, rounded):
    """The sign of RN(y) - y. Where y is too near a limit, or x, for Arb: forms stay below x and
    below 0, derivatives end above 1 and below 0."""
    if x == 0 or not np.isfinite(x):
        return 0
    grad = name.endswith("_grad")
    if x >= 50 and rounded == (1 if grad else x):
        return -1 if grad else 1
    if x <= -50 and rounded == 0:
        return 1
    ctx.prec = 100
    while True:
        y = agree.TRUTH[name](arb(x))
        if y < rounded or y > rounded:
            return 1 if y < rounded else -1
        ctx.prec *= 2
        assert ctx.prec < 1 << 15


@pytest.mark.parametrize("dtype", list(FORMATS))
@pytest.mark.parametrize("name", list(REFERENCES))
def test_side(name, dtype, agree):
    fmt, function, rng = FORMATS[dtype], FUNCTIONS[name], np.random.default_rng(3)
    x = agree.draw(fmt, 80, 4)
    odd = np.array([1, 2, 3, 5, 1000, 1001]) * fmt.smallest_subnormal
    wide = [0.0, np.inf, 0.75, 2.0**-62, 2.0**-70, 1.5, 6.0, 20.0, 100.0, 400.0, 799.0, 900.0]
    few = np.concatenate([odd, wide, rng.uniform(5, 9, 20), [min(fmt.largest, 1e30)]])
    few = fmt.round_array(few)
    x = np.concatenate([x, few, -few])
    before = ctx.prec
    try:
        reference = evaluate(function, x, fmt)
        wide = x.astype(np.float64)
        places = np.arange(x.size)[::-1]
        got = rounded_side(reference, wide, places)
        assert got.dtype == np.int8
        values = reference.rounded.astype(np.float64)
        due = [proved_side(agree, name, float(wide[i]), float(values[i])) for i in places]
        wrong = [
            (wide[i], values[i], g, d) for i, g, d in zip(places, got, due, strict=True) if g != d
        ]
        assert wrong == []
    finally:
        ctx.prec = before
