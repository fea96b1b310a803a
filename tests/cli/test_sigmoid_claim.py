"""When the claim of an absolute error counts for the sigmoid form."""

import pytest

from gelucheck.cli.main import main

KERNEL = """
import numpy as np

def quick(x):
    wide = x.astype(np.float64)
    with np.errstate(over="ignore", invalid="ignore"):
        return (wide / (1 + np.exp(-1.702 * wide))).astype(x.dtype)
"""
IMPL = ["--impl", "python:quick_kernel:quick", "--declares", "sigmoid"]
FORM = ["--form", "sigmoid", "--arithmetic", "upcast"]


@pytest.fixture
def here(tmp_path, monkeypatch):
    (tmp_path / "quick_kernel.py").write_text(KERNEL)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("words", "config", "code", "why"),
    [
        (IMPL, "", 2, "nobody claims it of the sigmoid form: nothing was judged"),
        ([*IMPL, "--atol", "0.03"], "", 0, "|sigmoid - gelu| <= 0.02033 on the whole real line"),
        ([*IMPL, "--atol", "0.001"], "", 1, "the claim of old, made by name"),
        (IMPL, "atol = 0.03", 0, "and so in a config"),
        (IMPL, "atol = 0.02", 1, "below what the form itself is off"),
        (FORM, "", 1, "--form names it"),
        ([*FORM, "--atol", "0.03"], "", 0, "within what the form is off"),
    ],
)
def test_whose_claim_it_is(here, capsys, words, config, code, why):
    if config:
        (here / "gelucheck.toml").write_text(config)
    assert main(["check", "-q", "--dtype", "float16", *words]) == code, (why, capsys.readouterr())
