"""A verdict in words, and the command that shows a failure again."""

import dataclasses
import shlex

import pytest

from gelucheck.cli.failures import failure_line, reproduction, verdict_line
from gelucheck.gate.limits import Limits
from gelucheck.gate.verdict import Failure, Verdict
from gelucheck.record import Claim
from gelucheck.sweep.plan import Selection


def verdict(judged, failures, undecided=False):
    passed = judged > 0 and not failures and not undecided
    return Verdict(passed, undecided, judged, tuple(failures))


@pytest.mark.parametrize(
    ("judged", "failed", "limits", "line"),
    [
        (8, 0, Limits(), "PASS: 8 of 8 rows within 0.001"),
        (8, 2, Limits(), "FAIL: 6 of 8 rows within 0.001"),
        (1, 1, Limits(atol=1e-9), "FAIL: 0 of 1 rows within 1e-09"),
        (2, 0, Limits(max_ulp=1.5), "PASS: 2 of 2 rows within 0.001 and 1.5 ulp"),
        (2, 0, Limits(atol=None, max_steps=1), "PASS: 2 of 2 rows within 1 step"),
        (0, 0, Limits(), "NO ANSWER: no row was judged"),
    ],
)
def test_the_last_line(row, judged, failed, limits, line):
    claim = Claim("atol", 1e-3, "fail", "method", -1.0, None)
    # every failed row twice: a row can fail several limits, and is one row
    failures = [
        Failure(each, claim)
        for each in (dataclasses.replace(row) for _ in range(failed))
        for _ in range(2)
    ]
    assert verdict_line(verdict(judged, failures), limits) == line


def test_a_row_without_a_figure_is_no_answer():
    line = verdict_line(verdict(3, [], undecided=True), Limits())
    assert line == "NO ANSWER: a row was not measured in full"


@pytest.mark.parametrize(
    ("changes", "claim", "ulp", "words"),
    [
        (
            {},
            ("atol", 1e-3),
            "coarse",
            "--dtype float16 --form tanh --arithmetic native --atol 0.001",
        ),
        (
            {"writing": "erfc", "form": "erf", "dtype": "float64"},
            ("max_ulp", 2.0),
            "fine",
            "--dtype float64 --form erfc --arithmetic native --ulp fine --max-ulp 2.0",
        ),
        (
            {"function": "gelu_grad", "arithmetic": "upcast"},
            ("max_steps", 1),
            "coarse",
            "--dtype float16 --form tanh --arithmetic upcast --function gelu_grad --max-steps 1",
        ),
    ],
)
def test_the_command_names_what_the_row_is(row, changes, claim, ulp, words):
    row = dataclasses.replace(row, **changes)
    witness = row.total.max_abs
    failed = Claim(*claim, "fail", "evaluation", -1.0, witness)
    command = reproduction(row, failed, witness, Selection(ulp=ulp))
    expected = f"gelucheck check {words} --inputs 0x1.7c8p+1:0x1.7c8p+1"
    assert command == shlex.split(expected)


def test_a_failure_says_what_came_and_what_was_due(failed_row):
    line = failure_line(Failure(failed_row, failed_row.claims[0]), Selection())
    assert line.count("\n") == 0
    for part in (
        "FAIL tanh · float16 · native",
        "beyond 0.001, cause evaluation",
        "at x = 2.97265625 (0x1.7c8p+1, bits 0x41f2)",
        "came 2.970703125 where 2.968265 was due",
    ):
        assert part in line


@pytest.mark.parametrize("words", ["outputs:y.npy", "mine=outputs:y.npy"])
def test_outputs_that_were_given_are_asked_for_their_own_inputs(row, words):
    name = words.partition("=")[0]
    item = dataclasses.replace(row, implementation=name, writing=None, arithmetic=None)
    selection = Selection(implementations=(words,), inputs="x.npy")
    claim = Claim("atol", 1e-3, "fail", "method", -1.0, row.excess)
    found = reproduction(item, claim, row.excess, selection)
    assert found[-2:] == ["--inputs", "x.npy"]
    assert words in found
