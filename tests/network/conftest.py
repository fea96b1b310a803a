"""What the tests of networks share."""

import pytest

from gelucheck.network.operators import find_operator
from gelucheck.network.plan import Node, Plan


@pytest.fixture
def plan_of():
    """(input, (operation, arguments), …) -> the plan, made without the language."""

    def made(shape, *operators):
        nodes, given = [], shape
        for operation, arguments in operators:
            output = find_operator(operation).infer(arguments, given)
            nodes.append(Node(f"n{len(nodes)}", operation, arguments, given, output))
            given = output
        return Plan(tuple(nodes), shape, given)

    return made
