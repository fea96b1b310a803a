"""What report reads and where it writes when nobody says: stored runs in, ``reports/`` out."""

import os
import sys
from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from gelucheck.cli.variables import long_name
from gelucheck.errors import UsageError

if TYPE_CHECKING:
    from gelucheck.record import Run

FOLDER = "reports"
USUAL_NAME = "report"
_LONGEST = 60  # characters of a name, of up to four bytes each
_KEPT = ("json", "csv")
"""The formats that a fresh run is kept in beside its page, and before it is drawn."""
_ENDINGS = {f".{kind}" for kind in (*_KEPT, "html")}
_WITH_STORED = {
    *("earlier", "name", "outs", "plot", "quiet", "verbosity", "color", "progress"),
    *("config", "no_config"),
}
"""The options that mean something with a stored run."""


def refuse_measuring(context: click.Context) -> None:
    """See that no option of the command line says what to measure, or holds it to something.

    Raises:
        UsageError: one does.
    """
    for option in context.command.params:
        here = context.get_parameter_source(str(option.name)) == ParameterSource.COMMANDLINE
        if here and isinstance(option, click.Option) and option.name not in _WITH_STORED:
            raise UsageError(
                f"{long_name(option)} with a stored run, which is measured and judged already",
                "leave it out, or leave out RUN.json to measure anew",
            )


def read_runs(paths: Sequence[str], command: str) -> "Run":
    """The run of stored ones, joined where they are several.

    Raises:
        InputsError: what is no stored run; UsageError: runs that cannot be joined.
    """
    from gelucheck.api import join
    from gelucheck.export.stored import read_run

    runs = [read_run(path, sys.stdin) for path in paths]
    return join(runs, [_called(path) for path in paths], command)


def files_of(runs: Sequence[str], earlier: Sequence[str]) -> dict[str, str]:
    """What is read -> the path of it."""
    return {f"the run {path}": path for path in (*runs, *earlier) if path != "-"}


def usual_outs(runs: Sequence[str], name: str | None) -> tuple[str, ...]:
    """What ``--out`` is where it is not given.

    Raises:
        UsageError: a name that is none of a file.
    """
    if name is None:
        first = runs[0] if runs else "-"
        name = USUAL_NAME if first == "-" else PurePath(first).stem
    elif name in ("", ".", "..") or {"/", os.sep, os.altsep} & set(name) or len(name) > _LONGEST:
        raise UsageError(
            f"--name {name!r:.80}", "the name of a file, without a folder and an ending"
        )
    elif PurePath(f"a{name}").suffix.lower() in _ENDINGS:
        raise UsageError(
            f"--name {name!r} has an ending, which each file gets by itself",
            f"--name {PurePath(f'a{name}').stem[1:] or USUAL_NAME}, or --out html:{name}",
        )
    outs = ("html",) if runs else (*_KEPT, "html")
    return tuple(f"{out}:{os.path.join(FOLDER, name)}.{out}" for out in outs)


def _called(path: str) -> str:
    return "standard input" if path == "-" else repr(path)
