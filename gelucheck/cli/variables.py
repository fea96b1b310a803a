"""The variables ``GELUCHECK_NAME``, each called as the long option that it stands for."""

import os
from collections.abc import Iterator
from importlib import import_module

import click

from gelucheck.errors import UsageError

PREFIX = "GELUCHECK_"
DEBUG = "GELUCHECK_DEBUG"  # see guard.py


def variable_of(option: click.Option) -> str:
    """The variable of an option: GELUCHECK_ and its long name."""
    return PREFIX + long_name(option).removeprefix("--").replace("-", "_").upper()


def long_name(option: click.Option) -> str:
    """An option as it is written, "--time-limit"."""
    return max(option.opts, key=len)


def ensure_known(command: click.Command) -> None:
    """See that every variable that is called like ours stands for an option.

    Args:
        command: whose variables are looked at first; those of others are not unknown.

    Raises:
        UsageError: one does not.
    """
    given = {name for name in os.environ if name.startswith(PREFIX) and name != DEBUG}
    if given <= set(_variables(command)):
        return
    from difflib import get_close_matches

    known = {name for each in _commands() for name in _variables(each)}
    for name in sorted(given - known):
        near = get_close_matches(name, sorted(known), 1)
        hint = f"is {near[0]} meant?" if near else "they are called as the long options are"
        raise UsageError(f"unknown variable {name[:80]}", hint)


def _variables(command: click.Command) -> Iterator[str]:
    for option in command.params:
        # of a command that heeds none it is None
        if isinstance(option.envvar, str):
            yield option.envvar


def _commands() -> Iterator[click.Command]:
    from gelucheck.cli.main import COMMANDS

    for name in COMMANDS:
        yield getattr(import_module(f"gelucheck.cli.{name}"), name)
