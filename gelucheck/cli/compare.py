"""``gelucheck compare``: the main job, a table of errors."""

import click

from gelucheck.cli import options
from gelucheck.cli.configuring import Configured, config_of, config_options
from gelucheck.cli.engine import engine_options, parse_engine
from gelucheck.cli.implementing import FINDING
from gelucheck.cli.limiting import limit_options, parse_asked
from gelucheck.cli.measuring import measure_run, measure_shard, report_lost
from gelucheck.cli.output import files_read, parse_destinations, write_run


@click.command(cls=Configured)
@options.selection_options
@options.weight_options
@engine_options
@limit_options
@FINDING
@options.output_options
@config_options
@click.pass_context
def compare(context: click.Context, **given) -> int:
    """Tabulate the errors of forms, formats and arithmetics.

    Every row says how much was tried (evidence), where GELU is missed worst, and which part of
    that is the form's fault (method) and which the arithmetic's (evaluation). The findings follow
    in words. A row beyond the claim is shown as such; only check exits 1 for it.
    """
    talk = options.parse_talk(given)
    asked = parse_asked(context)
    selection = options.parse_selection(given)
    quiet_files = talk.quiet and (given["outs"] or given["plot"])
    engine = parse_engine(given)
    command = options.command_line(context)
    if engine.shard:
        return measure_shard(selection, asked.limits, engine, command, talk)
    destinations = parse_destinations(
        given["outs"],
        given["plot"],
        reads=files_read(given, config_of(context)),
        text=not quiet_files,
    )
    run = measure_run(
        selection,
        asked.limits,
        command,
        talk,
        levels=asked.levels,
        engine=engine,
    )
    from gelucheck.gate.again import with_commands

    verdict = asked.judge(run)
    verdict = with_commands(verdict, selection, configured=config_of(context) is not None)
    write_run(run, destinations, talk, forms_asked=asked.forms_asked, verdict=verdict)
    return 2 if report_lost(run) else 0
