"""Where a form is simple after rounding to float32: x, x/2, or -0; proved thresholds.

With u = |x| and g(u) = f(-u) < 0, f(u) = u + g(u), and f(x) = x/2 + δ(x), 0 < δ(x) <= 0.43·x²:

* ``same``: RN(f(x)) = x from ``SAME`` on. The error |g(u)| decreases for u >= 2 (below), so that it
  stays below half the spacing under x; a test proves it at the threshold and each power of two.
* ``zero``: RN(f(-u)) = -0 from ``ZERO`` on: |g(u)| is below half the smallest subnormal there.
* ``half``: x/2 for 2^-125 <= |x| < 2^-25. x/2 is a value; δ is below half the spacing of x/2, and
  below half of the smaller spacing where x is minus a power of two: 0.43·2^2e < 2^(e-26).
* ``tie``: |x| < 2^-125: x/2 is a multiple of half the smallest subnormal, and δ breaks the ties
  upwards; 0 is there too.
* ``nan``: NaN is due for NaN.

|g| decreases for u >= 2: for gelu |g|' = Q - u·φ with Q < φ/u < u·φ; for the others f = x·s(z),
|g|' = s(-z)(1 - u·z'(u)·s(z)), with u·z'(u)·s(z) > 2·1.59·s(3.1) > 1 (sigmoid: 3.4·s(3.4) > 1).
δ <= 0.43·x²: (s(z(x)) - 1/2)/x is at most the largest slope of s(z(x)), 0.39894, 0.42.. or 0.4255.
"""

from functools import cache

import numpy as np

from gelucheck.formats import Format
from gelucheck.reference.functions import Function

SAME = {
    "gelu": float.fromhex("0x1.563db2p+2"),  # 5.3475156
    "tanh": float.fromhex("0x1.3f9ff2p+2"),  # 4.9941373
    "sigmoid": float.fromhex("0x1.3cc6ccp+3"),  # 9.8992672
}
"""By form: RN(f(x)) = x in float32 for every x from here on."""

ZERO = {
    "gelu": float.fromhex("0x1.cb64eap+3"),  # 14.356069
    "tanh": float.fromhex("0x1.58aaf4p+3"),  # 10.770868
    "sigmoid": float.fromhex("0x1.fc3804p+5"),  # 63.527351
}
"""By form: RN(f(-x)) = -0 in float32 for every x from here on."""

TIES_END = 1 << 24
"""Pattern of 2^-125."""
HALVES_END = 102 << 23
"""Pattern of 2^-25."""

_SIGN = np.uint32(1 << 31)


def has_blocks(function: Function, fmt: Format) -> bool:
    """Whether all of this is known of a function in a format."""
    return fmt.name == "float32" and function.name in SAME


@cache
def _thresholds(function: Function, fmt: Format) -> tuple[int, int]:
    """The patterns of ``SAME`` and ``ZERO``."""
    return fmt.bits_of(SAME[function.name]), fmt.bits_of(ZERO[function.name])


def kind_of(function: Function, fmt: Format, first: int, last: int, negative: bool) -> str | None:
    """The kind of a stretch of magnitudes, patterns, both ends included; None: not simple."""
    found = kinds_of(function, fmt, np.array([first]), last - first + 1, negative)
    return str(found[0]) or None


def kinds_of(
    function: Function, fmt: Format, first: np.ndarray, size: int, negative: bool
) -> np.ndarray:
    """The kinds of many stretches, each of ``size`` magnitudes; "" for None."""
    last, far = first + (size - 1), "zero" if negative else "same"
    kinds = np.full(first.shape, "", "U4")
    kinds[first >= _thresholds(function, fmt)[negative]] = far
    kinds[last < HALVES_END] = "half"
    kinds[(first < TIES_END) & (last >= TIES_END)] = ""
    kinds[last < TIES_END] = "tie"
    kinds[last >= fmt.end_bits] = ""
    kinds[first > fmt.top_bits] = "nan"
    return kinds


def due(kind: str, negative: bool, bits: np.ndarray, out: np.ndarray) -> np.ndarray:
    """The patterns that are due, uint32; "even" is no kind: what x/2 is where a tie is.

    Args:
        bits: the inputs, sign and all; out: an array of the same shape, for the answer.
    """
    if kind == "same":
        return bits
    if kind == "zero":
        out[...] = _SIGN
        return out
    if kind == "half":
        # one less in the field of the exponent
        return np.subtract(bits, np.uint32(1 << 23), out=out)
    if kind == "even":
        # m/2, a tie to even: m/2 rounded down, and one more where m is 3 more than a multiple of 4
        odd = bits & np.uint32(1)
        np.right_shift(bits & ~_SIGN, np.uint32(1), out=out)
        odd &= out
        out += odd
        return np.bitwise_or(out, bits & _SIGN, out=out)
    # the tie goes up: away from zero on the right, towards it on the left
    if negative:
        np.bitwise_and(bits, ~_SIGN, out=out)
        out >>= np.uint32(1)
        out |= _SIGN
        return out
    np.add(bits, np.uint32(1), out=out)
    out >>= np.uint32(1)
    return out
