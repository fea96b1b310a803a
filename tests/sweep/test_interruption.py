"""Signals that wait until they may be heard."""

import os
import signal
import subprocess
import sys
import threading

import pytest

from gelucheck.sweep import interruption as module
from gelucheck.sweep.interruption import Interruption

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs another system: no signals")

KINDS = (signal.SIGINT, signal.SIGTERM)


def send(kind=signal.SIGINT):
    # the handler has run when this returns
    signal.raise_signal(kind)


@pytest.fixture(autouse=True)
def handlers():
    """Both interrupt, as they do in the command."""
    before = [signal.getsignal(kind) for kind in KINDS]
    for kind in KINDS:
        signal.signal(kind, signal.default_int_handler)
    yield
    for kind, handler in zip(KINDS, before, strict=True):
        signal.signal(kind, handler)


@pytest.mark.parametrize("kind", KINDS)
def test_it_waits_for_a_check(kind):
    steps = []
    with pytest.raises(KeyboardInterrupt), Interruption() as interruption:
        send(kind)
        steps.append("not torn")
        interruption.check()
        steps.append("not reached")
    assert steps == ["not torn"]


def test_where_it_is_heard_it_comes_at_once():
    steps = []
    with pytest.raises(KeyboardInterrupt), Interruption() as interruption, interruption.heard():
        send()
        steps.append("not reached")
    assert steps == []


def test_one_that_came_before_is_heard_first():
    steps = []
    with pytest.raises(KeyboardInterrupt), Interruption() as interruption:
        send()
        with interruption.heard():
            steps.append("not reached")
    assert steps == []


def test_one_that_nobody_heard_comes_at_the_end():
    steps = []
    with pytest.raises(KeyboardInterrupt), Interruption():
        send()
        steps.append("to the end")
    assert steps == ["to the end"]


def test_a_second_does_not_disturb_the_clearing_up():
    steps = []
    with pytest.raises(KeyboardInterrupt), Interruption() as interruption:
        try:
            with interruption.heard():
                send()
        finally:
            send(signal.SIGTERM)
            send()
            steps.append("cleared up")
    assert steps == ["cleared up"]


def test_patience_has_an_end(monkeypatch):
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 0.0)
    steps = []
    with pytest.raises(KeyboardInterrupt), Interruption() as interruption:
        try:
            with interruption.heard():
                send()
        finally:
            send()
            steps.append("not reached")
    assert steps == []


def test_what_was_there_is_there_again():
    with Interruption():
        assert signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with pytest.raises(KeyboardInterrupt):
        send()


def test_a_signal_that_is_ignored_is_ignored():
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with Interruption() as interruption, interruption.heard():
        send()
        interruption.check()


def test_one_that_ends_the_process_ends_it():
    code = (
        "import signal\n"
        "from gelucheck.sweep.interruption import Interruption\n"
        "with Interruption():\n"
        "    signal.raise_signal(signal.SIGTERM)\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, check=False)
    assert done.returncode == -signal.SIGTERM


def test_one_that_means_nothing_is_forgotten():
    heard = []
    signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number))
    with Interruption() as interruption:
        for _ in range(2):
            send()
            interruption.check()
    assert heard == [signal.SIGINT] * 2


def test_another_thread_changes_nothing():
    seen = []

    def enter():
        with Interruption() as interruption, interruption.heard():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]
