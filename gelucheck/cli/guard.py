"""From anything that can go wrong to one line on standard error and an exit code.

No traceback reaches a user: an error of ours and one of click's say what and how to mend it, and
anything unforeseen asks to be reported. ``GELUCHECK_DEBUG=1``, or ``-v -v``, shows the traceback.
"""

import os
import shlex
import traceback
from collections.abc import Sequence

import click

from gelucheck.cli import terminal
from gelucheck.errors import GelucheckError

NO_ANSWER = 2
INTERRUPTED = 130

# keys of click's Context.meta, which all contexts of one command line share
COMMAND_LINE = "gelucheck.command_line"
VERBOSITY = "gelucheck.verbosity"


def run_guarded(group: click.Group, arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code, every failure told in one line.

    Not ``group.main``: that has exit codes of its own for what is caught here.
    """
    terminal.make_streams_lenient()
    context = None
    try:
        if not arguments:
            bare = click.Context(group, info_name=group.name, **group.context_settings)
            terminal.talk(group.get_help(bare))
            return NO_ANSWER
        context = group.make_context(group.name, list(arguments))
        with context:
            context.meta[COMMAND_LINE] = shlex.join([str(group.name), *arguments])
            result = group.invoke(context)
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as asked:
        # --help and --version wrote through click: a full disk has to show here, not at exit
        return _finish(asked.exit_code)
    except BaseException as problem:
        return _fail(problem, 0 if context is None else context.meta.get(VERBOSITY, 0))


def _finish(code: int) -> int:
    try:
        terminal.put("")
    except GelucheckError as problem:
        return _fail(problem, 0)
    return code


def _fail(problem: BaseException, verbosity: int) -> int:
    if verbosity > 1 or os.environ.get("GELUCHECK_DEBUG", "0") not in ("", "0"):
        terminal.talk("".join(traceback.format_exception(problem)).rstrip())
    code, sentence = describe(problem)
    if sentence:
        terminal.talk(f"gelucheck: {one_line(sentence)}")
    terminal.drop_unwritable()
    return code


def describe(problem: BaseException) -> tuple[int, str]:
    """The exit code of an exception and what to say about it; "" where nothing is to be said."""
    code, sentence = NO_ANSWER, ""
    if _came_of_interruption(problem):
        return INTERRUPTED, "interrupted"
    match problem:
        case GelucheckError():
            code, sentence = problem.exit_code, str(problem)
        case click.UsageError():
            place = problem.ctx.command_path if problem.ctx else "gelucheck"
            sentence = f"{_plain(problem)}: see {place} --help"
        case click.ClickException():
            sentence = _plain(problem)
        case BrokenPipeError():
            code = 0  # the reader has all it wanted
        case MemoryError():
            sentence = "out of memory: try fewer --samples, or fewer formats at a time"
        case OSError() if problem.strerror:
            place = f" {problem.filename!r}" if problem.filename else ""
            sentence = f"the system refused{place}, {problem.strerror}"
        case _:
            kind = type(problem).__name__
            said = f"{kind}, {problem}" if str(problem) else kind
            sentence = (
                f"unexpected {said}: please report this with the command line; "
                "GELUCHECK_DEBUG=1 shows where it happened"
            )
    return code, sentence


def _came_of_interruption(problem: BaseException | None) -> bool:
    """Whether an interruption stands behind it: what is cut short may fail in cleaning up."""
    while problem is not None:
        if isinstance(problem, KeyboardInterrupt | click.Abort):
            return True
        problem = problem.__cause__ or problem.__context__
    return False


def _plain(problem: click.ClickException) -> str:
    return problem.format_message().rstrip(".")


def one_line(text: str) -> str:
    """Text without line ends, and with control characters escaped: names come from anywhere."""
    joined = " ".join(text.split())
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in joined)
