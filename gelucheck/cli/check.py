"""``gelucheck check``: the selection of compare against claims, for CI."""

import click

from gelucheck.cli import options, terminal
from gelucheck.cli.actions import announce
from gelucheck.cli.baselining import (
    apply_baseline,
    baseline_options,
    parse_baselining,
    write_baseline,
)
from gelucheck.cli.configuring import Configured, config_of, config_options
from gelucheck.cli.engine import engine_options, parse_engine
from gelucheck.cli.implementing import FINDING
from gelucheck.cli.limiting import limit_options, parse_asked
from gelucheck.cli.measuring import measure_run, report_lost
from gelucheck.cli.output import files_read, parse_destinations, write_run
from gelucheck.errors import UsageError


@click.command(cls=Configured)
@options.selection_options
@options.weight_options
@engine_options
@limit_options
@FINDING
@click.option(
    "--exit-zero", is_flag=True, help="Exit 0 where a failed claim would exit 1; never for 2."
)
@baseline_options
@options.output_options
@config_options
@click.pass_context
def check(context: click.Context, **given) -> int:
    """Hold the same selection against claims; exit 1 when one fails.

    A row passes where at every input the error is at most the claim plus half an ulp of the exact
    value. A failure is one line with its cause (method: the form itself; evaluation: the
    arithmetic), its witness and a command that reproduces it. The last line is the verdict. The
    sigmoid form is shown, but counts only when --form asks for it. A finding counts where --finding
    or the config calls it an error.
    """
    talk = options.parse_talk(given)
    asked = parse_asked(context)
    selection = options.parse_selection(given)
    engine = parse_engine(given)
    if engine.shard:
        raise UsageError(
            "a shard cannot be judged", "gelucheck compare --shard, then gelucheck merge --into"
        )
    reads = files_read(given, config_of(context))
    destinations = parse_destinations(
        given["outs"], given["plot"], reads=reads, text=not talk.quiet
    )
    baselining = parse_baselining(given, destinations, context, reads)
    command = options.command_line(context)
    run = measure_run(
        selection,
        asked.limits,
        command,
        talk,
        levels=asked.levels,
        engine=engine,
        ensure=baselining.ensure,
    )
    from gelucheck.gate.again import with_commands
    from gelucheck.gate.words import (
        failure_line,
        findings_told,
        notes_lines,
        unjudged_words,
        verdict_line,
    )

    verdict = asked.judge(run)
    applied = apply_baseline(baselining, run, verdict, selection, asked.headroom)
    verdict = with_commands(
        applied.verdict,
        selection,
        configured=config_of(context) is not None,
        command=command,
        held=applied.held_to is not None,
    )
    write_run(run, destinations, talk, forms_asked=asked.forms_asked, verdict=verdict)
    announce(run, verdict, destinations, forms_asked=asked.forms_asked)
    # standard output that carries json stays json: the verdict then goes where talk goes
    tell = terminal.talk if destinations.stdout not in (None, "text") else _tell
    for failure in verdict.failures:
        tell(failure_line(failure))
    report_lost(run)
    for item in verdict.unjudged:
        tell(unjudged_words(item))
    for line in () if talk.quiet else notes_lines(verdict):
        tell(line)
    write_baseline(applied, talk)
    tell(verdict_line(verdict, asked.limits, applied.held_to))
    if verdict.passed and (count := findings_told(run)) and not talk.quiet:
        terminal.talk(f"gelucheck: {count} of level error: told, and not counted without --finding")
    return applied.exit_code_for(given["exit_zero"])


def _tell(line: str) -> None:
    terminal.put(line + "\n")
