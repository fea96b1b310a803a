"""``gelucheck vectors``: golden test vectors for other languages, and whether others' are right."""

from collections.abc import Callable
from typing import Any

import click
from click.core import ParameterSource

from gelucheck.cli import options, terminal
from gelucheck.cli.measuring import stoppable
from gelucheck.cli.output import ensure_not_read, parse_destination, put_text
from gelucheck.cli.progress import progress_bar
from gelucheck.cli.terminal import Talk
from gelucheck.errors import UsageError

_MAKING = {"samples": "--samples", "seed": "--seed"}
_CHECKING = {"max_ulp": "--max-ulp", "max_steps": "--max-steps"}


def talk_options(command: Callable) -> Callable:
    """Decorator: the options that say how much is said."""
    return options.decorate(command, tuple(o for o in options.TALK if o is not options.COLOR))


@click.command()
@click.option(
    "--dtype",
    "dtypes",
    multiple=True,
    metavar="FORMAT",
    help="Format, such as float16 or float32; repeatable. Default: all that are known. With "
    "--check: of a file that does not say it.",
)
@click.option(
    "--form",
    "forms",
    multiple=True,
    metavar="NAME",
    help="erf, which is GELU itself, tanh or sigmoid; repeatable. Default: all three; with --check "
    "erf.",
)
@click.option(
    "--function",
    "functions",
    multiple=True,
    metavar="NAME",
    help="gelu or its derivative gelu_grad; repeatable. Default: gelu.",
)
@click.option(
    "--samples",
    type=int,
    default=4096,
    metavar="N",
    help="Size of the stratified sample in a set of float32 or float64. Default: 4096.",
)
@click.option("--seed", type=int, default=0, metavar="N", help="Seed of the sample. Default: 0.")
@click.option(
    "--out",
    "outs",
    multiple=True,
    metavar="FORMAT[:PATH]",
    help="Write npz, csv, json, c (a header), rust (a module), raw (one set; of several put {set} "
    "into PATH) or text (what sets there are), to PATH or (- or no path; not npz and raw) to "
    "standard output; repeatable. Default: text. With --check: text or json.",
)
@click.option(
    "--check",
    metavar="FILE",
    help="Say whether the vectors in a FILE are right: npz, csv, json or raw as written here, or "
    "anybody's columns x and y, or input and output, in csv, json, npz or text.",
)
@click.option(
    "--max-ulp",
    type=float,
    metavar="N",
    help="With --check: what a value may be off, in ulp of the exact value. Default: 0.5, which "
    "is correctly rounded.",
)
@click.option(
    "--max-steps",
    type=int,
    metavar="N",
    help="With --check: what a value may be off, in values of the format.",
)
@talk_options
@click.pass_context
def vectors(context: click.Context, **given) -> int:
    """Write golden test vectors for other languages, or check somebody else's.

    A set is one format and one reference: for each input, as bit patterns, the correctly rounded
    result, the two values of the format next to the exact one, and tags that say why the input is
    there. All values of formats of at most 16 bits, and one NaN; of float32 and float64 the special
    values, binade edges, saturation thresholds, hardest and worst inputs and a stratified sample.
    Every row is decided by mpmath and confirmed by Arb.

    With --check the values in a FILE are held against the exact ones: how many are wrong, the
    largest error with its input, which form they fit best and what computed them. Exit 0 when all
    are right, 1 when one is wrong, 2 when the file cannot be read.
    """
    talk = Talk(given["quiet"], given["verbosity"], "never", given["progress"])
    if given["check"] is not None:
        _refuse(context, _MAKING, "with --check")
        return _check(given, options.command_line(context))
    _refuse(context, _CHECKING, "without --check")
    from gelucheck.cli.vectors_outs import parse_outs, write_outs

    outs = parse_outs(given["outs"], quiet=talk.quiet)
    from gelucheck import api_vectors

    with stoppable(options.command_line(context)), progress_bar(talk, counted="rows") as progress:
        made = api_vectors.make_vectors(
            given["dtypes"],
            given["forms"],
            given["functions"],
            samples=given["samples"],
            seed=given["seed"],
            progress=progress,
        )
    write_outs(made, outs, talk)
    if talk.verbosity and not talk.quiet:
        rows = sum(each.count for each in made.sets)
        terminal.talk(f"gelucheck: {len(made.sets)} sets, {rows:,} rows, each confirmed by Arb")
    return 0


def _check(given: dict[str, Any], command: str) -> int:
    if len(given["outs"]) > 1:
        raise UsageError("more than one --out with --check", "leave one")
    name, path = parse_destination(given["outs"][0] if given["outs"] else "text")
    if path is not None:
        ensure_not_read(path, {"the vectors": given["check"]})
    from gelucheck import api_vectors

    with stoppable(command):
        found = api_vectors.check_vectors(
            given["check"],
            dtypes=given["dtypes"],
            forms=given["forms"],
            functions=given["functions"],
            max_ulp=given["max_ulp"],
            max_steps=given["max_steps"],
        )
    if name == "json":
        from gelucheck.cli.vectors_check_json import render_json

        text = render_json(found)
    else:
        from gelucheck.cli.vectors_check_text import render_text

        width = terminal.table_width() if path is None else terminal.PLAIN_WIDTH
        text = render_text(found, width)
    put_text(text, path)
    return 0 if found.passed else 1


def _refuse(context: click.Context, names: dict[str, str], where: str) -> None:
    for name, option in names.items():
        if context.get_parameter_source(name) == ParameterSource.COMMANDLINE:
            raise UsageError(f"{option} {where}", "leave it out")
