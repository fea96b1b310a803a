"""The same steps without rounding: a writing evaluated in Arb balls."""

import math
import operator
from fractions import Fraction
from functools import cache, lru_cache

from gelucheck.explain.trace import Operation, recording
from gelucheck.forms.engine import CONSTANTS, Engine, Operand
from gelucheck.forms.writing import Writing
from gelucheck.reference.enclosure import arb_precision
from gelucheck.reference.functions import OPERATIONS, Function

PRECISIONS = (400, 4096, 16_384)
ENOUGH = 128
"""Bits of a step that are known before a lower precision will do."""

_FARTHEST = 10_000  # powers of ten


@cache
def _constant(text: str, bits: int) -> tuple[int, int]:
    """Mantissa and exponent of an irrational constant."""
    from mpmath import MPContext

    mp = MPContext()
    mp.prec = bits
    mantissa, exponent = CONSTANTS[text](mp).man_exp
    return int(mantissa), int(exponent)


def _sign(ball):
    """1, -1, 0, or a ball of all of them."""
    from flint import arb

    if ball.contains(0):
        return arb(0) if ball.is_exact() else arb(0, 1)
    return arb(1) if ball > 0 else arb(-1)


# what is rounded to a narrower format is, without rounding, what it was
_PLAIN = {
    "cube": lambda value: value * value * value,
    "abs": abs,
    "sign": _sign,
    "root": lambda value: value.sqrt(),
    "narrow": lambda value: value,
    "half": lambda value: value,
}
COMPARISONS = {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}
"""Of balls: true where it is so for all that they hold."""
OPPOSITE = {"<": ">=", ">": "<=", "<=": ">", ">=": "<"}


class Shadow(Engine):
    """Operands are Arb balls; only inside ``arb_precision``, of the same number of bits."""

    def __init__(self, bits: int):
        self.bits = bits

    def constant(self, text: str) -> Operand:
        from flint import arb

        if text not in CONSTANTS:
            number = Fraction(text)
            return Operand(self, arb(number.numerator) / number.denominator)
        mantissa, exponent = _constant(text, self.bits + 20)
        middle = arb(mantissa) * arb(2) ** exponent
        # a handful of operations of mpmath, each within a few units of 2^-20 of the precision
        return Operand(self, arb(middle, abs(middle) * arb(2) ** -self.bits))

    def binary(self, symbol: str, left, right) -> Operand:
        left, right = (self._ball(side) for side in (left, right))
        match symbol:
            case "+":
                value = left + right
            case "-":
                value = left - right
            case "*":
                value = left * right
            case _:
                value = left / right
        return Operand(self, value)

    def unary(self, name: str, operand: Operand) -> Operand:
        value = operand.value
        if name == "-":
            return Operand(self, -value)
        if name in _PLAIN:
            return Operand(self, _PLAIN[name](value))
        return Operand(self, OPERATIONS[f"op.{name}"].arb(value))

    def clamp(self, x, low, high) -> Operand:
        value = x.value
        value = value if high is None else value.min(self.constant(high).value)
        return Operand(self, value if low is None else value.max(self.constant(low).value))

    def choose(self, x, symbol, bound, yes, no) -> Operand:
        yes, no = self._ball(yes), self._ball(no)
        bound = self.constant(bound).value
        if COMPARISONS[symbol](x.value, bound):
            return Operand(self, yes)
        if COMPARISONS[OPPOSITE[symbol]](x.value, bound):
            return Operand(self, no)
        return Operand(self, yes.union(no))

    @staticmethod
    def _ball(side):
        from flint import arb

        return side.value if isinstance(side, Operand) else arb(side)


@lru_cache(maxsize=64)
def shadow_steps(writing: Writing, x: float) -> tuple[Operation, ...]:
    """The operations of a writing with exact results, as Arb balls.

    Args:
        x: finite; exact.

    Each ball is good to 128 bits, unless even 16,384 bits do not tell it from zero.
    """
    from flint import arb

    for bits in PRECISIONS:
        kept: list[Operation] = []
        with arb_precision(bits):
            engine = Shadow(bits)
            recording(writing, kept)(Operand(engine, arb(x)), engine)
        if all(_known(step.result.value) for step in kept):
            break
    return tuple(kept)


def apart_ulp(ball, form: Function, x: float, unit: float) -> float:
    """How far the last step of a writing is from its form at x, in ulp; 0 where nothing is known.

    Args:
        x: finite, not zero; unit: the ulp of the form's value.
    """
    from flint import arb

    if not ball.is_finite():
        return 0.0
    with arb_precision(PRECISIONS[0]):
        distance = (ball - form.arb(arb(x))).abs_lower() / arb(unit)
        return float(distance) if distance.is_finite() else 0.0


def _known(ball) -> bool:
    return ball.is_exact() or ball.rel_accuracy_bits() >= ENOUGH


def ball_digits(ball, digits: int) -> str | None:
    """A ball's number in decimal; None where nothing is known.

    "~0" where it is not told from zero, and "~0" or "~inf" beyond 10^±10000.
    """
    from flint import arb

    with arb_precision(max(ENOUGH, 4 * digits)):
        if not ball.is_finite():
            return None
        if ball.contains(0):
            return "0" if ball.is_exact() else "~0"
        power = float((abs(ball).log() / arb(10).log()).mid())
        if abs(power) > _FARTHEST:
            return "~0" if power < 0 else "~inf"
        text = ball.str(digits, radius=False)
    mantissa, _, exponent = text.partition("e")
    if "." in mantissa and ball.is_exact():
        mantissa = mantissa.rstrip("0").removesuffix(".")
    return mantissa + (f"e{int(exponent)}" if exponent else "")


def relative_error(value: float, ball) -> float | None:
    """|value/exact - 1| to float64, 0 below 2^-128: inf where 0 is missed, None if unknown.

    A zero for a ball that is not told from zero counts as all lost: what such a ball holds is an
    operation's value, which is not zero.
    """
    from flint import arb

    if math.isnan(value) or not ball.is_finite():
        return None
    if math.isinf(value):
        return math.inf
    with arb_precision(ENOUGH * 2):
        if ball.contains(0):
            exact_zero = ball.is_exact()
            return 0.0 if exact_zero and value == 0 else 1.0 if value == 0 else math.inf
        error = abs(arb(value) / ball - 1)
        size = float(error.mid()) if error.is_finite() else math.inf
    return size if size >= 2.0**-ENOUGH else 0.0
