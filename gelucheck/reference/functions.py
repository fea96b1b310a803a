"""The exact real functions, one record each.

A record holds the function twice, as an mpmath expression (the oracle) and as an Arb expression
that takes numbers and power series alike (enclosures, Taylor tables), and what is proved of it by
hand: a symmetry, its first coefficient at zero, and how far it is from its limit in the tail.

Sources: Hendrycks and Gimpel, "Gaussian Error Linear Units", 2016 (the three forms); derivatives by
the product rule. The constants 0.044715 and 1.702 are these decimals, not their neighbours in some
format.

Tables hold the *base* side of a function: g(u) = f(side·u) for u >= 0, the side on which f is small
and must be known to a relative error. The other side follows from the symmetry:

==============  =====================  ==================================================
fold            law                    because
==============  =====================  ==================================================
``odd``         f(-x) = -f(x)
``x_plus``      f(x) = x + f(-x)       f(x) = x·s(x) with s(x) + s(-x) = 1
``one_minus``   f(x) = 1 - f(-x)       the derivative of that; and s itself
``two_minus``   f(x) = 2 - f(-x)       erfc = 1 - erf, erf odd
``none``        the base side is all   exp: only ever asked for x <= 0
==============  =====================  ==================================================
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from gelucheck.errors import unknown

CUBIC = Fraction(44715, 1_000_000)
QUICK = Fraction(1702, 1000)
UNBOUNDED = (float("-inf"), float("inf"))


@dataclass(frozen=True, eq=False)
class Function:
    """An exact real function.

    Attributes:
        name: its name on the command line, or that of the operation.
        mp: (context, x) -> (value, magnitude). The value is computed at the context's precision;
            magnitude·2^(GUARD - precision) bounds its absolute error (see ``oracle``).
        arb: x -> value, for Arb balls and Arb power series.
        fold: the symmetry, a key of the table above.
        side: -1 or 1, the side that the tables hold.
        limit: of the base side at infinity: 0 or 1.
        below: whether g approaches a limit of 0 from below: then it rounds to -0.
        tail: u (an Arb ball) -> B with |g(v) - limit| <= B for every v >= u, proved by hand for
            u >= 5.
        half: whether f(x) = x/2 + something positive, at most x², for x near 0.
        range: infimum and supremum over the real line (to 40 digits; ``UNBOUNDED`` where nobody
            asks): for the forms the minimum near -0.75, for the derivatives the extremes near ±1.4.
        at_zero: f(0); where it is 0, the sign of the zero is that of the input.
    """

    name: str
    mp: Callable
    arb: Callable
    fold: str
    side: int
    limit: int
    below: bool
    tail: Callable
    half: bool = False
    range: tuple = UNBOUNDED
    at_zero: float = 0.0

    def limits(self) -> tuple[float, float]:
        """The values at -inf and +inf."""
        base = -0.0 if self.below else float(self.limit)
        other = {
            "odd": -base,
            "x_plus": float("inf"),
            "one_minus": 1.0 - base,
            "two_minus": 2.0 - base,
            "none": float("inf"),
        }[self.fold]
        return (base, other) if self.side < 0 else (other, base)


# ---- mpmath expressions: value and magnitude ----------------------------------------------------
#
# magnitude is the sum of the absolute values of the terms, each times one plus its condition
# number: what the rounding of the argument can do to it.


def _mp_gelu(mp, x):
    value = x * mp.erfc(-x / mp.sqrt(2)) / 2
    return value, abs(value) * (2 + x * x)


def _mp_gelu_grad(mp, x):
    cdf = mp.erfc(-x / mp.sqrt(2)) / 2
    bump = x * mp.exp(-x * x / 2) / mp.sqrt(2 * mp.pi)
    return cdf + bump, (abs(cdf) + abs(bump)) * (2 + x * x)


def _mp_logistic(mp, x):
    # mpf's exponent is unbounded, so that neither side overflows
    value = 1 / (1 + mp.exp(-x))
    return value, value * (1 + abs(x))


def _mp_slope(mp, x):
    """2z and its derivative, for z the argument of the tanh form."""
    root, cubic = 2 * mp.sqrt(2 / mp.pi), mp.mpf(CUBIC.numerator) / CUBIC.denominator
    return root * (x + cubic * x**3), root * (1 + 3 * cubic * x * x)


def _mp_tanh_form(mp, x):
    s, size = _mp_logistic(mp, _mp_slope(mp, x)[0])
    return x * s, abs(x) * size


def _mp_tanh_form_grad(mp, x):
    z, slope = _mp_slope(mp, x)
    s, size = _mp_logistic(mp, z)
    # 1 - s from its own exponential: no cancellation on the right
    bump = x * s * _mp_logistic(mp, -z)[0] * slope
    return s + bump, size + abs(bump) * (2 + 2 * abs(z))


def _mp_sigmoid_form(mp, x):
    s, size = _mp_logistic(mp, x * QUICK.numerator / QUICK.denominator)
    return x * s, abs(x) * size


def _mp_sigmoid_form_grad(mp, x):
    z = x * QUICK.numerator / QUICK.denominator
    s, size = _mp_logistic(mp, z)
    bump = z * s * _mp_logistic(mp, -z)[0]
    return s + bump, size + abs(bump) * (2 + 2 * abs(z))


def _mp_erf(mp, x):
    value = mp.erf(x)
    return value, abs(value) * 2


def _mp_erfc(mp, x):
    value = mp.erfc(x)
    return value, abs(value) * (2 + 2 * x * x)


def _mp_tanh(mp, x):
    value = mp.tanh(x)
    return value, abs(value) * 2


def _mp_exp(mp, x):
    value = mp.exp(x)
    return value, value * (1 + abs(x))


# ---- Arb expressions ----------------------------------------------------------------------------


def _arb(rational: Fraction):
    from flint import arb

    return arb(rational.numerator) / rational.denominator


def _arb_gelu(x):
    from flint import arb

    return x * (x * (-arb(2).rsqrt())).erfc() / 2


def _arb_gelu_grad(x):
    from flint import arb

    cdf = (x * (-arb(2).rsqrt())).erfc() / 2
    return cdf + x * (x * x / -2).exp() * (2 * arb.pi()).rsqrt()


def _arb_logistic_pair(x):
    """s(x) and s(-x). Written with e^x, small on the base side: a ball that holds a whole interval
    then stays narrow, where 1/(1 + e^-x) would blow it up."""
    w = x.exp()
    rest = 1 / (w + 1)
    return w * rest, rest


def _arb_logistic(x):
    return _arb_logistic_pair(x)[0]


def _arb_slope(x):
    from flint import arb

    root, cubic = 2 * (2 / arb.pi()).sqrt(), _arb(CUBIC)
    square = x * x
    return root * (x + cubic * x * square), root * (1 + 3 * cubic * square)


def _arb_tanh_form(x):
    return x * _arb_logistic(_arb_slope(x)[0])


def _arb_tanh_form_grad(x):
    z, slope = _arb_slope(x)
    s, rest = _arb_logistic_pair(z)
    return s + x * s * rest * slope


def _arb_sigmoid_form(x):
    return x * _arb_logistic(x * _arb(QUICK))


def _arb_sigmoid_form_grad(x):
    z = x * _arb(QUICK)
    s, rest = _arb_logistic_pair(z)
    return s + z * s * rest


def _arb_tanh(x):
    # 1 - 2/(e^2x + 1) cancels at zero; this does not
    return 1 - 2 * _arb_logistic(-2 * x)


# ---- tails: bounds that decrease for u >= 5 ------------------------------------------------------


def _gauss(u):
    """u·φ(u) bounds u·Q(u) = |gelu(-u)|, for Q < φ/u <= φ, and |gelu_grad(-u)| = uφ - Q."""
    from flint import arb

    return u * (u * u / -2).exp() * (2 * arb.pi()).rsqrt()


def _logistic_tail(u):
    """s(-u) <= e^-u."""
    return (-u).exp()


def _tanh_form_tail(u):
    """|g| = u·s(-2z) <= u·e^-2z; its derivative adds at most u·2z'·s, and z' > 0."""
    z, slope = _arb_slope(u)
    return (u + 1 + u * slope) * (-z).exp()


def _sigmoid_form_tail(u):
    """|g| <= u·e^-au, and |g'| <= (1 + au)·e^-au."""
    z = u * _arb(QUICK)
    return (1 + u + z) * (-z).exp()


