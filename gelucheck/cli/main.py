"""The command ``gelucheck``: the group and the table of its commands.

A command's module is loaded when the command is run or asked for its help, so that
``gelucheck --help`` imports click and nothing that is heavy. Adding a command is one file in
``cli/`` and one line in ``COMMANDS``.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec

import click

from gelucheck.errors import unknown

# name -> its one line in the group's help. Module ``gelucheck.cli.<name>`` has a click command of
# the same name; a name whose module is not installed is left out.
COMMANDS = {
    "compare": "Tabulate the errors of forms, formats and arithmetics.",
    "check": "Hold the same selection against claims; exit 1 when one fails.",
    "merge": "Join the ledgers of a sweep's shards, and tabulate as compare does.",
    "report": "Turn stored runs, or a fresh one, into one HTML page.",
    "config": "Show every value that check would take, and where it came from.",
    "init": "Write a commented config file to begin with.",
    "explain": "Put one input under the microscope.",
    "identify": "Say which form, arithmetic and constants an implementation really uses.",
    "prove": "Prove bounds, thresholds and constants, as intervals.",
    "network": "Say what swapping the form does to a network.",
    "vectors": "Write golden test vectors for other languages, or check somebody else's.",
    "names": "Say what each framework calls each form, and its default.",
}


class LazyGroup(click.Group):
    """A group that loads a command's module when the command is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in COMMANDS if find_spec(f"gelucheck.cli.{name}")]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        return getattr(import_module(f"gelucheck.cli.{cmd_name}"), cmd_name)

    def resolve_command(self, ctx: click.Context, args: list[str]):
        """As click's, but an unknown name is told which names there are."""
        names = self.list_commands(ctx)
        if args[0] not in names and not args[0].startswith("-"):
            raise unknown("command", args[0], names)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in self.list_commands(ctx)])


def _show_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from gelucheck import __version__

        click.echo(f"gelucheck {__version__}")
        ctx.exit()


@click.group(
    "gelucheck",
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 passed; 1 a claim or limit failed; 2 no answer; 130 interrupted.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def gelucheck() -> None:
    """Tell, with proof, how accurate a GELU is.

    The erf, tanh and sigmoid forms of GELU are held against an arbitrary-precision reference in
    float16, bfloat16, float32, float64, float8_e4m3fn and float8_e5m2.
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line (default: this process's) and return the exit code."""
    from gelucheck.cli.guard import run_guarded

    return run_guarded(gelucheck, sys.argv[1:] if arguments is None else list(arguments))
