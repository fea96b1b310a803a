"""Every exit code, by the command itself: 0 passed, 1 failed, 2 no answer.

130, and what is lost: ``test_exit_ended.py``.
"""

import json
import shlex
import sys
from pathlib import Path

import numpy as np
import pytest

MODULE = '''
import os, signal, time
import numpy as np

def sound(x):
    """GELU, correctly rounded but for a few inputs."""
    from gelucheck import oracle
    return np.asarray(oracle(np.ascontiguousarray(x).ravel(), x.dtype.name)).reshape(x.shape)

def aborts(x):
    os.abort()

def dies(x):
    os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))

def raises(x):
    raise ValueError("not today")

def leaves(x):
    raise SystemExit(0)

def hangs(x):
    time.sleep(600)

def shorter(x):
    return x[:-1]

def words(x):
    return np.array(["0"] * x.size)
'''
FAST = "--dtype float16 --form erfc --arithmetic upcast"
BAD = "--dtype float16 --form erf --arithmetic native --max-steps 0"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current directory, with code and files to name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "faulty.py").write_text(MODULE)
    sys.modules.pop("faulty", None)
    np.save("x.npy", np.array([1.0, 2.0], np.float16))
    np.save("three.npy", np.zeros(3, np.float16))
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "bytes.toml").write_bytes(b'dtype = "\\xff"\\n\xff')
    for name, text in CONFIGS.items():
        (tmp_path / f"{name}.toml").write_text(text)
    yield tmp_path
    sys.modules.pop("faulty", None)


CONFIGS = {
    "good": 'dtype = "float16"\nform = "erfc"\narithmetic = "upcast"\nmax_steps = 1\n',
    "tight": 'dtype = "float16"\nform = "erf"\narithmetic = "native"\n\nmax_steps = 0\n',
    "syntax": 'dtype = "float16"\nform = \n',
    "key": 'dtype = "float16"\nmax_step = 1\n',
    "bound": 'dtype = "float16"\nmax_steps = -1\n',
    "idle": 'dtype = "bfloat16"\nmax_ulp = 500\n',
    "twice": "[[limit]]\nmax_steps = 1\n[[limit]]\nmax_steps = 2\n",
    "tie": '[[limit]]\ndtype = "float16"\nmax_steps = 1\n[[limit]]\narithmetic = "upcast"\n'
    "max_steps = 2\n",
    "slug": '[finding]\nzero-sing = "error"\n',
    "other": '[[limit]]\ndtype = "float64"\nmax_abs = 1\n',
    "region": '[[limit]]\nregion = "3:4"\nmax_steps = 1\n',
}

ANSWERS = [
    # words, exit code, last line of what is said
    (FAST, 0, "PASS: 1 of 1 rows within 0.001"),
    (f"{FAST} --exit-zero", 0, "PASS: "),
    (BAD, 1, "FAIL: 0 of 1 rows within 0.001 and 0 steps"),
    (f"{BAD} --exit-zero", 0, "FAIL: "),
    (f"{BAD} --inputs 1:1", 0, "PASS: "),
    (f"{FAST} --atol off --finding zero-sign=error", 0, "PASS: 1 of 1 rows"),
    ("--dtype float16 --form erf --arithmetic native --atol off --finding nan-at-minus-inf=error",
     1, "FAIL: 0 of 1 rows"),
    (f"{FAST} --correctly-rounded 1", 1, "FAIL: "),
    (f"{FAST} --max-ulp '1(1+k)' --mean-abs 1 --max-rel 1 --max-abs 10", 0, "PASS: "),
    ("--config good.toml", 0, "PASS: 1 of 1 rows within 0.001 and 1 step"),
    ("--config tight.toml", 1, "FAIL: "),
    ("--config tight.toml --exit-zero", 0, "FAIL: "),
    ("--config tight.toml --no-config", 2, ""),
    (f"{FAST} --impl sound=python:faulty:sound --max-steps 0 --inputs -3:3", 1, "FAIL: 1 of 2"),
    # asked, and without an answer
    (f"{FAST} --atol off", 2, "NO ANSWER: no row was judged"),
    ("--dtype float16 --impl python:faulty:sound --declares sigmoid --inputs 1:1.1", 2,
     "NO ANSWER: no row was judged"),
    (f"{FAST} --config other.toml", 2, "NO ANSWER: 1 limit without an answer"),
    (f"{FAST} --config region.toml --inputs 1:2", 2, "NO ANSWER: 1 limit without an answer"),
    # failed, and something has no answer besides: --exit-zero forgives only the former
    (f"{BAD} --config other.toml", 1, "FAIL: 0 of 1 rows"),
    (f"{BAD} --config other.toml --exit-zero", 2, "FAIL: 0 of 1 rows"),
    (f"{BAD} --max-rel 1e-9 --inputs -6e-8:0", 2, "NO ANSWER: 1 limit without an answer"),
]  # fmt: skip


@pytest.mark.parametrize("words, code, last", ANSWERS)
def test_answers(folder, call, words, code, last):
    got, out, err = call("check", *shlex.split(words))
    assert got == code, (out, err)
    assert "Traceback" not in err
    if last:
        assert out.splitlines()[-1].startswith(last)


