"""README's promises: what it shows is what is printed, its set-ups are there and run in CI."""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import click
import pytest

from gelucheck.cli.main import COMMANDS, gelucheck

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
# a console block shows a command after "$ ", and what it prints
BLOCK = re.compile(r"^```console\n\$ (gelucheck[^\n]*)\n(.*?)^```$", re.DOTALL | re.M)
SHOWN = dict(BLOCK.findall(README))
# a file that commands read: its name is its first line
FILES = dict(re.findall(r"^```\n(?=# (\S+)\n)(.*?)^```$", README, re.DOTALL | re.M))
SETUPS = (
    "pip install . && gelucheck compare --dtype float16",
    'pip install -e ".[test]" && pytest',
)


def printed(command: str) -> str:
    """What a command prints where no config is, its help for a terminal of 80 columns; the files
    that README shows are there."""
    settings = {"COLUMNS": "80", "PYTHONIOENCODING": "utf-8", "PYTHONPATH": str(ROOT)}
    theirs = {k: v for k, v in os.environ.items() if not k.startswith(("GELUCHECK_", "GITHUB_"))}
    with tempfile.TemporaryDirectory() as bare:
        for name, text in FILES.items():
            Path(bare, name).write_text(text, encoding="utf-8")
        return subprocess.run(
            [sys.executable, "-m", *shlex.split(command)],
            env={**theirs, **settings},
            cwd=bare,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            check=False,
        ).stdout


def shown_commands() -> list[str]:
    with click.Context(gelucheck) as context:
        names = gelucheck.list_commands(context)
    return ["gelucheck", *(f"gelucheck {name}" for name in names)]


@pytest.mark.parametrize("command", shown_commands())
def test_help_of_every_command_is_shown(command):
    assert f"{command} --help" in SHOWN


@pytest.mark.parametrize("command", sorted(SHOWN))
def test_what_is_shown_is_what_is_printed(command):
    assert SHOWN[command] == printed(command), "python tests/test_readme.py puts it right"


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_one_line_help_is_the_commands_own(command):
    with click.Context(gelucheck) as context:
        if command not in gelucheck.list_commands(context):
            return
        real = gelucheck.get_command(context, command)
    assert real.get_short_help_str(limit=100) == COMMANDS[command]


def test_python_examples_run_and_say_the_truth():
    names = {}
    for block in re.findall(r"^```python\n(.*?)^```$", README, re.DOTALL | re.M):
        exec(block, names)
    # computed independently of this package, over all values of float16
    assert names["worst"].value == pytest.approx(1.6957698312199658, rel=1e-15)
    assert names["worst"].x == -5.15625


@pytest.mark.parametrize("setup", SETUPS)
def test_setups_stand_at_the_top(setup):
    assert setup in README[: README.index("\n## ", README.index("\n## ") + 1)]


@pytest.mark.parametrize("link", re.findall(r"\]\((?!https?:|#)([^)#]+)", README))
def test_links_to_files_lead_somewhere(link):
    assert (ROOT / link).exists()


@pytest.mark.parametrize("anchor", re.findall(r"\]\(#([^)]+)\)", README))
def test_links_to_headings_lead_somewhere(anchor):
    headings = re.findall(r"^#+ (.+)$", README, re.M)
    assert anchor in {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}


def rewrite() -> None:
    """Put what the commands print now into README."""
    text = BLOCK.sub(lambda block: f"```console\n$ {block[1]}\n{printed(block[1])}```", README)
    (ROOT / "README.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    rewrite()
