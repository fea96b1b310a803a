"""Every way to fail ends in one line on standard error and the exit code that DESIGN gives it."""

import click
import pytest

from gelucheck.cli.guard import describe, one_line, run_guarded
from gelucheck.errors import InputsError, OutputError, UndecidedError, UsageError

CASES = [
    (UsageError("unknown format 'x'", "one of a, b"), 2, "unknown format 'x': one of a, b"),
    (InputsError("no inputs"), 2, "no inputs"),
    (OutputError("full", "free some space"), 2, "full: free some space"),
    (UndecidedError("undecided"), 2, "undecided"),
    (click.ClickException("odd."), 2, "odd"),
    (KeyboardInterrupt(), 130, "interrupted"),
    (click.Abort(), 130, "interrupted"),
    (MemoryError(), 2, "out of memory"),
    (OSError(28, "No space left on device"), 2, "No space left on device"),
    (PermissionError(13, "Permission denied", "a.npy"), 2, "'a.npy'"),
    (OSError("strange"), 2, "OSError, strange"),
    (ValueError("not foreseen"), 2, "ValueError, not foreseen"),
    (ZeroDivisionError(), 2, "ZeroDivisionError: please report"),
    (RecursionError("deep"), 2, "please report"),
    # an implementation that leaves by itself has not passed
    (SystemExit(0), 2, "SystemExit"),
]


def group_that(raises):
    @click.group("gelucheck", context_settings={})
    def group():
        pass

    @group.command()
    @click.option("-v", "verbosity", count=True, callback=_note)
    def work(verbosity):
        raise raises

    return group


def _note(ctx, _param, count):
    ctx.meta["gelucheck.verbosity"] = count


@pytest.mark.parametrize(("problem", "code", "part"), CASES, ids=lambda c: repr(c)[:40])
def test_one_line_and_exit_code(problem, code, part, capfd, monkeypatch):
    monkeypatch.delenv("GELUCHECK_DEBUG", raising=False)
    assert run_guarded(group_that(problem), ["work"]) == code
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("gelucheck: ")
    assert part in err
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_a_reader_that_left_is_no_fault(capfd):
    assert run_guarded(group_that(BrokenPipeError(32, "Broken pipe")), ["work"]) == 0
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("words", "environment", "wanted"),
    [
        (["work"], None, False),
        (["work", "-v"], None, False),
        (["work", "-v", "-v"], None, True),
        (["work", "-vv"], None, True),
        (["work"], "1", True),
        (["work"], "0", False),
        (["work"], "", False),
    ],
)
def test_traceback_only_when_asked_for(words, environment, wanted, capfd, monkeypatch):
    monkeypatch.delenv("GELUCHECK_DEBUG", raising=False)
    if environment is not None:
        monkeypatch.setenv("GELUCHECK_DEBUG", environment)
    assert run_guarded(group_that(ValueError("deep down")), words) == 2
    err = capfd.readouterr().err
    assert ("Traceback" in err) == wanted
    assert err.splitlines()[-1].startswith("gelucheck: ")


@pytest.mark.parametrize(("result", "code"), [(0, 0), (1, 1), (2, 2), (None, 0)])
def test_exit_code_is_the_commands_own(result, code):
    @click.group("gelucheck", context_settings={})
    def group():
        pass

    @group.command()
    def work():
        return result

    assert run_guarded(group, ["work"]) == code


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("plain", "plain"),
        ("two\nlines", "two lines"),
        ("a\x1b[31mred", "a\\x1b[31mred"),
        ("naïve · ×", "naïve · ×"),
        ("\u202eflipped", "\\u202eflipped"),
        ("tab\tand  spaces", "tab and spaces"),
    ],
)
def test_one_line(text, line):
    assert one_line(text) == line


def test_a_failure_to_clean_up_after_an_interruption_is_an_interruption():
    try:
        try:
            raise KeyboardInterrupt
        finally:
            [].pop()
    except IndexError as problem:
        assert describe(problem) == (130, "interrupted")


def test_mend_is_left_out_where_there_is_none():
    assert describe(InputsError("no inputs")) == (2, "no inputs")
