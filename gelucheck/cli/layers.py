"""What gives way where a higher layer says something that a lower one cannot be meant with."""

import click
from click.core import ParameterSource

ON_COMMAND_LINE = 3
_RANK = {
    ParameterSource.COMMANDLINE: ON_COMMAND_LINE,
    ParameterSource.ENVIRONMENT: 2,
    ParameterSource.DEFAULT_MAP: 1,
}
# who asks for forms does not mean the implementations of a file, and so on
_OUSTS = (
    ("forms", "implementations"),
    ("implementations", "forms"),
    ("budget", "evaluations"),
    ("evaluations", "budget"),
    ("cluster", "jobs"),
    ("jobs", "cluster"),
    ("shard", "outs"),
    ("shard", "weights"),
)
_OF_IMPLEMENTATIONS = ("declares", "device", "limit")
_OF_SEARCHES = ("evaluations", "budget")


def rank(ctx: click.Context, name: str) -> int:
    """How high the layer is that gave an option: 3 the command line, 2 a variable, 1 the file, 0
    none."""
    source = ctx.get_parameter_source(name)
    return 0 if source is None else _RANK.get(source, 0)


def drop_contradicted(ctx: click.Context) -> None:
    """Take away values of lower layers that those of higher ones leave no sense to.

    What one layer says by itself stays, and is told where it makes no sense.
    """
    ranks = {name: rank(ctx, name) for name in ctx.params}
    for name, other in _OUSTS:
        if ranks.get(name, 0) > ranks.get(other, 0) > 0:
            _drop(ctx, other)
    if not ctx.params.get("implementations"):
        for name in _OF_IMPLEMENTATIONS:
            if 0 < ranks.get(name, 0) < _RANK[ParameterSource.COMMANDLINE]:
                _drop(ctx, name)
    if ctx.params.get("inputs") != "search":
        for name in _OF_SEARCHES:
            if 0 < ranks.get(name, 0) < ranks.get("inputs", 0):
                _drop(ctx, name)


def _drop(ctx: click.Context, name: str) -> None:
    option = next(each for each in ctx.command.params if each.name == name)
    ctx.params[name] = () if getattr(option, "multiple", False) else None
    ctx.set_parameter_source(name, ParameterSource.DEFAULT)
