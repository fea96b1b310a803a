"""check for real: the claims of DESIGN, section 5, and the commands that failures come with."""

import shlex

import pytest

from gelucheck.cli.main import main

# exact arithmetic: |sigmoid - gelu| reaches 2.03e-2 and |tanh - gelu| 4.73e-4 (facts of the forms),
# so that a claim of 1e-3 is lost by the sigmoid form itself, and by tanh only through roundings;
# ulp(2) is 2^-6 in bfloat16, and so a few roundings there are beyond any claim of 1e-3
CASES = [
    ("--dtype float32 --dtype float64", 0, None),
    ("--dtype bfloat16 --arithmetic native", 1, "evaluation"),
    ("--dtype float32 --form sigmoid", 1, "method"),
    ("--dtype float64 --form sigmoid --inputs -3:-2:100", 1, "method"),
    # far from where the forms differ they agree: 0 at 0, x at +10
    ("--dtype float64 --form sigmoid --inputs 0x1p+6:0x1p+7:100", 0, None),
    ("--dtype float32 --form tanh --atol 4e-4", 1, "method"),
    ("--dtype float32 --form erfc --arithmetic upcast --max-ulp 0.51", 0, None),
    # a correct rounding may be half an ulp away, and on 65,536 values some are nearly that
    ("--dtype float16 --form erfc --arithmetic upcast --max-ulp 0.25", 1, "evaluation"),
    ("--dtype float16 --form erf --arithmetic native --max-steps 0", 1, "evaluation"),
]


@pytest.mark.parametrize(("words", "code", "cause"), CASES)
def test_exit_code_and_cause(call, words, code, cause):
    got, out, err = call("check", "-q", *words.split())
    *failures, verdict = out.splitlines()
    assert (got, err) == (code, "")
    assert verdict.startswith("PASS: " if code == 0 else "FAIL: ")
    assert len(failures) >= code
    assert all(f"cause {cause}" in line for line in failures)


@pytest.mark.parametrize("words", [words for words, code, _ in CASES if code])
def test_every_failure_comes_again(call, words):
    for line in call("check", "-q", *words.split())[1].splitlines()[:-1]:
        told, _, again = line.partition("; again: ")
        code, out, _ = call(*shlex.split(again)[1:], "-q")
        assert code == 1
        assert out.startswith(told)


@pytest.mark.parametrize("command", ["compare", "check"])
def test_same_inputs_same_bytes(call, command):
    words = (command, "--dtype", "float16", "--dtype", "float32", "--samples", "1000")
    assert call(*words) == call(*words)


UPCAST = "check --dtype float64 --dtype float16 --form erf --arithmetic upcast --inputs 1:1"
ONCE = [
    (UPCAST, 0, "float64 has no upcast arithmetic: left out"),
]


@pytest.mark.parametrize("words, code, said", ONCE)
def test_nothing_that_was_asked_for_is_dropped_in_silence(words, code, said, capsys):
    assert main(shlex.split(words)) == code
    assert said in capsys.readouterr().err