def _erfc_tail(u):
    """erfc(u) <= exp(-u²) for u >= 0 (Abramowitz and Stegun 7.1.13)."""
    return (-u * u).exp()


def _tanh_tail(u):
    """1 - tanh u = 2/(e^2u + 1) <= 2e^-2u."""
    return 2 * (-2 * u).exp()


def _form(name, expressions, tail, lowest):
    span = Fraction(lowest), float("inf")
    return Function(name, *expressions, "x_plus", -1, 0, True, tail, half=True, range=span)


def _slope(name, expressions, tail, lowest):
    # f'(x) + f'(-x) = 1 makes the range symmetric about 1/2
    span = Fraction(lowest), 1 - Fraction(lowest)
    return Function(name, *expressions, "one_minus", -1, 0, True, tail, range=span, at_zero=0.5)


REFERENCES = {
    record.name: record
    for record in (
        _form("gelu", (_mp_gelu, _arb_gelu), _gauss, "-0.1699712074799036616938684709824339228329"),
        _form(
            "tanh",
            (_mp_tanh_form, _arb_tanh_form),
            _tanh_form_tail,
            "-0.1700407505712540506390674279875556835771",
        ),
        _form(
            "sigmoid",
            (_mp_sigmoid_form, _arb_sigmoid_form),
            _sigmoid_form_tail,
            "-0.1636101896363535811453341592379436870972",
        ),
        _slope(
            "gelu_grad",
            (_mp_gelu_grad, _arb_gelu_grad),
            _gauss,
            "-0.1289041451851547863407444422619733123325",
        ),
        _slope(
            "tanh_grad",
            (_mp_tanh_form_grad, _arb_tanh_form_grad),
            _tanh_form_tail,
            "-0.1289930686587717654559044703995538457343",
        ),
        _slope(
            "sigmoid_grad",
            (_mp_sigmoid_form_grad, _arb_sigmoid_form_grad),
            _sigmoid_form_tail,
            "-0.0998393201288669169581849243205709721307",
        ),
    )
}
"""GELU, the two approximate forms, and their derivatives."""

