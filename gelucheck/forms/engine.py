"""How a writing is computed: operands that overload + - * /, over an engine that rounds.

A writing is a Python function of an operand x and the engine m, and reads as the formula does:
``0.5 * x * (1 + m.erf(x / m.sqrt(2)))``. Python's own precedence and left-to-right order are the
order of evaluation. Numbers in it are exact decimals: each is rounded once to the engine's format.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from gelucheck.formats import Format
from gelucheck.reference.context import private_context
from gelucheck.rounding import nearest


@dataclass(frozen=True)
class Operand:
    """A value in an engine: what operators apply to."""

    engine: "Engine"
    value: Any
    text: str = ""

    def __add__(self, other):
        return self.engine.binary("+", self, other)

    def __radd__(self, other):
        return self.engine.binary("+", other, self)

    def __sub__(self, other):
        return self.engine.binary("-", self, other)

    def __rsub__(self, other):
        return self.engine.binary("-", other, self)

    def __mul__(self, other):
        return self.engine.binary("*", self, other)

    def __rmul__(self, other):
        return self.engine.binary("*", other, self)

    def __truediv__(self, other):
        return self.engine.binary("/", self, other)

    def __rtruediv__(self, other):
        return self.engine.binary("/", other, self)

    def __neg__(self):
        return self.engine.unary("-", self)


class Engine:
    """What the operations of a writing do. Subclasses say how to round, or what else to record."""

    def binary(self, symbol: str, left, right) -> Operand:
        """One of + - * / between operands, or an operand and an exact number."""
        raise NotImplementedError

    def unary(self, name: str, operand: Operand) -> Operand:
        """ "-", "abs", "sign", "root" (the square root), "cube", "narrow", "half", or one of
        ``reference.functions.OPERATIONS``."""
        raise NotImplementedError

    def clamp(self, x: Operand, low: str | None, high: str | None) -> Operand:
        """x, but not below one decimal nor above the other, each rounded once; NaN stays."""
        raise NotImplementedError

    def choose(self, x: Operand, symbol: str, bound: str, yes, no) -> Operand:
        """``yes`` where x < bound (or ">", "<=", ">="; a decimal, rounded once), else ``no``; both
        are evaluated, and a NaN is neither below nor above."""
        raise NotImplementedError

    def constant(self, text: str) -> Operand:
        """A constant of ``CONSTANTS``, or an exact decimal, rounded once."""
        raise NotImplementedError

    def erf(self, x):
        return self.unary("erf", x)

    def erfc(self, x):
        return self.unary("erfc", x)

    def tanh(self, x):
        return self.unary("tanh", x)

    def sigmoid(self, x):
        return self.unary("sigmoid", x)

    def exp(self, x):
        return self.unary("exp", x)

    def cosh(self, x):
        return self.unary("cosh", x)

    def normcdf(self, x):
        """Φ(x), the normal distribution function."""
        return self.unary("normcdf", x)

    def abs(self, x):
        return self.unary("abs", x)

    def sign(self, x):
        """-1, 1, or 0 for either zero."""
        return self.unary("sign", x)

    def root(self, x):
        """The square root of what was computed; of a number as it is, ``sqrt``."""
        return self.unary("root", x)

    def narrow(self, x):
        """x rounded to the format of the row, and used as it is: nothing where that is the
        arithmetic's own."""
        return self.unary("narrow", x)

    def half(self, x):
        """x rounded to float16, whatever the row, and then to the arithmetic's format."""
        return self.unary("half", x)

    def pow(self, x, power: int):
        """x^3 with one rounding; no other power occurs."""
        if power != 3:
            raise NotImplementedError(f"power {power}")
        return self.unary("cube", x)

    def sqrt(self, text):
        """The square root of 2, 1/2, 2/pi, …, as one constant: rounded once."""
        return self.constant(f"sqrt({text})")


CONSTANTS = {
    "sqrt(2)": lambda mp: mp.sqrt(2),
    "sqrt(1/2)": lambda mp: mp.sqrt(mp.mpf(1) / 2),
    "sqrt(2/pi)": lambda mp: mp.sqrt(2 / mp.pi),
    "sqrt(8/pi)": lambda mp: mp.sqrt(8 / mp.pi),
    "sqrt(2*pi)": lambda mp: mp.sqrt(2 * mp.pi),
    "sqrt(1/(2*pi))": lambda mp: 1 / mp.sqrt(2 * mp.pi),
    "2/pi": lambda mp: 2 / mp.pi,
    "pi": lambda mp: +mp.pi,
}


@cache
def exact_constant(text: str):
    """A constant as an exact ``Fraction``, or an mpf good to 300 bits."""
    if text not in CONSTANTS:
        return Fraction(text)
    mp = private_context()
    with mp.workprec(300):
        return CONSTANTS[text](mp)


@cache
def rounded_constant(text: str, fmt: Format) -> float:
    """A constant rounded once to a format.

    Rounding the 300-bit value of an irrational rounds the constant itself: for these and the
    formats here the two 2^-290 neighbours of it round alike (a test says so).
    """
    return fmt.value(nearest(fmt, exact_constant(text)))
