"""``gelucheck merge``: the table of a sweep from the ledgers of its shards."""

import click

from gelucheck.cli import options
from gelucheck.cli.configuring import Configured, config_of, config_options
from gelucheck.cli.implementing import FINDING
from gelucheck.cli.limiting import limit_options, parse_asked
from gelucheck.cli.output import files_read, parse_destinations, write_run
from gelucheck.errors import UsageError


@click.command(cls=Configured)
@click.argument("ledgers", nargs=-1, metavar="LEDGER...")
@limit_options
@FINDING
@click.option(
    "--into",
    metavar="FILE",
    help="Also write one ledger of all; check --ledger FILE with the sweep's options judges it.",
)
@options.output_options
@config_options
@click.pass_context
def merge(context: click.Context, **given) -> int:
    """Join the ledgers of a sweep's shards, and tabulate as compare does.

    The ledgers come from compare --shard I/N --ledger FILE, on one machine or on many. Nothing is
    measured: neither the inputs nor the implementation need be here. The result is, to the byte,
    that of the same sweep in one piece, but for the findings of an --impl: those here are what the
    figures show, and check --ledger with one ledger of --into looks for the causes.
    """
    talk = options.parse_talk(given)
    asked = parse_asked(context)
    paths = given["ledgers"]
    if not paths:
        raise UsageError("no ledger to merge", "name the files that --ledger gave")
    quiet_files = talk.quiet and (given["outs"] or given["plot"])
    reads = files_read(given, config_of(context))
    reads |= {f"the ledger {path}": path for path in (*paths, given["into"]) if path}
    destinations = parse_destinations(
        given["outs"], given["plot"], reads=reads, text=not quiet_files
    )
    from gelucheck import api

    run = api.merge(
        paths,
        limits=asked.limits,
        levels=asked.levels,
        command=options.command_line(context),
        into=given["into"],
    )
    verdict = asked.judge(run)
    write_run(run, destinations, talk, verdict=verdict)
    return 0
