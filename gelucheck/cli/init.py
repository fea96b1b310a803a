"""``gelucheck init``: a config file to begin with."""

import json
import os
from importlib.resources import files

import click

from gelucheck.cli import terminal
from gelucheck.cli.guard import one_line
from gelucheck.cli.options import FORMATS_THERE
from gelucheck.cli.output import put_text
from gelucheck.errors import OutputError, UsageError

_START = "start.toml"
_IMPL, _DTYPE = '# impl = "mine=python:mypackage.kernels:gelu"', '# dtype = ["float16", "bfloat16"]'


@click.command()
@click.argument("path", default="gelucheck.toml", metavar="[PATH]")
@click.option(
    "--impl",
    "implementations",
    multiple=True,
    metavar="[NAME=]KIND:TARGET",
    help="What is measured; repeatable. Default: left open.",
)
@click.option(
    "--dtype",
    "dtypes",
    multiple=True,
    metavar="FORMAT",
    help=f"Format: {FORMATS_THERE}; repeatable. Default: left open.",
)
def init(path: str, implementations: tuple[str, ...], dtypes: tuple[str, ...]) -> int:
    """Write a commented config file to begin with.

    PATH is gelucheck.toml unless it is given; - prints it, to be put into a pyproject.toml. A file
    that is there already is never written over.
    """
    text = start_of(implementations, dtypes)
    if path == "-":
        put_text(text, None)
        return 0
    from gelucheck.export.write import write_text

    _ensure_alone(path)
    write_text(text, path)
    terminal.talk(f"gelucheck: {one_line(f'wrote {path}; {_use(path)}')}")
    return 0


def start_of(implementations: tuple[str, ...] = (), dtypes: tuple[str, ...] = ()) -> str:
    """The text of the file.

    Raises:
        UsageError: an implementation or a format that there is not.
    """
    text = files("gelucheck.cli").joinpath(_START).read_text(encoding="utf-8")
    if implementations:
        text = text.replace(_IMPL, f"impl = {_listed('--impl', implementations)}", 1)
    if dtypes:
        text = text.replace(_DTYPE, f"dtype = {_listed('--dtype', dtypes)}", 1)
    return text


def _listed(option: str, names: tuple[str, ...]) -> str:
    """Names as TOML has them, seen to mean something."""
    from gelucheck.gate.config.keys import KEYS

    key = option.removeprefix("--")
    try:
        names = KEYS[key].read(key, list(names))
        # TOML's text is JSON's, but that DEL is escaped in it
        words = json.dumps(list(names), ensure_ascii=False).replace("\x7f", "\\u007f")
        words.encode()
    except UnicodeEncodeError as problem:
        raise UsageError(f"{option} {names!r:.80} is no Unicode", "name it otherwise") from problem
    except UsageError as problem:
        raise UsageError(f"{option}: {problem.what}", problem.mend) from problem
    return words.removeprefix("[").removesuffix("]") if len(names) == 1 else words


def _ensure_alone(path: str) -> None:
    """See that the file would not stand beside another that counts too.

    Raises:
        OutputError: it is there; UsageError: it would; ConfigError: what is there means nothing.
    """
    from gelucheck.gate.config.file import OWN, find_config

    if os.path.lexists(path):
        raise OutputError(
            f"{path!r} is there already", "name another file; gelucheck init - prints the start"
        )
    if os.path.realpath(path) == os.path.realpath(OWN):
        found = find_config()
        if found:
            raise UsageError(
                f"{found.path}:{found.line}: [tool.gelucheck] is here already",
                "put more into it; gelucheck init - prints the start",
            )


def _use(path: str) -> str:
    from gelucheck.gate.config.file import OWN, PYPROJECT

    here = {os.path.realpath(name) for name in (OWN, PYPROJECT)}
    if os.path.realpath(path) in here:
        return "gelucheck check reads it by itself, gelucheck config shows what it says"
    return f"gelucheck check --config {path} reads it"
