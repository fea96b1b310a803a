"""The options of ``gelucheck prove``."""

from collections.abc import Callable

import click

from gelucheck.cli import options

_QUESTION = (
    click.option(
        "--form",
        "forms",
        multiple=True,
        metavar="NAME",
        help="Form: tanh or sigmoid; repeatable. Default: both. With --rounding any writing, by "
        "default also erf; with --hardest by default erf, which is GELU.",
    ),
    click.option(
        "--function",
        "functions",
        multiple=True,
        metavar="NAME",
        help="gelu, its derivative gelu_grad, or phi, the factor of x; repeatable. Default: all; "
        "gelu with --rounding and --hardest.",
    ),
    click.option(
        "--constant",
        metavar="C",
        help="Of the one --form, instead of 0.044715 (tanh) or 1.702 (sigmoid): an exact decimal, "
        "a fraction P/Q or a hex float.",
    ),
    click.option(
        "--atol",
        "atols",
        multiple=True,
        metavar="A",
        help="Prove where |form - gelu| <= A; repeatable. Default: 1e-3.",
    ),
    click.option(
        "--rtol",
        "rtols",
        multiple=True,
        metavar="R",
        help="Prove the largest interval around 0 on which |form - gelu| <= R |gelu|; repeatable.",
    ),
    click.option(
        "--interval",
        "intervals",
        multiple=True,
        metavar="A:B",
        help="Prove the largest relative error from A to B; repeatable.",
    ),
    click.option("--saturation", is_flag=True, help="Prove where GELU is simple in a format."),
    click.option("--constants", is_flag=True, help="Prove which constants are best."),
    click.option(
        "--rounding", is_flag=True, help="Prove what the arithmetic of a writing loses at most."
    ),
    click.option(
        "--hardest",
        is_flag=True,
        help="Show the inputs that are hardest to round: up to float32 of all, of float64 of those "
        "that were searched.",
    ),
    click.option(
        "--dtype",
        "dtypes",
        multiple=True,
        metavar="FORMAT",
        help="Format; repeatable. Default: all there are; of constants float16 and bfloat16; with "
        "--rounding float32 and float64.",
    ),
    click.option(
        "--arithmetic",
        "arithmetics",
        multiple=True,
        metavar="NAME",
        help="With --rounding: native or upcast; repeatable. Default: native.",
    ),
    click.option(
        "--region",
        "regions",
        multiple=True,
        metavar="A:B",
        help="With --rounding: bound the error from A to B; repeatable.",
    ),
)
_OUTPUT = (
    click.option(
        "--certificate",
        metavar="FILE",
        help="Also write what is needed to check the theorems, as JSON.",
    ),
    click.option(
        "--replay",
        metavar="FILE",
        help="Check a certificate, and nothing else (- is standard input).",
    ),
    click.option(
        "--out",
        "outs",
        multiple=True,
        metavar="FORMAT[:PATH]",
        help="Write text, json, csv, markdown or html, to PATH or (- or no path) to standard "
        "output; repeatable.",
    ),
    *options.TALK[:3],
)


def prove_options(command: Callable) -> Callable:
    """Decorator: all options of the command."""
    return options.decorate(command, (*_QUESTION, *_OUTPUT))
