"""A plan as JSON has it, and back; nothing in it is believed before it has been checked.

The identity of an operator, "gelu@1", names its meaning: another version of it is another
operator. All arguments are written out, so that no default can change what a stored plan means.
"""

from typing import Any

from gelucheck.errors import PlanError
from gelucheck.formats import FORMATS
from gelucheck.network.assemble import MOST_OPERATORS, assemble
from gelucheck.network.calls import Call
from gelucheck.network.faults import at, clean, shown
from gelucheck.network.operators import OPERATORS, find_operator
from gelucheck.network.operators.operator import Operator
from gelucheck.network.plan import BATCH, Plan, Shape
from gelucheck.network.shapes import MOST_SIZES, checked_shape

SCHEMA = 1
_KEYS = ("schema", "dtype", "input", "output", "operators", "parameters")
_OPERATOR_KEYS = ("name", "operation", "arguments")
_MEND = "write it with gelucheck, or write the plan as text, one operator a line"


def plan_to_dict(plan: Plan) -> dict[str, Any]:
    """The plan as dicts, lists, numbers and strings."""
    return {
        "schema": SCHEMA,
        "dtype": plan.dtype,
        "input": [BATCH, *plan.input],
        "output": [BATCH, *plan.output],
        "operators": [
            {
                "name": node.name,
                "operation": find_operator(node.operation).identity,
                "arguments": dict(node.arguments),
            }
            for node in plan.nodes
        ],
        "parameters": plan.parameters,
    }


def plan_from_dict(stored: object, name: str = "plan") -> Plan:
    """The plan that ``plan_to_dict`` wrote.

    Args:
        stored: as ``json.loads`` gives it.
        name: of the file, for messages and as the plan's name.

    Raises:
        PlanError: it is no such plan, of another schema, has another version of an operator, or
            says a shape or a number of parameters that its operators do not have; ``what`` names
            the place, as "plan.json: operators[2]".
    """
    file = clean(name)
    with at(file):
        if isinstance(stored, dict) and {"provenance", "rows"} <= set(stored):
            raise PlanError("a stored run, and no plan", f"gelucheck report {file}")
        if isinstance(stored, dict) and type(stored.get("schema")) is int:
            _check_schema(stored["schema"])
        _check_keys(stored, _KEYS, "the plan")
        if type(stored["schema"]) is not int:
            raise PlanError(f"schema is {shown(stored['schema'])}, and must be {SCHEMA}", _MEND)
        dtype = stored["dtype"]
        if not isinstance(dtype, str) or dtype not in FORMATS:
            raise PlanError(
                f"dtype is {shown(dtype)}, and must be one of {', '.join(FORMATS)}", _MEND
            )
        input, output = (_shape(stored[key], key) for key in ("input", "output"))
        operators = stored["operators"]
        if not isinstance(operators, list) or not 1 <= len(operators) <= MOST_OPERATORS:
            found = f"{len(operators):,}" if isinstance(operators, list) else shown(operators)
            raise PlanError(
                f"operators is {found}, and must be a list of 1 to {MOST_OPERATORS:,}", _MEND
            )
    calls = []
    for index, item in enumerate(operators):
        place = f"{file}: operators[{index}]"
        with at(place):
            calls.append(_call(item, index, place))
    plan = assemble(calls, name=name, input=input, output=output, dtype=dtype)
    if type(stored["parameters"]) is not int or stored["parameters"] != plan.parameters:
        raise PlanError(
            f"{file}: parameters is {shown(stored['parameters'])}, and its operators have "
            f"{plan.parameters}",
            _MEND,
        )
    return plan


def _check_schema(schema: int) -> None:
    if schema != SCHEMA:
        newer = "a newer gelucheck wrote it; use that one" if schema > SCHEMA else _MEND
        raise PlanError(f"it is of schema {shown(schema)}, this reads {SCHEMA}", newer)


def _check_keys(stored: object, keys: tuple[str, ...], what: str) -> None:
    if not isinstance(stored, dict):
        raise PlanError(f"{what} is {shown(stored)}, and must be an object", _MEND)
    for key in keys:
        if key not in stored:
            raise PlanError(f"{what} has no {key!r}", _MEND)
    for key in stored:
        if key not in keys:
            raise PlanError(f"{what} has an unknown key {shown(key)}", _MEND)


def _shape(stored: object, key: str) -> Shape:
    if not isinstance(stored, list) or stored[:1] != [BATCH]:
        raise PlanError(
            f"{key} is {shown(stored)}, and must be a list that begins with {BATCH!r}", _MEND
        )
    if len(stored) > MOST_SIZES + 1:
        raise PlanError(f"{key} has {len(stored) - 1:,} sizes, at most {MOST_SIZES}", _MEND)
    with at(key):
        return checked_shape(tuple(stored[1:]), "it is")


def _call(stored: object, index: int, place: str) -> Call:
    _check_keys(stored, _OPERATOR_KEYS, "the operator")
    if stored["name"] != f"n{index}":
        raise PlanError(f"name is {shown(stored['name'])}, and must be 'n{index}'", _MEND)
    operator = _operator(stored["operation"])
    names = tuple(argument.name for argument in operator.arguments)
    _check_keys(stored["arguments"], names, "arguments")
    return Call(operator.name, (), tuple(stored["arguments"].items()), place)


def _operator(identity: object) -> Operator:
    """The operator of an identity, "gelu@1"."""
    known = {operator.identity: operator for operator in OPERATORS.values()}
    if isinstance(identity, str) and identity in known:
        return known[identity]
    raise PlanError(
        f"operation is {shown(identity)}, and must be one of {', '.join(known)}",
        "another version of an operator is another operator",
    )
