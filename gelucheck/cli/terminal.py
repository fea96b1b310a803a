"""The two streams: data on standard output, talk on standard error.

A reader that went away (``| head``) is no fault and ends nothing: what remains is dropped in
silence. Any other failure to write is an ``OutputError``.
"""

import os
import shutil
import sys
from dataclasses import dataclass

from gelucheck.errors import OutputError

# what a table is wide when nobody can see how wide a window is: files and pipes are the same
# on every machine
PLAIN_WIDTH = 100


@dataclass(frozen=True)
class Talk:
    """How much is said, and how: the options -q, -v, --color and --progress."""

    quiet: bool
    verbosity: int
    color: str
    progress: str


def put(text: str) -> None:
    """Write text to standard output and flush it.

    Raises:
        OutputError: standard output is closed, or full.
    """
    require_stdout()
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        silence(sys.stdout)
    except OSError as problem:
        silence(sys.stdout)
        raise OutputError(
            f"cannot write to standard output, {problem.strerror}",
            "name a file with --out FORMAT:PATH",
        ) from problem


def require_stdout() -> None:
    """See that there is a standard output.

    Raises:
        OutputError: the process was started without one (``>&-``).
    """
    if sys.stdout is None or sys.stdout.closed:
        raise OutputError("standard output is closed", "name a file with --out FORMAT:PATH")


def talk(text: str) -> None:
    """Write a line to standard error; where that fails there is nobody left to tell."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(text + "\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        silence(sys.stderr)


def drop_unwritable() -> None:
    """Make the interpreter's flush of standard output at exit succeed, whatever is left in it."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        silence(sys.stdout)


def silence(stream) -> None:
    """Send the rest of a stream to nowhere, so that the interpreter's own flush at exit works."""
    try:
        target = stream.fileno()
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, target)
        os.close(null)
    except (OSError, ValueError):
        # a stream that stands for none of the system's is its owner's to look after
        return


def make_streams_lenient() -> None:
    """What the terminal's encoding cannot show is escaped rather than an error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def is_terminal(stream) -> bool:
    """Whether a stream is there and is a terminal."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def wants_color(choice: str) -> bool:
    """Whether standard output gets colours: ``choice`` is auto, always or never.

    ``auto`` says yes for a terminal, unless NO_COLOR is set (no-color.org: to anything but
    nothing) or the terminal is a dumb one.
    """
    if choice != "auto":
        return choice == "always"
    allowed = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return allowed and is_terminal(sys.stdout)


def table_width() -> int:
    """Columns for a table on standard output: the window's, and a fixed width in a pipe."""
    if not is_terminal(sys.stdout):
        return PLAIN_WIDTH
    return shutil.get_terminal_size((PLAIN_WIDTH, 24)).columns
