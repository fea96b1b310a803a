"""The bar: only where somebody looks, and only for a run that lasts."""

import pytest

from gelucheck.cli import progress
from gelucheck.cli.options import Talk


@pytest.mark.parametrize(
    ("choice", "quiet", "terminal", "shown"),
    [
        ("auto", False, True, True),
        ("auto", False, False, False),
        ("auto", True, True, False),
        ("always", False, False, True),
        ("always", True, False, True),
        ("never", False, True, False),
    ],
)
def test_when(monkeypatch, choice, quiet, terminal, shown):
    monkeypatch.setattr(progress, "is_terminal", lambda stream: terminal)
    with progress.progress_bar(Talk(quiet, 0, "never", choice)) as bar:
        assert (bar is not None) == shown


@pytest.mark.parametrize(("patience", "drawn"), [(3600.0, False), (0.0, True)])
def test_a_short_run_shows_nothing(monkeypatch, capfd, patience, drawn):
    monkeypatch.setattr(progress, "is_terminal", lambda stream: True)
    monkeypatch.setattr(progress, "PATIENCE_SECONDS", patience)
    with progress.progress_bar(Talk(False, 0, "never", "auto")) as bar:
        bar(1, 2, "float16 [tanh]")
        bar(2, 2, "float16 [tanh]")
    out, err = capfd.readouterr()
    assert out == ""
    # a label is text, whatever stands in it
    assert ("float16 [tanh]" in err) == drawn
