"""The options that say how long a search goes on: a time, or a number of values."""

import re

import click

from gelucheck.errors import UsageError

_TIME = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)([smh]?)")
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600}

SEARCH = (
    click.option(
        "--budget",
        metavar="TIME",
        help="How long a search may take: 30s, 5m, 1h. It is turned into --evaluations, and told.",
    ),
    click.option(
        "--evaluations",
        type=int,
        metavar="N",
        help="How many values a search tries for each row. Default: 1048576.",
    ),
)


def parse_budget(text: str | None) -> float | None:
    """Seconds of ``--budget``; None stays None; errors as ``seconds_of``."""
    return None if text is None else seconds_of("--budget", text)


def seconds_of(option: str, text: str) -> float:
    """Seconds of "30s", "5m", "1h" or a bare number.

    Raises:
        UsageError: no such time.
    """
    match = _TIME.fullmatch(text.strip())
    if not match:
        raise UsageError(f"{option} {text!r:.60}", "a time, as in 30s, 5m, 1h")
    return float(match[1]) * _SECONDS[match[2]]
