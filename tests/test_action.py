"""The composite action and the pre-commit hooks: their words, and their shell run for real."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs another system: a POSIX shell")


def step(name: str) -> dict:
    return next(each for each in ACTION["runs"]["steps"] if each.get("name") == name)


@pytest.fixture
def shell(tmp_path):
    """Run a step's script with a ``gelucheck`` and a ``python`` on the path; code and output."""
    tools = tmp_path / "tools"
    tools.mkdir()
    package = f'PYTHONPATH="{ROOT}" exec "{sys.executable}"'
    for name, words in (
        ("gelucheck", f'{package} -m gelucheck "$@"'),
        ("python", f'{package} "$@"'),
    ):
        tool = tools / name
        tool.write_text(f"#!/bin/sh\n{words}\n")
        tool.chmod(0o755)

    def run(script: str, **variables):
        out = tmp_path / "github-output"
        environment = {"PATH": f"{tools}:/usr/bin:/bin", "GITHUB_OUTPUT": str(out), **variables}
        done = subprocess.run(
            # as the runner calls it
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return done, out.read_text() if out.exists() else ""

    return run


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        ("--dtype float16 --form erf --arithmetic upcast", 0, "within the default claim"),
        ("--dtype float16 --form sigmoid\n--arithmetic upcast", 1, "the form breaks it; two lines"),
        ("--dtype 'float 16'", 2, "quotes hold a word together, and there is no such format"),
        ("--dtype 'float16", 2, "a quote that is not closed is no verdict"),
        ("--dtype float16; touch made", 2, "nothing in the arguments is run"),
        ("--dtype float16 $(touch made) `touch made`", 2, "nor substituted"),
    ],
)
def test_the_check_step(shell, tmp_path, arguments, code, why):
    done, output = shell(step("gelucheck check")["run"], ARGUMENTS=arguments)
    assert done.returncode == code, (why, done.stderr)
    assert output == f"exit-code={code}\n"
    assert not (tmp_path / "made").exists()


def test_what_a_workflow_gives_reaches_the_shell_in_variables_alone():
    """An expression inside a script would be pasted into it, quotes and all."""
    for each in ACTION["runs"]["steps"]:
        assert "${{" not in each.get("run", "")


def test_inputs_are_described_and_used():
    text = (ROOT / "action.yml").read_text("utf-8")
    for name, given in ACTION["inputs"].items():
        assert given["description"] and "default" in given
        assert f"inputs.{name}" in text


def test_hooks_call_the_command_once_and_for_the_whole_tree():
    assert [hook["id"] for hook in HOOKS] == ["gelucheck", "gelucheck-system"]
    for hook in HOOKS:
        assert hook["entry"].split()[:2] == ["gelucheck", "check"]
        assert hook["pass_filenames"] is False and hook["require_serial"] is True
