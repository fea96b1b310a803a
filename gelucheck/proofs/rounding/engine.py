"""An engine of error bounds: over many boxes of inputs at once.

An operand holds, for every box, an interval of its exact value (no step rounded), an interval of
its computed value (every step rounded to nearest in a format), and a bound of the distance of the
two, whatever the input in the box. The bound of a result is, by the mean value theorem, that of the
operands times how steep the operation is, and what its own rounding adds: half an ulp of the
largest result before rounding, or less where that can be told:

* a sum is a multiple of what both terms are multiples of, and exact where it has few enough digits
  (Sterbenz's lemma is a case of this); and it is never further from its rounding than from either
  term, which is a value of the format;
* a product with a power of two is exact in the normal range;
* a rounding moves a number by at most its own size;
* the distance of exact and computed intervals bounds that of the values.
"""

from dataclasses import replace

import numpy as np

from gelucheck.formats import FORMATS, Format
from gelucheck.forms.engine import Operand
from gelucheck.proofs.rounding.bounded import TINY, UP, Bounded, Rounder, hull_of_any, opened, times
from gelucheck.proofs.rounding.enclosures import over, steepest
from gelucheck.proofs.rounding.intervals import (
    above,
    add,
    below,
    corners,
    divide,
    hull,
    magnitude,
    mignitude,
    multiply,
    size,
)
from gelucheck.rounding import nearest_wide


