"""The plugin of pytest: the config's gate as tests, and ``assert_accurate`` as a fixture.

Every run of pytest imports this where gelucheck is installed: nothing is imported before it is
asked for, NumPy least of all.
"""

import os
from pathlib import Path

import pytest

MARK = "gelucheck"
COLLECTED = pytest.StashKey()
"""Whether the rows were asked for."""
_GATE = pytest.StashKey()


def pytest_addoption(parser):
    """``--gelucheck`` and ``--gelucheck-config``."""
    group = parser.getgroup("gelucheck", "accuracy of GELU implementations")
    group.addoption(
        "--gelucheck",
        action="store_true",
        help="Also hold what the config measures to its limits, one test for each row: "
        "[tool.gelucheck] of pyproject.toml, or gelucheck.toml, in the root directory.",
    )
    group.addoption(
        "--gelucheck-config", metavar="FILE", help="Read FILE instead; implies --gelucheck."
    )


def pytest_configure(config):
    """Read the config, where it is asked for."""
    config.addinivalue_line("markers", f"{MARK}: rows of the config, collected by --gelucheck")
    named = config.getoption("gelucheck_config")
    if not (named or config.getoption("gelucheck")):
        return
    from gelucheck.testing.configured import config_of

    found = config_of(named and os.path.join(config.invocation_params.dir, named), config.rootpath)
    config.stash[_GATE] = found


def pytest_collect_file(file_path, parent):
    """The rows, where the file is the config's: so they can be named, "pyproject.toml::…"."""
    found = parent.config.stash.get(_GATE, None)
    if found is None or str(file_path) != _path_of(found, parent.config):
        return None
    return _rows(found, parent)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session, config, items):
    """The rows, where none is there: what pytest was told to collect is elsewhere."""
    found = config.stash.get(_GATE, None)
    if found is not None and not config.stash.get(COLLECTED, False):
        items += session.genitems(_rows(found, session))


def _path_of(found, config):
    return os.path.abspath(os.path.join(config.rootpath, found.path))


def _rows(found, parent):
    from gelucheck.testing.rows import Rows

    return Rows.from_parent(parent, path=Path(_path_of(found, parent.config)), read=found)


@pytest.fixture(scope="session")
def assert_accurate():
    """``gelucheck.assert_accurate``: measure a GELU and hold it to limits."""
    from gelucheck.testing.accurate import assert_accurate as found

    return found
