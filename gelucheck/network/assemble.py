"""Calls one after the other, with an input, become a plan: its shapes are inferred here."""

from collections.abc import Sequence

from gelucheck.errors import PlanError
from gelucheck.formats import find_format
from gelucheck.network.arguments import bind, operator_of
from gelucheck.network.calls import Call
from gelucheck.network.faults import at
from gelucheck.network.operators.limits import shown as written
from gelucheck.network.operators.operator import Operator
from gelucheck.network.plan import Node, Plan, Shape
from gelucheck.network.shapes import checked_shape

MOST_OPERATORS = 1_000
_WIDTH = "features"  # of linear(), which may be left to the declared output


def assemble(
    calls: Sequence[Call], *, name: str, input: Shape, output: Shape | None, dtype: str
) -> Plan:
    """The plan that calls make.

    Args:
        calls: at least one.
        output: as declared; None where it is what comes out.
        dtype: the name of a format.

    Raises:
        PlanError: an operator that there is not, arguments that do not fit, a shape that does
            not, or a larger one than is computed; it begins with the place of the call.
        UsageError: no such format.
    """
    find_format(dtype)
    input = tuple(input)
    output = None if output is None else tuple(output)
    for word, shape in (("input", input), ("output", output)):
        if shape is not None:
            with at(f"{calls[0].place}: the declared {word}"):
                checked_shape(shape, "it is")
    nodes: list[Node] = []
    for call in calls:
        with at(call.place):
            last = len(nodes) == len(calls) - 1
            nodes.append(_node(_widened(call, last, output), nodes, input))
    if output not in (None, nodes[-1].output):
        raise PlanError(
            f"{calls[-1].place}: {written(nodes[-1].output)} comes out, and {written(output)} is "
            "declared as the output",
            "put the last operator right, or the declared output",
        )
    return Plan(tuple(nodes), input, nodes[-1].output, dtype, name)


def _widened(call: Call, last: bool, output: Shape | None) -> Call:
    """The call with the width that ``linear()`` takes from the declared output."""
    if call.operation != "linear" or call.positional or call.named:
        return call
    if not last:
        raise PlanError(
            "linear() without a width is the last operator only", "write its width, as linear(64)"
        )
    if output is None:
        raise PlanError(
            "linear() takes its width from the declared output, and none is declared",
            "declare it with --output, as --output B,10, or write the width, as linear(10)",
        )
    return Call("linear", (), ((_WIDTH, output[-1]),), call.place, call.line)


def _node(call: Call, above: Sequence[Node], input: Shape) -> Node:
    operator = operator_of(call)
    arguments = bind(operator, call)
    came = above[-1].output if above else input
    went = _inferred(operator, arguments, came)
    node = Node(f"n{len(above)}", call.operation, arguments, came, went, call.line)
    if node.back is not None:
        _check_skip(node, above)
    return node


def _inferred(operator: Operator, arguments: dict[str, int | str], came: Shape) -> Shape:
    try:
        return operator.infer(arguments, came)
    except PlanError as problem:
        mend = problem.mend or "change the operator, or what goes into it"
        raise PlanError(problem.what, mend) from problem


def _check_skip(node: Node, above: Sequence[Node]) -> None:
    """Whether what a residual adds is there, and of the shape that it is added to."""
    told = f"{node.operation}({node.back})"
    if node.back > len(above):
        there = f"are {len(above)}" if len(above) > 1 else ("is one" if above else "is none")
        raise PlanError(
            f"{told} reaches above the first operator: there {there} above it",
            f"{node.operation}(1) adds what went into the operator just above",
        )
    source = above[-node.back]
    if source.input != node.input:
        raise PlanError(
            f"{told} adds what went into {source.operation}, {written(source.input)}, to "
            f"{written(node.input)}",
            "the two must have the same shape",
        )
