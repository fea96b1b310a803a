"""A plan: the operators of a small network, one after the other, with their shapes."""

from dataclasses import dataclass, field

Shape = tuple[int, ...]
"""The sizes of one input; that of the batch, B, stands before them and is not part of it."""

BATCH = "B"


@dataclass(frozen=True)
class Node:
    """An operator at its place in a plan.

    Attributes:
        name: "n0", "n1", …
        operation: a key of ``operators.OPERATORS``.
        arguments: all of the operator's arguments by name, defaults filled in, ``linear()``'s
            width too.
        input, output: shapes, without the batch.
        line: of the plan's text, from 1; None where it comes from elsewhere. Two plans that
            differ in it alone are equal.
    """

    name: str
    operation: str
    arguments: dict[str, int | str]
    input: Shape
    output: Shape
    line: int | None = field(default=None, compare=False)

    @property
    def back(self) -> int | None:
        """How many operators above stands the one whose input this one adds to its own; None
        where it has one input only."""
        return self.arguments.get("back")


@dataclass(frozen=True)
class Plan:
    """A network.

    Attributes:
        nodes: at least one.
        input, output: shapes, without the batch.
        dtype: the name of the format that it is meant to be computed in.
        name: what to call it.
    """

    nodes: tuple[Node, ...]
    input: Shape
    output: Shape
    dtype: str = "float32"
    name: str = field(default="plan", compare=False)

    @property
    def parameters(self) -> int:
        """How many numbers its weights and biases have."""
        from gelucheck.network.operators import find_operator

        return sum(find_operator(node.operation).parameters(node) for node in self.nodes)
