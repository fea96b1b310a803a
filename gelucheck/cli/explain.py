"""``gelucheck explain X``: one input under the microscope."""

import re

import click

from gelucheck.cli import options, terminal
from gelucheck.cli.output import parse_destination, put_text

# what is a number, whatever comes after it, and not an option
_NEGATIVE = re.compile(r"-(\.?[0-9]|inf|nan)", re.IGNORECASE)


class NumberCommand(click.Command):
    """A command whose argument may be a negative number, as typed: no ``--`` is needed."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, self._numbers_last(args))

    def _numbers_last(self, args: list[str]) -> list[str]:
        """Negative numbers moved behind a ``--``; the value of an option stays with it."""
        taking = {
            name
            for option in self.params
            if isinstance(option, click.Option) and not (option.is_flag or option.count)
            for name in option.opts
        }
        end = args.index("--") if "--" in args else len(args)
        kept: list[str] = []
        numbers: list[str] = []
        for number, word in enumerate(args[:end]):
            is_value = number > 0 and args[number - 1] in taking
            (numbers if _NEGATIVE.match(word) and not is_value else kept).append(word)
        rest = args[end + 1 :]
        return [*kept, "--", *numbers, *rest]


@click.command(cls=NumberCommand)
@click.argument("x", metavar="X")
@options.case_options
@click.option(
    "--function",
    default="gelu",
    metavar="NAME",
    help="gelu or its derivative gelu_grad. Default: gelu.",
)
@click.option(
    "--digits",
    type=int,
    default=30,
    metavar="N",
    help="Significant digits of the exact values, 1 to 10000. Default: 30.",
)
@click.option(
    "--out",
    default="text",
    metavar="FORMAT[:PATH]",
    help="Write text or json, to PATH or (- or no path) to standard output. Default: text.",
)
@options.VERBOSE
@options.COLOR
def explain(**given) -> int:
    """Put one input under the microscope.

    X is a decimal, a hex float, inf, nan, or a bit pattern with its --dtype: -2.5, -0x1.4p+1,
    bits:0xc010. Shown are the exact values of the forms, the correctly rounded GELU in every
    format, and what each writing gives, step by step beside the exact values of the same steps; the
    step that loses the digits is marked. Where a format does not hold X, its nearest value is
    taken.
    """
    name, path = parse_destination(given["out"])
    from gelucheck.explain.explanation import explain as explain_input

    found = explain_input(
        given["x"],
        dtypes=given["dtypes"],
        forms=given["forms"],
        arithmetics=given["arithmetics"],
        function=given["function"],
        digits=given["digits"],
    )
    if name == "json":
        from gelucheck.cli.explain_json import render_json

        text = render_json(found)
    else:
        from gelucheck.cli.explain_text import render_text

        width, color = terminal.PLAIN_WIDTH, given["color"] == "always"
        if path is None:
            width, color = terminal.table_width(), terminal.wants_color(given["color"])
        text = render_text(found, width=width, color=color, ordinals=given["verbosity"] > 0)
    put_text(text, path)
    return 0
