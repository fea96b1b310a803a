"""An engine that records: every operation of a writing, done by another engine.

The writing runs inside ``forms.arithmetic.compute``, over the engine that ``compare`` uses: what is
traced is what is measured. The same recorder over ``shadow.Shadow`` gives the exact values of the
same steps.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gelucheck.forms.engine import Engine, Operand
from gelucheck.forms.writing import Writing

_CHOICE, _SUM, _PRODUCT, _SIGN, _ATOM = range(5)
_RANKS = {"+": _SUM, "-": _SUM, "*": _PRODUCT, "/": _PRODUCT}
_CALLS = {"cube": "pow({}, 3)", "root": "sqrt({})", "half": "float16({})"}


@dataclass(frozen=True)
class Operation:
    """One recorded operation.

    Attributes:
        kind: "+", "-", "*", "/", the name of a function, "clamp", "choose" or "constant".
        name: "t1", "t2", …; a constant's own text.
        short: the operation on names; expression: written out.
        operands: indices of the operations that its operands come from; None for the input and
            for numbers that the format has.
        result: the operand of the engine below.
    """

    kind: str
    name: str
    short: str
    expression: str
    operands: tuple[int | None, ...]
    result: Operand


@dataclass(frozen=True)
class _Node:
    """What stands behind a recorded operand.

    Attributes:
        inner: the operand of the engine below.
        index: of the operation that made it.
        name: what later steps call it.
        ranks: how tightly the name and the text bind.
    """

    inner: Any
    index: int | None
    name: str
    ranks: tuple[int, int]


class Recorder(Engine):
    """Does every operation in ``inner``, and keeps a list of them."""

    def __init__(self, inner: Engine):
        self.inner = inner
        self.operations: list[Operation] = []
        self._named = 0

    def input(self, operand: Operand) -> Operand:
        """The input x, an operand of ``inner``."""
        return Operand(self, _Node(operand, None, "x", (_ATOM, _ATOM)), "x")

    def constant(self, text: str) -> Operand:
        result = self.inner.constant(text)
        self.operations.append(Operation("constant", text, text, text, (), result))
        node = _Node(result, len(self.operations) - 1, text, (_ATOM, _ATOM))
        return Operand(self, node, text)

    def binary(self, symbol: str, left, right) -> Operand:
        rank = _RANKS[symbol]
        # left to right: what stands on the right of an equal has been put in parentheses
        sides = [self._side(left, rank), self._side(right, rank + 1)]
        result = self.inner.binary(symbol, *(side[0] for side in sides))
        short, expression = (f" {symbol} ".join(side[i] for side in sides) for i in (1, 2))
        return self._record(
            symbol, short, expression, [side[3] for side in sides], result=result, rank=rank
        )

    def unary(self, name: str, operand: Operand) -> Operand:
        inner = self.inner.unary(name, operand.value.inner)
        if name == "-":
            # exact, so no step of its own
            _, short, text, index = self._side(operand, _SIGN)
            node = _Node(inner, index, f"-{short}", (_SIGN, _SIGN))
            return Operand(self, node, f"-{text}")
        pattern = _CALLS.get(name, name + "({})")
        short, text = pattern.format(operand.value.name), pattern.format(operand.text)
        return self._record(name, short, text, [operand.value.index], result=inner, rank=_ATOM)

    def clamp(self, x, low, high) -> Operand:
        result = self.inner.clamp(x.value.inner, low, high)
        bounds = (low, high) if low and high else (low or high,)
        word = "clamp" if len(bounds) > 1 else "min" if high else "max"
        short, text = (f"{word}({', '.join((each, *bounds))})" for each in (x.value.name, x.text))
        return self._record("clamp", short, text, [x.value.index], result=result, rank=_ATOM)

    def choose(self, x, symbol, bound, yes, no) -> Operand:
        # a conditional in the last place needs no parentheses
        sides = [self._side(yes, _SUM), self._side(x, _SUM), self._side(no, _CHOICE)]
        result = self.inner.choose(sides[1][0], symbol, bound, sides[0][0], sides[2][0])
        short, text = (
            f"{sides[0][i]} if {sides[1][i]} {symbol} {bound} else {sides[2][i]}" for i in (1, 2)
        )
        operands = [side[3] for side in sides]
        return self._record("choose", short, text, operands, result=result, rank=_CHOICE)

    def _side(self, side, rank: int):
        """Inner operand, name, text and index of one side, in parentheses where it needs them."""
        if not isinstance(side, Operand):
            return side, f"{side:g}", f"{side:g}", None
        node = side.value
        texts = [
            f"({text})" if own < rank else text
            for text, own in zip((node.name, side.text), node.ranks, strict=True)
        ]
        return node.inner, *texts, node.index

    def _record(self, kind, short, text, operands, *, result, rank) -> Operand:
        self._named += 1
        name = f"t{self._named}"
        self.operations.append(Operation(kind, name, short, text, tuple(operands), result))
        node = _Node(result, len(self.operations) - 1, name, (_ATOM, rank))
        return Operand(self, node, text)


def recording(writing: Writing, kept: list[Operation]) -> Callable:
    """The writing's call, which leaves its operations in a list.

    Returns:
        (operand, engine) -> operand, both of the engine that it is given.
    """

    def call(x: Operand, engine: Engine) -> Operand:
        recorder = Recorder(engine)
        result = writing.call(recorder.input(x), recorder)
        kept.extend(recorder.operations)
        return result.value.inner

    return call
