"""Sums of products, exact but for a part far below every format, the same bits on every machine.

Source: K. Ozaki, T. Ogita, S. Oishi, S. M. Rump, "Error-free transformations of matrix
multiplication by using fast routines of matrix multiplication and its applications", Numerical
Algorithms 59, 2012.

The rows of a matrix are cut into *slices*. Let 2^e be the power of two above the largest of a row.
Its slice s = 1 … 4 is an integer of at most b = 20 bits and a sign, |T_s| <= 2^(b-1), for

    a = 2^e · (T_1·2^-(b-1) + T_2·2^-(2b-1) + T_3·2^-(3b-1) + T_4·2^-(4b-1)) + r,  |r| <= 2^(e-4b)

each the nearest integer to what the slices before it left. **Every product of slices is exact**: a
sum of k of them, of up to four pairs (s, t) with the same s + t, is an integer, and so is every
part of it; none exceeds 4·k·2^(2b-2) <= 2^53, for k <= 2^(53-2b) = 8192. Float64 holds all of
these, so nothing is rounded, in whatever order, with or without fused operations, on however many
threads a BLAS adds. A longer sum is cut into pieces of 8192.

**What is left out.** The pairs with s + t <= 6 are taken. With 2^e <= 2·max|a|, 2^f <= 2·max|b|,
the others and the rests are together at most

    k·2^(e+f)·(2·2^-4b + 2·2^-5b + 2^-6b + 2^-8b) < k·max|a|·max|b|·2^-76.99

Adding an integer to a normalised double-double rounds its low word alone, by at most 2^-105 of the
terms before it and itself, 2^-102·k·max|a|·max|b| and less: there are at most five for each piece.
So, for k up to 2^26, the pair that is returned is within

    2^-76·k·max|a|·max|b|                                                              (ERROR)

of the exact sum: 23 bits below what float64 can say of a sum of that size. Nothing is left out
where the numbers of a row are multiples of 2^(e-59) and those of the column of 2^(f-59), as all of
float16's are, and most of what is drawn or trained in bfloat16 and float32.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from gelucheck.formats import Format
from gelucheck.network.special import special_sums
from gelucheck.reference import doubledouble as dd

BITS = 20
SLICES = 4
PIECE = 1 << (53 - 2 * BITS)
_LAST = 6
"""The largest s + t that is taken."""

ERROR = 2.0**-76

_NUMBERS = 1 << 20
"""How many of a matrix are cut at a time; memory, and nothing else, depends on it."""
_MADE = 1 << 17
"""How many sums are made at a time."""
_COLUMNS = 512

_SAFE = (-800, 900)
"""The exponents of a scale between which nothing underflows or overflows."""
_LARGEST = 2.0**1000
"""Of a bias, for the same."""


@dataclass(frozen=True)
class Sliced:
    """The rows of a matrix as integers.

    Attributes:
        slices: each (m, k), integers up to 2^19; those after the last that is not all zero are
            left out.
        exponents: (m,), the e of each row; 0 where a row is all zero.
        matrix: (m, k), what was cut; finite: whether it has no infinity and no NaN. These are 0 in
            the slices.
    """

    slices: tuple[np.ndarray, ...]
    exponents: np.ndarray
    matrix: np.ndarray
    finite: bool


def sliced(matrix: np.ndarray, keep: type = np.float64) -> Sliced:
    """Cut the rows of a matrix.

    Args:
        matrix: (m, k), of any format's dtype, k at least 1.
        keep: the dtype of the slices; float32 holds them in half the room.
    """
    with np.errstate(invalid="ignore"):  # a signalling NaN
        rest = matrix.astype(np.float64)
    finite = np.isfinite(rest)
    rest[~finite] = 0.0
    top = np.maximum(rest.max(axis=1), -rest.min(axis=1))
    exponents = np.where(top > 0, np.frexp(top)[1], 0)
    # exact, but for numbers so far below the largest that their slices are 0 all the same
    with np.errstate(under="ignore"):
        rest = np.ldexp(rest, (BITS - 1 - exponents)[:, None])
    slices: list[np.ndarray] = []
    while len(slices) < SLICES and rest.any():
        whole = np.rint(rest)
        slices.append(whole.astype(keep, copy=False))
        # exact: some digits of the number are left, then a power of two
        rest -= whole
        rest *= 2.0**BITS
    return Sliced(tuple(slices), exponents, matrix, bool(finite.all()))


def cut(matrix: np.ndarray) -> tuple[Sliced, ...]:
    """The right factor of a product, transposed, in parts; to be used many times.

    Args:
        matrix: (n, k), of any format's dtype.
    """
    return tuple(
        sliced(matrix[j : j + _COLUMNS], np.float32) for j in range(0, matrix.shape[0], _COLUMNS)
    )


def product(
    matrix: np.ndarray, columns: tuple[Sliced, ...], bias: np.ndarray, fmt: Format
) -> np.ndarray:
    """The sums of products of each row of a matrix with each column, plus the bias, rounded once.

    Args:
        matrix: (m, k), of any format's dtype.
        columns: of (n, k), from ``cut``.
        bias: (n,), of any format's dtype.

    Returns:
        (m, n) of ``fmt.dtype``. The exact sum of products, moved by at most
        ``ERROR``·k·max|a|·max|b|, plus the bias is rounded to nearest; beyond the largest number
        that is an infinity, or NaN where the format has none. A sum of exactly 0 is +0. With an
        infinity or a NaN in it a sum is what IEEE 754 makes of its exact terms.
    """
    made = np.empty((matrix.shape[0], bias.size), fmt.dtype)
    high = max(min(_NUMBERS // matrix.shape[1], _MADE // min(bias.size, _COLUMNS)), 1)
    with np.errstate(invalid="ignore"):  # a signalling NaN
        bias = bias.astype(np.float64)
    for i in range(0, made.shape[0], high):
        rows, done = sliced(matrix[i : i + high]), 0
        for part in columns:
            some = slice(done, done + part.exponents.size)
            made[i : i + high, some] = _finished(rows, part, bias[some], fmt)
            done = some.stop
    return made


def sums(rows: Sliced, columns: Sliced) -> tuple[np.ndarray, np.ndarray]:
    """The sums of products of the finite elements, in double-double.

    Returns:
        high, low: (m, n), normalised, multiples of 2^-118; the sum is (high + low)·2^(e+f), e and f
        the exponents of the row and of the column.
    """
    shape = rows.exponents.size, columns.exponents.size
    pair = np.zeros(shape), np.zeros(shape)
    for k in range(0, rows.matrix.shape[1], PIECE):
        some = slice(k, k + PIECE)
        for total, integers in _integers(rows, columns, some):
            # the units of two slices: 2^-(s·b-1) and 2^-(t·b-1)
            pair = dd.scaled_sum(integers * 2.0 ** (2 - total * BITS), pair)
    return pair


def _integers(rows: Sliced, columns: Sliced, some: slice) -> Iterator[tuple[int, np.ndarray]]:
    """(s + t, the sum of all products of slices s and t), s + t in order, those that occur."""
    found: dict[int, np.ndarray] = {}
    if not rows.slices:
        return iter(())
    # the slices one below the other: a matrix is read once for all of them
    stack = np.concatenate([each[:, some] for each in rows.slices])
    count = rows.exponents.size
    for t, column in enumerate(columns.slices, 1):
        used = stack[: count * (_LAST - t)]
        products = used @ column[:, some].astype(np.float64, copy=False).T
        for s in range(1, products.shape[0] // count + 1):
            each = products[(s - 1) * count : s * count]
            found[s + t] = found[s + t] + each if s + t in found else each
    return iter(sorted(found.items()))


def _finished(rows: Sliced, columns: Sliced, bias: np.ndarray, fmt: Format) -> np.ndarray:
    """The sums at their scale, the bias added, rounded."""
    high, low = sums(rows, columns)
    scale = rows.exponents[:, None] + columns.exponents
    finite = np.isfinite(bias)
    added = np.where(finite, bias, 0.0)
    outside = (scale < _SAFE[0]) | (scale > _SAFE[1]) | (np.abs(added) > _LARGEST)
    shift = np.where(outside, 0, scale)
    pair = np.ldexp(high, shift), np.ldexp(low, shift)
    made = rounded(*_plus(np.where(outside, 0.0, added), *pair), fmt)
    for i, j in np.argwhere(outside):
        exact = (Fraction(high[i, j]) + Fraction(low[i, j])) * Fraction(2) ** int(scale[i, j])
        made[i, j] = fmt.value(fmt.round(exact + Fraction(added[j])))
    if rows.finite and columns.finite and finite.all():
        return made
    special = special_sums(rows.matrix, columns.matrix)
    with np.errstate(invalid="ignore"):
        special += np.where(finite, 0.0, bias)
    return np.where(special == 0, made, special.astype(fmt.dtype))


def _plus(bias: np.ndarray, high: np.ndarray, low: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A pair plus a number, normalised, to be rounded once: what two words cannot hold is in the
    oddness of the low one (Boldo and Melquiond, as below: the sum of three)."""
    high, error = dd.two_sum(bias, high)
    return dd.two_sum(high, _odd(*dd.two_sum(error, low)))


def rounded(high: np.ndarray, low: np.ndarray, fmt: Format) -> np.ndarray:
    """The sums of two words, normalised, rounded once to a format.

    To float64 that is high. Else the sum is rounded to odd first, and rounding that to at most 51
    bits is rounding the sum: S. Boldo, G. Melquiond, "Emulation of FMA and correctly rounded sums:
    proved algorithms using rounding to odd", IEEE Trans. Computers 57, 2008.
    """
    return high if fmt.precision == 53 else fmt.round_array(_odd(high, low))


def _odd(high: np.ndarray, low: np.ndarray) -> np.ndarray:
    """The sums of two words, normalised, rounded to odd: high where low is 0, else high or its
    neighbour on the side of low, whichever has an odd pattern."""
    pattern = high.view(np.int64)
    toward = np.where((low > 0) == (high > 0), 1, -1)
    return np.where((low != 0) & (pattern & 1 == 0), pattern + toward, pattern).view(np.float64)
