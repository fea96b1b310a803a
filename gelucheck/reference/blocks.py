"""Blocks: a reference on consecutive values of a format, a polynomial each, with a proved bound.

A block is ``LENGTH`` consecutive magnitudes, aligned, so inside one binade and inside the interval
of one node of the tables. There the values are c + h·i, and f is a polynomial in s = i/(LENGTH/2)
- 1, whose powers are the same arrays for every block: many blocks are one small matrix product.
The partition belongs to the format; nothing here depends on how the work is shared out.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from gelucheck.formats import Format
from gelucheck.reference.functions import Function
from gelucheck.reference.tables import UNIT, Table, load

LENGTH = 1 << 12
ROWS = 32
"""Blocks of a panel: what is computed at once, so that its arrays stay in the cache."""
PANEL = LENGTH * ROWS
TERMS = 9
_FEW = 6
_ACCURATE = 2.0**-53


@dataclass(frozen=True)
class Polynomials:
    """f on some blocks: Σ terms[k]·s^k, off by at most ``bound``.

    Attributes:
        terms: (blocks, TERMS) float64.
        degree: (blocks,) how many powers are used; the same in all blocks of a panel.
        bound: (blocks,) absolute; the sum in any order, with or without FMA, included.
        spread: (blocks,) at least |f - terms[0]| on the block.
    """

    terms: np.ndarray
    degree: np.ndarray
    bound: np.ndarray
    spread: np.ndarray


@cache
def powers(descending: bool) -> np.ndarray:
    """(TERMS, LENGTH) float64: s^k at the values of a block, in order of the ordinals.

    s has 12 bits, so that s^4 is exact; the higher ones are off by at most (k - 4)·2^-53.
    """
    s = np.arange(-LENGTH // 2, LENGTH // 2) / (LENGTH / 2)
    rows = np.ones((TERMS, LENGTH))
    for k in range(1, TERMS):
        rows[k] = rows[k - 1] * s
    rows = np.ascontiguousarray(rows[:, ::-1]) if descending else rows
    rows.flags.writeable = False
    return rows


@cache
def moments() -> np.ndarray:
    """(2·TERMS - 1,) float64: Σ s^k over a block."""
    s = np.arange(-LENGTH // 2, LENGTH // 2) / (LENGTH / 2)
    return np.array([np.sum(s**k) for k in range(2 * TERMS - 1)])


def geometry(fmt: Format, first: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Middle and radius of the magnitudes of blocks, float64, exact.

    Args:
        first: the smallest magnitude of each block as an integer pattern, a multiple of LENGTH.
    """
    field = first >> (fmt.precision - 1)
    step = np.ldexp(1.0, (np.maximum(field, 1) - 1 + fmt.quantum).astype(np.int64))
    hidden = np.where(field > 0, 1 << (fmt.precision - 1), 0)
    significand = (first & ((1 << (fmt.precision - 1)) - 1)) + hidden
    return (significand + LENGTH // 2) * step, step * (LENGTH / 2)


def beyond(function: Function, fmt: Format, first: np.ndarray) -> np.ndarray:
    """Which blocks lie past the end of the function's table."""
    table = load(function, "single")
    middle, _ = geometry(fmt, first)
    return np.rint(middle / table.step) > table.scale.size - 1


def polynomials(
    function: Function, fmt: Format, first: np.ndarray, negative: bool, less: float = 0.0
) -> Polynomials:
    """The polynomials of blocks.

    Args:
        first: smallest magnitudes, as ``geometry`` takes them; below 2^7 in value.
        negative: the sign of the inputs.
        less: f(x) - less·x is wanted instead of f(x); exact, and small near 0, for 1/2.

    Bounds. The table gives f with its own bound (remainder and all). Moving the polynomial from
    the node to the middle c by synthetic division, a term c_j·t^(j-k) of d_k passes at most 2j + 2
    roundings, that of the coefficient included, 2j + 4 with those of the symmetry; so with ρ the
    radius all of it is off by at most Σ γ_(2j+4)·|c_j|·(|t| + ρ)^j. The terms that are left out are
    at most Σ_(k>K) |d_k|ρ^k, the matrix product is off by γ_(2K+2) times the sizes of its terms but
    the first, whose power is 1: γ_K.
    """
    table = load(function, "single")
    middle, radius = geometry(fmt, first)
    if first.size and middle.min() > table.step * table.scale.size:
        return _all_past(function, table, middle, radius, negative)
    index = np.rint(middle / table.step)
    past = index > table.scale.size - 1
    index = np.where(past, 0, index).astype(np.intp)
    offset = np.where(past, 0.0, middle - index * table.step)
    width = np.where(past, 0.0, radius)
    # next to 0 the terms beyond the sixth are nothing, and in the bound
    given = table.high[: _FEW if less else None, index]
    coefficients = _folded(function, given, index * table.step, negative)
    if less:
        coefficients[1] -= -less if negative else less
    size = np.maximum(np.abs(coefficients), np.abs(given) if not less else 0.0)
    reach = np.abs(offset) + width
    moved, rounding = np.zeros_like(reach), 2.0**-1040
    for j in range(len(size) - 1, -1, -1):
        moved = moved * reach
        moved += (2 * j + 4) * size[j]
    rounding = 1.01 * UNIT * moved + rounding
    bound = rounding + _table_bound(table, index, reach, bool(less))
    terms = _shifted(coefficients, offset, width)
    if past.any():
        far = _all_past(function, table, middle[past], radius[past], negative)
        terms[:, past] = 0.0
        terms[:2, past] = far.terms[:, :2].T
        bound[past] = far.bound
    return _finished(terms, bound)


def _folded(function: Function, given: np.ndarray, node: np.ndarray, negative: bool) -> np.ndarray:
    """The Taylor coefficients in |x| of f on one side, from those of the base side."""
    if negative == (function.side < 0):
        return given.copy()
    if function.fold == "x_plus":
        folded = given.copy()
        folded[0] += node
        folded[1] += 1.0
        return folded
    if function.fold == "one_minus":
        folded = -given
        folded[0] += 1.0
        return folded
    raise NotImplementedError(f"blocks of {function.name}")


def _table_bound(table: Table, index, reach, less: bool) -> np.ndarray:
    """What the table's own polynomial is off by, at |u - node| <= reach.

    For node 0 with f(0) = 0 the bound is relative to |value| <= 2·|c_1|·|t|. Without its linear
    part only the remainder counts, M·|t|^n: that is at most bound(r)·(|t|/r)^n, r = step/2.
    """
    absolute, relative = table.absolute[index], table.relative[index]
    value = 2 * np.abs(table.high[1, index]) * reach
    if less:
        ratio = np.minimum(reach / (table.step / 2), 1.0)
        rest = np.abs(table.high[_FEW:, index]).sum(axis=0) * reach**_FEW
        size = absolute + relative * np.abs(table.high[1, index]) * table.step
        return rest + size * ratio ** len(table.high)
    return absolute + relative * value


def _shifted(coefficients: np.ndarray, offset: np.ndarray, radius: np.ndarray) -> np.ndarray:
    """d_k·ρ^k for every k, (terms, blocks): synthetic division, in place; ρ is a power of two."""
    last = len(coefficients) - 1
    for k in range(last):
        for i in range(last - 1, k - 1, -1):
            coefficients[i] += offset * coefficients[i + 1]
    scale = np.ones_like(radius)
    for k in range(1, last + 1):
        scale = scale * radius
        coefficients[k] *= scale
    return coefficients


def _all_past(function, table, middle, radius, negative) -> Polynomials:
    """Past the end of the table g is its limit, 0, and half of what it may be off by."""
    terms = np.zeros((middle.size, TERMS))
    centre = (-0.5 if function.below else 0.5) * table.beyond
    terms[:, 0] = centre
    if negative != (function.side < 0):
        if function.fold == "x_plus":
            terms[:, 0] += middle
            terms[:, 1] = radius
        else:
            terms[:, 0] = 1.0 - centre
    bound = 1.01 * table.beyond + 8 * UNIT * (np.abs(terms[:, 0]) + terms[:, 1])
    degree = np.ones(middle.size, np.intp)
    return Polynomials(terms, degree, bound, 1.01 * terms[:, 1] + bound)


def _finished(terms: np.ndarray, bound: np.ndarray) -> Polynomials:
    """Choose degrees, the same for every block of a panel, and add what that costs."""
    if len(terms) < TERMS:
        terms = np.concatenate([terms, np.zeros((TERMS - len(terms), terms.shape[1]))])
    size = np.abs(terms)
    # rest[k]: the sizes of the terms from k on
    rest = np.zeros((len(terms) + 1, terms.shape[1]))
    for k in range(len(terms) - 1, -1, -1):
        rest[k] = rest[k + 1] + size[k]
    least = np.maximum(size[0] - rest[1], 0.0)
    degree = np.full(terms.shape[1], TERMS - 1)
    for k in range(TERMS - 2, 0, -1):
        degree = np.where(rest[k + 1] <= _ACCURATE * least, k, degree)
    panels = degree[: degree.size // ROWS * ROWS].reshape(-1, ROWS)
    panels[:] = panels.max(axis=1, initial=1, keepdims=True)
    left_out = np.take_along_axis(rest, degree[None] + 1, 0)[0]
    summed = UNIT * (degree * size[0] + (2 * degree + 2) * rest[1])
    total = 1.01 * (bound + left_out + summed)
    return Polynomials(np.ascontiguousarray(terms[:TERMS].T), degree, total, 1.01 * rest[1] + total)
