"""The values of a command's options and limits, each with where it came from; as text and json."""

import json
from dataclasses import dataclass, fields
from typing import Any

import click
from click.core import ParameterSource

from gelucheck.cli.configuring import config_of, place_of
from gelucheck.cli.guard import one_line
from gelucheck.cli.limiting import levels_of, parse_headroom, parse_limits
from gelucheck.cli.variables import long_name, variable_of
from gelucheck.gate.config.keys import SELECTORS
from gelucheck.gate.digits import NOTHING
from gelucheck.gate.figures import FIGURES
from gelucheck.gate.limit import Limit

SCHEMA = 1
_WIDEST = 46  # of a column that others stand behind
_APART = ("config", "no_config", "levels", *FIGURES)  # what is shown elsewhere


@dataclass(frozen=True)
class Value:
    """A value of an option or a finding.

    Attributes:
        name: the long option, or the slug.
        value: None where there is none.
        source: "flag", a variable, FILE:LINE, or "default".
    """

    name: str
    value: Any
    source: str


@dataclass(frozen=True)
class Values:
    """All that a command would take; of limits the value is the ``Limit``."""

    options: tuple[Value, ...]
    limits: tuple[Value, ...]
    findings: tuple[Value, ...]


def values_of(context: click.Context, command: click.Command) -> Values:
    """What a command would take.

    Args:
        context: of a command that has its options, but perhaps not ``--out``.

    Raises:
        UsageError: a value of a flag or a variable that means nothing.
    """
    parse_headroom(context)
    options = [option for option in command.params if isinstance(option, click.Option)]
    by_name = {option.name: option for option in options}
    limits = parse_limits(context)
    return Values(
        tuple(_value(context, each) for each in options if each.name not in _APART),
        tuple(
            Value(each.name, each, str(each.place or place_of(context, by_name[each.figure])))
            for each in limits.all()
        ),
        tuple(_findings(context, by_name["levels"])),
    )


def _value(context: click.Context, option: click.Option) -> Value:
    name = str(option.name)
    if name in context.params:
        value, source = context.params[name], place_of(context, option)
    else:
        value, source = _elsewhere(context, option)
    if source == "default" and value in (None, ()):
        value = _usual(context, name)
    value = list(value) if isinstance(value, tuple) else value
    return Value(long_name(option), value, source)


def _elsewhere(context: click.Context, option: click.Option) -> tuple[Any, str]:
    """The value of an option that this command has not."""
    given = option.value_from_envvar(context)
    if given is not None:
        return tuple(given), variable_of(option)
    config = config_of(context)
    item = config.options.get(str(option.name)) if config else None
    return (item.value, str(item.place)) if item else ((), "default")


def _usual(context: click.Context, name: str) -> Any:
    """What is taken where nobody says: the plan knows."""
    from gelucheck.sweep.plan import Selection

    if name == "forms" and context.params["implementations"]:
        return ()
    usual = {field.name: field.default for field in fields(Selection)}
    usual["against"] = "own"
    return usual.get(name, () if name == "outs" else None)


def _findings(context: click.Context, option: click.Option):
    """The levels that were asked for, with the highest layer that did."""
    from gelucheck.cli.implementing import parse_levels

    config = config_of(context)
    places = {slug: str(item.place) for slug, item in config.levels.items()} if config else {}
    variable = parse_levels(option.value_from_envvar(context) or ())
    places |= dict.fromkeys(variable, variable_of(option))
    if context.get_parameter_source("levels") == ParameterSource.COMMANDLINE:
        places |= dict.fromkeys(parse_levels(context.params["levels"]), "flag")
    for slug, level in levels_of(context).items():
        yield Value(slug, level, places[slug])


def render_text(found: Values, path: str | None) -> str:
    """A table for people: name, value, source."""
    lines = [f"config file: {one_line(path) if path else 'none'}", "", "options"]
    lines += _columns([(each.name, _written(each.value), each.source) for each in found.options])
    lines += ["", "limits"]
    lines += _columns([(_limit_words(each.value), each.source) for each in found.limits])
    if not found.limits:
        lines.append("  none")
    if found.findings:
        lines += ["", "findings"]
        lines += _columns([(each.name, each.value, each.source) for each in found.findings])
    return "\n".join(lines) + "\n"


def render_json(found: Values, path: str | None) -> str:
    """One object: the file, and a record for each value."""
    plain = {
        "schema": SCHEMA,
        "config": path,
        "options": [vars(each) for each in found.options],
        "limits": [{**_plain(each.value), "source": each.source} for each in found.limits],
        "findings": [
            {"slug": each.name, "level": each.value, "source": each.source}
            for each in found.findings
        ],
    }
    return json.dumps(plain, indent=1) + "\n"


def _plain(limit: Limit) -> dict[str, Any]:
    return {
        "figure": limit.figure,
        "bound": limit.bound,
        "scaled": limit.scaled,
        "against": limit.against,
        "region": limit.region,
        **{name: list(some) for name, some in zip(SELECTORS, limit.selectors, strict=True)},
    }


def _limit_words(limit: Limit) -> str:
    """ "max_steps 2 steps, dtype float16 or bfloat16"."""
    about = [
        f"{name} {' or '.join(some)}"
        for name, some in zip(SELECTORS, limit.selectors, strict=True)
        if some
    ]
    return ", ".join([limit.text, *about])


def _written(value: Any) -> str:
    """A value as a config has it; a dash for none."""
    return NOTHING if value is None else json.dumps(value, ensure_ascii=False)


def _columns(rows: list[tuple[str, ...]]) -> list[str]:
    """Lines in which the columns stand below one another."""
    rows = [tuple(one_line(cell) for cell in row) for row in rows]
    widths = [min(max(map(len, column)), _WIDEST) for column in zip(*rows, strict=True)]
    return [
        "  "
        + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
