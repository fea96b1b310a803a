"""A program as an implementation: ``program:"./kernel --bf16"``.

It reads raw little-endian values on standard input and writes one output for each, as raw, on
standard output. It is run once for each call, without a shell; ``{dtype}`` in a word is the name of
the format.
"""

import os
import shlex
import shutil
from contextlib import suppress
from functools import partial

import numpy as np

from gelucheck.errors import UsageError
from gelucheck.formats import FORMATS, Format
from gelucheck.implementations.digest import digest_of
from gelucheck.implementations.kind import Failed, Kind, Loaded
from gelucheck.implementations.running import run

UNLIMITED_SECONDS = 120.0
"""The limit of one that was given none."""
_MEND = 'write program:"./kernel --option", the words as a shell has them'


def load(target: str, function: str, device: str | None) -> Loaded:
    """The program of a command line; whatever it is, it computes the function asked for.

    Raises:
        UsageError: words that are none, no such program, or one that must not be run.
    """
    try:
        words = shlex.split(target)
    except ValueError as problem:
        raise UsageError(f"program:{target} ({problem})", _MEND) from problem
    if not words or not words[0]:
        raise UsageError(f"program:{target} names no program", _MEND)
    if "\0" in target:
        raise UsageError(f"program:{target!r} has a NUL character", _MEND)
    commands = {name: _command(words, name) for name in FORMATS}
    commands = {name: command for name, command in commands.items() if command}
    if not commands:
        raise _missing(words[0])

    def limited(seconds: float):
        return partial(_apply, commands, seconds)

    return Loaded(
        limited(UNLIMITED_SECONDS),
        _version(commands),
        formats=tuple(commands),
        flat=True,
        limited=limited,
    )


def _command(words: list[str], dtype: str) -> tuple[str, ...] | None:
    """The words for a format, the first a path; None where there is no such program."""
    first, *rest = (word.replace("{dtype}", dtype) for word in words)
    found = shutil.which(first)
    return (os.path.abspath(found), *rest) if found else None


def _missing(word: str) -> UsageError:
    if os.path.isdir(word):
        return UsageError(f"the program {word!r} is a directory", "name the program in it")
    if os.path.exists(word):
        return UsageError(f"the program {word!r} is not executable", f"chmod +x {word}")
    where = "" if os.path.dirname(word) else " on the PATH: write ./ before one that lies here"
    return UsageError(f"there is no program {word!r}{where}", _MEND)


def _version(commands: dict[str, tuple[str, ...]]) -> str:
    """Digests of the files."""
    parts = []
    for path in dict.fromkeys(command[0] for command in commands.values()):
        # one may run what one may not read
        with suppress(OSError):
            parts.append(f"{os.path.basename(path).replace(', ', ' ')} {digest_of(path)}")
    return ", ".join(parts)


def _apply(commands, seconds: float, x: np.ndarray, fmt: Format) -> np.ndarray:
    """The outputs; see ``kind.Apply``.

    Raises:
        Failed: it failed, gave too few or too many bytes, or none in time.
    """
    little = fmt.uint.newbyteorder("<")
    data = fmt.bits_of_values(x).astype(little).tobytes()
    got = run(commands[fmt.name], data, len(data), seconds)
    if len(got) != len(data):
        due = f"{len(data):,} bytes"
        more = len(got) > len(data)
        told = f"wrote more than the {due} that are due" if more else f"wrote {len(got):,} of {due}"
        mend = f"one {fmt.name} for each that it reads is due, raw and little-endian"
        raise Failed(told, mend, narrow=False)
    return fmt.values_of_bits(np.frombuffer(got, little)).reshape(x.shape)


KIND = Kind(
    "program",
    load,
    '"COMMAND --OPTIONS", which reads raw values and writes as many',
    apart=False,
)
