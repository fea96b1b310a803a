"""Config files: which one is meant, and its text."""

from gelucheck.gate.config import Config

PYPROJECT = "pyproject.toml"
OWN = "gelucheck.toml"


def find_config(folder: str = "") -> Config | None:
    """The config of a folder (by default the current one): [tool.gelucheck] of its pyproject.toml,
    or its gelucheck.toml; None where there is neither.

    Raises:
        ConfigError: as ``read_config``; both are there.
    """
    raise NotImplementedError


def read_config(path: str) -> Config:
    """The config in a file.

    Raises:
        ConfigError: it is not there, no file, larger than 1 MiB, not UTF-8; it has no
            [tool.gelucheck] and is called pyproject.toml; as ``parse_config``.
    """
    raise NotImplementedError