class Running(Rounder):
    """Bounds of the error of an arithmetic in a format; see ``Rounder``."""

    def operand(self, low: np.ndarray, high: np.ndarray) -> Operand:
        """Boxes of inputs, which are values of the format."""
        nothing = np.zeros(low.shape)
        return Operand(self, Bounded((low, high), (low, high), nothing, nothing > 0))

    def constant(self, text: str) -> Operand:
        return Operand(self, self.number(text))

    def _bounded(self, side) -> Bounded:
        return side.value if isinstance(side, Operand) else self.number(repr(side))

    # ---- operations ------------------------------------------------------------------------

    @np.errstate(all="ignore")
    def binary(self, symbol, left, right) -> Operand:
        u, v = self._bounded(left), self._bounded(right)
        nan = u.nan | v.nan
        match symbol:
            case "+":
                return self._sum(u, v, nan)
            case "-":
                return self._sum(u, _negative(v), nan)
            case "*":
                return self._product(u, v, nan)
            case _:
                return self._quotient(u, v, nan)

    def _sum(self, u: Bounded, v: Bounded, nan) -> Operand:
        exact = _ends(add, u.exact, v.exact)
        pairs = [add(u.computed[k], v.computed[k]) for k in (0, 1)]
        values, errors = (np.stack(part) for part in zip(*pairs, strict=True))
        before = hull_of_any(values, errors)
        computed = self.rounded(values, errors)
        nan = nan | _opposite(u.computed, v.computed)
        grain = np.minimum(self.grain(u.computed), self.grain(v.computed))
        digits = magnitude(before) <= np.ldexp(grain, self.fmt.precision)
        smaller = np.minimum(magnitude(u.computed), magnitude(v.computed)) * self.scale + TINY
        rounding = np.where(digits, 0.0, smaller)
        return self.result(
            exact, before, computed, passed=u.error + v.error, rounding=rounding, nan=nan
        )

    def _product(self, u: Bounded, v: Bounded, nan) -> Operand:
        exact = hull(*corners(multiply, u.exact, v.exact))
        values, errors = corners(multiply, u.computed, v.computed)
        before = hull_of_any(values, errors)
        computed = self.rounded(values, errors)
        nan = nan | _zero_times_infinity(u.computed, v.computed)
        nan = nan | _zero_times_infinity(v.computed, u.computed)
        passed = times(magnitude(u.exact), v.error) + times(magnitude(v.computed), u.error)
        least = mignitude(before)
        normal = (least >= self.fmt.smallest_normal) | (magnitude(before) == 0)
        exactly = normal & (_power_of_two(u.computed) | _power_of_two(v.computed))
        rounding = np.where(exactly, 0.0, np.inf)
        return self.result(exact, before, computed, passed=passed, rounding=rounding, nan=nan)

    def _quotient(self, u: Bounded, v: Bounded, nan) -> Operand:
        open_ = mignitude(v.exact) == 0
        divisor = tuple(np.where(open_, 1.0, end) for end in v.exact)
        exact = hull(*corners(divide, u.exact, divisor))
        exact = opened(open_, exact)
        zero = mignitude(v.computed) == 0
        nan = nan | (zero & (mignitude(u.computed) == 0))
        nan = nan | (np.isinf(magnitude(u.computed)) & np.isinf(magnitude(v.computed)))
        divisor = tuple(np.where(zero, 1.0, end) for end in v.computed)
        values, errors = corners(divide, u.computed, divisor)
        before = hull_of_any(values, errors)
        computed = self.rounded(values, errors)
        before, computed = opened(zero, before), opened(zero, computed)
        ratio = magnitude(exact)
        passed = (u.error + times(ratio, v.error)) / np.where(zero, 0.0, mignitude(v.computed))
        least = mignitude(before)
        normal = (least >= self.fmt.smallest_normal) | (magnitude(before) == 0)
        rounding = np.where(normal & _power_of_two(v.computed), 0.0, np.inf)
        return self.result(exact, before, computed, passed=passed, rounding=rounding, nan=nan)

    @np.errstate(all="ignore")
    def unary(self, name, operand) -> Operand:
        u = operand.value
        if name in _PLAIN:
            return Operand(self, _PLAIN[name](u))
        if name in ("narrow", "half"):
            return self._narrowed(u, self.row if name == "narrow" else FORMATS["float16"])
        own = {"sign": self._sign, "root": self._root, "cube": self._cube}
        return own[name](u) if name in own else self._function(name, u)

    def _function(self, name: str, u: Bounded) -> Operand:
        found = over(name, u.computed, self.fmt, self.scale)
        before, computed = (found.low, found.high), (found.rounded_low, found.rounded_high)
        exact, passed = before, np.zeros(u.error.shape)
        if np.any(u.error):
            plain = over(name, u.exact, self.fmt, self.scale)
            exact = plain.low, plain.high
            both = np.minimum(u.exact[0], u.computed[0]), np.maximum(u.exact[1], u.computed[1])
            passed = times(steepest(name, both, self.fmt), u.error)
        return self.result(exact, before, computed, passed=passed, rounding=found.off, nan=u.nan)

    def _sign(self, u: Bounded) -> Operand:
        exact, computed = (tuple(np.sign(end) for end in side) for side in (u.exact, u.computed))
        return self.result(exact, computed, computed, passed=np.inf, rounding=0.0, nan=u.nan)

    def _root(self, u: Bounded) -> Operand:
        pairs = []
        for low, high in (u.exact, u.computed):
            pairs.append((np.nextafter(np.sqrt(low), 0.0), np.nextafter(np.sqrt(high), np.inf)))
        exact, before = pairs
        values = np.sqrt(np.stack(u.computed))
        computed = self.rounded(values, np.full(values.shape, np.nan))
        least = np.minimum(exact[0], before[0])
        return self.result(exact, before, computed, passed=u.error / (2 * least), nan=u.nan)

    def _cube(self, u: Bounded) -> Operand:
        ends = []
        for interval in (u.exact, u.computed):
            low, high = (_cubed(end) for end in interval)
            ends.append((low[0], high[1]))
        exact, before = ends
        computed = before
        if self.fmt.precision < 53:
            computed = tuple(nearest_wide(self.fmt, end) for end in before)
        both = np.maximum(magnitude(u.exact), magnitude(u.computed))
        passed = times(3 * both * both, u.error)
        return self.result(exact, before, computed, passed=passed, nan=u.nan)

    def _narrowed(self, u: Bounded, to: Format) -> Operand:
        if to is self.fmt:
            return Operand(self, u)
        step = self.half_ulp(magnitude(u.computed), to)
        computed = tuple(nearest_wide(to, end) for end in u.computed)
        narrow = Bounded(u.exact, computed, (u.error + step) * UP, u.nan)
        infinite = np.isinf(magnitude(computed))
        narrow = replace(narrow, error=np.where(infinite | u.nan, np.inf, narrow.error))
        if to.precision <= self.fmt.precision and to.emin >= self.fmt.emin:
            return self.result(
                u.exact, computed, computed, passed=narrow.error, rounding=0.0, nan=u.nan
            )
        again = tuple(nearest_wide(self.fmt, end) for end in computed)
        return self.result(u.exact, computed, again, passed=narrow.error, nan=u.nan)

    @np.errstate(all="ignore")
    def clamp(self, x, low, high) -> Operand:
        """Neither bound makes differences larger, except by what it is rounded by itself."""
        exact, computed, error = x.value.exact, x.value.computed, x.value.error
        for text, pick in ((high, np.minimum), (low, np.maximum)):
            if text is None:
                continue
            bound = self.number(text)
            exact = tuple(pick(a, b) for a, b in zip(exact, bound.exact, strict=True))
            computed = tuple(pick(a, b) for a, b in zip(computed, bound.computed, strict=True))
            error = np.maximum(error, bound.error)
        # an infinity that was clamped is a number again; so its error is that of the intervals
        return self.result(exact, computed, computed, passed=error, rounding=0.0, nan=x.value.nan)

    def choose(self, x, symbol, bound, yes, no) -> Operand:
        """Where exact and computed may choose differently, the error is all there is between."""
        yes, no = self._bounded(yes), self._bounded(no)
        limit = self.number(bound)
        sides = [_decided(symbol, x.value.exact, limit.exact)]
        sides.append(_decided(symbol, x.value.computed, limit.computed))
        exact, computed = (
            tuple(
                np.where(side > 0, a, np.where(side < 0, b, pick(a, b)))
                for a, b, pick in zip(y, n, (np.minimum, np.maximum), strict=True)
            )
            for side, y, n in zip(
                sides, (yes.exact, yes.computed), (no.exact, no.computed), strict=True
            )
        )
        chosen = np.where(sides[0] > 0, yes.error, no.error)
        alike = (sides[0] == sides[1]) & (sides[0] != 0) & ~x.value.nan
        nan = np.where(sides[1] > 0, yes.nan, np.where(sides[1] < 0, no.nan, yes.nan | no.nan))
        passed = np.where(alike, chosen, np.inf)
        # what compares an input with a value of the format chooses as the exact one does
        same = (x.value.error == 0) & (limit.error == 0)
        passed = np.where(same & (sides[0] == 0), np.maximum(yes.error, no.error), passed)
        return self.result(
            exact, computed, computed, passed=passed, rounding=0.0, nan=nan | x.value.nan
        )


