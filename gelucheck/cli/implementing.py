"""The options that bring implementations in, and say what is asked of them."""

from collections.abc import Sequence

import click

from gelucheck.errors import UsageError
from gelucheck.gate.config.seconds import seconds_of

IMPLEMENTATIONS = (
    click.option(
        "--impl",
        "implementations",
        multiple=True,
        metavar="[NAME=]KIND:TARGET",
        help="Measure an implementation instead of the forms (or beside those that --form names), "
        "as torch:gelu or python:pkg.mod:function; gelucheck names --installed lists the kinds; "
        "repeatable.",
    ),
    click.option(
        "--declares",
        multiple=True,
        metavar="FORM",
        help="The form that --impl claims to be: erf, tanh or sigmoid; one for all, or one for "
        "each. Default: what its kind knows of it.",
    ),
    click.option(
        "--device",
        metavar="NAME",
        help="What --impl runs on, where its kind has devices: cpu, gpu, cuda:0 ... Default: the "
        "kind's own.",
    ),
    click.option(
        "--time-limit",
        "limit",
        metavar="TIME",
        help="How long one call of --impl (of at most 131,072 values) may take. Default: 120s.",
    ),
    click.option(
        "--subnormals",
        type=click.Choice(("strict", "flush")),
        default="strict",
        metavar="KIND",
        help="strict, or flush: a zero of --impl is accepted where the exact result, or the "
        "input, is subnormal. Default: strict.",
    ),
)

FINDING = click.option(
    "--finding",
    "levels",
    multiple=True,
    metavar="SLUG=LEVEL",
    help="Give a finding another level: off, warning or error, as in nan-at-minus-inf=error; "
    "repeatable.",
)


def parse_limit(text: str | None) -> float | None:
    """Seconds of ``--time-limit``; None stays None.

    Raises:
        UsageError: no such time, or none at all.
    """
    if text is None:
        return None
    seconds = seconds_of("--time-limit", text)
    if not seconds:
        raise UsageError(f"--time-limit {text}", "more than nothing")
    return seconds


def parse_levels(given: Sequence[str]) -> dict[str, str]:
    """Slug -> level of ``--finding``; of two for one slug the later counts.

    Raises:
        UsageError: words of another shape, a finding or a level that there is not.
    """
    if not given:
        return {}
    from gelucheck.conformance.levels import LEVELS
    from gelucheck.conformance.slugs import SLUGS
    from gelucheck.errors import unknown

    levels = {}
    for words in given:
        slug, equals, level = words.partition("=")
        if not equals:
            raise UsageError(f"--finding {words!r:.80}", "SLUG=LEVEL, as in inaccurate=warning")
        if slug not in SLUGS:
            raise unknown("finding", slug[:80], SLUGS)
        if level not in LEVELS:
            raise unknown("level", level[:80], LEVELS)
        levels[slug] = level
    return levels


def begin_processes(words: Sequence[str], functions: Sequence[str]) -> None:
    """Begin the processes that implementations are called in, while this one imports the rest.

    Args:
        words: of ``--impl``, as they were given.
    """
    if not words:
        return
    from gelucheck.implementations.kinds import WITHOUT, kind_word
    from gelucheck.implementations.process import prepare

    count = sum(kind_word(each) not in WITHOUT for each in words)
    prepare(count * max(len(functions), 1))
