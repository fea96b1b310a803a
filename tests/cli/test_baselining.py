"""check with baselines, for real: what is written, what is held to, and what exits how."""

import json
import os
import shlex

import click
import pytest

from gelucheck.cli.baselining import Baselining, baseline_options, parse_baselining
from gelucheck.cli.main import main
from gelucheck.cli.output import Destinations
from gelucheck.errors import InputsError, OutputError, UsageError

# tanh, native, loses all digits at x = -3.6 (1 + tanh(z) is 0 there): it fails any limit of steps
WORDS = "check --dtype float16 --form tanh --arithmetic native --inputs=-4:4:500 --atol 0.1"
SOUND = f"{WORDS} --max-ulp 1e3 --inputs=-1:1:500"


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def changed(path, change):
    """Change the one row of a baseline."""
    document = json.loads(path.read_text())
    (row,) = document["rows"]
    change(row)
    path.write_text(json.dumps(document))


def test_write_hold_and_lower(call, here):
    """What fails is expected to, from then on; what is worse fails; what is better is kept."""
    words = [*shlex.split(WORDS), "--max-steps", "2"]
    assert call(*words)[0] == 1
    code, out, err = call(*words, "--write-baseline", "b.json")
    assert code == 0
    assert err == "gelucheck: wrote b.json: 1 row, 1 failure recorded as expected\n"
    assert out.splitlines()[-1] == (
        "PASS: 1 of 1 rows within 0.1 and 2 steps and the baseline b.json, "
        "but for 1 expected failure"
    )
    written = (here / "b.json").read_text()
    code, out, _ = call(*words, "--baseline", "b.json")
    assert code == 0
    assert "expected tanh · float16 · native: max_steps 2 fails, as b.json expects" in out
    # worse: the file says that it was better
    changed(here / "b.json", lambda row: row["own"].update(max_steps=17))
    code, out, _ = call(*words, "--baseline", "b.json")
    assert code == 1 and "FAIL tanh · float16 · native: baseline max_steps: " in out
    assert call(*words, "--baseline", "b.json", "--exit-zero")[0] == 0
    # what is worse is not raised
    code, _, err = call(*words, "--baseline", "b.json", "--tighten")
    assert code == 1 and "b.json is as tight as it can be" in err
    # better: the file says that it was worse
    (here / "b.json").write_text(written)
    changed(here / "b.json", lambda row: row["own"].update(max_ulp=1e6, max_steps=10**6))
    code, out, err = call(*words, "--baseline", "b.json")
    assert code == 0 and "better tanh · float16 · native: max_ulp " in out and err == ""
    code, out, err = call(*words, "--baseline", "b.json", "--tighten")
    assert code == 0 and err == "gelucheck: tightened b.json: 1 row\n"
    assert (here / "b.json").read_text() == written
    assert "is as tight" in call(*words, "--baseline", "b.json", "--tighten")[2]


def test_an_implementation_that_fails_makes_none(call, here):
    words = shlex.split("check --dtype float16 --inputs=-1:1:50 --impl python:math:fabs")
    assert call(*words, "--write-baseline", "b.json")[0] == 2
    assert os.listdir(here) == []


def test_again_is_a_command_that_fails(call, here):
    """Each loss of a figure comes again, at its witness and without the baseline."""
    words = shlex.split(SOUND)
    call(*words, "--write-baseline", "b.json")
    changed(here / "b.json", lambda row: row["own"].update(max_ulp=0.25, max_steps=0))
    code, out, _ = call(*words, "--baseline", "b.json", "-q")
    lines = [line for line in out.splitlines() if line.startswith("FAIL tanh")]
    assert code == 1 and len(lines) == 2
    for line, option in zip(lines, ("--max-ulp 0.25", "--max-steps 0"), strict=True):
        command = line.partition("; again: ")[2]
        assert option in command and "--baseline" not in command
        assert call(*shlex.split(command)[1:], "-q")[0] == 1


NO_ANSWER = [
    # words besides, what is said, why
    ("--dtype bfloat16", "no row is tanh · float16 · native", "an entry that names no row"),
    ("--max-steps 1", "is max_steps 2", "an expected failure of no limit"),
    ("--ulp fine", "was made with --ulp coarse", "figures that mean something else"),
    ("--baseline missing.json", "cannot read the baseline 'missing.json'", "no such file"),
]


@pytest.mark.parametrize("more, said, why", NO_ANSWER, ids=[case[2] for case in NO_ANSWER])
def test_exit_2(call, here, more, said, why):
    words = [*shlex.split(WORDS), "--max-steps", "2"]
    assert call(*words, "--write-baseline", "b.json", "-q")[0] == 0
    more = shlex.split(more)
    if "--dtype" in more:
        words = [word if word != "float16" else "bfloat16" for word in words]
        more = []
    for exit_zero in ((), ("--exit-zero",)):
        code, _, err = call(*words, "--baseline", "b.json", *more, *exit_zero)
        assert code == 2 and said in err, why
        assert err.count("\n") == 1


def test_other_inputs_and_new_rows_have_no_answer(call, here):
    words = [*shlex.split(SOUND), "--baseline", "b.json"]
    assert call(*shlex.split(SOUND), "--write-baseline", "b.json")[0] == 0
    code, out, _ = call(*words, "--inputs=-1:1:400")
    assert code == 2 and "the baseline was made from 500 inputs (given), this is 400 inputs" in out
    code, out, _ = call(*words, "--form", "erf")
    assert code == 2
    assert "erf · float16 · native has no answer: the baseline has no entry of it" in out
    # nor is it lowered by such a run
    before = (here / "b.json").read_bytes()
    code, _, err = call(*words, "--form", "erf", "--tighten")
    assert code == 2 and "b.json is not written: the run has no answer" in err
    assert (here / "b.json").read_bytes() == before


