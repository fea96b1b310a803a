"""``gelucheck identify``: which form, arithmetic and constants an implementation really uses."""

from contextlib import nullcontext
from typing import TYPE_CHECKING

import click

from gelucheck.cli import options
from gelucheck.cli.configuring import Configured, config_options
from gelucheck.cli.guests import guests
from gelucheck.cli.measuring import stoppable
from gelucheck.cli.output import parse_destination, put_text

if TYPE_CHECKING:
    from gelucheck.conformance.identify_rows import Identified


@click.command(cls=Configured)
@options.selection_options
@click.option(
    "--out",
    default="text",
    metavar="FORMAT[:PATH]",
    help="Write text or json, to PATH or (- or no path) to standard output. Default: text.",
)
@options.VERBOSE
@options.COLOR
@config_options
@click.pass_context
def identify(context: click.Context, **given) -> int:
    """Say which form, arithmetic and constants an implementation really uses.

    Told from outputs alone, so outputs in a file will do. Each row names the form, the writing and
    the arithmetic, or what cannot be told apart on these inputs, or that it is none of the known
    forms; then the three best candidates with how many outputs they have in common, bit by bit, and
    the constants that fit best. Exit 2 where nothing could be said.
    """
    name, path = parse_destination(given["out"])
    selection = options.parse_selection(given)
    command = options.command_line(context)
    from gelucheck import api

    with stoppable(command), guests() if selection.implementations else nullcontext():
        found = api.identify(selection)
    put_text(_rendered(found, name), path)
    return 2 if any(each.found.verdict == "nothing" for each in found) else 0


def _rendered(found: "tuple[Identified, ...]", name: str) -> str:
    if name == "json":
        from gelucheck.cli.identify_json import render_json

        return render_json(found)
    from gelucheck.cli.identify_text import render_text

    return render_text(found)
