"""README's page on CI: its config, the failure that it shows, its workflows, the default claim."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from gelucheck.gate.config.parse import parse_config

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
PAGE = README[README.index("\n## In CI\n") : README.index("\n## From Python\n")]
TOML = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.DOTALL | re.M)
YAML = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.DOTALL | re.M)

# the tanh form as it is written everywhere: float32 inside, and 1 + tanh loses the left tail
KERNEL = """
import numpy as np

def fast_gelu(x):
    wide = x.astype(np.float32)
    z = np.float32(0.7978845608) * (wide + np.float32(0.044715) * wide * wide * wide)
    t = np.tanh(z.astype(np.float64)).astype(np.float32)
    return (np.float32(0.5) * wide * (np.float32(1) + t)).astype(x.dtype)
"""


def run(folder: Path, *words: str, **variables) -> subprocess.CompletedProcess:
    environment = {
        k: v for k, v in os.environ.items() if not k.startswith(("GELUCHECK_", "GITHUB_"))
    }
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.run(
        [sys.executable, "-m", "gelucheck", *words],
        env={**environment, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8", **variables},
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture
def project(tmp_path):
    """A folder with README's config and a kernel for it."""
    (tmp_path / "pyproject.toml").write_text(TOML[0], "utf-8")
    kernels = tmp_path / "kernels"
    kernels.mkdir()
    (kernels / "gelu.py").write_text(KERNEL, "utf-8")
    return tmp_path


def test_the_config_is_one():
    config = parse_config(TOML[0], "pyproject.toml")
    assert [limit.name for limit in config.limits.more] == [
        "max_steps",
        "max_ulp/(1+k) in -8:-2",
    ]
    assert config.level_names == {"nan-at-minus-inf": "error"}


def test_the_failure_that_is_shown_is_what_is_printed(project):
    shown = re.search(r"^```\n(FAIL .*?)^```$", PAGE, re.DOTALL | re.M)[1]
    shown = " ".join(shown.split()).removesuffix(" …")
    done = run(project, "check", "-q")
    assert done.returncode == 1, done.stderr
    assert any(line.startswith(shown) for line in done.stdout.splitlines()), done.stdout


def test_the_command_of_the_failure_shows_it_again(project):
    import shlex

    lines = run(project, "check", "-q").stdout.splitlines()
    for line in (each for each in lines if each.startswith("FAIL fast")):
        words = shlex.split(line.partition("; again: gelucheck ")[2])
        assert run(project, *words).returncode == 1, line


@pytest.mark.parametrize("text", YAML)
def test_workflows_are_yaml_and_their_commands_there(text):
    assert yaml.safe_load(text)
    for words in re.findall(r"gelucheck check([^\n]*)", text):
        # what would be measured is another matter: the options are there
        done = run(ROOT / "tests", "check", *words.split(), "--help")
        assert done.returncode == 0, done.stderr


def test_without_a_config_the_default_claim_is_checked(tmp_path):
    """In float16 the tanh form's own arithmetic breaks it, and sigmoid is shown and not claimed."""
    done = run(tmp_path, "check", "-q", "--dtype", "float16")
    assert "the default claim" in README and "1e-3, is made of erf and tanh" in README
    failures = [line for line in done.stdout.splitlines() if line.startswith("FAIL ")]
    assert done.returncode == 1
    assert [line.split(":")[0] for line in failures] == ["FAIL tanh · float16 · native"]
    assert done.stdout.splitlines()[-1] == "FAIL: 3 of 4 rows within 0.001"
    assert run(tmp_path, "check", "-q", "--dtype", "float32").returncode == 0
