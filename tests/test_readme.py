"""README's promises: its help text is the real one, its set-ups are there and run in CI."""

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from gelucheck.cli.main import COMMANDS, gelucheck

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
# what a console block shows after a line "$ gelucheck … --help"
HELP = dict(
    re.findall(r"^```console\n\$ (gelucheck[^\n]*) --help\n(.*?)^```$", README, re.DOTALL | re.M)
)
SETUPS = (
    "pip install . && gelucheck compare --dtype float16",
    'pip install -e ".[test]" && pytest',
)


def real_help(words: list[str]) -> str:
    """What ``--help`` prints in a terminal of 80 columns."""
    return subprocess.run(
        [sys.executable, "-m", *words, "--help"],
        env={**os.environ, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"},
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout


def shown_commands() -> list[str]:
    with click.Context(gelucheck) as context:
        names = gelucheck.list_commands(context)
    return ["gelucheck", *(f"gelucheck {name}" for name in names)]


@pytest.mark.parametrize("command", shown_commands())
def test_help_is_the_real_one(command):
    assert command in HELP, f"README has no block '$ {command} --help'"
    assert HELP[command] == real_help(command.split())


def test_no_help_of_a_command_that_is_gone():
    assert set(HELP) <= set(shown_commands())


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_one_line_help_is_the_commands_own(command):
    with click.Context(gelucheck) as context:
        if command not in gelucheck.list_commands(context):
            return
        real = gelucheck.get_command(context, command)
    assert real.get_short_help_str(limit=100) == COMMANDS[command]


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
