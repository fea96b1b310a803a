"""The group: loads nothing heavy, knows its commands, and says what it does not know."""

import os
import subprocess
import sys

import pytest

from gelucheck import __version__
from gelucheck.cli.main import main

HEAVY = {
    "numpy", "pandas", "matplotlib", "rich", "jinja2", "flint", "mpmath", "ml_dtypes", "joblib",
    "jsonschema", "torch", "jax",
}  # fmt: skip


def loaded_by(code: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after some code."""
    script = f"{code}\nimport sys\nsys.stderr.write(chr(10).join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split("\n"))


@pytest.mark.parametrize(
    "code",
    [
        "import gelucheck.cli.main",
        "from gelucheck.cli.main import main\nmain(['--help'])",
        "from gelucheck.cli.main import main\nmain(['--version'])",
        "from gelucheck.cli.main import main\nmain(['compare', '--help'])",
        "from gelucheck.cli.main import main\nmain(['check', '--help'])",
    ],
)
def test_help_loads_nothing_heavy(code):
    assert loaded_by(code) & HEAVY == set()


def test_commands_are_loaded_when_needed():
    modules = loaded_by("from gelucheck.cli.main import main\nmain(['--help'])")
    assert "gelucheck.cli.compare" not in modules


@pytest.mark.parametrize("words", [("--help",), ("-h",), ("compare", "-h"), ("check", "--help")])
def test_help(call, words):
    code, out, err = call(*words)
    assert (code, err) == (0, "")
    assert out.startswith("Usage: gelucheck")


def test_version(call):
    assert call("--version") == (0, f"gelucheck {__version__}\n", "")


def test_nothing_asked_is_no_answer(call):
    code, out, err = call()
    assert (code, out) == (2, "")
    assert "compare" in err


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (("comapre",), ("unknown command 'comapre'", "compare, check")),
        (("--no-such",), ("--no-such", "gelucheck --help")),
        (("compare", "--dtpye", "x"), ("--dtpye", "gelucheck compare --help")),
        (("compare", "extra"), ("extra", "gelucheck compare --help")),
        (("compare", "--samples", "many"), ("--samples", "many")),
        (("compare", "--ulp", "medium"), ("--ulp", "medium", "coarse", "fine")),
        (("compare", "--color", "red"), ("--color", "auto", "always", "never")),
        (("check", "--max-steps", "1.5"), ("--max-steps", "1.5")),
        (("check", "--atol"), ("--atol",)),
    ],
)
def test_usage_errors_are_one_line_and_exit_2(call, words, parts):
    code, out, err = call(*words)
    assert (code, out) == (2, "")
    assert err.startswith("gelucheck: ")
    assert err.count("\n") == 1
    for part in parts:
        assert part in err


def test_as_a_module():
    done = subprocess.run(
        [sys.executable, "-m", "gelucheck", "--version"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, f"gelucheck {__version__}\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs another system: no /dev/full")
@pytest.mark.parametrize("words", [["--help"], ["--version"], ["compare", "--help"]])
def test_help_on_a_full_disk_is_no_success(words):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "gelucheck", *words],
            stdout=full,
            check=False,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("gelucheck: ")
    assert done.stderr.count("\n") == 1


def test_words_default_to_the_process_own(monkeypatch, capfd):
    monkeypatch.setattr(sys, "argv", ["/somewhere/gelucheck", "--version"])
    assert main() == 0
    assert capfd.readouterr().out == f"gelucheck {__version__}\n"
