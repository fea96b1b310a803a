"""A plan as a table."""

from gelucheck.network.operators.limits import shown as written
from gelucheck.network.plan import Node, Plan

_HEAD = ("index", "name", "operation", "input shapes", "output shapes")


def summary(plan: Plan) -> str:
    """The network, a line for each operator, and the number of parameters; no newline at the end.

    Example:
        >>> from gelucheck.network.language import parse_plan
        >>> print(summary(parse_plan("linear(2)", input=(3,))))
        Network: [B, 3] -> [B, 2]  dtype=float32
        index  name  operation  input shapes  output shapes
        0      n0    linear     x=[B, 3]      out=[B, 2]
        <BLANKLINE>
        Parameters: 8
    """
    rows = [_HEAD]
    rows += [
        (str(index), node.name, node.operation, _inputs(node), f"out={written(node.output)}")
        for index, node in enumerate(plan.nodes)
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    network = f"Network: {written(plan.input)} -> {written(plan.output)}  dtype={plan.dtype}"
    return "\n".join([network, *lines, "", f"Parameters: {plan.parameters:,}"])


def _inputs(node: Node) -> str:
    x = written(node.input)
    # what a residual adds has the shape of what it is added to
    return f"x={x}" if node.back is None else f"x={x}, skip={x}"
