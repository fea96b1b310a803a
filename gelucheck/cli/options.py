"""The options that commands share, and the typed records they are parsed into, once.

Names are looked up in the registries, by the plan, and not by click: so an error names those there
are, and a new format or form needs no change here.
"""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from gelucheck.cli.guard import COMMAND_LINE, VERBOSITY
from gelucheck.cli.implementing import IMPLEMENTATIONS, begin_processes, parse_limit
from gelucheck.cli.searching import SEARCH, parse_budget
from gelucheck.cli.terminal import Talk
from gelucheck.errors import InputsError, UsageError

if TYPE_CHECKING:
    from gelucheck.sweep.plan import Selection

_OF_IMPLEMENTATIONS = {"declares": "--declares", "device": "--device", "limit": "--time-limit"}

WHEN = ("auto", "always", "never")

# the selection's fields by name, as the parameters are called too
_SINGLE = (
    "inputs", "samples", "seed", "evaluations", "round_inputs", "ulp", "device", "subnormals"
)  # fmt: skip
_REPEATABLE = ("dtypes", "forms", "arithmetics", "functions", "implementations")


def _note_verbosity(ctx: click.Context, _param: click.Parameter, count: int) -> int:
    ctx.meta[VERBOSITY] = count
    return count


FORMATS_THERE = "float16, bfloat16, float32, float64, float8_e4m3fn or float8_e5m2"
"""Written out: what makes formats is not loaded to show a help text. A test compares."""

CASES = (
    click.option(
        "--dtype",
        "dtypes",
        multiple=True,
        metavar="FORMAT",
        help=f"Format: {FORMATS_THERE}; repeatable. Default: the first four.",
    ),
    click.option(
        "--form",
        "forms",
        multiple=True,
        metavar="NAME",
        help="Form (erf, tanh, sigmoid) or a writing of one (erfc); repeatable. "
        "Default: the three forms.",
    ),
    click.option(
        "--arithmetic",
        "arithmetics",
        multiple=True,
        metavar="NAME",
        help="native (every operation rounded to the format) or upcast (one format up, one "
        "rounding at the end); repeatable. Default: both.",
    ),
)

VERBOSE = click.option(
    "-v",
    "--verbose",
    "verbosity",
    count=True,
    callback=_note_verbosity,
    help="Say more; twice, show the traceback of an error.",
)

COLOR = click.option(
    "--color",
    type=click.Choice(WHEN),
    default="auto",
    metavar="WHEN",
    help="auto, always or never. auto: on a terminal, unless NO_COLOR is set.",
)


_SELECTION = (
    *CASES,
    *IMPLEMENTATIONS,
    click.option(
        "--function",
        "functions",
        multiple=True,
        metavar="NAME",
        help="gelu or its derivative gelu_grad; repeatable. Default: gelu.",
    ),
    click.option(
        "--inputs",
        default="auto",
        metavar="WHICH",
        help="auto (every value of an 8- or 16-bit format, a stratified sample above), all, "
        "sample, search (a hunt for the worst input: its maxima are lower bounds), special, "
        "hardest (the published inputs that are hardest to round), a FILE (.npy, .csv, text; - for "
        "text on standard input), A:B (every value from A to B) or A:B:N (N of them).",
    ),
    click.option(
        "--samples",
        type=int,
        default=1 << 18,
        metavar="N",
        help="Size of a sample. Default: 262144.",
    ),
    click.option(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="Seed of a sample or a search. Default: 0.",
    ),
    *SEARCH,
    click.option(
        "--round-inputs",
        is_flag=True,
        help="Round an input that the format cannot hold, instead of refusing it.",
    ),
    click.option(
        "--ulp",
        type=click.Choice(("coarse", "fine")),
        default="coarse",
        metavar="KIND",
        help="Size of an ulp at a power of two: coarse (the spacing above, the default) or fine "
        "(the spacing below).",
    ),
)

WEIGHTS = click.option(
    "--weights-by",
    "weights",
    multiple=True,
    metavar="HOW",
    help="Also give the expected error where inputs are distributed so: normal:SIGMA, or as the "
    "values of a FILE are; repeatable.",
)

TALK = (
    click.option("-q", "--quiet", is_flag=True, help="Say only what was asked for."),
    VERBOSE,
    COLOR,
    click.option(
        "--progress",
        type=click.Choice(WHEN),
        default="auto",
        metavar="WHEN",
        help="auto, always or never. auto: on a terminal.",
    ),
)
"""The options that say how much is said, and how."""

_OUTPUT = (
    click.option(
        "--out",
        "outs",
        multiple=True,
        metavar="FORMAT[:PATH]",
        help="Write the result as text, json, csv, markdown, issue, junit, github, gitlab, sarif, "
        "badge or html, to PATH or (- or no path) to standard output; repeatable.",
    ),
    click.option(
        "--plot",
        multiple=True,
        metavar="[KIND:]PATH",
        help="Draw into a .svg, .png or .pdf file: formats (error against x, formats side by side; "
        "the default), error, tail, steps, split or forms; report draws depth, of networks, too; "
        "repeatable.",
    ),
    *TALK,
)


def selection_options(command: Callable) -> Callable:
    """Decorator: the options that say what is measured."""
    return decorate(command, _SELECTION)


def weight_options(command: Callable) -> Callable:
    """Decorator: the option that says how inputs are distributed."""
    return WEIGHTS(command)


def case_options(command: Callable) -> Callable:
    """Decorator: the options that say which formats, writings and arithmetics."""
    return decorate(command, CASES)


def output_options(command: Callable) -> Callable:
    """Decorator: the options that say where results and talk go."""
    return decorate(command, _OUTPUT)


def decorate(command: Callable, options: tuple) -> Callable:
    """A command with some options, in their order."""
    for option in reversed(options):
        command = option(command)
    return command


def parse_selection(given: dict[str, Any]) -> "Selection":
    """The selection of a command's parameters: what was not given keeps the plan's default.

    Whether its names and numbers mean something is for the plan to say.

    Raises:
        InputsError: inputs from a standard input that is closed.
        UsageError: a form declared of nothing, a time that is none.
    """
    begin_processes(given["implementations"], given["functions"])
    from gelucheck.sweep.plan import Selection

    chosen: dict[str, Any] = {name: given[name] for name in _SINGLE}
    for name in _REPEATABLE:
        # the order given, each once
        names = tuple(dict.fromkeys(given[name]))
        if names:
            chosen[name] = names
    chosen["budget"] = parse_budget(given["budget"])
    chosen["declares"] = tuple(given["declares"])
    limit = parse_limit(given["limit"])
    if limit is not None:
        chosen["limit"] = limit
    for name, option in _OF_IMPLEMENTATIONS.items():
        if given[name] and not given["implementations"]:
            raise UsageError(f"{option} without --impl", "say of what")
    if given["implementations"] and not given["forms"]:
        chosen["forms"] = ()
    # identify has none
    chosen["weights"] = tuple(dict.fromkeys(given.get("weights", ())))
    if given["inputs"] == "-":
        if sys.stdin is None:
            raise InputsError("standard input is closed", "name a file instead of -")
        chosen["stdin"] = sys.stdin
    return Selection(**chosen)


def parse_talk(given: dict[str, Any]) -> Talk:
    """What a command's parameters say about talk."""
    return Talk(given["quiet"], given["verbosity"], given["color"], given["progress"])


def command_line(context: click.Context) -> str:
    """The command line as a shell would take it, for the provenance of a run."""
    return str(context.meta.get(COMMAND_LINE, context.command_path))
