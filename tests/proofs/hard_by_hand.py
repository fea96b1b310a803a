"""Distances from rounding boundaries by mpmath's Φ and exponentials, apart from gelucheck's."""

import math
from fractions import Fraction

from mpmath import MPContext

MP = MPContext()
MP.prec = 320


def gelu(x):
    return x * MP.ncdf(x)


def gelu_grad(x):
    return MP.ncdf(x) + x * MP.npdf(x)


def logistic(z):
    return MP.exp(z) / (1 + MP.exp(z))


def inner(x):
    return MP.sqrt(8 / MP.pi) * (x + MP.mpf("0.044715") * x**3)


def tanh(x):
    return x * logistic(inner(x))


def tanh_grad(x):
    s = logistic(inner(x))
    slope = MP.sqrt(8 / MP.pi) * (1 + 3 * MP.mpf("0.044715") * x**2)
    return s + x * slope * s * logistic(-inner(x))


def sigmoid(x):
    return x * logistic(MP.mpf("1.702") * x)


def sigmoid_grad(x):
    z = MP.mpf("1.702") * x
    return logistic(z) + z * logistic(z) * logistic(-z)


TRUTH = {each.__name__: each for each in (gelu, tanh, sigmoid, gelu_grad, tanh_grad, sigmoid_grad)}


def exact(number) -> Fraction:
    sign, mantissa, exponent, _ = number._mpf_
    return (-1) ** sign * Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def value(function: str, x: float) -> Fraction:
    """f(x), to 200 bits or so: of what is left of 320 where two terms cancel. Next to 0 as many
    more as x/2 and a multiple of x² need."""
    with MP.workprec(320 + 2 * max(0, -math.frexp(x)[1])):
        return exact(TRUTH[function](MP.mpf(x)))


def ulp(fmt, y: Fraction) -> Fraction:
    """What separates the values around y."""
    size = abs(y)
    exponent = size.numerator.bit_length() - size.denominator.bit_length() - fmt.precision
    while size >= Fraction(2) ** (exponent + fmt.precision):
        exponent += 1
    return Fraction(2) ** max(exponent, fmt.quantum)


def place(fmt, y: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """The distance in ulps, and the values below and above y."""
    spacing = ulp(fmt, y)
    below = (y // spacing) * spacing
    return abs((y - below) / spacing - Fraction(1, 2)), below, below + spacing


def is_half(fmt, x: float, y: Fraction) -> bool:
    """Whether y, rounded, is x/2 rounded with ties upwards."""
    half = Fraction(x) / 2
    spacing = ulp(fmt, half)
    due = (half / spacing + Fraction(1, 2)).__floor__() * spacing
    _, below, above = place(fmt, y)
    return due == (above if y - below > above - y else below)


def hardest(fmt, function: str, ordinals, count: int) -> list[int]:
    """Of some ordinals the hardest; not where a form is x/2, there and at all that is nearer 0."""
    half = {-1: True, 1: True}
    found = []
    for ordinal in sorted(ordinals, key=lambda each: -1 - each if each < 0 else each):
        x = fmt.value(fmt.bits_at(ordinal))
        # beyond 90 all is within 2^-200 of x, 1 or 0: 1.702·90·log2(e) > 220
        if x == 0 or abs(x) > 90:
            continue
        y = value(function, x)
        sign = -1 if x < 0 else 1
        if not function.endswith("_grad") and half[sign]:
            half[sign] = is_half(fmt, x, y)
            if half[sign]:
                continue
        found.append((float(place(fmt, y)[0]), ordinal))
    return [ordinal for distance, ordinal in sorted(found)[:count] if distance < 1 / 4]
