"""The normal distribution on the values of a format: how probable each is, or a sample of them.

Probabilities come from Arb and are rounded to float64 once, so that no platform's library is in
them. A mass is the difference of two error functions, taken on the side where it loses least.
"""

import itertools
from functools import cache

import numpy as np

from gelucheck.formats import Format

MOST_POINTS = 1 << 16
LEAST_POINTS = 1 << 12
INNER, REACH = 6, 38
"""How far the narrow stretches of a sample go, and all of them, in σ. Beyond lie 3e-316 of the
distribution. What is nearer is not left out, however little it is: the error of the sigmoid form,
in ulp, grows to the left as fast as the distribution falls."""

_PRECISION = 96
_FAR = 39.0  # in σ: beyond it less than 2^-1074 is left


@cache
def every_value(fmt: Format, sigma: float) -> tuple[np.ndarray, np.ndarray, float]:
    """Every finite value of a format of at most 16 bits, and the probability that N(0, σ²) rounds
    to it.

    The cell of a value ends half-way to its neighbours; that of zero is split at zero, half for
    each of its signs. What rounds to an infinity is left out.

    Returns:
        values of ``fmt.dtype`` in ordinal order; float64 probabilities, correct to 2^-52 of
        themselves down to 2^-1022, below which float64 has fewer digits; their sum.
    """
    right = fmt.values(np.arange(fmt.end_bits)).astype(np.float64)
    # beyond the largest value the spacing goes on as before it
    middles = np.append((right[:-1] + right[1:]) / 2, right[-1] + (right[-1] - right[-2]) / 2)
    half = _masses(np.append(0.0, middles), sigma)
    values = fmt.values(np.arange(-right.size, right.size))
    weights = np.concatenate([half[::-1], half])
    for each in (values, weights):
        each.flags.writeable = False
    return values, weights, _within(float(middles[-1]), sigma)


def sampled(
    fmt: Format, sigma: float, samples: int, seed: int
) -> tuple[np.ndarray, np.ndarray, float]:
    """A sample of N(0, σ²), rounded to a format: one point anywhere in each of many stretches of x,
    which stands for the probability of the stretch.

    There are as many as the largest power of two up to ``samples``, from ``LEAST_POINTS`` to
    ``MOST_POINTS``: three quarters of them are equally wide and reach from -6 σ to 6 σ, the others
    to -38 σ and 38 σ. Equally wide rather than equally probable, because the largest errors are in
    the tails.

    The same on every machine: only ``PCG64.random_raw`` and sums and products, each rounded once.

    Returns: as ``every_value``; each value once.
    """
    count = 1 << (min(max(samples, LEAST_POINTS), MOST_POINTS).bit_length() - 1)
    ends, masses = _stretches(count)
    raw = np.random.PCG64(seed).random_raw(count)
    # the upper 53 bits: a number in [0, 1)
    part = (raw >> np.uint64(11)).astype(np.float64) * 2.0**-53
    points = fmt.round_array((ends[:-1] + part * np.diff(ends)) * sigma)
    ordinals, at = np.unique(fmt.ordinals(points), return_inverse=True)
    # one after the other, so always the same sum
    return fmt.values(ordinals), np.bincount(at, weights=masses), _within(float(REACH), 1.0)


@cache
def _stretches(count: int) -> tuple[np.ndarray, np.ndarray]:
    """The ends of the stretches of a sample, in σ, and the probability of each, correct to 2^-50 of
    itself. All ends are exact."""
    inner, outer = 3 * count // 8, count // 8
    near, far = INNER / inner, (REACH - INNER) / outer
    right = np.concatenate(
        [np.arange(inner) * near, INNER + np.arange(outer + 1) * far],
    )
    half = np.concatenate([_narrow(inner, near), _masses(right[inner:], 1.0)])
    ends = np.concatenate([-right[:0:-1], right])
    return ends, np.concatenate([half[::-1], half])


def _narrow(count: int, width: float) -> np.ndarray:
    """The probabilities of narrow stretches from 0 on."""
    from flint import arb, ctx

    m = (np.arange(count) + 0.5) * width
    before, ctx.prec = ctx.prec, _PRECISION
    try:
        root = (2 * arb.pi()).rsqrt()
        density = np.array([float((arb(x) * x / -2).exp() * root) for x in m.tolist()])
    finally:
        ctx.prec = before
    # Taylor's series of the density about the middle, integrated: of degree 8 less than 1e-20
    m, h = m * m, width * width
    series = 1 + h * ((m - 1) / 24 + h * ((m * m - 6 * m + 3) / 1920 + h * _sixth(m) / 322560))
    return density * width * series


def _sixth(m: np.ndarray) -> np.ndarray:
    """The sixth Hermite polynomial, of the square of its argument."""
    return ((m - 15) * m + 45) * m - 15


def _masses(ends: np.ndarray, sigma: float) -> np.ndarray:
    """The probabilities of the stretches between some ascending ends, the first 0 or more."""
    from flint import arb, ctx

    near = int(np.searchsorted(ends, _FAR * sigma)) + 1
    masses = np.zeros(ends.size - 1)
    before, ctx.prec = ctx.prec, _PRECISION
    try:
        scale = arb(2).rsqrt() / arb(sigma)
        at = [arb(end) * scale for end in ends[:near].tolist()]
        # of the two the one that is small: 1 less it would lose its digits
        inner = int(np.searchsorted(ends, sigma))
        below = [z.erf() for z in at[: inner + 1]]
        above = [z.erfc() for z in at[inner:]]
        found = [(b - a) / 2 for a, b in itertools.pairwise(below)]
        found += [(a - b) / 2 for a, b in itertools.pairwise(above)]
        masses[: len(found)] = [float(each) for each in found]
    finally:
        ctx.prec = before
    return masses


def _within(end: float, sigma: float) -> float:
    """The probability of ±end."""
    from flint import arb, ctx

    before, ctx.prec = ctx.prec, _PRECISION
    try:
        return float((arb(end) / arb(sigma) * arb(2).rsqrt()).erf())
    finally:
        ctx.prec = before
