"""Where the figures are from: of one run, and of several that were joined."""

from dataclasses import replace

import pytest

from gelucheck.joining import join_runs
from gelucheck.report.page import render
from gelucheck.report.provenance import command_of, provenance_of


@pytest.fixture
def joined(run):
    """Two runs: the first named its implementation."""
    mine = replace(run.rows[0], implementation="mine", writing=None)
    first = run.provenance | {"command": "gelucheck compare --impl mine=torch:gelu", "seed": 3}
    return join_runs(
        [replace(run, rows=(mine,), provenance=first), replace(run, rows=run.rows[:2])],
        command="gelucheck report a.json b.json",
    )


def test_of_one_run(run):
    (source,) = provenance_of(run)
    pairs = dict(source.pairs)
    assert pairs["cpu"] == "x86_64" and pairs["seconds"] == "2.5"
    assert source.pairs[-1] == ("torch:gelu", "torch 2.13.0, numpy 2.1.0")
    assert "implementations" not in pairs


def test_of_runs_that_were_joined(joined):
    whole, first, second = provenance_of(joined)
    assert dict(whole.pairs)["command"] == "gelucheck report a.json b.json"
    assert dict(first.pairs)["seed"] == "3" and dict(second.pairs)["seed"] == "0"
    # where they differ neither is that of all
    assert "seed" not in dict(whole.pairs)


def test_the_command_that_names_a_row(joined):
    assert command_of(joined, joined.rows[0]) == "gelucheck compare --impl mine=torch:gelu"
    assert command_of(joined, joined.rows[1]) == "gelucheck report a.json b.json"


def test_the_page_has_all_of_it(joined, sketched, parsed):
    text = parsed(render(joined)).text
    assert "--impl mine=torch:gelu" in text.partition("Provenance version")[2]
    assert "part 1" in text and "part 2" in text and "part 3" not in text


def test_a_command_does_not_break_within_an_option(run, sketched, parsed):
    text = "gelucheck report --dtype float16 'a b' --name " + "--x" * 20
    source = render(replace(run, provenance={"command": text}))
    page = parsed(source)
    assert text in page.text
    assert '<span class="option">--dtype</span> float16' in source
    # what is longer than a line of a telephone may break
    assert '<span class="option">--x' not in source
    assert ".option { white-space: nowrap; }" in page.style


@pytest.mark.parametrize("value", [None, "text", [1, None], {"a": 1}, ["<b>", []]])
def test_whatever_a_file_holds_there(run, sketched, parsed, value):
    provenance = {"joined": value, "implementations": value, "command": value, "cpu": value}
    parsed(render(replace(run, provenance=provenance)))
