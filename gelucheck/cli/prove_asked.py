"""What ``gelucheck prove`` is asked: which options mean something together, and their numbers."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import click
from click.core import ParameterSource

from gelucheck.cli.guard import one_line
from gelucheck.cli.variables import long_name
from gelucheck.errors import UsageError

_OUTPUTS = ("text", "json", "csv", "markdown", "html")
_KINDS = ("saturation", "constants", "rounding", "hardest")
"""The options that ask for one kind of theorem."""
_WITH_REPLAY = {"replay", "quiet", "verbosity", "color"}


def refuse_others(context: click.Context) -> None:
    """See that ``--replay`` stands alone.

    Raises:
        UsageError: it does not.
    """
    for option in _given(context):
        if option.name not in _WITH_REPLAY:
            raise UsageError(f"{long_name(option)} with --replay", "leave one of them out")


def asked_for(context: click.Context, given: dict[str, Any]) -> dict[str, Any]:
    """The arguments of ``api_prove.prove``, and that the options mean something together.

    Raises:
        UsageError: they do not, or a number is none.
    """
    kinds = [name for name in _KINDS if given[name]]
    for out in given["outs"]:
        if out.partition(":")[0] not in _OUTPUTS:
            raise UsageError(
                f"--out {one_line(out)} of theorems",
                f"FORMAT or FORMAT:PATH, one of {', '.join(_OUTPUTS)}",
            )
    if given["certificate"] is not None:
        for name in ("rounding", "hardest"):
            if given[name]:
                raise UsageError(f"--certificate with --{name}", "other theorems have certificates")
        if not given["certificate"]:
            raise UsageError("--certificate names no file", "write --certificate FILE")
    if given["constant"] is not None and len(set(given["forms"])) != 1:
        raise UsageError(
            "--constant without one --form", "--form tanh or --form sigmoid says whose it is"
        )
    from gelucheck import api_prove
    from gelucheck.proofs.effects import Asked, ensure_effects

    spelled = {str(option.name): long_name(option) for option in context.command.params}
    wanted = api_prove.kinds_of(kinds or api_prove.USUAL, given["constant"])
    ensure_effects(
        Asked(wanted, bool(kinds), given["functions"], spelled),
        [str(option.name) for option in _given(context)],
    )
    question: dict[str, Any] = {
        name: _once(given[name]) for name in ("forms", "functions", "dtypes", "arithmetics")
    }
    question["kinds"] = tuple(kinds) or api_prove.USUAL
    if given["constant"] is not None:
        from gelucheck.proofs.numbers import exact

        question["constant"] = exact(given["constant"], "--constant")
    for name, option in (("atols", "--atol"), ("rtols", "--rtol")):
        if given[name]:
            question[name] = _once(_tolerance(text, option) for text in given[name])
    for name, option in (("intervals", "--interval"), ("regions", "--region")):
        question[name] = _once(_span(text, option) for text in given[name])
    return question


def _once(values: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(values))


def _given(context: click.Context) -> list[click.Option]:
    return [
        option
        for option in context.command.params
        if isinstance(option, click.Option)
        and context.get_parameter_source(str(option.name)) == ParameterSource.COMMANDLINE
    ]


def _tolerance(text: str, option: str) -> Fraction:
    from gelucheck.proofs.numbers import exact

    number = exact(text, option)
    if number <= 0:
        raise UsageError(f"{option} {one_line(text)}", "a tolerance is above 0")
    return number


def _span(text: str, option: str) -> tuple[float, float]:
    """Float64 ends of A:B: an interval is rounded outwards, so that all of it is proved, and a
    region, which stands for values of a format, inwards.

    Raises:
        UsageError: not two numbers, or the first is not below the second.
    """
    from gelucheck.proofs.numbers import exact, not_above

    parts = text.split(":")
    if len(parts) != 2:
        raise UsageError(f"{option} {one_line(text)} is not an interval", "write A:B")
    first, last = (_within(exact(part, option), text, option) for part in parts)
    if not first < last:
        raise UsageError(f"{option} {one_line(text)} has no inside", "write the smaller end first")
    if option == "--interval":
        return not_above(first), -not_above(-last)
    return -not_above(-first), not_above(last)


def _within(number: Fraction, text: str, option: str) -> Fraction:
    if abs(number) > 1 << 1023:
        raise UsageError(f"{option} {one_line(text)} goes too far", "float64 must hold its ends")
    return number
