"""A slow evaluator of writings: exact fractions and Arb balls, its own rounding each time.

It shares nothing with ``forms.arithmetic`` but the parameters of a format.
"""

import importlib.util
import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from flint import arb, ctx


def _agree():
    path = Path(__file__).parents[1] / "reference" / "agree_with_arb.py"
    spec = importlib.util.spec_from_file_location("forms_agree_with_arb", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


AGREE = _agree()
FAR = {"erf": (-30, 30), "erfc": (-30, 30), "tanh": (-40, 40), "sigmoid": (-800, 50)}
FAR["exp"] = (-800,)
ENDS = {"erf": (-1.0, 1.0), "erfc": (2.0, 0.0), "tanh": (-1.0, 1.0), "sigmoid": (0.0, 1.0)}
ENDS["exp"] = (0.0,)
AT_ZERO = {"erfc": 1.0, "sigmoid": 0.5, "exp": 1.0}


def as_fraction(exact_arb) -> Fraction:
    mantissa, exponent = (int(part) for part in exact_arb.man_exp())
    return Fraction(mantissa) * Fraction(2) ** exponent


class Slow:
    """Operations of one format on Python floats that are its values."""

    def __init__(self, fmt):
        self.precision, self.emin, self.emax = fmt.precision, fmt.emin, fmt.emax

    def round(self, value: Fraction, zero: float = 0.0) -> float:
        """Nearest, ties to even, by Python's rounding of fractions; ``zero`` has a zero's sign."""
        if value == 0:
            return zero
        size = abs(value)
        exponent = size.numerator.bit_length() - size.denominator.bit_length()
        exponent -= size < Fraction(2) ** exponent
        unit = Fraction(2) ** (max(exponent, self.emin) - self.precision + 1)
        rounded = round(size / unit) * unit
        if rounded >= Fraction(2) ** (self.emax + 1):
            rounded = math.inf
        return float(rounded) if value > 0 else -float(rounded)

    def binary(self, symbol: str, a: float, b: float) -> float:
        if not (math.isfinite(a) and math.isfinite(b)) or (symbol == "/" and b == 0):
            # infinities and NaN obey one law in every format
            with np.errstate(all="ignore"):
                x, y = np.float64(a), np.float64(b)
                return float({"+": x + y, "-": x - y, "*": x * y, "/": x / y}[symbol])
        x, y = Fraction(a), Fraction(b)
        sign = math.copysign(1.0, a) * math.copysign(1.0, b)
        if symbol in "+-":
            b = -b if symbol == "-" else b
            both = a == 0 and b == 0 and math.copysign(1, a) < 0 and math.copysign(1, b) < 0
            return self.round(x + (-y if symbol == "-" else y), -0.0 if both else 0.0)
        return self.round(x * y if symbol == "*" else x / y, sign * 0.0)

    def cube(self, x: float) -> float:
        return self.round(Fraction(x) ** 3, x) if math.isfinite(x) else x

    def unary(self, name: str, x: float) -> float:
        if math.isnan(x):
            return x
        if x == 0:
            return AT_ZERO.get(name, x)
        # beyond: erf(30) = 1 - 2^-1300, tanh(40) = 1 - 2^-114, sigmoid(50) = 1 - 2^-72, e^-800
        for end, value in zip(FAR[name], ENDS[name], strict=True):
            if (x <= end < 0) or (x >= end > 0):
                return value
        bits, before = 100, ctx.prec
        try:
            while True:
                ctx.prec = bits
                y = AGREE.TRUTH[f"op.{name}"](arb(x))
                low, high = (self.round(as_fraction(e)) for e in (y.lower(), y.upper()))
                if low == high and math.copysign(1, low) == math.copysign(1, high):
                    return low
                bits *= 2
                assert bits < 1 << 14
        finally:
            ctx.prec = before

    def decimal(self, text: str) -> float:
        return self.round(Fraction(text))

    def root(self, square: str) -> float:
        """The square root of 2, 2/pi or 2pi: both ends of a 400-bit ball round alike."""
        before = ctx.prec
        try:
            ctx.prec = 400
            y = {"2": arb(2), "2/pi": 2 / arb.pi(), "2*pi": 2 * arb.pi()}[square].sqrt()
            low, high = (self.round(as_fraction(e)) for e in (y.lower(), y.upper()))
        finally:
            ctx.prec = before
        assert low == high
        return low


@pytest.fixture(scope="session")
def slow():
    """fmt -> its slow operations."""
    return Slow


@pytest.fixture(scope="session")
def agree():
    return AGREE
