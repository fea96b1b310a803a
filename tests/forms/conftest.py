"""A slow evaluator of writings: exact fractions and Arb balls, its own rounding each time.

It shares nothing with ``forms.arithmetic`` but the parameters of a format. A formula is read as
Python reads it: left to right, operators by rank. So the text of a writing is what is computed.
"""

import ast
import importlib.util
import math
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from flint import arb, ctx

from gelucheck.formats import FORMATS


def _agree():
    path = Path(__file__).parents[1] / "reference" / "agree_with_arb.py"
    spec = importlib.util.spec_from_file_location("forms_agree_with_arb", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


AGREE = _agree()
FAR = {"erf": (-30, 30), "erfc": (-30, 30), "tanh": (-40, 40), "sigmoid": (-800, 50)}
FAR |= {"exp": (-800, 800), "cosh": (-800, 800), "normcdf": (-40, 40)}
ENDS = {"erf": (-1.0, 1.0), "erfc": (2.0, 0.0), "tanh": (-1.0, 1.0), "sigmoid": (0.0, 1.0)}
ENDS |= {"exp": (0.0, math.inf), "cosh": (math.inf, math.inf), "normcdf": (0.0, 1.0)}
AT_ZERO = {"erfc": 1.0, "sigmoid": 0.5, "exp": 1.0, "cosh": 1.0, "normcdf": 0.5}
# the square of a constant: a number, and the power of pi that it is times
SQUARES = {"sqrt(2)": (2, 0), "sqrt(1/2)": (0.5, 0), "sqrt(2/pi)": (2, -1), "sqrt(8/pi)": (8, -1)}
SQUARES |= {"sqrt(2*pi)": (2, 1), "sqrt(1/(2*pi))": (0.5, -1), "2/pi": (4, -2), "pi": (1, 2)}
SYMBOLS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
BELOW = {ast.Lt: float.__lt__, ast.Gt: float.__gt__, ast.LtE: float.__le__, ast.GtE: float.__ge__}


def as_fraction(exact_arb) -> Fraction:
    mantissa, exponent = (int(part) for part in exact_arb.man_exp())
    return Fraction(mantissa) * Fraction(2) ** exponent


@cache
def read(text: str):
    """A writing's text: the formula as a tree, what is defined after it, every node's own words."""
    whole = f"f({text})"
    call = ast.parse(whole, mode="eval").body
    nodes = (node for node in ast.walk(call) if isinstance(node, ast.expr))
    words = {node: ast.get_source_segment(whole, node) for node in nodes}
    return call.args[0], {part.arg: part.value for part in call.keywords}, words


class Slow:
    """Operations of one format on Python floats that are its values.

    Args:
        row: the format that ``narrow`` rounds to.
    """

    def __init__(self, fmt, row=None):
        self.precision, self.emin, self.emax = fmt.precision, fmt.emin, fmt.emax
        self.row, self.decimals = row, {}
        self.infinities = fmt.infinities
        # the values end one short of the next binade where no pattern is an infinity's
        last = 0 if fmt.infinities else Fraction(2) ** (self.emax - self.precision + 1)
        self.beyond = Fraction(2) ** (self.emax + 1) - last
        self.overflow = math.inf if fmt.infinities else math.nan

    def round(self, value: Fraction, zero: float = 0.0) -> float:
        """Nearest, ties to even, by Python's rounding of fractions; ``zero`` has a zero's sign."""
        if value == 0:
            return zero
        size = abs(value)
        exponent = size.numerator.bit_length() - size.denominator.bit_length()
        exponent -= size < Fraction(2) ** exponent
        unit = Fraction(2) ** (max(exponent, self.emin) - self.precision + 1)
        rounded = round(size / unit) * unit
        if rounded >= self.beyond:
            rounded = self.overflow
        return float(rounded) if value > 0 else -float(rounded)

    def binary(self, symbol: str, a: float, b: float) -> float:
        if not (math.isfinite(a) and math.isfinite(b)) or (symbol == "/" and b == 0):
            # infinities and NaN obey one law in every format
            with np.errstate(all="ignore"):
                x, y = np.float64(a), np.float64(b)
                special = float({"+": x + y, "-": x - y, "*": x * y, "/": x / y}[symbol])
                return math.copysign(self.overflow, special) if math.isinf(special) else special
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
        # beyond: erf(30) = 1 - 2^-1300, tanh(40) = 1 - 2^-114, sigmoid(50) = 1 - 2^-72, e^±800
        for end, value in zip(FAR[name], ENDS[name], strict=True):
            if (x <= end < 0) or (x >= end > 0):
                return self.overflow if math.isinf(value) else value
        bits, before = 100, ctx.prec
        try:
            while True:
                ctx.prec = bits
                y = AGREE.TRUTH[f"op.{name}"](arb(x))
                low, high = (self.round(as_fraction(e)) for e in (y.lower(), y.upper()))
                if low == high and math.copysign(1, low) == math.copysign(1, high):
                    return low
                if math.isnan(low) and math.isnan(high):
                    return low
                bits *= 2
                assert bits < 1 << 14
        finally:
            ctx.prec = before

    def decimal(self, text: str) -> float:
        if text not in self.decimals:
            self.decimals[text] = self.round(Fraction(text))
        return self.decimals[text]

    def plain(self, name: str, *x: float) -> float:
        """What needs no table."""
        if name == "abs":
            return math.copysign(x[0], 1.0)
        if name == "sign":
            zero = x[0] == 0
            return x[0] if math.isnan(x[0]) else 0.0 if zero else math.copysign(1.0, x[0])
        if name in ("min", "max", "clamp"):
            below, above = {"min": (None, x[1:]), "max": (x[1:], None)}.get(name, (x[1:2], x[2:]))
            value = x[0]
            value = below[0] if below and value < below[0] else value
            return above[0] if above and value > above[0] else value
        if name in ("narrow", "float16"):
            narrow = Slow(self.row) if name == "narrow" else HALF
            for fmt in (narrow, self):
                value = x[0] if math.isfinite(x[0]) or fmt.infinities else math.nan
                x = (fmt.round(Fraction(value), value) if math.isfinite(value) else value,)
            return x[0]
        return self.square_root(x[0])

    def square_root(self, x: float) -> float:
        """By integers: 2·p bits and more of the root, and whether anything is left."""
        if not math.isfinite(x) or x <= 0:
            return x if x == 0 or x > 0 else math.nan
        square = Fraction(x) * 4**1200
        root = math.isqrt(int(square))
        left = root * root != square
        return self.round((Fraction(root) + Fraction(left, 2)) / 2**1200)

    def formula(self, text: str, x: float) -> float:
        """A writing's text at x, every operation rounded."""
        tree, parts, words = read(text)
        return self.term(tree, {"x": x}, parts, words)

    def term(self, node, known: dict, parts: dict, words: dict) -> float:  # noqa: PLR0911
        """A part of a formula; ``known`` are the values of names, ``parts`` what defines them."""

        def value(each):
            return self.term(each, known, parts, words)

        segment = words[node]
        match node:
            case _ if segment in SQUARES:
                if segment not in self.decimals:
                    self.decimals[segment] = self.root(segment)
                return self.decimals[segment]
            case ast.Constant():
                return self.decimal(segment)
            case ast.Name(id=name):
                if name not in known:
                    known[name] = value(parts[name])
                return known[name]
            case ast.UnaryOp(operand=operand):
                return -value(operand)
            case ast.BinOp(left=left, right=right, op=op):
                return self.binary(SYMBOLS[type(op)], value(left), value(right))
            case ast.IfExp(test=ast.Compare(left=left, ops=[op], comparators=[bound])):
                chosen = BELOW[type(op)](value(left), value(bound))
                return value(node.body if chosen else node.orelse)
            case ast.Call(func=ast.Name(id="pow"), args=[base, _]):
                return self.cube(value(base))
            case ast.Call(func=ast.Name(id=name), args=operands) if name in FAR:
                return self.unary(name, value(operands[0]))
            case ast.Call(func=ast.Name(id=name), args=operands):
                return self.plain(name, *map(value, operands))
        raise AssertionError(segment)

    def root(self, text: str) -> float:
        """A constant of ``SQUARES``: both ends of a 400-bit ball round alike."""
        before = ctx.prec
        try:
            ctx.prec = 400
            number, power = SQUARES[text]
            y = (arb(number) * arb.pi() ** power).sqrt()
            low, high = (self.round(as_fraction(e)) for e in (y.lower(), y.upper()))
        finally:
            ctx.prec = before
        assert low == high
        return low


HALF = Slow(FORMATS["float16"])


@pytest.fixture(scope="session")
def slow():
    """fmt -> its slow operations."""
    return Slow


@pytest.fixture(scope="session")
def agree():
    return AGREE
