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
``inverse``     f(x) = 1/f(-x)         exp
``mean``        (g + 1/g)/2, g of      cosh, on both sides, from the table of exp
                another function
==============  =====================  ==================================================
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from gelucheck.errors import unknown
from gelucheck.reference import in_arb, in_mpmath, tails

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
        table: whose table holds g, where it is not one of its own.
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
    table: str = ""

    def limits(self) -> tuple[float, float]:
        """The values at -inf and +inf."""
        base = -0.0 if self.below else float(self.limit)
        other = {
            "odd": -base,
            "x_plus": float("inf"),
            "one_minus": 1.0 - base,
            "two_minus": 2.0 - base,
            "inverse": float("inf"),
            "mean": float("inf"),
        }[self.fold]
        base = other if self.fold == "mean" else base
        return (base, other) if self.side < 0 else (other, base)


def _form(name: str, mp: Callable, arb: Callable, tail: Callable, lowest: str) -> Function:
    """x·s(x): small on the left, approaching 0 from below, x/2 and a little more near 0."""
    return Function(
        name,
        mp,
        arb,
        fold="x_plus",
        side=-1,
        limit=0,
        below=True,
        tail=tail,
        half=True,
        range=(Fraction(lowest), float("inf")),
    )


def _derivative(name: str, mp: Callable, arb: Callable, tail: Callable, lowest: str) -> Function:
    """The derivative of such a form: f'(x) + f'(-x) = 1, so its range is symmetric about 1/2."""
    return Function(
        name,
        mp,
        arb,
        fold="one_minus",
        side=-1,
        limit=0,
        below=True,
        tail=tail,
        range=(Fraction(lowest), 1 - Fraction(lowest)),
        at_zero=0.5,
    )


REFERENCES = {
    record.name: record
    for record in (
        _form(
            "gelu",
            in_mpmath.gelu,
            in_arb.gelu,
            tails.gauss,
            "-0.1699712074799036616938684709824339228329",
        ),
        _form(
            "tanh",
            in_mpmath.tanh_form,
            in_arb.tanh_form,
            tails.tanh_form_tail,
            "-0.1700407505712540506390674279875556835771",
        ),
        _form(
            "sigmoid",
            in_mpmath.sigmoid_form,
            in_arb.sigmoid_form,
            tails.sigmoid_form_tail,
            "-0.1636101896363535811453341592379436870972",
        ),
        _derivative(
            "gelu_grad",
            in_mpmath.gelu_grad,
            in_arb.gelu_grad,
            tails.gauss,
            "-0.1289041451851547863407444422619733123325",
        ),
        _derivative(
            "tanh_grad",
            in_mpmath.tanh_form_grad,
            in_arb.tanh_form_grad,
            tails.tanh_form_tail,
            "-0.1289930686587717654559044703995538457343",
        ),
        _derivative(
            "sigmoid_grad",
            in_mpmath.sigmoid_form_grad,
            in_arb.sigmoid_form_grad,
            tails.sigmoid_form_tail,
            "-0.0998393201288669169581849243205709721307",
        ),
    )
}
"""GELU, the two approximate forms, and their derivatives."""


def function_of(form: str, function: str = "gelu") -> Function:
    """The exact function that a form is: of "erf" GELU itself; or its derivative, "gelu_grad"."""
    name = "gelu" if form == "erf" else form
    return REFERENCES[name + ("_grad" if function == "gelu_grad" else "")]


def _operation(name: str, mp: Callable, arb: Callable, tail: Callable, **laws) -> Function:
    return Function(f"op.{name}", mp, arb, tail=tail, below=False, **laws)


OPERATIONS = {
    record.name: record
    for record in (
        _operation(
            "erf",
            in_mpmath.erf,
            in_arb.erf,
            tails.erfc_tail,
            fold="odd",
            side=1,
            limit=1,
        ),
        _operation(
            "erfc",
            in_mpmath.erfc,
            in_arb.erfc,
            tails.erfc_tail,
            fold="two_minus",
            side=1,
            limit=0,
            at_zero=1.0,
        ),
        _operation(
            "tanh",
            in_mpmath.tanh,
            in_arb.tanh,
            tails.tanh_tail,
            fold="odd",
            side=1,
            limit=1,
        ),
        _operation(
            "sigmoid",
            in_mpmath.logistic,
            in_arb.logistic,
            tails.logistic_tail,
            fold="one_minus",
            side=-1,
            limit=0,
            at_zero=0.5,
        ),
        _operation(
            "exp",
            in_mpmath.exp,
            in_arb.exp,
            tails.logistic_tail,
            fold="inverse",
            side=-1,
            limit=0,
            at_zero=1.0,
        ),
        _operation(
            "cosh",
            in_mpmath.cosh,
            in_arb.cosh,
            tails.logistic_tail,
            fold="mean",
            side=-1,
            limit=0,
            at_zero=1.0,
            table="op.exp",
        ),
        _operation(
            "normcdf",
            in_mpmath.normcdf,
            in_arb.normcdf,
            tails.gauss,
            fold="one_minus",
            side=-1,
            limit=0,
            at_zero=0.5,
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
    if not isinstance(name, str) or name not in FUNCTIONS:
        raise unknown("function", name, REFERENCES)
    return FUNCTIONS[name]
