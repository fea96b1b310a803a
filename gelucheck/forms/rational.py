"""x times a half, and a capped rational function that stands for erf or tanh: XNNPACK's way."""

from collections.abc import Sequence


def with_rational(x, m, numerator: Sequence[str], denominator: Sequence[str], cap: str):
    """x * 0.5 * (c * p / q + 1), c = clamp(x, -cap, cap), p and q polynomials of s = c * c.

    Args:
        x, m: an operand and its engine.
        numerator: coefficients as decimals, the highest first; denominator: likewise, without the
            last, which is 1.
    """
    c = m.clamp(x, f"-{cap}", cap)
    s = c * c
    p, q = m.constant(numerator[0]), m.constant(denominator[0])
    for coefficient in numerator[1:]:
        p = s * p + m.constant(coefficient)
    for coefficient in denominator[1:]:
        q = s * q + m.constant(coefficient)
    q = s * q + 1
    return x * 0.5 * (c * p / q + 1)
