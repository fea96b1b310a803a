"""The functions that proofs are about, for Arb balls and power series: FUNCTION of a certificate.

A form is x·s(z(x)) with the logistic function s, where Φ(x) stands in GELU: its *factor*. Of a form
proofs look at itself ("gelu"), its derivative ("gelu_grad") or the factor ("phi"); against GELU as
a difference or (the form only) as a ratio, or alone.
"""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction

from gelucheck.errors import UsageError, unknown
from gelucheck.reference import in_arb
from gelucheck.reference.constants import CUBIC, QUICK

OF = ("gelu", "gelu_grad", "phi")
DIGITS = 400
"""Of the numerator and the denominator of an exact number in a certificate, at most."""


@dataclass(frozen=True)
class Form:
    """A form with a constant in it.

    Attributes:
        usual: the constant.
        least, most: what a proof can be asked about.
        argument: (x, constant) -> z(x), z'(x).
        ladder: by "of": the function and its derivative, (x, constant) -> value.
    """

    usual: Fraction
    least: Fraction
    most: Fraction
    argument: Callable
    ladder: dict[str, tuple[Callable, Callable]]


def _scaled(x, number: Fraction):
    slope = in_arb.constant(number)
    return slope * x, slope


def _factor(argument: Callable) -> tuple[Callable, Callable]:
    def value(x, number: Fraction):
        return in_arb.logistic(argument(x, number)[0])

    def slope(x, number: Fraction):
        z, by = argument(x, number)
        s, rest = in_arb.logistic_pair(z)
        return s * rest * by

    return value, slope


FORMS = {
    "tanh": Form(
        CUBIC,
        Fraction(0),
        Fraction(10),
        in_arb.inner,
        {
            "gelu": (in_arb.tanh_form, in_arb.tanh_form_grad),
            "gelu_grad": (in_arb.tanh_form_grad, in_arb.tanh_form_bend),
            "phi": _factor(in_arb.inner),
        },
    ),
    "sigmoid": Form(
        QUICK,
        Fraction(1, 100),
        Fraction(100),
        _scaled,
        {
            "gelu": (in_arb.sigmoid_form, in_arb.sigmoid_form_grad),
            "gelu_grad": (in_arb.sigmoid_form_grad, in_arb.sigmoid_form_bend),
            "phi": _factor(_scaled),
        },
    ),
}

GELU = {
    "gelu": (in_arb.gelu, in_arb.gelu_grad),
    "gelu_grad": (in_arb.gelu_grad, in_arb.gelu_bend),
    "phi": (in_arb.normcdf, in_arb.normpdf),
}


