"""``gelucheck config``: every value that check would take, and where it came from."""

import click

from gelucheck.cli.check import check
from gelucheck.cli.configuring import Configured, OnlyHere, config_of
from gelucheck.cli.output import parse_destination, put_text


@click.command(cls=Configured)
@click.option(
    "--out",
    "shown",
    cls=OnlyHere,
    default="text",
    metavar="FORMAT[:PATH]",
    help="Write text or json, to PATH or (- or no path) to standard output. Default: text.",
)
@click.pass_context
def config(context: click.Context, shown: str, **_given) -> int:
    """Show every value that check would take, and where it came from.

    Each comes from a flag, else from the variable GELUCHECK_ and its name (GELUCHECK_TIME_LIMIT;
    what may be repeated is given as a shell's words are), else from the config file, else it is the
    default. The options are those of check. Exit 2 where the file or a variable means nothing.
    """
    name, path = parse_destination(shown)
    from gelucheck.cli import config_table as table

    found = table.values_of(context, check)
    file = config_of(context)
    render = table.render_json if name == "json" else table.render_text
    put_text(render(found, file.path if file else None), path)
    return 0


# check's own options, but for the one that says where its result goes
config.params = [*(option for option in check.params if option.name != "outs"), *config.params]
