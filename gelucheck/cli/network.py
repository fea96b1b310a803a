"""``gelucheck network``: a plan as a table, and what swapping the form does to the network."""

from typing import TYPE_CHECKING, Any

import click

from gelucheck.cli import options, terminal
from gelucheck.cli.guard import one_line
from gelucheck.cli.measuring import measure_run, report_lost, stoppable
from gelucheck.cli.network_options import network_options, refuse_swapping
from gelucheck.cli.network_sources import files_named, parse_source
from gelucheck.cli.output import (
    ensure_not_read,
    parse_destination,
    parse_destinations,
    put_text,
    write_run,
)
from gelucheck.cli.progress import progress_bar
from gelucheck.cli.terminal import Talk
from gelucheck.errors import UsageError

if TYPE_CHECKING:
    from gelucheck.network.network import Network
    from gelucheck.record import Run

_OUTPUTS = ("text", "json", "csv", "markdown", "html")


@click.command()
@click.argument("plan", required=False, metavar="[PLAN]")
@network_options
@click.pass_context
def network(context: click.Context, **given) -> int:
    """Say what swapping the form does to a network.

    PLAN is a file (- is standard input) with one operator a line: linear(64), gelu(),
    gelu("tanh"), conv(8, kernel_size=3, padding=1), layernorm(), residual(4); or a plan in JSON.
    Its table of shapes and parameters is printed.

    With --swap the network is computed with each form, format and arithmetic, from the same
    weights and inputs, and held against itself in float64 with exact GELU: at the output and
    behind each operator, and whether the swap is below what the format's own rounding does. Exit
    0, or 2 where there is no answer; nothing is judged.
    """
    talk = options.parse_talk(given)
    source = parse_source(given)
    if not given["swap"]:
        refuse_swapping(context)
        return _describe(source, given)
    _check_outputs(given)
    destinations = parse_destinations(
        given["outs"],
        given["plot"],
        reads=files_named(given),
        text=not (talk.quiet and (given["outs"] or given["plot"])),
        networks=True,
    )
    command = options.command_line(context)
    run = _studied(source(None), given, talk, command)
    write_run(run, destinations, talk, networks=True)
    return 2 if report_lost(run) else 0


def _describe(source, given: dict[str, Any]) -> int:
    """The plan as a table, or as JSON."""
    if len(given["dtypes"]) > 1:
        raise UsageError(
            "more than one --dtype without --swap: a plan has one", "leave one, or add --swap"
        )
    if len(given["outs"]) > 1:
        raise UsageError("more than one --out without --swap", "leave one, or add --swap")
    out = given["outs"][0] if given["outs"] else "text"
    if out.partition(":")[0] in _OUTPUTS[2:]:
        raise UsageError(f"--out {out} of a plan", "add --swap, or write text or json")
    name, path = parse_destination(out)
    if path is not None:
        ensure_not_read(path, files_named(given))
    plans = [each.plan for each in source(given["dtypes"][0] if given["dtypes"] else None)]
    if name == "json":
        import json

        from gelucheck.network.stored import plan_to_dict

        if len(plans) > 1:
            raise UsageError(f"{len(plans)} plans in one file", "name one --layer for --out json")
        put_text(json.dumps(plan_to_dict(plans[0]), indent=1) + "\n", path)
        return 0
    from gelucheck.export.figures import clean
    from gelucheck.network.summary import summary

    # one needs no name: it is the one that was asked for
    names = [f"{clean(plan.name)}\n" if len(plans) > 1 else "" for plan in plans]
    tables = [f"{name}{summary(plan)}\n" for name, plan in zip(names, plans, strict=True)]
    put_text("\n".join(tables), path)
    return 0


def _check_outputs(given: dict[str, Any]) -> None:
    for out in given["outs"]:
        name = out.partition(":")[0]
        if name not in _OUTPUTS:
            known = ", ".join(_OUTPUTS)
            raise UsageError(
                f"--out {one_line(out)} of a network", f"FORMAT or FORMAT:PATH, one of {known}"
            )


def _studied(networks: "list[Network]", given: dict[str, Any], talk: Talk, command: str) -> "Run":
    from gelucheck import api_network
    from gelucheck.network.runs import check_batch

    seeds = api_network.seeds_from(given["seed"], given["seeds"])
    cases = {
        name: tuple(dict.fromkeys(given[name]))
        for name in ("dtypes", "forms", "arithmetics")
        if given[name]
    }
    for each in networks:
        batch = given["batch"]
        check_batch(each.plan, api_network.usual_batch(each.plan) if batch is None else batch)
    measured = _measured(cases, given, talk, command)
    with stoppable(command), progress_bar(talk, counted="steps") as progress:
        run = api_network.study(
            networks,
            **cases,
            batch=given["batch"],
            seeds=seeds,
            command=command,
            progress=progress,
        )
    if talk.verbosity and not talk.quiet:
        swaps = sum(len(study.swaps) for study in run.networks)
        seconds = run.provenance["seconds"]
        count = "1 network" if len(run.networks) == 1 else f"{len(run.networks)} networks"
        told = f"{count}, {swaps} swaps, {seconds:.2f} s"
        terminal.talk(f"gelucheck: {told}")
    return run if measured is None else api_network.with_rows(run, measured)


def _measured(cases: dict, given: dict[str, Any], talk: Talk, command: str) -> "Run | None":
    """The rows of the same forms and formats, with the errors that --weights-by asks for."""
    weights = tuple(dict.fromkeys((*given["weights"], *given["activations"])))
    if not weights:
        return None
    from gelucheck.gate.limits import Limits
    from gelucheck.sweep.plan import Selection

    selection = Selection(**cases, weights=weights, seed=given["seed"])
    return measure_run(selection, Limits(atol=None), command, talk)
