"""Options beside the command line: variables ``GELUCHECK_NAME``, then a config file.

A command of class ``Configured`` takes each option from the first of these that has it: the command
line, the variable that is called as its long option, the file, the default. click knows which it
was: ``Context.get_parameter_source``.
"""

import shlex
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from gelucheck.cli.layers import drop_contradicted
from gelucheck.cli.variables import PREFIX, ensure_known, variable_of
from gelucheck.errors import ConfigError, GelucheckError, UsageError

if TYPE_CHECKING:
    from gelucheck.gate.config.parse import Config

# keys of click's Context.meta
_CONFIG = "gelucheck.config"
_FAULT = "gelucheck.config_fault"


class _Words(click.types.StringParamType):
    """A text; several of them in a variable are separated as a shell's words are."""

    def split_envvar_value(self, rv: str) -> list[str]:
        try:
            return shlex.split(rv)
        except ValueError as problem:
            raise click.BadParameter(f"{rv!r}: {str(problem).lower()}") from problem


class OnlyHere(click.Option):
    """An option that is given on the command line alone."""


class Configured(click.Command):
    """A command whose options may be given by variables and a config file too, but for those of
    class ``OnlyHere``."""

    def __init__(self, *args, **settings):
        super().__init__(*args, **settings)
        for option in self.params:
            if isinstance(option, click.Option) and not isinstance(option, OnlyHere):
                option.envvar = variable_of(option)
                if option.multiple and option.type is click.STRING:
                    option.type = _Words()

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click's; what is wrong with a value says where it came from.

        Raises:
            UsageError: a value of a variable; ConfigError: one of the file.
        """
        try:
            rest = super().parse_args(ctx, args)
        except click.BadParameter as problem:
            place = _place_of(ctx, problem.param)
            if not place:
                raise
            kind = UsageError if place.startswith(PREFIX) else ConfigError
            raise kind(f"{place}: {problem.message.rstrip('.')}") from problem
        # told only now: who asks for help gets it
        if _FAULT in ctx.meta:
            raise ctx.meta[_FAULT]
        return rest

    def invoke(self, ctx: click.Context):
        """As click's, of the options that do not contradict those of a higher layer."""
        drop_contradicted(ctx)
        return super().invoke(ctx)


def _settled(ctx: click.Context, param: click.Parameter, value):
    """Callback of --config and --no-config, each of them: when both are known, read the file."""
    values = {**ctx.params, str(param.name): value}
    if {"config", "no_config"} <= set(values) and not ctx.resilient_parsing:
        try:
            ensure_known(ctx.command)
            _take(ctx, _read(ctx, values["config"], values["no_config"]))
        except GelucheckError as problem:
            ctx.meta[_FAULT] = problem
    return value


def _take(ctx: click.Context, config: "Config | None") -> None:
    """Make what a file says the defaults."""
    ctx.meta[_CONFIG] = config
    if config:
        ctx.default_map = {name: item.value for name, item in config.options.items()}
        _ensure_outs(config)


_CONFIGS = (
    click.option(
        "--config",
        metavar="FILE",
        is_eager=True,
        callback=_settled,
        help="Read options and limits from FILE. Default: [tool.gelucheck] of ./pyproject.toml, or "
        "./gelucheck.toml.",
    ),
    click.option(
        "--no-config",
        is_flag=True,
        is_eager=True,
        callback=_settled,
        help="Read no config file.",
    ),
)


def config_options(command):
    """Decorator: the options that say which config file counts."""
    for option in reversed(_CONFIGS):
        command = option(command)
    return command


def config_of(ctx: click.Context) -> "Config | None":
    """The config file that was read for a command, None where there is none."""
    return ctx.meta.get(_CONFIG)


def _read(ctx: click.Context, path: str | None, none: bool) -> "Config | None":
    from gelucheck.gate.config.file import find_config, read_config

    if path is not None and none:
        sources = [ctx.get_parameter_source(name) for name in ("config", "no_config")]
        if sources[0] == sources[1]:
            raise UsageError("--config with --no-config", "give one of them")
        # the command line is over a variable
        none = sources[1] == ParameterSource.COMMANDLINE
    if none:
        return None
    return find_config() if path is None else read_config(path)


def _ensure_outs(config: "Config") -> None:
    """See that the formats of ``out`` are there: the exporters are above what read the file.

    Raises:
        ConfigError: they are not.
    """
    item = config.options.get("outs")
    if item:
        from gelucheck.cli.output import split_destination

        for words in item.value:
            try:
                split_destination(words)
            except UsageError as problem:
                raise ConfigError(f"{item.place}: {problem.what}", problem.mend) from problem


def _place_of(ctx: click.Context, param: click.Parameter | None) -> str:
    """Where a value that is not on the command line came from; "" for the command line."""
    if not isinstance(param, click.Option) or not param.envvar:
        return ""
    # without a source: a variable that could not even be split
    source = ctx.get_parameter_source(str(param.name)) or ParameterSource.ENVIRONMENT
    return place_of(ctx, param) if source != ParameterSource.COMMANDLINE else ""


def place_of(ctx: click.Context, option: click.Option) -> str:
    """Where the value of an option came from: "flag", a variable, FILE:LINE, or "default"."""
    name = str(option.name)
    source = ctx.get_parameter_source(name) or ParameterSource.ENVIRONMENT
    if source == ParameterSource.COMMANDLINE:
        return "flag"
    if source == ParameterSource.ENVIRONMENT:
        return str(option.envvar)
    config = config_of(ctx)
    if source == ParameterSource.DEFAULT_MAP and config and name in config.options:
        return str(config.options[name].place)
    return "default"