ERRORS = [
    # words, what is said
    ("--dtype float24", "unknown format 'float24'"),
    ("--form gelo", "gelo"),
    ("--impl torch", "torch"),
    ("--no-such-option", "no-such-option"),
    ("--max-steps 1.5", "1.5"),
    ("--max-steps -1", "-1"),
    ("--max-ulp nan", "nan"),
    ("--correctly-rounded 1.5", "1.5"),
    ("--dtype bfloat16 --max-ulp 500", "cannot fail in bfloat16"),
    ("--finding zero-sing=error", "zero-sing"),
    ("--shard 1/2 --ledger l", "a shard cannot be judged"),
    # nothing to measure
    ("--dtype float64 --arithmetic upcast", "nothing to measure"),
    ("--dtype float16 --inputs 1.00001:1.00002", "holds no value"),
    ("--dtype float16 --inputs empty.txt", "empty.txt"),
    # files
    ("--dtype float16 --inputs none.npy", "none.npy"),
    ("--dtype float16 --impl outputs:none.npy --inputs x.npy", "none.npy"),
    ("--dtype float16 --impl outputs:x.npy --inputs none.npy", "none.npy"),
    ("--dtype float16 --impl outputs:three.npy --inputs x.npy", "3 outputs for the 2 inputs"),
    ("--config none.toml", "none.toml"),
    (f"{FAST} --baseline none.json", "none.json"),
    (f"{FAST} --baseline good.toml", "good.toml"),
    (f"{FAST} --tighten", "--tighten"),
    # configs
    ("--config syntax.toml", "syntax.toml:2: "),
    ("--config key.toml", "key.toml:2: "),
    ("--config bound.toml", "bound.toml:2: "),
    ("--config idle.toml", "idle.toml:2: "),
    ("--config twice.toml", "twice.toml:4: "),
    ("--config slug.toml", "slug.toml:2: "),
    ("--config bytes.toml", "bytes.toml"),
    (f"{FAST} --config tie.toml", "tie.toml:3 and tie.toml:6: two on max_steps"),
    # results
    (f"{FAST} --out json:no/such/place.json", "no/such/place.json"),
    (f"{FAST} --out json:.", "."),
    (f"{FAST} --out yaml", "yaml"),
    (f"{FAST} --out json --out csv", "standard output cannot take"),
    # implementations
    ("--dtype float16 --impl python:faulty:raises", "raised ValueError('not today')"),
    ("--dtype float16 --impl python:faulty:leaves", "leaves"),
    ("--dtype float16 --impl python:faulty:aborts", "aborts"),
    ("--dtype float16 --impl python:faulty:hangs --time-limit 0.3s", "no answer within 0.3 s"),
    ("--dtype float16 --impl python:faulty:shorter", "shorter"),
    ("--dtype float16 --impl python:faulty:words", "words"),
    ("--dtype float16 --impl python:faulty:none", "faulty has no 'none'"),
    ("--dtype float16 --impl python:nofile:none", "nofile"),
    ("--dtype float16 --impl python:faulty:dies", "dies"),
]


@pytest.mark.parametrize("words, said", ERRORS, ids=[words for words, _ in ERRORS])
def test_errors(folder, call, words, said):
    """A failure that --exit-zero would forgive is none of these."""
    code, out, err = call("check", "--exit-zero", *shlex.split(words))
    assert code == 2, (out, err)
    assert said in err and "Traceback" not in out + err
    assert "PASS" not in out


def test_no_words_at_all(call):
    assert call()[0] == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs another system: no /dev/full")
@pytest.mark.parametrize("words", [FAST, BAD, f"{BAD} --exit-zero"])
def test_a_result_that_cannot_be_written_after_all(folder, call, words):
    code, _, err = call("check", *words.split(), "--out", "json:/dev/full")
    assert code == 2 and "/dev/full" in err


def test_a_stale_entry_of_a_baseline(folder, call):
    both = "--dtype float16 --form erfc --form erf --arithmetic upcast --inputs -3:3"
    assert call("check", *both.split(), "--write-baseline", "b.json")[0] == 0
    assert call("check", *both.split(), "--baseline", "b.json")[0] == 0
    fewer = both.replace(" --form erf ", " ").split()
    for more in ([], ["--exit-zero"]):
        code, out, err = call("check", *fewer, "--baseline", "b.json", *more)
        assert code == 2 and "erf · float16" in out + err and "b.json" in out + err


def test_worse_than_a_baseline(folder, call):
    words = "--dtype float16 --form erfc --arithmetic upcast --inputs -3:3"
    assert call("check", *words.split(), "--write-baseline", "b.json")[0] == 0
    stored = json.loads(Path("b.json").read_text())
    stored["rows"][0]["own"]["max_ulp"] = 0.25
    Path("b.json").write_text(json.dumps(stored))
    assert call("check", *words.split(), "--baseline", "b.json")[0] == 1
    assert call("check", *words.split(), "--baseline", "b.json", "--exit-zero")[0] == 0


FORMATS = ("json", "csv", "markdown", "text", "junit", "github", "gitlab", "sarif", "html", "issue")


@pytest.mark.parametrize(
    "words, code", [(FAST, 0), (BAD, 1), (f"{BAD} --exit-zero", 0), (f"{FAST} --atol off", 2),
                    (f"{FAST} --config other.toml", 2)]
)  # fmt: skip
def test_all_is_written_before_the_command_ends(folder, call, words, code):
    outs = [word for name in FORMATS for word in ("--out", f"{name}:out.{name}")]
    outs += ["--out", "badge:out.svg", "--plot", "out.png"]
    assert call("check", "-q", *shlex.split(words), *outs)[0] == code
    for name in (*FORMATS, "svg", "png"):
        assert Path(f"out.{name}").stat().st_size or name == "github", name
    assert json.loads(Path("out.json").read_text())["rows"]


def test_a_crash_leaves_an_older_result_alone(folder, call):
    Path("out.json").write_text("{}\n")
    words = "--dtype float16 --impl python:faulty:aborts --out json:out.json"
    assert call("check", *words.split())[0] == 2
    assert Path("out.json").read_text() == "{}\n"
