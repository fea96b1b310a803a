"""A browser for the tests of this folder, and the pages that it opens.

A browser lives as long as a module: playwright keeps an event loop in the thread, which tests
elsewhere must not find.
"""

from importlib import import_module
from pathlib import Path

import pytest

with pytest.MonkeyPatch.context() as _patch:
    # tests have no packages: what these share is found by its path, once, here
    _patch.syspath_prepend(str(Path(__file__).parent))
    driving, runs = import_module("driving"), import_module("runs")
    import_module("layout")
    import_module("paper")


@pytest.fixture(scope="session")
def page_file(tmp_path_factory):
    """The page of a run of ``runs.RUNS``, by name, as a file."""
    from gelucheck.report.page import render

    folder = tmp_path_factory.mktemp("pages")

    def make(name: str) -> Path:
        path = folder / f"{name}.html"
        if not path.exists():
            path.write_text(render(runs.RUNS[name]()), "utf-8")
        return path

    return make


@pytest.fixture(scope="module")
def browser():
    if driving.find_browser() is None:
        pytest.skip("needs a browser: install chromium")
    with driving.started() as browser:
        yield browser


@pytest.fixture(scope="module")
def look(browser, page_file):
    """Open the page of a run: ``look(name, screen, fragment, **settings) -> Sight``.

    A page that was opened in the same way before is the same one, as it was left. With
    ``fresh=True`` it is another.
    """
    open_ones = {}

    def open_one(name, screen="desktop", fragment="", *, fresh=False, **settings):
        def made():
            return driving.look_at(browser, page_file(name), screen, fragment, **settings)

        if fresh:
            return made()
        key = (name, screen, fragment, *sorted(settings.items()))
        if key not in open_ones:
            open_ones[key] = made()
        return open_ones[key]

    return open_one
