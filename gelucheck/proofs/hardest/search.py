"""A search for hard inputs of float64: blocks of consecutive inputs, in fixed point modulo one.

On a block of 2^19 inputs, c + h·i, the value in ulps is a Taylor polynomial in i. Modulo one, times
2^64, it is a sum of unsigned integers that wrap around: exact but for the rounding of the
coefficients. With i = 4096·j + k the terms in j are added up once for every row of 4,096 inputs,
which leaves a + b·k + c·k² to each input. What comes near 1/2 is settled exactly.

The blocks are drawn from every binade of both signs in turn, so that each has as many.
"""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from gelucheck.formats import Format
from gelucheck.proofs.hardest.exhaust import Nearest, settled
from gelucheck.proofs.hardest.simple import far_left, far_right
from gelucheck.reference.enclosure import arb_precision
from gelucheck.reference.functions import Function

ROWS, COLUMNS = 128, 4096
BLOCK = ROWS * COLUMNS
_TILE = 8  # rows at once, so that they stay in the cache
_TERMS = 6
_BITS = 256
_ONE = 1 << 64
_MOST = 2.0**-33  # what a sum may be off by, in ulps


@dataclass(frozen=True)
class Block:
    """Coefficients of a block, modulo one, times 2^64.

    Attributes:
        first: the smallest magnitude.
        a, b: (ROWS,) uint64.
        c: uint64.
        off: bound of the error of a sum, in ulps. Coefficients cut off at 2^-64 give 2^-41 at the
            most; what is left out is how c differs from row to row, and the rest of the series.
    """

    first: int
    a: np.ndarray
    b: np.ndarray
    c: int
    off: float


