"""Progress: a bar where somebody looks, lines where it is kept, and only for a run that lasts."""

import pytest

from gelucheck.cli import progress
from gelucheck.cli.terminal import Talk


@pytest.mark.parametrize(
    ("choice", "quiet", "terminal", "shown"),
    [
        ("auto", False, True, "_Bar"),
        ("auto", False, False, "_Lines"),
        ("auto", True, True, "NoneType"),
        ("auto", True, False, "NoneType"),
        ("always", False, False, "_Bar"),
        ("always", True, False, "_Bar"),
        ("always", True, True, "_Bar"),
        ("never", False, True, "NoneType"),
        ("never", False, False, "NoneType"),
    ],
)
def test_when(monkeypatch, choice, quiet, terminal, shown):
    monkeypatch.setattr(progress, "is_terminal", lambda stream: terminal)
    with progress.progress_bar(Talk(quiet, 0, "never", choice)) as told:
        assert type(told).__name__ == shown


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


def test_a_line_every_half_minute(monkeypatch, capfd):
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(progress, "is_terminal", lambda stream: False)
    with progress.progress_bar(Talk(False, 0, "never", "auto")) as told:
        # a million a second, from a ledger that had 40 million of 200
        for second in range(0, 95):
            now[0] = 100.0 + second
            told((40 + second) * 10**6, 200 * 10**6, "float32 [tanh]")
    out, err = capfd.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "gelucheck: 35 %, 70 M of 200 M inputs, 1 M/s, 2 min 10 s left (float32 [tanh])",
        "gelucheck: 50 %, 100 M of 200 M inputs, 1 M/s, 1 min 40 s left (float32 [tanh])",
        "gelucheck: 65 %, 130 M of 200 M inputs, 1 M/s, 1 min 10 s left (float32 [tanh])",
    ]


def test_a_pause_is_not_made_up_for(monkeypatch, capfd):
    now = [0.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    told = progress._Lines()
    for second in (0.0, 31.0, 600.0, 600.5, 601.0, 629.0, 631.0):
        now[0] = second
        told(1, 2, "")
    # at 30, after the pause, and at 630
    assert capfd.readouterr().err.count("\n") == 3


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "0 s"), (59.4, "59 s"), (60, "1 min 00 s"), (3600, "1 h 00 min"), (7500, "2 h 05 min")],
)
def test_durations(seconds, words):
    assert progress.duration(seconds) == words


def test_nothing_done_has_no_rate():
    assert progress.in_words(0, 4 * 10**6, 0.0) == "0 %, 0.00 M of 4.00 M inputs"


@pytest.mark.parametrize("terminal", [True, False])
def test_a_name_says_nothing_to_the_terminal(monkeypatch, capfd, terminal):
    monkeypatch.setattr(progress, "is_terminal", lambda stream: terminal)
    for name in ("PATIENCE_SECONDS", "LINE_SECONDS"):
        monkeypatch.setattr(progress, name, 1e-9)
    with progress.progress_bar(Talk(False, 0, "never", "auto")) as told:
        told(1, 2, "a\n::error::b\x1b]0;title\x07")
        told(2, 2, "a\n::error::b\x1b]0;title\x07")
    _, err = capfd.readouterr()
    assert "::error::" in err and "\n::" not in err and "\x1b]0" not in err
