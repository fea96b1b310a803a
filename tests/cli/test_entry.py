"""Signals from the first moment of a command to its last, and streams that are closed."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gelucheck.cli import entry

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs another system: no signals")

# a command that does what stands in it, by the entry that the installed one has
COMMAND = """
import os, signal, sys, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)
from gelucheck.cli import entry, main

def command():
    {}
    return 7

main.main = command
sys.exit(entry.main())
"""


def start(code, **options):
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND.format(code)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


@pytest.mark.parametrize(
    ("code", "returned", "said"),
    [
        ("pass", 7, ""),
        ("signal.raise_signal(signal.SIGINT)", 130, "gelucheck: interrupted\n"),
        ("signal.raise_signal(signal.SIGTERM)", 130, "gelucheck: interrupted\n"),
        # twice, while the first is dealt with
        (
            "try: signal.raise_signal(signal.SIGINT)\n"
            "    finally: signal.raise_signal(signal.SIGTERM); sys.stderr.write('cleared up, ')",
            130,
            "cleared up, gelucheck: interrupted\n",
        ),
        # when all is done: at the end of threads, and after that
        ("threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()", 7, ""),
        ("import atexit; atexit.register(signal.raise_signal, signal.SIGTERM)", 7, ""),
        ("class Last: __del__ = lambda _: signal.raise_signal(2)\n    sys.kept = Last()", 7, ""),
    ],
)
def test_a_signal_at_any_moment(code, returned, said):
    process = start(code)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (returned, said)


def test_one_while_everything_is_imported():
    code = (
        "import sys\n"
        "class Slow:\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'gelucheck.cli.main':\n"
        "            raise KeyboardInterrupt\n"
        "from gelucheck.cli import entry\n"
        "sys.meta_path.insert(0, Slow())\n"
        "sys.exit(entry.main())"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (130, "gelucheck: interrupted\n")


def test_one_that_is_ignored_stays_so():
    process = start(
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "    assert signal.SIGINT not in entry._listen(None)\n"
        "    signal.raise_signal(signal.SIGINT)"
    )
    assert process.wait(30) == 7


def test_a_third_after_a_while_is_another(monkeypatch):
    monkeypatch.setattr(entry, "_GRACE_SECONDS", 0.05)
    hear = entry._hear()
    with pytest.raises(KeyboardInterrupt):
        hear(2, None)
    hear(2, None)
    time.sleep(0.1)
    with pytest.raises(KeyboardInterrupt):
        hear(2, None)


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_no_file_takes_the_place_of_a_closed_stream(tmp_path, closed):
    code = COMMAND.format("stream = open('opened', 'w'); stream.write(str(stream.fileno()))")
    (tmp_path / "command.py").write_text(code)
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" command.py {closed}', sys.executable],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 7
    assert int((tmp_path / "opened").read_text()) > 2
