"""The options of ``gelucheck network``, and which of them mean something with ``--swap`` only."""

from collections.abc import Callable

import click
from click.core import ParameterSource

from gelucheck.cli import options
from gelucheck.cli.variables import long_name
from gelucheck.errors import UsageError

_WITH_SWAP = (
    "forms", "arithmetics", "batch", "seed", "seeds", "weights", "activations", "plot",
)  # fmt: skip
_SOURCE = (
    click.option(
        "--input",
        metavar="SHAPE",
        help="Shape of the input of PLAN: B,128 or B,6,16 or B,3,8,8, where B is the batch.",
    ),
    click.option(
        "--output",
        metavar="SHAPE",
        help="Shape of its output; it gives linear(), the last, its width.",
    ),
    click.option(
        "--preset",
        metavar="NAME",
        help="Instead of PLAN: gpt2-mlp (768 to 3072 to 768) or gpt2-block-stack (blocks of layer "
        "norm, MLP and residual), drawn as GPT-2's weights are.",
    ),
    click.option(
        "--depth", type=int, metavar="N", help="Blocks of gpt2-block-stack, 1 to 96. Default: 12."
    ),
    click.option(
        "--weights",
        "checkpoint",
        metavar="FILE",
        help="Instead of PLAN: the MLPs of a trained model, from its .safetensors file.",
    ),
    click.option(
        "--layer",
        "layers",
        multiple=True,
        metavar="PREFIX",
        help="Which of them: h.0 (GPT-2), encoder.layer.0 (BERT), encoder.layer.*; repeatable.",
    ),
)
_DTYPE, _FORM, _ARITHMETIC = options.CASES
_STUDY = (
    click.option(
        "--swap", is_flag=True, help="Compute the network with each form, format and arithmetic."
    ),
    click.option(
        "--dtype",
        "dtypes",
        multiple=True,
        metavar="FORMAT",
        help=f"Format: {options.FORMATS_THERE}; repeatable. Default: the first four; "
        "without --swap that of the plan, which is float32.",
    ),
    _FORM,
    _ARITHMETIC,
    click.option(
        "--batch",
        type=int,
        metavar="N",
        help="Inputs for each seed. Default: 64, and 16 above ten million parameters.",
    ),
    click.option(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="First seed of weights and inputs. Default: 0.",
    ),
    click.option(
        "--seeds",
        type=int,
        default=3,
        metavar="N",
        help="How many seeds, for a spread, 1 to 100. Default: 3.",
    ),
    options.WEIGHTS,
    click.option(
        "--activations",
        multiple=True,
        metavar="FILE",
        help="Recorded activations (.npy, .csv, text): as --weights-by FILE; repeatable.",
    ),
)
_OUTPUT = (
    click.option(
        "--out",
        "outs",
        multiple=True,
        metavar="FORMAT[:PATH]",
        help="Write text, json, csv, markdown or html, to PATH or (- or no path) to standard "
        "output; repeatable. Without --swap: text, or json, which is a PLAN again.",
    ),
    click.option(
        "--plot",
        multiple=True,
        metavar="PATH",
        help="Draw error against depth into a .svg, .png or .pdf file; repeatable.",
    ),
    *options.TALK,
)


def network_options(command: Callable) -> Callable:
    """Decorator: all options of the command."""
    return options.decorate(command, (*_SOURCE, *_STUDY, *_OUTPUT))


def refuse_swapping(context: click.Context) -> None:
    """See that no option is given that means something with ``--swap`` only.

    Raises:
        UsageError: one is.
    """
    for option in context.command.params:
        here = context.get_parameter_source(str(option.name)) == ParameterSource.COMMANDLINE
        if here and option.name in _WITH_SWAP:
            raise UsageError(f"{long_name(option)} without --swap", "add --swap, or leave it out")
