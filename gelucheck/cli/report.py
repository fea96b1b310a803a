"""``gelucheck report``: stored runs, or a fresh one, as one page; what changed since others."""

from typing import TYPE_CHECKING, Any

import click

from gelucheck.cli import options, terminal
from gelucheck.cli.configuring import Configured, OnlyHere, config_of, config_options
from gelucheck.cli.engine import engine_options, parse_engine
from gelucheck.cli.implementing import FINDING
from gelucheck.cli.layers import ON_COMMAND_LINE, rank
from gelucheck.cli.limiting import bound_options, parse_asked
from gelucheck.cli.measuring import measure_run, report_lost
from gelucheck.cli.output import files_read, parse_destinations, write_run
from gelucheck.cli.reporting import FOLDER, files_of, read_runs, refuse_measuring, usual_outs
from gelucheck.cli.terminal import Talk
from gelucheck.errors import UsageError

if TYPE_CHECKING:
    from gelucheck.record import Run

_OUTS = ("outs", "plot")


@click.command(cls=Configured)
@click.argument("runs", nargs=-1, metavar="[RUN.json]...")
@click.option(
    "--against",
    "earlier",
    cls=OnlyHere,
    multiple=True,
    metavar="OLD.json",
    help="Also show what changed since this run; repeatable, they are joined as the others are.",
)
@click.option(
    "--name",
    cls=OnlyHere,
    metavar="NAME",
    help="Of the files in reports/. Default: that of the first RUN, else report.",
)
@options.selection_options
@options.weight_options
@engine_options
@bound_options
@FINDING
@options.output_options
@config_options
@click.pass_context
def report(context: click.Context, **given) -> int:
    """Turn stored runs, or a fresh one, into one HTML page.

    RUN.json is what --out json wrote; several are joined. Nothing is measured again, so options
    that say what to measure are refused with them. Without RUN the selection is measured now.

    Without --out the page is reports/NAME.html, and a fresh run is kept beside it as NAME.json and
    NAME.csv. With --against a summary of what changed is printed, unless --out takes standard
    output. Exit 0, or 2 where there is no answer; check judges. The out, plot and against of
    variables and config files are not heeded here.
    """
    talk, command = options.parse_talk(given), options.command_line(context)
    stored, earlier = given["runs"], given["earlier"]
    if stored:
        refuse_measuring(context)
    if [*stored, *earlier].count("-") > 1:
        raise UsageError("standard input is read once", "name files for the other runs")
    run = read_runs(stored, command) if stored else None
    before = read_runs(earlier, command) if earlier else None
    reads = {} if stored else files_read(given, config_of(context))
    # those of a config are where check and compare write
    outs, plots = (given[name] if rank(context, name) == ON_COMMAND_LINE else () for name in _OUTS)
    destinations = parse_destinations(
        outs or usual_outs(stored, given["name"]),
        plots,
        reads=reads | files_of(stored, earlier),
        text=False,
        folder=None if outs else FOLDER,
        networks=_of_networks(run),
    )
    told = bool(earlier) and destinations.stdout is None and not talk.quiet
    if told:
        terminal.require_stdout()
    asked = {}
    if run is None:
        run, asked = _measured(context, given, talk, command)
    changes = None
    if before is not None:
        from gelucheck.report.changes import compare_runs

        changes = compare_runs(before, run)
        if not talk.quiet and (run.networks or before.networks):
            terminal.talk("gelucheck: networks are not compared, rows are")
    write_run(run, destinations, talk, changes=changes, **asked)
    if told:
        from gelucheck.report.changes_text import changes_text

        terminal.put(changes_text(changes, terminal.table_width()))
    return 2 if report_lost(run) else 0


def _of_networks(run: "Run | None") -> bool | None:
    """Whether the pictures are of networks: of a stored run as it is, of a fresh one never."""
    if run is None:
        return False
    return True if run.networks and not run.rows else None


def _measured(
    context: click.Context, given: dict[str, Any], talk: Talk, command: str
) -> "tuple[Run, dict[str, Any]]":
    """A fresh run, and what its outputs have to know of what was asked."""
    asked, selection = parse_asked(context), options.parse_selection(given)
    engine = parse_engine(given)
    if engine.shard:
        raise UsageError(
            "a shard is no report",
            "gelucheck compare --shard, gelucheck merge --out json:RUN.json, then report RUN.json",
        )
    run = measure_run(selection, asked.limits, command, talk, levels=asked.levels, engine=engine)
    from gelucheck.gate.again import with_commands

    verdict = with_commands(asked.judge(run), selection, configured=config_of(context) is not None)
    return run, {"forms_asked": asked.forms_asked, "verdict": verdict}
