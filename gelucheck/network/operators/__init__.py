"""The operators of plans, by name, one file each."""

from gelucheck.errors import unknown
from gelucheck.network.operators import conv, gelu, layernorm, linear, residual
from gelucheck.network.operators.operator import Operator

OPERATORS: dict[str, Operator] = {
    module.OPERATOR.name: module.OPERATOR for module in (linear, conv, gelu, layernorm, residual)
}
"""Adding one is a file such as ``gelu.py`` and its name here."""


def find_operator(name: str) -> Operator:
    """The operator of a name.

    Raises:
        UsageError: no such operator; the message lists those there are.
    """
    if not isinstance(name, str) or name not in OPERATORS:
        raise unknown("operator", name, OPERATORS)
    return OPERATORS[name]
