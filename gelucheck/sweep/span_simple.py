"""Stretches where a form is simple after rounding: what the errors of a correct output add up to.

No value of such a block is looked at but in one comparison. Its errors are a polynomial, so their
sums are known; and they are monotone between two powers of two (see ``reference.blocks_simple``),
so that only the ends of a run of blocks can hold a maximum.
"""

import numpy as np

from gelucheck.formats import Format
from gelucheck.reference.blocks import LENGTH, TERMS, moments, polynomials
from gelucheck.reference.functions import Function
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
        # half of the values are odd, and off by 2^-150 ± δ, δ < 0.43·2^-250; the others by δ
        half, count = LENGTH // 2, first.size
        ones = np.ones(count)
        sums.add(
            LENGTH * count,
            half * 2.0**-150 * ones,
            half * 2.0**-300 * ones,
            LENGTH * 2.0**-251 * ones,
        )
        return
    if kind == "half":
        found = polynomials(function, fmt, first, negative, 0.5)
    else:
        # the error is g(|x|) on either side
        found = polynomials(function, fmt, first, function.side < 0)
    terms, bound = found.terms, found.bound
    powers = moments()
    total = np.abs(terms @ powers[:TERMS])
    gram = powers[np.add.outer(np.arange(TERMS), np.arange(TERMS))]
    square = np.einsum("ij,jk,ik->i", terms, gram, terms)
    slack = LENGTH * (bound + 2.0**-46 * (np.abs(terms[:, 0]) + found.spread))
    sums.add(LENGTH * first.size, total, square, slack)


def add_ends(scan: Scan, ordinals: np.ndarray, bits: np.ndarray) -> None:
    """Let some inputs be looked at; bits: the outputs' patterns."""
    scan.points.append((ordinals, scan.fmt.values_of_bits(bits)))
