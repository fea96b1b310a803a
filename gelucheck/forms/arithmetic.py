"""Engines over arrays: every operation correctly rounded to one format.

The operands of a 16-bit format are held as float64 arrays of its values; those of float32 and
float64 in their own dtype, where IEEE basic arithmetic rounds right by itself. The figures are
therefore the same on every machine: no libm takes part.
"""

from collections.abc import Callable
from functools import cache

import numpy as np

from gelucheck.chunks import LONG, in_chunks
from gelucheck.formats import FORMATS, Format
from gelucheck.forms.cube import cube_double, cube_single
from gelucheck.forms.engine import Engine, Operand, rounded_constant
from gelucheck.reference.functions import OPERATIONS
from gelucheck.reference.operate import operate
from gelucheck.rounding import nearest_wide

_BASIC = {"+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide}
_CUBES = {24: cube_single, 53: cube_double}
# a sum with 0 leaves no -0
_EXACT = {"-": np.negative, "abs": np.abs, "sign": lambda value: np.sign(value) + 0.0}
_HALF = FORMATS["float16"]

COMPARISONS = {"<": np.less, ">": np.greater, "<=": np.less_equal, ">=": np.greater_equal}
"""What ``Engine.choose`` takes."""


class Rounded(Engine):
    """Arrays of one format; ``row`` is the one that ``narrow`` rounds to, its own by default.

    For p <= 11 an operation is done in float64 and rounded from there. Twice rounded is once
    rounded for + - * / when 53 >= 2p + 2 (Figueroa, 1995), and in the subnormal range, where sums
    and products of these formats are exact in float64, and a quotient of p-bit numbers is either a
    tie or further than 2^-(2p+1) relative from one. So it is for
    square roots. x^3 has at most 33 bits and is exact.
    """

    def __init__(self, fmt: Format, row: Format | None = None):
        self.fmt, self.row = fmt, row or fmt
        self.dtype = fmt.dtype if fmt.precision >= 24 else np.dtype(np.float64)

    def operand(self, values: np.ndarray) -> Operand:
        """An array of values of the format, any float dtype, as an operand."""
        with np.errstate(invalid="ignore"):
            return Operand(self, np.asarray(values).astype(self.dtype))

    def _round(self, values: np.ndarray) -> np.ndarray:
        if values.dtype == self.fmt.dtype:
            return values
        return nearest_wide(self.fmt, values)

    def _raw(self, operand):
        if isinstance(operand, Operand):
            return operand.value
        return self.dtype.type(rounded_constant(repr(operand), self.fmt))

    def constant(self, text: str) -> Operand:
        return Operand(self, self.dtype.type(rounded_constant(text, self.fmt)))

    def binary(self, symbol, left, right) -> Operand:
        with np.errstate(all="ignore"):
            return Operand(self, self._round(_BASIC[symbol](self._raw(left), self._raw(right))))

    def unary(self, name, operand) -> Operand:
        with np.errstate(all="ignore"):
            if name in _EXACT:
                return Operand(self, _EXACT[name](operand.value))
            if name == "root":
                return Operand(self, self._round(np.sqrt(operand.value)))
            if name in ("narrow", "half"):
                to = self.row if name == "narrow" else _HALF
                return Operand(self, self._narrowed(operand.value, to))
            if name == "cube":
                exactly = _CUBES.get(self.fmt.precision, lambda v: self._round(v * v * v))
                return Operand(self, exactly(operand.value))
            values = np.atleast_1d(operand.value)
            rounded = operate(OPERATIONS[f"op.{name}"], values.astype(self.fmt.dtype), self.fmt)
            return Operand(self, rounded.astype(self.dtype).reshape(np.shape(operand.value)))

    def _narrowed(self, values: np.ndarray, to: Format) -> np.ndarray:
        if to is self.fmt:
            return values
        narrow = nearest_wide(to, values)
        return self._round(narrow) if self.dtype == np.float64 else narrow.astype(self.dtype)

    def clamp(self, x, low, high) -> Operand:
        value = x.value
        if high is not None:
            value = np.minimum(self.constant(high).value, value)
        if low is not None:
            value = np.maximum(self.constant(low).value, value)
        return Operand(self, value)

    def choose(self, x, symbol, bound, yes, no) -> Operand:
        with np.errstate(invalid="ignore"):
            where = COMPARISONS[symbol](x.value, self.constant(bound).value)
        return Operand(self, np.where(where, self._raw(yes), self._raw(no)))


ARITHMETICS: dict[str, Callable[[Format], Format | None]] = {
    "native": lambda fmt: fmt,
    "upcast": lambda fmt: FORMATS[fmt.wider] if fmt.wider else None,
}
"""The format that a writing is evaluated in; None where an arithmetic does not apply."""


@cache
def _engine(fmt: Format, row: Format) -> Rounded:
    return Rounded(fmt, row)


def compute(call: Callable, x: np.ndarray, fmt: Format, arithmetic: str) -> np.ndarray:
    """Evaluate a writing.

    Args:
        call: (operand, engine) -> operand.
        x: 1-D, of ``fmt.dtype``.
        arithmetic: a key of ``ARITHMETICS`` that applies to the format.

    Returns:
        values of ``fmt.dtype``; under upcast the last step is one rounding to it.
    """
    engine = _engine(ARITHMETICS[arithmetic](fmt), fmt)

    def piece(part):
        result = call(engine.operand(part), engine).value
        if result.dtype == fmt.dtype:
            return (result,)
        return (fmt.round_array(result.astype(np.float64)),)

    return in_chunks(piece, x, size=LONG)[0]
