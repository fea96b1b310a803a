"""How far a writing with rounded constants, or with an approximation inside, is from its form.

Nothing is rounded here: both are real functions. Over a cell [m - r, m + r] their difference D is
its Taylor polynomial in m and a remainder, D^(n)(cell)/n!·t^n, both by Arb power series. Where a
writing chooses or clamps and the cell does not say which way, every way is bounded. Next to zero,
where everything is small, the polynomial is that in 0, and |D| <= |x|·(|c1| + |c2·x| + …).
"""

from functools import lru_cache

import numpy as np

from gelucheck.formats import Format
from gelucheck.forms.writing import Writing
from gelucheck.proofs.rounding.series import every_way, one_way
from gelucheck.reference.enclosure import arb_precision
from gelucheck.reference.functions import function_of

_NEAR, _NEAR_TERMS = 2.0**-10, 7  # from here on up there are cells
_UP = 1 + 2.0**-40
# left of -12 the sum 1 + erf has lost more than what 256 bits leave
_BITS, _TAIL_BITS, _TAIL = 256, 1600, 12.0
_FAR_BITS = 128


class Side:
    """Bounds of |writing - form| on one side of 0, cell by cell; each when it is asked for.

    Args:
        sign: of the inputs; terms: of the polynomials.
        far: where forms are as good as linear. Beyond, cells are wide on the right, and nothing is
            said on the left: next to 0 a result is as far from the form as it is large.
    """

    def __init__(self, writing: Writing, sign: int, terms: int, far: float):
        self.call, self.form = writing.call, function_of(writing.form, writing.function)
        self.sign, self.terms, self.far = sign, terms, far
        self.edges = _edges(writing.form, far, sign)
        count = self.edges.size - 1
        self.known = np.zeros(count, bool)
        # the coefficients of one way, and what is to be added for their own room, for the other
        # ways, and for the remainder
        self.middle = np.zeros((count, terms))
        self.room = np.zeros((count, terms + 1))
        self.near = np.zeros(0)

    @np.errstate(all="ignore")
    def __call__(self, low: np.ndarray, high: np.ndarray, scale: np.ndarray) -> np.ndarray:
        """A bound over boxes, times the scale; infinite for one that is not within a cell."""
        first, last = np.minimum(abs(low), abs(high)), np.maximum(abs(low), abs(high))
        cell = np.searchsorted(self.edges, first, side="right") - 1
        cell = np.minimum(cell, self.edges.size - 2)
        inside = (cell >= 0) & (last <= self.edges[cell + 1])
        for index in np.unique(cell[inside]):
            if not self.known[index]:
                self._look(int(index))
        bound = np.where(inside, (self._over(cell, low, high) + 2.0**-1074) * scale, np.inf)
        near = last <= _NEAR
        if near.any():
            sizes = self._near()
            slope = np.zeros(last.shape)
            for size in sizes[:0:-1]:
                slope = slope * last + size
            # in this order nothing is lost
            close = (sizes[0] * scale + slope * (last * scale)) * _UP + 2.0**-1074
            bound = np.where(near, close, bound)
        return bound

    def _centre(self, cell):
        return self.sign * (self.edges[cell] / 2 + self.edges[cell + 1] / 2)

    def _over(self, cell, low, high):
        """The polynomials over boxes: in the middle of each, and how far they go from that."""
        middle, half = low / 2 + high / 2, (high / 2 - low / 2) * _UP
        t = middle - self._centre(cell)
        reach = (np.abs(t) + half) * _UP
        terms, room = self.middle[cell], self.room[cell]
        value, size, steep = terms[..., -1], np.abs(terms[..., -1]), np.zeros(t.shape)
        slack = room[..., -1] * reach + room[..., -2]
        for k in range(self.terms - 2, -1, -1):
            steep = steep * reach + (k + 1) * np.abs(terms[..., k + 1])
            value = value * t + terms[..., k]
            size = size * reach + np.abs(terms[..., k])
            slack = slack * reach + room[..., k]
        return (np.abs(value) + steep * half + slack + size * 2.0**-46) * _UP

    def _look(self, cell: int) -> None:
        from flint import arb, arb_series

        low, high = (float(edge) for edge in self.edges[cell : cell + 2])
        wide = high > self.far
        terms = 2 if wide else self.terms
        bits = _FAR_BITS if wide else _TAIL_BITS if high > _TAIL and self.sign < 0 else _BITS
        with arb_precision(bits, terms + 1):
            over = arb_series([(self.sign * arb(low)).union(self.sign * arb(high)), 1])
            at = arb_series([arb(float(self._centre(cell))), 1])
            form_over, form_at = self._form(over), self._form(at)
            for way, (whole, path) in enumerate(every_way(self.call, over, self.sign)):
                difference = one_way(self.call, at, self.sign, path) - form_at
                if not way:
                    self.middle[cell, :terms] = [_middle(difference[k]) for k in range(terms)]
                # another way is the first one and what they differ by
                first = self.middle[cell, :terms]
                room = [_size(difference[k] - arb(float(first[k]))) for k in range(terms)]
                room.append(_size((whole - form_over)[terms]))
                self.room[cell, : terms + 1] = np.maximum(self.room[cell, : terms + 1], room)
        self.known[cell] = True

    def _form(self, series):
        """The form, on the right from its symmetry: there e^-z is small and e^z is not."""
        if self.sign < 0:
            return self.form.arb(series)
        other = self.form.arb(-series)
        return series + other if self.form.fold == "x_plus" else 1 - other

    def _near(self) -> np.ndarray:
        """Sizes of the coefficients of D in 0, the last one that of the remainder next to 0."""
        if not self.near.size:
            from flint import arb, arb_series

            found = np.zeros(_NEAR_TERMS + 1)
            with arb_precision(_BITS, _NEAR_TERMS + 1):
                over = arb_series([arb(0).union(arb(self.sign * _NEAR)), 1])
                at = arb_series([0, 1])
                form_over, form_at = self._form(over), self._form(at)
                for whole, path in every_way(self.call, over, self.sign):
                    difference = one_way(self.call, at, self.sign, path) - form_at
                    sizes = [_size(difference[k]) for k in range(_NEAR_TERMS)]
                    rest = _size((whole - form_over)[_NEAR_TERMS])
                    found = np.maximum(found, [*sizes, rest])
            self.near = found
        return self.near