def _decided(symbol: str, value, bound) -> np.ndarray:
    """1 where a comparison is true of all of two intervals, -1 where it is of none, else 0."""
    (low, high), (least, most) = value, bound
    match symbol:
        case "<":
            true, false = high < least, low >= most
        case "<=":
            true, false = high <= least, low > most
        case ">":
            true, false = low > most, high <= least
        case _:
            true, false = low >= most, high < least
    return true.astype(int) - false


def _ends(operation, u, v):
    """The operation on the low ends, and on the high ones."""
    low, high = operation(u[0], v[0]), operation(u[1], v[1])
    return below(*low), above(*high)


def _cubed(end):
    """float64 on either side of the cubes of float64."""
    square = multiply(end, end)
    sides = [below(*square), above(*square)]
    return hull(*corners(multiply, sides, (end, end)))


def _negative(u: Bounded) -> Bounded:
    exact, computed = ((-high, -low) for low, high in (u.exact, u.computed))
    return replace(u, exact=exact, computed=computed)


def _opposite(u, v):
    return ((u[1] == np.inf) & (v[0] == -np.inf)) | ((u[0] == -np.inf) & (v[1] == np.inf))


def _zero_times_infinity(u, v):
    return (mignitude(u) == 0) & np.isinf(magnitude(v))


def _power_of_two(interval):
    single = interval[0] == interval[1]
    return single & (np.abs(np.frexp(interval[0])[0]) == 0.5)


_PLAIN = {
    "-": _negative,
    "abs": lambda u: replace(u, exact=size(u.exact), computed=size(u.computed)),
}
