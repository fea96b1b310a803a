"""Config files: which one is meant, and its text."""

import os
import stat

from gelucheck.errors import ConfigError

# what defines a config is imported where there is one: NumPy takes its time
PYPROJECT = "pyproject.toml"
OWN = "gelucheck.toml"
LARGEST = 1 << 20  # bytes
_SEARCHED = 16 << 20  # bytes of a pyproject.toml, in which other tools have their tables
_NAME = b"gelucheck"


def find_config(folder: str = ""):
    """The config of a folder (by default the current one): [tool.gelucheck] of its pyproject.toml,
    or its gelucheck.toml.

    Returns:
        A ``Config``, or None where there is neither.

    Raises:
        ConfigError: as ``read_config``; both are there. What is there and cannot be read, as a
            link to nothing, is not taken for no config.
    """
    shared, own = os.path.join(folder, PYPROJECT), os.path.join(folder, OWN)
    found = None
    if _is_there(shared):
        data = _data(shared, _SEARCHED)
        # else it is another tool's affair, whatever is in it; UTF-16 has zeros between letters
        if len(data) > _SEARCHED or _NAME in data.replace(b"\0", b""):
            found = _parsed(data, shared)
    if not _is_there(own):
        return found
    if found:
        raise ConfigError(
            f"{shared}:{found.line}: [tool.gelucheck] is here and {own} too",
            "leave one out, or name one with --config",
        )
    return read_config(own)


def _is_there(path: str) -> bool:
    return os.path.lexists(path) and not os.path.isdir(path)


def read_config(path: str):
    """The ``Config`` in a file.

    Raises:
        ConfigError: it is not there, no file, larger than 1 MiB, not UTF-8; it has no
            [tool.gelucheck] and is called pyproject.toml; as ``parse_config``.
    """
    found = _parsed(_data(path), path)
    if found is None:
        raise ConfigError(
            f"{path}:1: there is no [tool.gelucheck] in it", "gelucheck init - shows one"
        )
    return found


def _parsed(data: bytes, path: str):
    from gelucheck.gate.config.parse import parse_config

    if len(data) > LARGEST:
        raise ConfigError(f"{path}: larger than 1 MiB", "a config takes a few thousand bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise ConfigError(f"{path}:{line}: not UTF-8", "save it as UTF-8") from problem
    return parse_config(text, path)


def _data(path: str, most: int = LARGEST) -> bytes:
    """The beginning of a file, one byte more than may be.

    Raises:
        ConfigError: it cannot be read.
    """
    try:
        with open(path, "rb") as source:
            if stat.S_ISDIR(os.fstat(source.fileno()).st_mode):
                raise IsADirectoryError(None, "is a directory")
            return source.read(most + 1)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise ConfigError(
            f"{path or repr(path)}: cannot be read, {reason[:1].lower()}{reason[1:]}",
            "name a TOML file with --config, or leave configs aside with --no-config",
        ) from problem
