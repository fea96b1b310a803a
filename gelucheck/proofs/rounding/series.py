"""An engine of Arb power series: a writing without rounding, over a whole cell of inputs at once.

Where a cell does not decide a choice, both ways are gone, one after the other: ``every_way``.
"""

import operator
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from gelucheck.forms.engine import Engine, Operand, exact_constant
from gelucheck.reference.functions import OPERATIONS

CONSTANT_BITS = 280
_COMPARISONS = {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}
_OPPOSITE = {"<": ">=", ">": "<=", "<=": ">", ">=": "<"}


class Signed(NamedTuple):
    """A power series, or a ball, and the sign of what it stands for: 1 or -1, 0 where unknown.

    ``inverse`` is 1 over it, where that is known better: e^-z is bounded where e^z is not.
    """

    series: object
    sign: int
    inverse: object = None


class Taylor(Engine):
    """Operands are power series in t, x = m + t, or balls for constants.

    Args:
        script: which way to go at each choice that is not decided, the first way where it ends.
        path: which way to go at every choice, whatever is decided; instead of a script.

    Attributes:
        path: which way was gone at every choice; open: which of these were not decided.
    """

    def __init__(self, script: tuple[bool, ...] = (), path: tuple[bool, ...] | None = None):
        self.script, self.given = script, path
        self.path: list[bool] = []
        self.open: list[bool] = []

    def operand(self, series, sign: int, inverse=None) -> Operand:
        return Operand(self, Signed(series, sign, inverse))

    def constant(self, text: str) -> Operand:
        ball = constant_ball(text)
        return self.operand(ball, 1 if ball > 0 else -1 if ball < 0 else 0)

    def _signed(self, side) -> Signed:
        return side.value if isinstance(side, Operand) else self.constant(repr(side)).value

    def binary(self, symbol, left, right) -> Operand:
        u, v = self._signed(left), self._signed(right)
        match symbol:
            case "+":
                sign = u.sign if u.sign == v.sign else 0
                return self.operand(u.series + v.series, sign, _inverse_sum(u, v))
            case "-":
                return self.operand(u.series - v.series, u.sign if u.sign == -v.sign else 0)
            case "*":
                return self.operand(u.series * v.series, u.sign * v.sign)
            case _:
                inverse = 1 / v.series if v.inverse is None else v.inverse
                return self.operand(u.series * inverse, u.sign * v.sign)

    def unary(self, name, operand) -> Operand:
        series, sign = operand.value[:2]
        if name in ("narrow", "half"):
            return operand
        if name in ("abs", "sign"):
            positive = sign > 0 or (sign == 0 and self._asks(_ball(series), ">", 0))
            if name == "sign":
                return self.constant("1" if positive else "-1")
            return operand if positive else self.operand(-series, -sign)
        return self.operand(*_evaluated(name, series, sign))

    def _asks(self, ball, symbol: str, bound) -> bool:
        if self.given is not None:
            way = self.given[len(self.path)]
        elif _COMPARISONS[symbol](ball, bound):
            way = True
        elif _COMPARISONS[_OPPOSITE[symbol]](ball, bound):
            way = False
        else:
            done = len(self.open)
            way = self.script[done] if done < len(self.script) else True
            self.open.append(way)
        self.path.append(way)
        return way

    def clamp(self, x, low, high) -> Operand:
        for text, symbol in ((high, ">="), (low, "<=")):
            if text is not None:
                bound = self.constant(text)
                x = bound if self._asks(_ball(x.value.series), symbol, bound.value.series) else x
        return x

    def choose(self, x, symbol, bound, yes, no) -> Operand:
        limit = self.constant(bound).value.series
        chosen = yes if self._asks(_ball(x.value.series), symbol, limit) else no
        return Operand(self, self._signed(chosen))


def _evaluated(name: str, series, sign: int):
    """A function of a series: the result, its sign, and its inverse where it is of use."""
    match name:
        case "-":
            return -series, -sign
        case "cube":
            return series * series * series, sign
        case "root":
            return series.sqrt(), 1
    call = OPERATIONS[f"op.{name}"].arb
    if name in ("erf", "tanh"):
        return (call(series) if sign > 0 else -call(-series)), sign
    if name == "sigmoid" and sign > 0:
        return 1 - call(-series), 1
    return call(series), 1, call(-series) if name == "exp" and sign > 0 else None


def _inverse_sum(u: Signed, v: Signed):
    """1/(u + v) = 1/u·1/(1 + v/u), where 1/u is what is known, and v a number."""
    if v.inverse is not None:
        u, v = v, u
    if u.inverse is None or v.inverse is not None or u.sign != v.sign:
        return None
    return u.inverse / (1 + v.series * u.inverse)


def _ball(series):
    from flint import arb_series

    return series[0] if isinstance(series, arb_series) else series


def every_way(call: Callable, series, sign: int) -> Iterator[tuple[object, tuple[bool, ...]]]:
    """A writing over a cell: for each way that its choices may go, its series and its path."""
    script: tuple[bool, ...] = ()
    while True:
        engine = Taylor(script)
        yield call(engine.operand(series, sign), engine).value.series, tuple(engine.path)
        # the next script in order, as binary numbers count down
        ways = engine.open
        while ways and not ways[-1]:
            ways.pop()
        if not ways:
            return
        script = (*ways[:-1], False)


def one_way(call: Callable, series, sign: int, path: tuple[bool, ...]):
    """A writing on a way that is given."""
    engine = Taylor(path=path)
    return call(engine.operand(series, sign), engine).value.series


@cache
def _irrational(text: str) -> tuple[int, int]:
    mantissa, exponent = exact_constant(text).man_exp
    return int(mantissa), int(exponent)


def constant_ball(text: str):
    """A constant as a ball, at the precision that is set, or of 280 bits where it is irrational."""
    from flint import arb

    number = exact_constant(text)
    if isinstance(number, Fraction):
        return arb(number.numerator) / number.denominator
    mantissa, exponent = _irrational(text)
    middle = arb(mantissa) * arb(2) ** exponent
    return arb(middle, abs(middle) * arb(2) ** -CONSTANT_BITS)
