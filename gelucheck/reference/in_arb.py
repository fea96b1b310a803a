"""The functions as Arb expressions: for balls, and for power series, alike."""

from fractions import Fraction
from functools import cache, lru_cache

from gelucheck.reference.constants import CUBIC, QUICK


@cache
def _context():
    # an import of its own at every use would take as long as the arithmetic
    from flint import ctx

    return ctx


@lru_cache(maxsize=256)
def _quotient(numerator: int, denominator: int, bits: int):
    from flint import arb

    return arb(numerator) / denominator


def constant(number: Fraction):
    """A rational at the working precision."""
    return _quotient(number.numerator, number.denominator, _context().prec)


@lru_cache(maxsize=64)
def _roots(bits: int):
    from flint import arb

    return -arb(2).rsqrt(), (2 * arb.pi()).rsqrt(), 2 * (2 / arb.pi()).sqrt()


def _root(place: int):
    """-1/√2, 1/√(2π) or 2√(2/π), at the working precision."""
    return _roots(_context().prec)[place]


def gelu(x):
    return x * (x * _root(0)).erfc() / 2


def gelu_grad(x):
    return normcdf(x) + x * normpdf(x)


def logistic_pair(x):
    """s(x) and s(-x). Written with e^x, small on the base side: a ball that holds a whole interval
    then stays narrow, where 1/(1 + e^-x) would blow it up."""
    w = x.exp()
    rest = 1 / (w + 1)
    return w * rest, rest


def logistic(x):
    return logistic_pair(x)[0]


def inner(x, number: Fraction = CUBIC):
    """The argument of the tanh form's logistic factor, and its derivative."""
    root, cubic = _root(2), constant(number)
    square = x * x
    return root * (x + cubic * x * square), root * (1 + 3 * cubic * square)


def tanh_form(x, number: Fraction = CUBIC):
    return x * logistic(inner(x, number)[0])


def tanh_form_grad(x, number: Fraction = CUBIC):
    z, slope = inner(x, number)
    s, rest = logistic_pair(z)
    return s + x * s * rest * slope


def sigmoid_form(x, number: Fraction = QUICK):
    return x * logistic(x * constant(number))


def sigmoid_form_grad(x, number: Fraction = QUICK):
    z = x * constant(number)
    s, rest = logistic_pair(z)
    return s + z * s * rest


def gelu_bend(x):
    return (2 - x * x) * normpdf(x)


def tanh_form_bend(x, number: Fraction = CUBIC):
    z, slope = inner(x, number)
    return _bend(x, z, slope, 6 * _root(2) * constant(number) * x)


def sigmoid_form_bend(x, number: Fraction = QUICK):
    slope = constant(number)
    return _bend(x, x * slope, slope, slope * 0)


def _bend(x, z, slope, bend):
    s, rest = logistic_pair(z)
    return s * rest * (2 * slope + x * (slope * slope * (rest - s) + bend))


def tanh(x):
    # 1 - 2/(e^2x + 1) cancels at zero; this does not
    return 1 - 2 * logistic(-2 * x)


def erf(x):
    return x.erf()


def erfc(x):
    return x.erfc()


def exp(x):
    return x.exp()


def cosh(x):
    return (x.exp() + (-x).exp()) / 2


def normcdf(x):
    return (x * _root(0)).erfc() / 2


def normpdf(x):
    return (x * x / -2).exp() * _root(1)
