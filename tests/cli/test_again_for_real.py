"""The command that a failure comes with, run: it shows that failure, and no other."""

import re
import shlex
from pathlib import Path

import pytest

CONFIG = """
dtype = ["float16", "bfloat16"]
form = ["erf", "tanh"]
arithmetic = "native"
atol = false
max_steps = 3000

[[limit]]
dtype = "bfloat16"
region = "-8:-1"
max_ulp = "2(1+k)"

[[limit]]
region = "-3:-1"
mean_abs = 1e-5

[[limit]]
dtype = "float16"
region = [0.5, 2]
correctly_rounded = 0.999
against = "gelu"

[finding]
nan-at-minus-inf = "error"
"""
HALF = "--dtype float16 --arithmetic native"
# zeros for numbers, and wrong where the sigmoid form and GELU come to x
WORSE = """

def worse(x):
    return np.where(x < -2, x.dtype.type(0), np.where(x > 20, x / 2, gelu(x)))
"""

CASES = [
    # words, how many fail
    (f"{HALF} --form erf --form tanh --max-steps 1", 3),
    (f"{HALF} --form tanh --atol off --max-rel 0.5 --against gelu", 1),
    (f"{HALF} --form erf --atol off --mean-abs 1e-6 --correctly-rounded 1", 2),
    (f"{HALF} --form erf --atol off --max-ulp '1(1+k)' --ulp fine", 1),
    ("--dtype float32 --form tanh --atol off --mean-abs 1e-30 --samples 500 --seed 7", 2),
    ("--dtype float16 --form erf --arithmetic upcast --function gelu_grad --max-steps 0", 1),
    (f"{HALF} --form erf --atol off --finding nan-at-minus-inf=error", 1),
    ("--dtype float16 --impl mine=python:mine:gelu --declares tanh --atol off --max-steps 0", 1),
    ("--dtype float16 --impl mine=python:mine:gelu --declares sigmoid --form sigmoid --atol 1e-3 "
     "--inputs -4:4 --arithmetic upcast", 2),
    ("--dtype float16 --impl outputs:y.csv --inputs x.csv --max-steps 0", 2),
    # of four rows: steps 4, ulp of bfloat16 2, means 4, shares of float16 2, findings 4
    ("--config gate.toml", 16),
]  # fmt: skip


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    Path("mine.py").write_text(
        "import numpy as np\n\n\ndef gelu(x):\n    v = x.astype(np.float64)\n"
        "    return (v / (1 + np.exp(-1.702 * v))).astype(x.dtype)\n"
    )
    Path("x.csv").write_text("x\n1\n-0.5\n2\n")
    Path("y.csv").write_text("y\n0.75\n-0.25\n1.5\n")
    Path("gate.toml").write_text(CONFIG)


@pytest.mark.parametrize("words, count", CASES)
def test_every_failure_comes_again(folder, call, words, count):
    code, out, err = call("check", "-q", *shlex.split(words))
    *failures, _ = out.splitlines()
    assert (code, len(failures)) == (1, count), (out, err)
    for line in failures:
        told, _, again = line.partition("; again: ")
        code, out, err = call(*shlex.split(again)[1:], "-q")
        assert code == 1, (again, out, err)
        *shown, _ = [bare(one.partition("; again: ")[0]) for one in out.splitlines()]
        assert bare(told) in shown
        if "--config" not in again:
            assert len(shown) == 1, "and nothing else fails"


def bare(told):
    """A failure without its place and region, which a command line has not, and its cause: of a
    sigmoid form that fails the claim none is declared."""
    return re.sub(r" \(gate\.toml:\d+\)| in \S+:\S+|, cause \w+", "", told)


def test_what_is_worse_than_a_baseline_comes_again(folder, call):
    """In another format than the first of two as well: a baseline wants all its rows."""
    words = "check -q --dtype float16 --dtype bfloat16 --declares sigmoid --atol off --impl"
    made = call(*words.split(), "a b=python:mine:gelu", "--write-baseline", "b.json")
    assert made[0] == 0
    with open("mine.py", "a") as file:
        file.write(WORSE)
    given = [*words.split(), "a b=python:mine:worse", "--baseline", "b.json"]
    code, out, _ = call(*given)
    *failures, _ = out.splitlines()
    assert code == 1
    for figure in ("max_ulp", "mean_abs", "correctly_rounded", "faithful", "flushed", "finding"):
        for dtype in ("float16", "bfloat16"):
            begin = f"FAIL a b · {dtype}: baseline {figure}"
            (line, *_) = (line for line in failures if line.startswith(begin))
            command = shlex.split(line.partition("; again: ")[2])
            code, out, _ = call(*command[1:])
            told = [each for each in out.splitlines() if each.startswith("FAIL a b")]
            assert code == 1 and told, line
            assert figure in ("faithful", "flushed") or len(told) == 1
