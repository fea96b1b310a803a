"""What code that is not ours must leave as it was: the process, its directory, the processor.

What is measured after a call is measured in the same process. One that leaves it with a code of its
own would end in a success that never was; a processor that flushes subnormals to zero, or rounds
otherwise than to the nearest, would measure wrongly.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import _exit

# not folded into constants: what is asked is what the processor does now
_ONE, _SMALL, _TINY = 1.0, 2.0**-60, 2.0**-1074


class Disturbed(Exception):
    """What was left behind."""


class Left(SystemExit):
    """It wanted the process to end, at once."""


@contextmanager
def surroundings() -> Iterator[None]:
    """While code that is not ours runs, and seen to be as before after it.

    Raises:
        Left: it called ``os._exit``.
        Disturbed: the processor computes otherwise now.
    """
    mine = os.getpid()

    def leave(code):
        if os.getpid() == mine:
            raise Left(code)
        _exit(code)

    before, os._exit = os._exit, leave
    try:
        yield
        if os.getpid() != mine:
            _exit(0)  # a child that it made came back too
    finally:
        os._exit = before
    if not _computes():
        raise Disturbed("left the processor rounding otherwise, or flushing subnormals to zero")


@contextmanager
def same_directory() -> Iterator[None]:
    """Come back to the working directory: paths that were given are meant from there."""
    try:
        here = os.getcwd()
    except OSError:
        here = None  # it was removed
    try:
        yield
    finally:
        if here is not None:
            with suppress(OSError):
                os.chdir(here)


def _computes() -> bool:
    """Whether subnormals stay, and sums are rounded to the nearest."""
    return _TINY * _ONE > 0.0 and _ONE + _SMALL == _ONE and _ONE - _SMALL == _ONE