class Method:
    """Bounds of |writing - form|, not on the far left.

    Args:
        terms: of the polynomials; far: where they end, on the left and on the right.
    """

    def __init__(self, writing: Writing, terms: int, far: tuple[float, float]):
        pairs = zip((-1, 1), far, strict=True)
        self.sides = [Side(writing, sign, terms, end) for sign, end in pairs]

    def __call__(self, low: np.ndarray, high: np.ndarray, scale: np.ndarray) -> np.ndarray:
        """A bound over boxes of one sign each, times the scale; infinite where none is known."""
        bound = np.full(low.shape, np.inf)
        for side, where in zip(self.sides, (high < 0, low > 0), strict=True):
            if where.any():
                bound[where] = side(low[where], high[where], scale[where])
        return bound


def _edges(form: str, far: float, sign: int) -> np.ndarray:
    """Where cells meet: eighths of binades, then even steps, then, on the right, half binades."""
    step = 1 / 4 if form == "sigmoid" else 1 / 16
    small = np.ldexp(1 + np.arange(8) / 8, np.arange(-10, 0)[:, None]).ravel()
    even = np.concatenate([np.arange(1, 2, 1 / 16), np.arange(2, far, step), [far]])
    if sign < 0:
        return np.concatenate([small, even])
    wide = np.ldexp(1 + np.arange(2) / 2, np.arange(4, 1024)[:, None]).ravel()
    return np.concatenate([small, even, wide[wide > far], [np.finfo(np.float64).max]])


def _middle(ball) -> float:
    value = float(ball.mid()) if ball.is_finite() else 0.0
    return value if np.isfinite(value) else 0.0


def _size(ball) -> float:
    """A float64 not below the magnitude of a ball."""
    if not ball.is_finite():
        return np.inf
    size = ball.abs_upper()
    value = float(size)
    return value if size <= value else float(np.nextafter(value, np.inf))


# the terms for formats of up to so many digits
_TERMS = ((11, 6), (24, 10), (53, 16))
# where a form is next to 0 in float32, and in float64; on the right the first one does for both
_FAR = {"sigmoid": (64.0, 448.0)}


@lru_cache(maxsize=64)
def _method(writing: Writing, terms: int, far: tuple[float, float]) -> Method:
    return Method(writing, terms, far)


def method_of(writing: Writing, fmt: Format) -> Method | None:
    """The bounds for a writing in a format; None where it is its form."""
    if writing.exact:
        return None
    terms = next(count for digits, count in _TERMS if fmt.precision <= digits)
    single, double = _FAR.get(writing.form, (16.0, 40.0))
    return _method(writing, terms, (double if fmt.precision > 24 else single, single))
