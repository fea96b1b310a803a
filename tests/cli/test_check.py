"""check: the last line is the verdict, the exit code is that of DESIGN, failures come again."""

import dataclasses
import json
import math
import shlex

import pytest

from gelucheck.record import Finding


def test_pass(measuring, call):
    code, out, err = call("check")
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == "PASS: 1 of 1 rows within 0.001"


def test_fail(measuring, call, row, failed_row):
    measuring.rows = (row, failed_row)
    code, out, err = call("check")
    assert (code, err) == (1, "")
    *_, failure, verdict = out.splitlines()
    assert verdict == "FAIL: 1 of 2 rows within 0.001"
    for part in ("tanh", "float16", "native", "evaluation", "2.97265625", "0x41f2", "2.970703125"):
        assert part in failure


def test_the_command_that_reproduces_a_failure(measuring, call, failed_row):
    measuring.rows = (failed_row,)
    failure = call("check", "-q")[1].splitlines()[0]
    command = shlex.split(failure.rpartition("again: ")[2])
    assert command[:2] == ["gelucheck", "check"]
    assert call(*command[1:])[0] == 1
    selection, limits, *_ = measuring.calls[-1]
    assert (selection.dtypes, selection.forms, selection.arithmetics) == (
        ("float16",),
        ("tanh",),
        ("native",),
    )
    assert selection.inputs == "0x1.7c8p+1:0x1.7c8p+1"
    assert limits.atol == 1e-3


def test_a_hostile_name_is_quoted_in_the_command(measuring, call, failed_row):
    hostile = dataclasses.replace(failed_row, writing="x; rm -rf $HOME")
    measuring.rows = (hostile,)
    failure = call("check", "-q")[1].splitlines()[0]
    words = shlex.split(failure.rpartition("again: ")[2])
    assert "x; rm -rf $HOME" in words


@pytest.mark.parametrize(
    ("form", "asked", "code"),
    [
        ("erf", [], 1),
        ("tanh", [], 1),
        # shown, but nothing is claimed of it; and with no other row nothing was judged
        ("sigmoid", [], 2),
        ("sigmoid", ["--form", "sigmoid"], 1),
    ],
)
def test_sigmoid_counts_only_when_asked_for(measuring, call, failed_row, form, asked, code):
    measuring.rows = (dataclasses.replace(failed_row, form=form, writing=form),)
    assert call("check", *asked)[0] == code


def test_nothing_measured_is_never_a_pass(measuring, call):
    measuring.rows = ()
    code, out, _ = call("check")
    assert code == 2
    assert out.splitlines()[-1].startswith("NO ANSWER: ")


def test_exit_zero_turns_1_into_0_and_never_2(measuring, call, failed_row):
    measuring.rows = (failed_row,)
    code, out, _ = call("check", "--exit-zero")
    assert code == 0
    assert out.splitlines()[-1].startswith("FAIL: ")
    measuring.rows = ()
    assert call("check", "--exit-zero")[0] == 2
    assert call("check", "--exit-zero", "--dtype", "float24")[0] == 2


def test_quiet_leaves_failures_and_verdict(measuring, call, failed_row):
    measuring.rows = (failed_row,)
    out = call("check", "-q")[1].splitlines()
    assert len(out) == 2
    assert out[0].startswith("FAIL ")
    assert out[1].startswith("FAIL: ")


@pytest.mark.parametrize("name", ["json", "csv", "markdown"])
def test_data_on_standard_output_stays_data(measuring, call, failed_row, name):
    measuring.rows = (failed_row,)
    code, out, err = call("check", "--out", name)
    assert code == 1
    assert "FAIL: " not in out
    assert err.splitlines()[-1] == "FAIL: 0 of 1 rows within 0.001"
    if name == "json":
        assert json.loads(out)["rows"][0]["claims"][0]["verdict"] == "fail"


def test_two_failed_limits_are_one_failed_row(measuring, call, failed_row):
    # 0.0024 is beyond both bounds: the row's evaluation error is far more than that many ulp
    measuring.rows = (failed_row,)
    code, out, _ = call("check", "-q", "--max-ulp", "0.001", "--max-steps", "0")
    assert code == 1
    assert out.splitlines()[-1] == "FAIL: 0 of 1 rows within 0.001 and 0.001 ulp and 0 steps"
    for option in ("--max-ulp 0.001", "--max-steps 0", "--atol 0.001"):
        assert option in out


def test_an_output_that_is_no_number_fails_every_limit(measuring, call, row):
    # NaN came at -2.5, where a number was due: no bound is kept
    broken = dataclasses.replace(row.excess, x=-2.5, x_hex="-0x1.4p+1", bits="0xc100", got=math.nan)
    measuring.rows = (dataclasses.replace(row, first={"broken": broken}),)
    code, out, _ = call("check", "-q", "--max-steps", "5000")
    assert code == 1
    lines = out.splitlines()
    assert len(lines) == 3
    assert all("came nan" in line and "-0x1.4p+1:-0x1.4p+1" in line for line in lines[:2])


def test_findings_that_do_not_count_are_told(measuring, call, row):
    found = Finding("layout", "error", "another order", None)
    measuring.rows = (dataclasses.replace(row, writing=None, findings=(found, found)),)
    code, out, err = call("check", "--dtype", "float16", "--impl", "python:a:b")
    assert code == 0 and "PASS" in out
    assert "gelucheck: 2 findings of level error: told, and not counted without --finding" in err
    measuring.rows = (dataclasses.replace(row, findings=(found,)),)
    assert "findings of level" not in call("check", "--dtype", "float16")[2]
