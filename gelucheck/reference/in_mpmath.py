"""The functions as mpmath expressions: (context, x) -> (value, magnitude).

The value is computed at the context's precision. The magnitude is the sum of the absolute values
of the terms, each times one plus its condition number: what the rounding of the argument can do to
it. ``oracle`` says what the two bound.
"""

from gelucheck.reference.constants import CUBIC, QUICK


def gelu(mp, x):
    value = x * mp.erfc(-x / mp.sqrt(2)) / 2
    return value, abs(value) * (2 + x * x)


def gelu_grad(mp, x):
    cdf = mp.erfc(-x / mp.sqrt(2)) / 2
    bump = x * mp.exp(-x * x / 2) / mp.sqrt(2 * mp.pi)
    return cdf + bump, (abs(cdf) + abs(bump)) * (2 + x * x)


def logistic(mp, x):
    # mpf's exponent is unbounded, so that neither side overflows
    value = 1 / (1 + mp.exp(-x))
    return value, value * (1 + abs(x))


def inner(mp, x):
    """2z and its derivative, for z the argument of the tanh form."""
    root, cubic = 2 * mp.sqrt(2 / mp.pi), mp.mpf(CUBIC.numerator) / CUBIC.denominator
    return root * (x + cubic * x**3), root * (1 + 3 * cubic * x * x)


def tanh_form(mp, x):
    s, size = logistic(mp, inner(mp, x)[0])
    return x * s, abs(x) * size


def tanh_form_grad(mp, x):
    z, slope = inner(mp, x)
    s, size = logistic(mp, z)
    # 1 - s from its own exponential: no cancellation on the right
    bump = x * s * logistic(mp, -z)[0] * slope
    return s + bump, size + abs(bump) * (2 + 2 * abs(z))


def sigmoid_form(mp, x):
    s, size = logistic(mp, x * QUICK.numerator / QUICK.denominator)
    return x * s, abs(x) * size


def sigmoid_form_grad(mp, x):
    z = x * QUICK.numerator / QUICK.denominator
    s, size = logistic(mp, z)
    bump = z * s * logistic(mp, -z)[0]
    return s + bump, size + abs(bump) * (2 + 2 * abs(z))


def gelu_bend(mp, x):
    """The second derivative of GELU: φ·(2 - x²)."""
    density = mp.exp(-x * x / 2) / mp.sqrt(2 * mp.pi)
    return density * (2 - x * x), density * (2 + x * x) * (3 + x * x)


def tanh_form_bend(mp, x):
    z, slope = inner(mp, x)
    bend = 12 * mp.sqrt(2 / mp.pi) * x * CUBIC.numerator / CUBIC.denominator
    return _bend(mp, x, z, slope, bend)


def sigmoid_form_bend(mp, x):
    slope = mp.mpf(QUICK.numerator) / QUICK.denominator
    return _bend(mp, x, x * slope, slope, mp.zero)


def _bend(mp, x, z, slope, bend):
    """(x·s(z))'' from z, z' and z'', with s' = s·r, s'' = s'·(r - s), r = 1 - s = s(-z)."""
    s, r = logistic(mp, z)[0], logistic(mp, -z)[0]
    value = s * r * (2 * slope + x * (slope**2 * (r - s) + bend))
    size = s * r * (2 * slope + abs(x) * (slope**2 + abs(bend)))
    return value, size * (4 + 4 * abs(z))


def erf(mp, x):
    value = mp.erf(x)
    return value, abs(value) * 2


def erfc(mp, x):
    value = mp.erfc(x)
    return value, abs(value) * (2 + 2 * x * x)


def tanh(mp, x):
    value = mp.tanh(x)
    return value, abs(value) * 2


def exp(mp, x):
    value = mp.exp(x)
    return value, value * (1 + abs(x))


def cosh(mp, x):
    value = mp.cosh(x)
    return value, value * (1 + abs(x))


def normcdf(mp, x):
    value = mp.erfc(-x / mp.sqrt(2)) / 2
    return value, value * (2 + x * x)
