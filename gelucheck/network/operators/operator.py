"""What an operator of a plan is: its arguments, its shapes, its parameters, what it computes."""

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gelucheck.network.plan import Node, Shape


@dataclass(frozen=True)
class Argument:
    """An argument of an operator.

    Attributes:
        name: its keyword.
        kind: int or str.
        default: what it is where it is not given; None where it must be given.
        positional: whether it may be given without its name.
        choices: the texts there are; least, most: the bounds of a number.
    """

    name: str
    kind: type
    default: int | str | None = None
    positional: bool = False
    choices: tuple[str, ...] = ()
    least: int = 1
    most: int = 1 << 24


@dataclass(frozen=True)
class Operator:
    """One operator.

    Attributes:
        name: as a plan's text has it; version: of its meaning, so that "gelu@1" stays what it is.
        arguments: in their order.
        infer: (arguments, input shape) -> output shape; PlanError where the input does not fit.
        tensors: (arguments, input shape) -> the shapes of its parameters by name, as PyTorch has
            them: of a linear layer "weight" (out, in) and "bias" (out,).
        apply: (layer, x, walk) -> the output, a new array; see ``network.layer``.
    """

    name: str
    version: int
    arguments: tuple[Argument, ...]
    infer: Callable[[dict, "Shape"], "Shape"]
    tensors: Callable[[dict, "Shape"], dict[str, "Shape"]]
    apply: Callable

    @property
    def identity(self) -> str:
        return f"{self.name}@{self.version}"

    def parameters(self, node: "Node") -> int:
        """How many numbers its parameters have at a place of a plan."""
        return sum(prod(shape) for shape in self.tensors(node.arguments, node.input).values())
