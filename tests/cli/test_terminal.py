"""What a shell can do to the streams of a real process: close them, fill them, stop reading."""

import os
import signal
import subprocess
import sys

import pytest

from gelucheck.cli.terminal import PLAIN_WIDTH, table_width, wants_color

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs another system: no shell")
COMPARE = "compare --dtype float16 --form erf --arithmetic upcast --inputs 1:2:10"
CHECK = COMPARE.replace("compare", "check")


def shell(line, **environment):
    """Run a shell line in which @ stands for the command."""
    command = f"{sys.executable} -m gelucheck"
    return subprocess.run(
        ["bash", "-c", "set -o pipefail; " + line.replace("@", command)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize(
    "words", ["--help", "check --help", COMPARE, f"{COMPARE} --out json", CHECK]
)
def test_a_closed_pipe_is_quiet(words):
    done = shell(f"@ {words} | true")
    assert done.stderr == ""
    assert done.returncode == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs another system: no /dev/full")
@pytest.mark.parametrize(
    "words", [COMPARE, CHECK, f"{COMPARE} --out json", f"{COMPARE} --out json:/dev/full"]
)
def test_a_full_disk_is_one_line_and_exit_2(words):
    done = shell(f"@ {words} > /dev/full")
    assert done.returncode == 2
    assert done.stderr.startswith("gelucheck: cannot write")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("words", [COMPARE, CHECK])
def test_closed_standard_output_is_one_line_and_exit_2(words):
    done = shell(f"@ {words} >&-")
    assert done.returncode == 2
    assert done.stderr == (
        "gelucheck: standard output is closed: name a file with --out FORMAT:PATH\n"
    )


def test_closed_standard_output_is_not_missed_where_it_is_not_needed(tmp_path):
    done = shell(f"@ {COMPARE} -q --out json:{tmp_path}/run.json >&-")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "run.json").exists()


def test_closed_standard_input():
    done = shell("@ compare --inputs - <&-")
    assert done.returncode == 2
    assert done.stderr == "gelucheck: standard input is closed: name a file instead of -\n"


@pytest.mark.parametrize("words", ["compare --dtype float24", "--nonsense"])
def test_closed_standard_error_keeps_the_exit_code(words):
    assert shell(f"@ {words} 2>&-").returncode == 2


def test_an_encoding_without_the_signs_is_no_crash():
    done = shell(f"@ {COMPARE}", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("garbage", [b"\xff\xfe\x00", b"\xff1.0\n"])
def test_garbage_on_standard_input_is_one_line(garbage):
    done = subprocess.run(
        [sys.executable, "-m", "gelucheck", "compare", "--dtype", "float16", "--inputs", "-"],
        input=garbage,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(b"gelucheck: ")
    assert done.stderr.count(b"\n") == 1


def test_an_interruption_is_one_line_and_exit_130():
    # all of float32 takes far longer than it is given
    words = ["compare", "--dtype", "float32", "--inputs", "all", "--progress", "always"]
    process = subprocess.Popen(
        [sys.executable, "-m", "gelucheck", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    # the bar says that the work has begun
    assert process.stderr.read(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert err.endswith("gelucheck: interrupted\n")
    assert "Traceback" not in err


class Terminal:
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("choice", "terminal", "environment", "wanted"),
    [
        ("auto", True, {}, True),
        ("auto", False, {}, False),
        # no-color.org: "when present and not an empty string (regardless of its value)"
        ("auto", True, {"NO_COLOR": "1"}, False),
        ("auto", True, {"NO_COLOR": "0"}, False),
        ("auto", True, {"NO_COLOR": ""}, True),
        ("auto", True, {"TERM": "dumb"}, False),
        ("always", False, {"NO_COLOR": "1"}, True),
        ("never", True, {}, False),
    ],
)
def test_color(monkeypatch, choice, terminal, environment, wanted):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    if terminal:
        monkeypatch.setattr(sys, "stdout", Terminal())
    assert wants_color(choice) == wanted


def test_a_table_in_a_pipe_has_a_fixed_width(monkeypatch):
    monkeypatch.setenv("COLUMNS", "57")
    assert table_width() == PLAIN_WIDTH
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert table_width() == 57
