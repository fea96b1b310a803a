"""The options of a search."""

import json
import re

import pytest

from gelucheck.cli.searching import parse_budget
from gelucheck.errors import UsageError


@pytest.mark.parametrize(
    "text, seconds",
    [("30s", 30), ("5m", 300), ("1h", 3600), ("90", 90), ("0.5", 0.5), ("1.5m", 90), (" 2s ", 2)],
)
def test_times(text, seconds):
    assert parse_budget(text) == seconds


def test_no_time():
    assert parse_budget(None) is None


@pytest.mark.parametrize(
    "text", ["", "s", "3x", "-3s", "+3", "1e3", "1:30", "3 s", "nan", "inf", "٣s", "1" * 400]
)
def test_what_is_no_time(text):
    with pytest.raises(UsageError) as caught:
        parse_budget(text)
    assert caught.value.what.startswith("--budget") and len(caught.value.what) < 80


@pytest.mark.parametrize(
    ("words", "budget", "evaluations"),
    [
        (("--inputs", "search"), None, None),
        (("--inputs", "search", "--evaluations", 7), None, 7),
    ],
)
@pytest.mark.parametrize("command", ["compare", "check"])
def test_what_is_asked(measuring, call, command, words, budget, evaluations):
    assert call(command, *words)[0] == 0
    assert (measuring.selection.budget, measuring.selection.evaluations) == (budget, evaluations)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("--budget", "30s"), "--budget without --inputs search"),
        (("--evaluations", 9, "--inputs", "sample"), "--evaluations without --inputs search"),
        (("--inputs", "search", "--budget", "soon"), "'soon'"),
        (("--inputs", "search", "--budget", "0s"), "--budget 0"),
        (("--inputs", "search", "--evaluations", 0), "--evaluations 0"),
        (("--inputs", "search", "--evaluations", "many"), "many"),
        (("--inputs", "search", "--evaluations", 9, "--budget", "1s"), "with --evaluations"),
        (("--inputs", "search", "--ledger", "x"), "with --ledger"),
        (("--inputs", "search", "--budget", "1s", "--ledger", "x"), "with --ledger"),
        (("--inputs", "search", "--cluster", "tcp://a:1"), "with --cluster"),
    ],
)
@pytest.mark.parametrize("command", ["compare", "check"])
def test_what_means_nothing(call, command, words, part, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = call(command, *words)
    assert (code, out) == (2, "")
    assert err.startswith("gelucheck: ") and err.count("\n") == 1
    assert part in err
    assert not list(tmp_path.iterdir())


def test_a_budget_is_told_as_a_number_that_gives_the_same(call):
    words = ("compare", "--dtype", "float64", "--form", "erfc", "--inputs", "search")
    code, out, err = call(*words, "--budget", "0.2s", "--out", "json")
    assert code == 0
    (number,) = re.findall(r"^gelucheck: --budget 0\.2s is --evaluations (\d+) here$", err, re.M)
    code, again, err = call(*words, "--evaluations", number, "--out", "json")
    assert (code, err) == (0, "")
    first, second = json.loads(out), json.loads(again)
    assert first["rows"] == second["rows"]
    assert first["rows"][0]["inputs"] == int(number)
    assert first["rows"][0]["evidence"] == "search"


def test_quiet_says_nothing_of_it(call):
    words = ("--dtype", "float64", "--form", "erfc", "--inputs", "search", "--budget", "0.1s")
    code, _, err = call("check", "-q", *words)
    assert (code, err) == (0, "")


def test_a_table_says_that_the_figures_are_lower_bounds(call):
    words = ("--dtype", "float64", "--form", "erfc", "--inputs", "search", "--evaluations", 100)
    for out in ("text", "markdown"):
        _, table, _ = call("compare", *words, "--out", out)
        assert re.search(r"search: the worst that was found; each maximum is a lower", table, re.I)
    _, table, _ = call("compare", "--dtype", "float64", "--form", "erfc", "--samples", 100)
    assert "lower" not in table
