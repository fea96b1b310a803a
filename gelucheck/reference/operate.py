"""The operations of the writings on arrays: only the rounded values, and quickly.

Inputs mostly come in order, so that a piece of an array lies near one node of a table: then its
coefficients are numbers and not gathered arrays, and as many of them are used as matter there.
Where that does not decide, ``evaluate`` does.
"""

import numpy as np

from gelucheck.chunks import LONG, in_chunks
from gelucheck.formats import Format
from gelucheck.reference import doubledouble as dd
from gelucheck.reference.decide import decide
from gelucheck.reference.evaluate import evaluate, tier_of
from gelucheck.reference.fast import Approximation, law
from gelucheck.reference.functions import Function
from gelucheck.reference.reciprocal import RECIPROCAL, from_reciprocal
from gelucheck.reference.tables import UNIT, Table, load

_SMALL = 2.0**-400
_NEGLIGIBLE = {"single": 2.0**-56, "double": 2.0**-76}
"""What is left out of a sum, relative to its value."""


def operate(function: Function, x: np.ndarray, fmt: Format) -> np.ndarray:
    """As ``evaluate(…).rounded``, the same bits."""
    table, tier = load(function, tier_of(fmt)), tier_of(fmt)
    return in_chunks(lambda piece: (_piece(function, table, tier, piece, fmt),), x, size=LONG)[0]


def _piece(function: Function, table: Table, tier: str, x: np.ndarray, fmt: Format) -> np.ndarray:
    with np.errstate(all="ignore"):
        wide = x.astype(np.float64)
        found = _near(function, table, tier, wide) if x.size else None
        if found is None:
            return evaluate(function, x, fmt).rounded
        if isinstance(found, int):
            # past the tables a function is monotone: where both ends round alike, all do
            ends = np.array([wide.min(), wide.max()]).astype(fmt.dtype)
            low, high = evaluate(function, ends, fmt).rounded
            if low != high or np.signbit(low) != np.signbit(high):
                return evaluate(function, x, fmt).rounded
            return np.full(x.shape, low)
        rounded, undecided = decide(function, wide, fmt, found)
    if undecided.any():
        rounded[undecided] = evaluate(function, x[undecided], fmt).rounded
    return rounded


def _near(function: Function, table: Table, tier: str, x: np.ndarray):
    """An approximation, where all x are near one node; 0 where all are past the end of the table,
    on one side; else None."""
    low, high = float(x.min()), float(x.max())
    if not (low > 0 or high < 0):
        return None
    small, large = sorted((abs(low), abs(high)))
    if small > table.step * table.scale.size:
        return 0
    if large > table.step * table.scale.size:
        return None
    node, last = round(small / table.step), round(large / table.step)
    if node != last or node >= table.scale.size or table.scale[node] != 1:
        return None
    if node == 0 and small < _SMALL:
        return None
    u = np.abs(x)
    # exact: see ``fast``
    t = u - node * table.step if node else u
    reach = max(abs(small - node * table.step), abs(large - node * table.step))
    value = _value(table, tier, node, t, reach)
    return _folded(function, x, value, (low < 0) == (function.side > 0))


def _value(table: Table, tier: str, node: int, t: np.ndarray, reach: float):
    """g near a node: high and low words, and a bound.

    With P the polynomial of the table, |P - g| is within the table's bound. Of P the terms above
    the K-th are left out: at most R = Σ_(k>K) |c_k|·T^k, T = ``reach``. In float64 alone are those
    from the j-th on: Horner's rule, and c_k without its low word, are off by γ_(2(K-j)+3) of S_j =
    Σ_(k>=j) |c_k|·T^k (Higham, Accuracy and Stability, section 5.1). The j steps in double-double
    are off by 2^-98·S_0. The sums here are rounded, and taken larger.
    """
    c = table.high[:, node].tolist()
    sizes, power = [], 1.0
    for each in c:
        sizes.append(abs(each) * power)
        power *= reach
    first = 1 if c[0] == 0 else 0
    tiny = _NEGLIGIBLE[tier] * sizes[first]
    terms = len(c)
    rest = 0.0
    while terms > first + 1 and rest + sizes[terms - 1] <= tiny:
        terms -= 1
        rest += sizes[terms]
    pairs = 0
    if tier == "double":
        # what float64 alone rounds off is negligible from here on
        pairs = first + 1
        while pairs < len(table.low) and 2 * terms * UNIT * sum(sizes[pairs:terms]) > tiny:
            pairs += 1
    high, low = _horner(c[:terms], table.low[:, node].tolist()[:pairs], t)
    plain = (2 * (terms - min(pairs, terms)) + 3) * UNIT * sum(sizes[pairs:terms])
    more = 1.01 * (rest + plain + 2.0**-98 * sum(sizes))
    bound = float(table.relative[node]) * np.abs(high)
    bound += float(table.absolute[node]) + more
    return high, low, bound


def _horner(c: list[float], lows: list[float], t: np.ndarray):
    """Σ c_k·t^k: the lowest terms, those that have a low word, in double-double."""
    pairs = min(len(lows), len(c))
    tail = c[pairs:]
    value = np.full_like(t, tail[-1] if tail else 0.0)
    for each in tail[-2::-1]:
        value *= t
        value += each
    pair = value, np.zeros_like(t)
    t_parts = dd.split(t) if pairs else None
    for k in range(pairs - 1, -1, -1):
        pair = dd.horner_step(t, t_parts, pair, (c[k], lows[k]))
    return pair


def _folded(function: Function, x: np.ndarray, value, folded: bool) -> Approximation:
    """The function on either side, from g; see ``fast``."""
    high, low, bound = value
    if function.fold in RECIPROCAL:
        every = np.full(x.shape, folded)
        none = np.zeros(x.shape, bool)
        high, low, bound, _ = from_reciprocal(function.fold, every, none, value)
    elif folded:
        base, sign = law(function, x)
        if sign < 0:
            high, low = -high, -low
        if np.any(base):
            high, low = dd.scaled_sum(np.broadcast_to(base, x.shape), (high, low))
            bound = bound + 2.0**-100 * np.abs(base)
    return Approximation(high, low, np.broadcast_to(1.0, x.shape), bound)