@dataclass(frozen=True)
class Expression:
    """A function that something is proved of.

    Attributes:
        kind: "difference", "ratio" or "itself".
        form: "tanh" or "sigmoid"; "erf" (GELU) where it stands alone.
        constant: of the form; None of "erf".
        of: "gelu", "gelu_grad" or "phi".
    """

    kind: str
    form: str
    constant: Fraction | None
    of: str = "gelu"

    def value(self, x):
        """f(x), for a ball or a series."""
        if self.kind == "ratio":
            return self._ratio(x)
        mine = self._mine(0, x)
        return mine - GELU[self.of][0](x) if self.kind == "difference" else mine

    def slope(self, x):
        """f'(x), for a ball or a series."""
        if self.kind == "ratio":
            return self._ratio_slope(x)
        mine = self._mine(1, x)
        return mine - GELU[self.of][1](x) if self.kind == "difference" else mine

    def bend(self, x):
        """f''(x), for a ball, by a power series of two terms; NaN where it is too wide."""
        from flint import arb, arb_series

        try:
            return self.slope(arb_series([x, 1]))[1]
        except (ValueError, ZeroDivisionError):
            # a denominator that cannot be told from 0
            return arb("nan")

    def _mine(self, derivative: int, x):
        if self.form == "erf":
            return GELU[self.of][derivative](x)
        return FORMS[self.form].ladder[self.of][derivative](x, self.constant)

    def _ratio(self, x):
        """s/Φ - 1, on the right as (Φ(-x) - s(-x))/Φ(x), which does not cancel there."""
        z, _ = FORMS[self.form].argument(x, self.constant)
        s, rest = in_arb.logistic_pair(z)
        due = in_arb.normcdf(x)
        at = x[0] if hasattr(x, "coeffs") else x
        if at > 0:
            return (in_arb.normcdf(-x) - rest) / due
        return s / due - 1

    def _ratio_slope(self, x):
        """(s/Φ)' = s/Φ·(z'·(1 - s) - φ/Φ)."""
        z, by = FORMS[self.form].argument(x, self.constant)
        s, rest = in_arb.logistic_pair(z)
        due = in_arb.normcdf(x)
        return s / due * (by * rest - in_arb.normpdf(x) / due)

    def tail(self, far):
        """T with |f(v)| <= T for v <= -far; of a ratio for v >= far. far is an Arb ball.

        It holds where far >= 5 and far·z'(far) > 2: then each part decreases. uQ(u) <= φ(u).
        """
        due = in_arb.normpdf(far)
        if self.of == "gelu_grad":
            due = far * due
        if self.form == "erf":
            return due
        z, by = FORMS[self.form].argument(far, self.constant)
        first = {"gelu": far, "gelu_grad": 1 + far * by, "phi": 1}[self.of]
        both = due + first * (-z).exp()
        return both / (far / 2) if self.kind == "ratio" else both

    def reaches(self, far) -> bool:
        """Whether the bound of the tail holds from ``far`` on."""
        if self.form == "erf":
            return far >= 5
        return far >= 5 and far * FORMS[self.form].argument(far, self.constant)[1] > 2

    def described(self) -> dict[str, str | None]:
        """FUNCTION, as a certificate writes it."""
        constant = None if self.constant is None else written(self.constant)
        return {"kind": self.kind, "form": self.form, "constant": constant, "of": self.of}


def expression(
    kind: str, form: str, of: str = "gelu", constant: Fraction | None = None
) -> Expression:
    """The function of a form against GELU, or of a form alone ("itself"; then "erf" is GELU).

    Args:
        constant: of the form; by default the usual one.

    Raises:
        UsageError: no such form or function; a constant out of its range.
    """
    if of not in OF:
        raise unknown("function", of, OF)
    if kind == "itself" and form == "erf":
        return Expression(kind, form, None, of)
    if form not in FORMS:
        raise unknown("form", form, FORMS)
    record = FORMS[form]
    number = record.usual if constant is None else Fraction(constant)
    if not record.least <= number <= record.most or number.denominator >= 10**DIGITS:
        raise UsageError(
            f"a constant of {shown(number)} in the {form} form",
            f"from {shown(record.least)} to {shown(record.most)}, of at most {DIGITS} digits; the "
            f"usual one is {shown(record.usual)}",
        )
    return Expression(kind, form, number, of)


def written(number: Fraction) -> str:
    """An exact rational as a certificate writes it."""
    return f"{number.numerator}/{number.denominator}"


def shown(number: Fraction) -> str:
    """A rational for people: a float64 as Python writes it, another one as exactly as is short."""
    try:
        near = float(number)
    except OverflowError:
        return "more than 1.8e308 in magnitude"
    if number in (near, Fraction(repr(near))):
        return repr(near).removesuffix(".0")
    with localcontext(prec=40):
        decimal = Decimal(number.numerator) / Decimal(number.denominator)
    if Fraction(decimal) == number:
        return f"{decimal:f}" if abs(number) >= Fraction(1, 10**6) else str(decimal)
    exact = written(number)
    return exact if len(exact) <= 40 else f"about {near!r}"


def called(function: Expression) -> str:
    """The name of what is looked at: "tanh", "tanh_grad", "sigmoid(1.7)", "gelu"."""
    name = "gelu" if function.form == "erf" else function.form
    if function.constant is not None and function.constant != FORMS[function.form].usual:
        name = f"{name}({shown(function.constant)})"
    return name + ("_grad" if function.of == "gelu_grad" else "")
