"""The values in an operator's brackets, held against the arguments that it has."""

from difflib import get_close_matches

from gelucheck.errors import PlanError
from gelucheck.network.calls import Call
from gelucheck.network.faults import Word, shown
from gelucheck.network.operators import OPERATORS
from gelucheck.network.operators.operator import Argument, Operator

_NUMBERS = {1: "one argument", 0: "no argument"}
# what a wrong choice may have meant
_HINTS = {
    "approximate": "; the sigmoid form is not declared in a plan: --swap puts it in the place of "
    "either",
}


def operator_of(call: Call) -> Operator:
    """The operator that is called.

    Raises:
        PlanError: there is none of that name; it names the nearest, and all.
    """
    if call.operation in OPERATORS:
        return OPERATORS[call.operation]
    known = tuple(OPERATORS)
    near = get_close_matches(call.operation[:80].rpartition(".")[2].lower(), known, 1, 0.5)
    hint = f"is {near[0]} meant? " if near else ""
    raise PlanError(
        f"unknown operator {shown(call.operation)}", f"{hint}there are {', '.join(known)}"
    )


def bind(operator: Operator, call: Call) -> dict[str, int | str]:
    """All arguments of an operator by name, in its order, defaults filled in.

    Raises:
        PlanError: a value too many, an unknown name, one that is given twice or is missing, a
            value of another type, out of range, or none of the choices.
    """
    slots = [argument.name for argument in operator.arguments if argument.positional]
    if len(call.positional) > len(slots):
        most = _NUMBERS.get(len(slots), f"{len(slots)} arguments")
        raise PlanError(
            f"{operator.name} takes {most} without a name, and {len(call.positional)} are given",
            f"write it as {usage(operator)}",
        )
    given = dict(zip(slots, call.positional, strict=False))
    names = [argument.name for argument in operator.arguments]
    for name, value in call.named:
        if name not in names:
            near = get_close_matches(name[:80], names, 1)
            hint = f"is {near[0]} meant? " if near else ""
            raise PlanError(
                f"{operator.name} has no argument {shown(name)}",
                f"{hint}write it as {usage(operator)}",
            )
        if name in given:
            raise PlanError(
                f"{name} of {operator.name} is given twice, as {shown(given[name])} and as "
                f"{shown(value)}",
                f"write it as {usage(operator)}",
            )
        given[name] = value
    for argument in operator.arguments:
        if argument.name not in given:
            if argument.default is None:
                raise PlanError(
                    f"{argument.name} of {operator.name} is not given",
                    f"write it as {usage(operator)}",
                )
            given[argument.name] = argument.default
    return {
        argument.name: _checked(operator, argument, given[argument.name])
        for argument in operator.arguments
    }


def usage(operator: Operator) -> str:
    """How an operator is called: "conv(channels, kernel_size=…, padding=0)"."""
    return f"{operator.name}({', '.join(map(_usage, operator.arguments))})"


def _usage(argument: Argument) -> str:
    if argument.default is not None:
        default = argument.default
        return f"{argument.name}={_quoted(default) if argument.kind is str else default}"
    return argument.name if argument.positional else f"{argument.name}=…"


def _checked(operator: Operator, argument: Argument, value: object) -> int | str:
    name = f"{argument.name} of {operator.name}"
    if argument.kind is int:
        if type(value) is not int:
            raise PlanError(
                f"{name} is {shown(value)}, and must be a whole number",
                f"write it as {usage(operator)}",
            )
        if not argument.least <= value <= argument.most:
            raise PlanError(
                f"{name} is {shown(value)}, and must be from {argument.least} to {argument.most:,}",
                f"write it as {usage(operator)}",
            )
        return value
    choices = ", ".join(map(_quoted, argument.choices))
    if type(value) is not str:
        word = value.text if isinstance(value, Word) else None
        meant = word if word in argument.choices else argument.choices[0]
        raise PlanError(
            f"{name} is {shown(value)}, and must be a text, one of {choices}",
            f"write {operator.name}({_quoted(meant)}), in quotes",
        )
    if value not in argument.choices:
        ways = " or ".join(f"{operator.name}({_quoted(choice)})" for choice in argument.choices)
        raise PlanError(
            f"{name} is {shown(value)}, and must be one of {choices}",
            f"write {ways}{_HINTS.get(argument.name, '')}",
        )
    return value


def _quoted(text: object) -> str:
    return f'"{text}"'
