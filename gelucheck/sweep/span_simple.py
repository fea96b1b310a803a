"""Stretches where a form is simple after rounding: what the errors of a correct output add up to.

No value of such a block is looked at but in one comparison. Its errors are a polynomial, so their
sums are known; and they are monotone between two powers of two (see ``reference.blocks_simple``),
so that only the ends of a run of blocks can hold a maximum.
"""

import numpy as np

from gelucheck.formats import Format
from gelucheck.reference.blocks import LENGTH, TERMS, beyond, geometry, moments, polynomials
from gelucheck.reference.functions import Function
from gelucheck.reference.tables import load
from gelucheck.sweep.span_state import Scan, Sums


def add_sums(
    sums: Sums, function: Function, fmt: Format, *, kind: str, first: np.ndarray, negative: bool
) -> None:
    """Add the errors of blocks where every output was what is due.

    Args:
        first: the smallest magnitudes.
    """
    if kind == "nan" or not first.size:
        return
    if kind in ("tie", "even"):
        _add_ties(sums, first.size)
    elif kind == "half":
        _add_halves(sums, function, fmt, first)
    else:
        # far out nothing is known of g but that it is next to nothing: every block is alike
        past = beyond(function, fmt, first)
        if past.any():
            one = first[past][:1]
            _add_tails(sums, function, fmt, one, int(np.count_nonzero(past)))
        if not past.all():
            _add_tails(sums, function, fmt, first[~past], 1)


def _add_ties(sums: Sums, blocks: int) -> None:
    # half of the values are odd, and off by 2^-150 ± δ, δ < 0.43·2^-250; the others by δ
    half = LENGTH // 2
    sizes = (np.array([size]) for size in (half * 2.0**-150, half * 2.0**-300, LENGTH * 2.0**-251))
    sums.add(LENGTH * blocks, *sizes, times=blocks)


def _add_halves(sums: Sums, function: Function, fmt: Format, first: np.ndarray) -> None:
    """The error is f(x) - x/2 = c·x² + d·x⁴ + …, even, |d| < c: c·x² to 2^-49 of it; in float64
    and summed up by moments, to 2^-45."""
    middle, radius = geometry(fmt, first)
    power = moments()
    c = abs(float(load(function, "single").high[2, 0]))
    ratio = radius / middle
    squares = power[0] + ratio * (2 * power[1] + ratio * power[2])
    fourths = power[0] + ratio * (
        4 * power[1] + ratio * (6 * power[2] + ratio * (4 * power[3] + ratio * power[4]))
    )
    size = c * middle**2
    total = size * squares
    sums.add(LENGTH * first.size, total, size**2 * fourths, 2.0**-40 * total)


def _add_tails(sums: Sums, function: Function, fmt: Format, first: np.ndarray, times: int) -> None:
    """The error is g(|x|) on either side."""
    found = polynomials(function, fmt, first, function.side < 0)
    terms, power = found.terms, moments()
    total = np.abs(terms @ power[:TERMS])
    gram = power[np.add.outer(np.arange(TERMS), np.arange(TERMS))]
    square = np.einsum("ij,jk,ik->i", terms, gram, terms)
    slack = LENGTH * (found.bound + 2.0**-46 * (np.abs(terms[:, 0]) + found.spread))
    sums.add(LENGTH * first.size * times, total, square, slack, times)


def add_ends(scan: Scan, ordinals: np.ndarray, bits: np.ndarray) -> None:
    """Let some inputs be looked at; bits: the outputs' patterns."""
    scan.points.append((ordinals, scan.fmt.values_of_bits(bits)))
