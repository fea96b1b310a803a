"""``gelucheck compare``: the main job, a table of errors."""

import click

from gelucheck.cli import options
from gelucheck.cli.engine import engine_options, parse_engine
from gelucheck.cli.implementing import FINDING, parse_levels
from gelucheck.cli.measuring import measure_run, measure_shard, report_lost
from gelucheck.cli.output import parse_destinations, write_run


@click.command()
@options.selection_options
@engine_options
@options.ATOL
@FINDING
@options.output_options
@click.pass_context
def compare(context: click.Context, **given) -> int:
    """Tabulate the errors of forms, formats and arithmetics.

    Every row says how much was tried (evidence), where GELU is missed worst, and which part of
    that is the form's fault (method) and which the arithmetic's (evaluation). The findings follow
    in words. A row beyond the claim is shown as such; only check exits 1 for it.
    """
    talk = options.parse_talk(given)
    limits = options.parse_limits(given)
    levels = parse_levels(given["levels"])
    selection = options.parse_selection(given)
    quiet_files = talk.quiet and (given["outs"] or given["plot"])
    engine = parse_engine(given)
    command = options.command_line(context)
    if engine.shard:
        # what a picture needs is kept; merge draws it
        return measure_shard(selection, engine, command, talk, profile=bool(given["plot"]))
    destinations = parse_destinations(
        given["outs"], given["plot"], inputs=given["inputs"], text=not quiet_files
    )
    run = measure_run(
        selection,
        limits,
        command,
        talk,
        levels=levels,
        profile=bool(destinations.plot),
        engine=engine,
    )
    write_run(run, destinations, talk, forms_asked=bool(given["forms"]))
    return 2 if report_lost(run) else 0
