"""The functions as Arb expressions: for balls, and for power series, alike."""

from fractions import Fraction

from gelucheck.reference.constants import CUBIC, QUICK


def constant(number: Fraction):
    from flint import arb

    return arb(number.numerator) / number.denominator


def gelu(x):
    from flint import arb

    return x * (x * (-arb(2).rsqrt())).erfc() / 2


def gelu_grad(x):
    from flint import arb

    return normcdf(x) + x * (x * x / -2).exp() * (2 * arb.pi()).rsqrt()


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
    from flint import arb

    root, cubic = 2 * (2 / arb.pi()).sqrt(), constant(number)
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
    from flint import arb

    square = x * x
    return (2 - square) * (square / -2).exp() * (2 * arb.pi()).rsqrt()


def tanh_form_bend(x, number: Fraction = CUBIC):
    from flint import arb

    z, slope = inner(x, number)
    return _bend(x, z, slope, 12 * (2 / arb.pi()).sqrt() * constant(number) * x)


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
    from flint import arb

    return (x * (-arb(2).rsqrt())).erfc() / 2


def normpdf(x):
    from flint import arb

    return (x * x / -2).exp() * (2 * arb.pi()).rsqrt()
