"""The options that say what is allowed, and what becomes of them and a config's limits."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from gelucheck.cli.configuring import config_of, place_of
from gelucheck.cli.implementing import parse_levels
from gelucheck.cli.layers import rank
from gelucheck.cli.options import decorate
from gelucheck.cli.variables import long_name
from gelucheck.errors import UsageError
from gelucheck.gate.config.values import share_of
from gelucheck.gate.figures import AGAINST, FIGURES

if TYPE_CHECKING:
    from gelucheck.gate.limit import Place
    from gelucheck.gate.limits import Limits
    from gelucheck.gate.verdict import Verdict
    from gelucheck.record import Run

OFF = "off"
_FROM_FILE = 1  # the rank of the layer


class _Bound(click.ParamType):
    """A number, or one of some words."""

    name = "float"

    def __init__(self, words=lambda _: False):
        self.words = words

    def convert(self, value, param, ctx):
        if isinstance(value, float) or self.words(value):
            return value
        try:
            return float(value)
        except ValueError:
            self.fail(f"{value!r} is not a valid float.", param, ctx)


class _Share(click.ParamType):
    """A share, 0.1 or 10%."""

    name = "share"

    def convert(self, value, param, ctx):
        try:
            return share_of(value) if isinstance(value, str) else value
        except ValueError:
            self.fail(f"{value!r} is no share, as in 0.1 or 10%.", param, ctx)


def _is_scaled(words: str) -> bool:
    return "(" in words


_BOUNDS = (
    click.option(
        "--atol",
        type=_Bound(lambda words: words == OFF),
        default=1e-3,
        metavar="BOUND",
        help="The absolute error claimed of erf and tanh, besides half an ulp; off: no claim. "
        "Default: 0.001.",
    ),
    click.option(
        "--max-ulp",
        type=_Bound(_is_scaled),
        metavar="BOUND",
        help="Largest error in ulp: a number, or one times the condition, '5(1+k)'.",
    ),
    click.option(
        "--max-steps", type=int, metavar="N", help="Largest error in representable values."
    ),
    click.option("--max-abs", type=_Bound(), metavar="BOUND", help="Largest absolute error."),
    click.option("--max-rel", type=_Bound(), metavar="BOUND", help="Largest relative error."),
    click.option("--mean-abs", type=_Bound(), metavar="BOUND", help="Mean absolute error."),
    click.option(
        "--correctly-rounded",
        type=_Share(),
        metavar="SHARE",
        help="Smallest share of correctly rounded outputs, 0.99 or 99%.",
    ),
)

_AGAINST = click.option(
    "--against",
    type=click.Choice(AGAINST),
    metavar="WHICH",
    help="What these errors are taken against: own (the declared form, the default) or gelu.",
)
_HEADROOM = click.option(
    "--headroom",
    type=_Share(),
    metavar="SHARE",
    help="Tell of limits that are above what is needed by more than this share, 0.1 or 10%.",
)


def limit_options(command):
    """Decorator: the options that say what is allowed."""
    return decorate(command, (*_BOUNDS, _AGAINST, _HEADROOM))


def bound_options(command):
    """Decorator: the same without ``--against``, for a command that means something else by it."""
    return decorate(command, (*_BOUNDS, _HEADROOM))


def parse_limits(context: click.Context) -> "Limits":
    """The limits of a command: those of its config file, under those of flags and variables.

    Raises:
        UsageError: a bound that is negative, not finite, or none.
    """
    from gelucheck.gate.limits import Limits

    flat = {
        option.name: _bound(context, option, context.params[option.name])
        for option in context.command.params
        if option.name in FIGURES and rank(context, option.name) > _FROM_FILE
    }
    given = rank(context, "against") > _FROM_FILE
    against = context.params["against"] if given else None
    config = config_of(context)
    if config:
        return config.limits_with(against=against, **flat)
    return Limits(**flat, **({"against": against} if against else {}))


def parse_headroom(context: click.Context) -> float | None:
    """The share of ``--headroom``.

    Raises:
        UsageError: no share.
    """
    share = context.params["headroom"]
    if share is not None and not 0 <= share <= 1:
        raise UsageError(f"--headroom {share}", "a share from 0 to 1, as in 0.1 or 10%")
    return share


def levels_of(context: click.Context) -> dict[str, str]:
    """Slug -> level, of ``--finding``, then its variable, then the config file: slug by slug.

    Raises:
        UsageError: as ``parse_levels``.
    """
    config = config_of(context)
    levels = config.level_names if config else {}
    option = next(each for each in context.command.params if each.name == "levels")
    levels |= parse_levels(option.value_from_envvar(context) or ())
    return levels | parse_levels(context.params["levels"])


@dataclass(frozen=True)
class Asked:
    """What a command holds rows to.

    Attributes:
        levels: of findings by slug; places: where those of a file stand.
        forms_asked: see ``gate.verdict.is_claimed``.
    """

    limits: "Limits"
    levels: dict[str, str]
    headroom: float | None
    places: "dict[str, Place]"
    forms_asked: bool

    def judge(self, run: "Run") -> "Verdict":
        """The verdict on a run."""
        from gelucheck.gate.verdict import judge

        return judge(
            run,
            self.limits,
            self.forms_asked,
            levels=self.levels,
            headroom=self.headroom,
            places=self.places,
        )


def parse_asked(context: click.Context) -> Asked:
    """What the parameters of a command, and its config, ask.

    Raises:
        UsageError: as ``parse_limits``, ``levels_of``, ``parse_headroom``.
    """
    config, limits, levels = config_of(context), parse_limits(context), levels_of(context)
    # what a flag says is written nowhere
    places = {
        slug: item.place
        for slug, item in (config.levels if config else {}).items()
        if item.value == levels[slug]
    }
    return Asked(limits, levels, parse_headroom(context), places, _asks_forms(context))


def _asks_forms(context: click.Context) -> bool:
    """Whether the claim counts for every form, sigmoid too: where the forms are named, or what is
    measured is an implementation and the claim is made by name."""
    config = config_of(context)
    made = rank(context, "atol") > _FROM_FILE or bool(config and config.claims)
    # merge has neither
    forms, others = (context.params.get(name) for name in ("forms", "implementations"))
    return bool(forms or (others and made))


def _bound(context: click.Context, option: click.Option, value: Any) -> Any:
    from gelucheck.gate.bounds import parse_bound

    if value == OFF:
        return None
    place = place_of(context, option)
    told = f"{long_name(option) if place == 'flag' else place} {value!s:.80}"
    # an int may be too large to be asked whether it is finite
    if isinstance(value, float) and not 0 <= value < float("inf"):
        raise UsageError(told, "a finite number from 0 up")
    if isinstance(value, int) and value < 0:
        raise UsageError(told, "a finite number from 0 up")
    try:
        parse_bound(option.name, value)
    except UsageError as problem:
        raise UsageError(told, problem.mend) from problem
    return value
