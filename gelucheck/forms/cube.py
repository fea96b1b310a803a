"""x^3 with one rounding, in float32 and float64."""

import numpy as np

from gelucheck.formats import FORMATS
from gelucheck.reference import doubledouble as dd
from gelucheck.rounding import nearest

_DOUBLE = FORMATS["float64"]
_SINGLE = FORMATS["float32"]


def cube_single(x: np.ndarray) -> np.ndarray:
    """float32 x to RN(x^3), float32.

    x² has 48 bits and is exact in float64; x²·x is p + e exactly, and p is moved towards odd by
    e's sign before the one rounding to float32, so that it cannot land on a tie it is not on
    (rounding to odd: Boldo and Melquiond, 2008). x^3 above 2^-450 is no concern of underflow.
    """
    wide = x.astype(np.float64)
    p, e = dd.two_prod(wide * wide, wide)
    even = (p.view(np.uint64) & np.uint64(1)) == 0
    toward = np.where(e > 0, np.inf, -np.inf)
    return _SINGLE.round_array(np.where((e != 0) & even, np.nextafter(p, toward), p))


def cube_double(x: np.ndarray) -> np.ndarray:
    """float64 x to RN(x^3), float64.

    With x = m·2^e, 1/2 <= |m| < 1, m^3 is computed in double-double to 2^-101 and decided, or done
    in exact integers; the exponent comes back by one rounding, or exactly.
    """
    m, e = np.frexp(x)
    square = dd.two_prod(m, m)
    high, low = dd.product(m, square)
    slack = 2.0**-100 * np.abs(high)
    lower, upper = high + (low - slack), high + (low + slack)
    cube = np.ldexp(lower, 3 * e)
    # |x^3| below 2^-1019 is rounded where it is subnormal; 1/8 <= |m^3|
    subnormal = (3 * e < -1018) & (x != 0)
    exact = np.isfinite(x) & ((lower != upper) | subnormal) & (3 * e > -1080)
    places = np.flatnonzero(exact)
    if places.size:
        flat = np.ravel(x)
        cubes = [_DOUBLE.value(nearest(_DOUBLE, _cube(float(flat[i])))) for i in places]
        cube = np.array(cube, copy=True, order="C")
        cube.ravel()[places] = cubes
    # x·x·x is exact for zeros, infinities and NaN, and keeps the sign of a zero
    return np.where(np.isfinite(x) & (x != 0), cube, x * x * x)


def _cube(x: float):
    from fractions import Fraction

    return Fraction(x) ** 3
