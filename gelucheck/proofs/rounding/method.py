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
# in the tails 1 + erf has lost more digits than float64 has
_BITS, _TAIL_BITS, _TAIL = 256, 1600, 4.0
_FAR_BITS = 128


class Method:
    """Bounds of |writing - form|, cell by cell; a cell is looked at when it is asked for.

    Args:
        terms: of the polynomials.
        far: beyond, on the right, all are as good as linear and cells are wide. Nothing is said on
            the left, where the form is next to 0, and a result is as far from it as it is large.
    """

    def __init__(self, writing: Writing, terms: int, far: float):
        self.call, self.form = writing.call, function_of(writing.form, writing.function)
        self.terms = terms
        self.edges = _edges(writing.form, far)
        self.wide = self.edges[1:] > far
        shape = (2, self.edges.size - 1)
        self.known = np.zeros(shape, bool)
        # the coefficients of one way, and what is to be added for their own room, for the other
        # ways, and for the remainder
        self.middle = np.zeros((*shape, terms))
        self.room = np.zeros((*shape, terms + 1))
        self.near: dict[int, np.ndarray] = {}

    @np.errstate(all="ignore")
    def __call__(self, low: np.ndarray, high: np.ndarray, scale: np.ndarray) -> np.ndarray:
        """A bound over boxes of one sign, times the scale; infinite for one beyond a cell."""
        side = (high < 0).astype(int)
        first, last = np.minimum(abs(low), abs(high)), np.maximum(abs(low), abs(high))
        cell = np.searchsorted(self.edges, first, side="right") - 1
        cell = np.minimum(cell, self.edges.size - 2)
        inside = (cell >= 0) & (last <= self.edges[cell + 1]) & ~(self.wide[cell] & (side == 1))
        for sign in (0, 1):
            for index in np.unique(cell[inside & (side == sign)]):
                if not self.known[sign, index]:
                    self._look(sign, int(index))
        bound = np.where(inside, (self._over(side, cell, low, high) + 2.0**-1074) * scale, np.inf)
        for sign in (0, 1):
            near = (last <= _NEAR) & (side == sign)
            if near.any():
                sizes = self._near(sign)
                slope = np.zeros(last.shape)
                for size in sizes[:0:-1]:
                    slope = slope * last + size
                # in this order nothing is lost
                close = (sizes[0] * scale + slope * (last * scale)) * _UP + 2.0**-1074
                bound = np.where(near, close, bound)
        return bound

    def _over(self, side, cell, low, high):
        """The polynomials over boxes: in the middle of each, and how far they go from that."""
        start, stop = self.edges[cell], self.edges[cell + 1]
        centre = np.where(side == 1, -1.0, 1.0) * (start / 2 + stop / 2)
        middle, half = low / 2 + high / 2, (high / 2 - low / 2) * _UP
        t = middle - centre
        reach = (np.abs(t) + half) * _UP
        terms, room = self.middle[side, cell], self.room[side, cell]
        value, size, steep = terms[..., -1], np.abs(terms[..., -1]), np.zeros(t.shape)
        slack = room[..., -1] * reach + room[..., -2]
        for k in range(self.terms - 2, -1, -1):
            steep = steep * reach + (k + 1) * np.abs(terms[..., k + 1])
            value = value * t + terms[..., k]
            size = size * reach + np.abs(terms[..., k])
            slack = slack * reach + room[..., k]
        return (np.abs(value) + steep * half + slack + size * 2.0**-46) * _UP

    def _look(self, side: int, index: int) -> None:
        from flint import arb, arb_series

        low, high = self.edges[index], self.edges[index + 1]
        sign = -1 if side else 1
        terms = 2 if self.wide[index] else self.terms
        bits = _FAR_BITS if self.wide[index] else _TAIL_BITS if high > _TAIL else _BITS
        with arb_precision(bits, terms + 1):
            cell = (sign * arb(float(low))).union(sign * arb(float(high)))
            over = arb_series([cell, 1])
            # the centre as float64 has it in ``_over``
            at = arb_series([arb(float(sign * (low / 2 + high / 2))), 1])
            form_over, form_at = self._form(over, sign), self._form(at, sign)
            for way, (whole, path) in enumerate(every_way(self.call, over, sign)):
                difference = one_way(self.call, at, sign, path) - form_at
                middle = np.array([_middle(difference[k]) for k in range(terms)])
                if not way:
                    self.middle[side, index, :terms] = middle
                # another way is the first one and what they differ by
                first = self.middle[side, index, :terms]
                room = [_size(difference[k] - arb(float(first[k]))) for k in range(terms)]
                room.append(_size((whole - form_over)[terms]))
                known = self.room[side, index, : terms + 1]
                self.room[side, index, : terms + 1] = np.maximum(known, room)
        self.known[side, index] = True

    def _form(self, series, sign: int):
        """The form, on the right from its symmetry: there e^-z is small and e^z is not."""
        if sign < 0:
            return self.form.arb(series)
        other = self.form.arb(-series)
        return series + other if self.form.fold == "x_plus" else 1 - other

    def _near(self, side: int) -> np.ndarray:
        """Sizes of the coefficients of D in 0, the last one that of the remainder next to 0."""
        if side not in self.near:
            from flint import arb, arb_series

            sign = -1 if side else 1
            found = np.zeros(_NEAR_TERMS + 1)
            with arb_precision(_BITS, _NEAR_TERMS + 1):
                over = arb_series([arb(0).union(arb(sign * _NEAR)), 1])
                at = arb_series([0, 1])
                form_over, form_at = self._form(over, sign), self._form(at, sign)
                for whole, path in every_way(self.call, over, sign):
                    difference = one_way(self.call, at, sign, path) - form_at
                    sizes = [_size(difference[k]) for k in range(_NEAR_TERMS)]
                    rest = _size((whole - form_over)[_NEAR_TERMS])
                    found = np.maximum(found, [*sizes, rest])
            self.near[side] = found
        return self.near[side]


def _edges(form: str, far: float) -> np.ndarray:
    """Where cells meet, upwards: eighths of binades, then even steps, then quarters."""
    step = 1 / 4 if form == "sigmoid" else 1 / 16
    small = np.ldexp(1 + np.arange(8) / 8, np.arange(-10, 0)[:, None]).ravel()
    even = np.concatenate([np.arange(1, 2, 1 / 16), np.arange(2, far, step)])
    start = int(np.log2(far))
    wide = np.ldexp(1 + np.arange(4) / 4, np.arange(start, 1024)[:, None]).ravel()
    return np.concatenate([small, even, [far], wide[wide > far], [np.finfo(np.float64).max]])


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


_SINGLE, _DOUBLE = 24, 53
# (terms, where the tails begin) by the most digits of a format
_SHAPES = ((11, 6), (_SINGLE, 10), (_DOUBLE, 16))
_FAR = {"sigmoid": (64.0, 448.0)}


@lru_cache(maxsize=256)
def _method(writing: Writing, terms: int, far: float) -> Method:
    return Method(writing, terms, far)


def method_of(writing: Writing, fmt: Format) -> Method | None:
    """The bounds for a writing in a format; None where it is its form."""
    if writing.exact:
        return None
    terms = next(count for digits, count in _SHAPES if fmt.precision <= digits)
    single, double = _FAR.get(writing.form, (16.0, 40.0))
    return _method(writing, terms, double if fmt.precision > _SINGLE else single)
