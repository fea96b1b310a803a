"""``gelucheck config``: every value that check would take, and where it came from."""

import click

from gelucheck.cli.check import check
from gelucheck.cli.configuring import Configured, OnlyHere, config_of
from gelucheck.cli.output import parse_destination, put_text


class _Showing(Configured):
    """A command that takes another's options and does not list them again."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        own = [each for each in self.get_params(ctx) if each not in check.params]
        records = filter(None, (each.get_help_record(ctx) for each in own))
        with formatter.section("Options, besides those of check"):
            formatter.write_dl(list(records))


@click.command(cls=_Showing)
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
    default. Exit 2 where the file or a variable means nothing.
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
