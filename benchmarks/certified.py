"""GELU of float32 inputs, correctly rounded, by different means.

Each of them evaluates x·erfc(-x/√2)/2 to more than float32 with a bound of what it may be off by,
and rounds both ends; what is not decided by that goes to gelucheck's oracle. So they do the same,
and are told apart by how they evaluate. ``by_float64`` has no bound: it is what people write.
"""

from collections.abc import Callable

import numpy as np

from gelucheck.formats import FORMATS
from gelucheck.reference.blocks import LENGTH, PANEL, ROWS, polynomials, powers
from gelucheck.reference.enclosure import arb_precision
from gelucheck.reference.evaluate import evaluate
from gelucheck.reference.functions import REFERENCES
from gelucheck.reference.oracle import enclose, rounded_bits

FLOAT32 = FORMATS["float32"]
GELU = REFERENCES["gelu"]
RANGES = ((0.1, 4.0), (-10.0, -1.0))
"""Half of the inputs each: where GELU is neither x nor x/2 nor 0."""
BITS = 64
"""Working precision of Arb, mpmath and MPFR: more than float64 has, and quick."""


def consecutive(panels: int) -> np.ndarray:
    """The first ordinals of whole panels of consecutive values, evenly spread over ``RANGES``."""
    found = []
    for low, high in RANGES:
        first, last = FLOAT32.ordinals(np.array([low, high], np.float32)) // PANEL
        found.append(np.linspace(first + 1, last - 1, -(-panels // 2)).astype(np.int64))
    return np.concatenate(found) * PANEL


def values_of(starts: np.ndarray) -> np.ndarray:
    """The inputs of panels, (panels, PANEL) float32."""
    return FLOAT32.values(starts[:, None] + np.arange(PANEL))


def scattered(panels: int, seed: int) -> np.ndarray:
    """As many values of the same ranges, in no order, (panels, PANEL) float32."""
    rng, each = np.random.default_rng(seed), -(-panels // 2) * PANEL
    ends = [FLOAT32.ordinals(np.array(pair, np.float32)) for pair in RANGES]
    ordinals = np.concatenate([rng.integers(low, high + 1, each) for low, high in ends])
    rng.shuffle(ordinals)
    return FLOAT32.values(ordinals).reshape(-1, PANEL)


def decided(x: np.ndarray, y: np.ndarray, room: np.ndarray | float) -> np.ndarray:
    """The float32 nearest to what is within ``room`` of y, float64 both.

    Args:
        room: at least 2^-52·|y| more than what y is off by, for y - room is rounded too.
    """
    lower, upper = (y - room).astype(np.float32), (y + room).astype(np.float32)
    undecided = np.flatnonzero(lower != upper)
    if undecided.size:
        inputs = x.ravel()[undecided]
        bits = [rounded_bits(GELU, float(each), FLOAT32) for each in inputs]
        lower.ravel()[undecided] = FLOAT32.values_of_bits(bits)
    return lower


def by_blocks(starts: np.ndarray) -> np.ndarray:
    """Whole panels of consecutive values, as a sweep evaluates them: coefficients in bulk, then a
    matrix product for each panel. (panels, PANEL) float32."""
    out = np.empty((starts.size, ROWS, LENGTH), np.float32)
    upper, (y, end) = np.empty((ROWS, LENGTH), np.float32), np.empty((2, ROWS, LENGTH))
    for negative in (False, True):
        chosen = np.flatnonzero((starts < 0) == negative)
        ordinals = (starts[chosen, None] + np.arange(ROWS) * LENGTH).ravel()
        first = -(ordinals + LENGTH) if negative else ordinals
        found = polynomials(GELU, FLOAT32, first, negative)
        room = found.bound + 2.0**-51 * (np.abs(found.terms[:, 0]) + found.spread)
        basis = powers(negative)
        for number, panel in enumerate(chosen):
            rows = slice(number * ROWS, (number + 1) * ROWS)
            used = int(found.degree[rows.start]) + 1
            np.matmul(found.terms[rows, :used], basis[:used], out=y)
            out[panel] = np.subtract(y, room[rows, None], out=end)
            upper[...] = np.add(y, room[rows, None], out=end)
            if not np.array_equal(out[panel], upper):
                # only here are the inputs themselves needed
                x = values_of(starts[panel : panel + 1]).reshape(y.shape)
                out[panel] = decided(x, y, room[rows, None])
    return out.reshape(starts.size, PANEL)


def by_tables(x: np.ndarray) -> np.ndarray:
    """Any inputs, panel by panel, by coefficients that are gathered from the tables."""
    return np.stack([evaluate(GELU, panel, FLOAT32).rounded for panel in x])


def by_arb(x: np.ndarray) -> np.ndarray:
    """One by one, with balls."""
    from flint import arb

    y, room = np.empty(x.size), np.empty(x.size)
    with arb_precision(BITS):
        for place, each in enumerate(x.tolist()):
            ball = GELU.arb(arb(each))
            y[place], room[place] = float(ball.mid()), float(ball.rad())
    return decided(x, y, room + 2.0**-50 * np.abs(y))


def by_mpmath(x: np.ndarray) -> np.ndarray:
    """One by one, with the enclosure that gelucheck's oracle takes."""
    ends = np.array([[float(end) for end in enclose(GELU, each, BITS)] for each in x.tolist()])
    y = ends.mean(axis=1)
    return decided(x, y, np.abs(ends[:, 1] - y) + 2.0**-50 * np.abs(y))


def by_mpfr(gmpy2) -> Callable[[np.ndarray], np.ndarray]:
    """One by one, with MPFR, whose operations are correctly rounded.

    With u = 2^-64: -x/√2 is off by at most 3u of itself, which erfc magnifies by no more than
    2 + x² <= 102 on ``RANGES``; with its own roundings and float's that is far below 2^-50.
    """

    def call(x: np.ndarray) -> np.ndarray:
        with gmpy2.context(gmpy2.get_context(), precision=BITS):
            root = gmpy2.sqrt(gmpy2.mpfr(2))
            y = [float(each * gmpy2.erfc(-each / root) / 2) for each in map(gmpy2.mpfr, x.tolist())]
        y = np.array(y)
        return decided(x, y, 2.0**-50 * np.abs(y))

    return call


def by_float64(special) -> Callable[[np.ndarray], np.ndarray]:
    """What people write, panel by panel: float64 by SciPy, rounded; no bound, no proof."""

    def call(x: np.ndarray) -> np.ndarray:
        wide = (panel.astype(np.float64) for panel in x)
        return np.stack([(each * special.ndtr(each)).astype(np.float32) for each in wide])

    return call