OPERATIONS = {
    record.name: record
    for record in (
        Function("op.erf", _mp_erf, lambda x: x.erf(), "odd", 1, 1, False, _erfc_tail),
        Function(
            "op.erfc",
            _mp_erfc,
            lambda x: x.erfc(),
            "two_minus",
            1,
            0,
            False,
            _erfc_tail,
            at_zero=1.0,
        ),
        Function("op.tanh", _mp_tanh, _arb_tanh, "odd", 1, 1, False, _tanh_tail),
        Function(
            "op.sigmoid",
            _mp_logistic,
            _arb_logistic,
            "one_minus",
            -1,
            0,
            False,
            _logistic_tail,
            at_zero=0.5,
        ),
        Function(
            "op.exp", _mp_exp, lambda x: x.exp(), "none", -1, 0, False, _logistic_tail, at_zero=1.0
        ),
    )
}
"""What the writings are made of, beside + - * /."""

FUNCTIONS = REFERENCES | OPERATIONS


def find_function(name: str) -> Function:
    """The record of a reference function, or of an operation ("op.erf").

    Raises:
        UsageError: no such function; the message names the references.
    """
    if isinstance(name, Function):
        return name
    if name not in FUNCTIONS:
        raise unknown("function", name, REFERENCES)
    return FUNCTIONS[name]