def test_a_run_without_answer_makes_no_baseline(call, here, measuring, failed_row):
    """Nor with a failure beside it, which would exit 1."""
    from dataclasses import replace

    from gelucheck.record import LOST, Finding

    lost = replace(failed_row, findings=(Finding(LOST, "error", "lost", None),))
    for rows in ((), (lost,)):
        measuring.rows = rows
        code, _, err = call("check", "--write-baseline", "b.json", "-q")
        assert code == 2 and "b.json is not written" in err
        assert not (here / "b.json").exists()


def test_a_fault_of_the_file_is_one_line(call, here, measuring):
    (here / "b.json").write_text('{"gelucheck": "baseline", "schema": 1}')
    code, out, err = call("check", "--baseline", "b.json")
    assert (code, out) == (2, "") and err.startswith("gelucheck: b.json: the file: has no ")
    assert err.count("\n") == 1
    # it is found before anything is measured
    assert measuring.calls == []


@click.command()
@baseline_options
def command(**given):
    """Not called: its parameters are parsed."""


def parse(words, destinations=None, reads=None):
    context = command.make_context("check", shlex.split(words))
    return parse_baselining(context.params, destinations or Destinations(None), context, reads)


REFUSED = [
    ("--tighten", UsageError, "--tighten without --baseline"),
    ("--write-baseline a --tighten", UsageError, "--tighten with --write-baseline"),
    ("--write-baseline a --baseline b", UsageError, "--baseline with --write-baseline"),
    ("--write-baseline a --baseline a --tighten", UsageError, "--tighten with"),
    ("--write-baseline ''", UsageError, "'' is no file"),
    ("--write-baseline -", UsageError, "'-' is no file"),
    ("--write-baseline .", OutputError, "directory"),
    ("--write-baseline missing/b.json", OutputError, "cannot write 'missing/b.json'"),
    ("--write-baseline out.json", UsageError, "two results for 'out.json'"),
    ("--write-baseline ./p.svg", UsageError, "two results for './p.svg'"),
    ("--write-baseline x.txt", UsageError, "holds the inputs"),
    ("--write-baseline ./l", UsageError, "holds the ledger"),
    ("--write-baseline kernel.py", UsageError, "is there, and no baseline"),
    ("--baseline missing", InputsError, "no such file"),
    ("--baseline x.txt", InputsError, "x.txt: not a baseline"),
]


@pytest.mark.parametrize("words, error, said", REFUSED, ids=[case[0] for case in REFUSED])
def test_refused(here, words, error, said):
    (here / "x.txt").write_text("1\n")
    (here / "kernel.py").write_text("def gelucheck(): ...\n")
    places = Destinations(None, (("json", "out.json"),), (("formats", "p.svg"),))
    with pytest.raises(error) as caught:
        parse(words, places, {"the inputs": "x.txt", "the ledger": "l"})
    assert said in str(caught.value)


@pytest.mark.parametrize("text", ["", '{\n<<<<<<< ours\n "gelucheck": "baseline",\n'])
def test_a_damaged_baseline_may_be_written_again(here, text):
    (here / "b.json").write_text(text)
    assert parse("--write-baseline b.json") == Baselining("b.json")


def test_nothing_is_asked_by_default(here):
    assert parse("") == Baselining()
    assert parse("--write-baseline b.json") == Baselining("b.json")
    assert os.listdir(here) == []


def test_a_baseline_that_is_not_on_the_command_line_gives_way(here):
    """A config file may name it; --write-baseline then renews it."""
    context = command.make_context(
        "check", ["--write-baseline", "b.json"], default_map={"baseline": "b.json"}
    )
    assert parse_baselining(context.params, Destinations(None), context) == Baselining("b.json")


def test_a_config_names_it_and_it_is_renewed(call, here):
    (here / "pyproject.toml").write_text(
        '[tool.gelucheck]\ndtype = "float16"\nform = "tanh"\narithmetic = "upcast"\n'
        'inputs = "-1:1:50"\natol = false\nbaseline = "b.json"\nheadroom = 0.2\n'
    )
    # a file that the config names and that is not there watches over nothing
    assert call("check", "-q")[0] == 2
    # there is no limit at all: the baseline alone is held to
    for words in (("--write-baseline", "b.json"), (), ("--write-baseline", "b.json")):
        code, out, _ = call("check", "-q", *words)
        assert (code, out) == (0, "PASS: 1 of 1 rows within the baseline b.json\n")
    changed(here / "b.json", lambda row: row["own"].update(max_ulp=100.0))
    code, out, _ = call("check")
    assert code == 0 and "\nslack tanh · float16 · upcast: max_ulp 0." in out


def test_an_entry_of_no_row_is_seen_before_anything_is_measured(here, capsys, monkeypatch):
    """A long run that must end without an answer is not begun."""
    check = ["check", "-q", "--form", "erf", "--arithmetic", "upcast", "--inputs", "1:2"]
    both = [*check, "--dtype", "float16", "--dtype", "bfloat16"]
    assert main([*both, "--write-baseline", "b.json"]) == 0
    from gelucheck.sweep import run

    def measured(*_):
        raise AssertionError("measured")

    monkeypatch.setattr(run, "_run_here", measured)
    assert main([*check, "--dtype", "float16", "--baseline", "b.json"]) == 2
    assert "no row is erf · bfloat16 · upcast" in capsys.readouterr().err
