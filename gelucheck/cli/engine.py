"""The options that say how the work is done: processes, cluster, shard, ledger."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from gelucheck.cli.options import decorate
from gelucheck.errors import UsageError

if TYPE_CHECKING:
    from gelucheck.sweep.run import Engine

_SHARD = re.compile(r"([0-9]{1,9})/([0-9]{1,9})")

_ENGINE = (
    click.option(
        "--jobs",
        type=int,
        metavar="N",
        help="Processes at most, where there is much to do. Default: one for each processor.",
    ),
    click.option(
        "--cluster", metavar="ADDRESS", help="Use a Dask cluster: tcp://host:port of its scheduler."
    ),
    click.option(
        "--shard",
        metavar="I/N",
        help="Do the I-th of N shares of the work, into --ledger; gelucheck merge joins them.",
    ),
    click.option(
        "--ledger",
        metavar="FILE",
        help="Keep what is done in FILE, and go on with what it holds.",
    ),
)


def engine_options(command: Callable) -> Callable:
    """Decorator: the options that say how the work is done."""
    return decorate(command, _ENGINE)


def parse_engine(given: dict[str, Any]) -> "Engine":
    """How a command's parameters want the work done.

    Raises:
        UsageError: a number that means nothing; a shard that nothing keeps, or that is asked for
            results; an engine for what needs none.
    """
    from gelucheck.sweep.run import Engine

    shard = None
    if given["shard"] is not None:
        match = _SHARD.fullmatch(given["shard"].strip())
        if not match:
            raise UsageError(f"--shard {given['shard']!r}", "I/N, as in 1/3")
        shard = int(match[1]), int(match[2])
        if given["outs"]:
            raise UsageError("a shard is no result", "give --out to gelucheck merge instead")
    if given["cluster"] and given["jobs"] is not None:
        raise UsageError("--jobs with --cluster", "the cluster's workers are its own affair")
    return Engine(jobs=given["jobs"], cluster=given["cluster"], shard=shard, ledger=given["ledger"])
