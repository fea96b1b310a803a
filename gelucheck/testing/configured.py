"""The config that a run of pytest means."""

import os
from contextlib import chdir

import pytest

from gelucheck.errors import GelucheckError
from gelucheck.gate.config.file import OWN, PYPROJECT, find_config, read_config


def config_of(named: str | None, folder: str | os.PathLike):
    """The ``gate.config.record.Config`` of a file, or of a folder. What it says counts, whatever
    GELUCHECK variables there are: these are for the commands.

    Raises:
        pytest.UsageError: there is none, or it cannot be used; in one line.
    """
    try:
        # so that places are told from the root directory, as pytest tells them
        with chdir(folder):
            found = read_config(os.path.relpath(named)) if named else find_config()
    except GelucheckError as problem:
        from gelucheck.gate.words import shown

        raise pytest.UsageError(shown(f"gelucheck: {problem}")) from problem
    if found is None:
        raise pytest.UsageError(
            f"gelucheck: there is no config in {folder}: put [tool.gelucheck] into {PYPROJECT}, or "
            f"keys into {OWN}; gelucheck init writes a start"
        )
    return found
