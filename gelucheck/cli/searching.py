"""The options that say how long a search goes on: a time, or a number of values."""

import click

from gelucheck.gate.config.seconds import seconds_of

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
    """Seconds of ``--budget``; None stays None; errors as ``gate.seconds.seconds_of``."""
    return None if text is None else seconds_of("--budget", text)
