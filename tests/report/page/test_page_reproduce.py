"""What there is to copy: a command, and a program."""

import shlex
from dataclasses import replace

import pytest

from gelucheck.report.reproduce import again_of


def guest(run, name, **changes):
    return replace(run.rows[7], implementation=name, writing=None, arithmetic=None, **changes)


def test_a_writing_is_explained_at_the_first_error(run):
    row = run.rows[7]
    found = again_of(row, "gelucheck compare")
    bits = row.findings[1].witness.bits
    assert found.command == (
        f"gelucheck explain bits:{bits} --dtype float16 --arithmetic native --form tanh"
    )
    assert found.program is None


def test_without_an_error_it_is_the_worst_input(run):
    row = run.rows[11]
    assert [finding.level for finding in row.findings] == ["warning"]
    assert again_of(row, "").witness == row.evaluation.max_ulp


@pytest.mark.parametrize("name, command, target", [
    ("torch:gelu", "gelucheck compare --impl torch:gelu", "torch:gelu"),
    ("mine", "gelucheck compare --impl mine=torch:gelu", "mine=torch:gelu"),
    ("mine", "gelucheck compare --impl=mine=python:m:f", "mine=python:m:f"),
])  # fmt: skip
def test_others_are_measured_there_again(run, name, command, target):
    row = guest(run, name)
    found = again_of(row, command)
    words = shlex.split(found.command)
    assert words[:2] == ["gelucheck", "compare"]
    assert words[words.index("--impl") + 1] == target
    assert words[words.index("--declares") + 1] == "tanh"
    start, _, stop = words[words.index("--inputs") + 1].partition(":")
    assert float.fromhex(start) == float.fromhex(stop) == found.witness.x
    assert found.witness.bits in found.program


@pytest.mark.parametrize("name", [
    "mine",  # nobody knows what it was
    "outputs:y.npy",  # its outputs belong to a file of inputs
])  # fmt: skip
def test_where_it_cannot_be_called_it_is_said_what_is_due(run, name):
    row = guest(run, name)
    bits = row.findings[1].witness.bits
    command = again_of(row, "gelucheck compare").command
    assert command == f"gelucheck explain bits:{bits} --dtype float16 --form tanh"


def test_no_shell_would_take_it_as_it_is(run):
    assert again_of(guest(run, "torch:gelu\n"), "gelucheck compare").command is None


@pytest.mark.parametrize("name", ["torch:$(reboot)", "torch:';reboot;'", "torch:`a` b"])
def test_a_name_stays_one_word_and_becomes_no_code(run, name):
    found = again_of(guest(run, name), "")
    assert name in shlex.split(found.command)
    assert found.program is None