def coefficients(function: Function, fmt: Format, first: int, negative: bool) -> Block | None:
    """A block of inputs, or None where f is not in one binade there, or bends too much."""
    middle = Fraction(fmt.value(first + BLOCK // 2))
    step = Fraction(fmt.value(first + 1)) - Fraction(fmt.value(first))
    terms, rest = _taylor(function, -middle if negative else middle, step * (BLOCK // 2), negative)
    if terms is None:
        return None
    ulp = _ulp(fmt, terms)
    if ulp is None:
        return None
    # in i, not in i/2^18
    scaled = [term / ulp / (BLOCK // 2) ** k for k, term in enumerate(terms)]
    # a and b are exact in every row; c is off by 3·|t_3|·i + 6·|t_4|·i², and t_3 and t_4 follow
    half, column = BLOCK // 2, COLUMNS // 2
    bent = (3 * abs(scaled[3]) * half + 6 * abs(scaled[4]) * half**2) * column**2
    bent += (abs(scaled[3]) + 4 * abs(scaled[4]) * half) * column**3
    off = 1.001 * float(bent + rest / ulp) + 2.0**-41
    if off > _MOST:
        return None
    fixed = [round(each * (1 << 192)) for each in scaled]
    slopes = [k * each for k, each in enumerate(fixed)][1:]
    a, b = (
        np.array([value >> 128 & _ONE - 1 for value in _at_rows(each)], np.uint64)
        for each in (fixed, slopes)
    )
    return Block(first, a, b, fixed[2] >> 128 & _ONE - 1, off)


def _at_rows(polynomial: list[int]) -> list[int]:
    """An integer polynomial at the middle of every row: some by Horner, then by differences."""
    values = []
    for row in range(len(polynomial)):
        at = (row - ROWS // 2) * COLUMNS + COLUMNS // 2
        value = 0
        for coefficient in reversed(polynomial):
            value = value * at + coefficient
        values.append(value)
    differences = []
    while values:
        differences.append(values[0])
        values = [later - earlier for earlier, later in itertools.pairwise(values)]
    rows = []
    for _ in range(ROWS):
        rows.append(differences[0])
        for k in range(len(differences) - 1):
            differences[k] += differences[k + 1]
    return rows


def _taylor(function: Function, centre: Fraction, reach: Fraction, negative: bool):
    """Terms of |f| at the middle, each times reach^k, and a bound of what they leave out.

    The direction is that of growing magnitudes.
    """
    from flint import arb, arb_series

    with arb_precision(_BITS, terms=_TERMS):
        way = arb((-reach if negative else reach).numerator) / reach.denominator
        point = arb(centre.numerator) / centre.denominator
        series = function.arb(arb_series([point, way]))
    with arb_precision(64, terms=_TERMS):
        wide = function.arb(arb_series([point + way * arb(0, 1), way]))
        rest = abs(wide[_TERMS - 1]).upper()
        if not rest.is_finite():
            return None, None
    sign = 1 if series[0] > 0 else -1
    return [_fraction(series[k].mid()) * sign for k in range(_TERMS - 1)], _fraction(rest)


def _fraction(number) -> Fraction:
    """An exact Arb number."""
    mantissa, exponent = number.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _ulp(fmt: Format, terms: list[Fraction]) -> Fraction | None:
    """The ulp of f on the block; None where it is not the same everywhere."""
    spread = sum(map(abs, terms[1:])) * Fraction(1001, 1000)
    ends = terms[0] - spread, terms[0] + spread
    if ends[0] <= 0:
        return None
    low, high = (fmt.round(end) >> (fmt.precision - 1) for end in ends)
    if low != high:
        return None
    return Fraction(2) ** (max(low, 1) - 1 + fmt.quantum)


class Tiles:
    """The arrays that the blocks share."""

    def __init__(self):
        k = np.arange(-COLUMNS // 2, COLUMNS // 2, dtype=np.int64)
        self.k = k.astype(np.uint64)
        self.squares = (k * k).astype(np.uint64)
        self.held = np.empty((_TILE, COLUMNS), np.uint64)

    def near(self, block: Block, limit: float) -> tuple[np.ndarray, np.ndarray]:
        """Where a block comes as near to 1/2 as a limit below 1/4: magnitudes, and how near."""
        reach = np.uint64(int(limit * _ONE))
        bend = self.squares * np.uint64(block.c)
        # so that what is near 1/2 lies in [0, 2·reach]
        a = block.a - np.uint64(_ONE // 2) + reach
        found = [], []
        for row in range(0, ROWS, _TILE):
            rows = slice(row, row + _TILE)
            held = np.multiply(block.b[rows, None], self.k, out=self.held)
            held += bend
            held += a[rows, None]
            if held.min() > 2 * reach:
                continue
            places = np.flatnonzero(held <= 2 * reach)
            apart = held.ravel()[places].astype(np.float64) - float(reach)
            found[0].append(block.first + row * COLUMNS + places)
            found[1].append(np.abs(apart) / _ONE)
        if not found[0]:
            return np.zeros(0, np.int64), np.zeros(0)
        return np.concatenate(found[0]), np.concatenate(found[1])


def strata(function: Function, fmt: Format, low: int) -> list[tuple[bool, int, int]]:
    """Sign, first magnitude and length of every binade from 2^low to where f is simple."""
    cells = []
    shift = fmt.precision - 1
    for negative, end in ((True, far_left(function, fmt)), (False, far_right(function, fmt))):
        last = fmt.round(end)
        for field in range(fmt.round(2.0**low) >> shift, (last >> shift) + 1):
            size = min(last - (field << shift), 1 << shift)
            if size > BLOCK:
                cells.append((negative, field << shift, size))
    return cells


def search(
    function: Function,
    fmt: Format,
    *,
    low: int,
    blocks: int,
    count: int,
    seed: int = 0,
    say: Callable[[int], None] = lambda done: None,
) -> tuple[np.ndarray, int]:
    """The hardest inputs of some blocks beyond 2^low in magnitude; and how many were looked at.

    Args:
        blocks: how many blocks are drawn; those in which f is not in one binade are left out.
        say: called with the number of inputs looked at.

    Returns:
        int64 ordinals, ``count`` of them, hardest first: none of the blocks' inputs is harder.
    """
    cells = strata(function, fmt, low)
    raw = np.random.PCG64(seed).random_raw
    found, tiles = Nearest(count), Tiles()
    looked = 0
    for number in range(blocks):
        negative, start, size = cells[number % len(cells)]
        first = start + int(raw()) % (size - BLOCK + 1)
        block = coefficients(function, fmt, first, negative)
        if block is None:
            continue
        magnitudes, near = tiles.near(block, min(found.limit + block.off, 0.125))
        if len(near):
            ordinals = -1 - magnitudes if negative else magnitudes
            found.offer(ordinals, near - block.off, near + block.off)
        looked += BLOCK
        say(looked)
    return settled(function, fmt, found.ordinals.tolist(), count), looked
