"""compare: a selection is measured and shown."""

import json
import shlex

from gelucheck.errors import InputsError


def test_atol_and_the_command_line_are_handed_on(measuring, call):
    words = ["compare", "-q", "--atol", "0.5", "--inputs", "my file.npy"]
    assert call(*words)[0] == 0
    asked = measuring.calls[-1]
    assert asked.limits.atol == 0.5
    assert shlex.split(asked.command) == ["gelucheck", *words]
    # -q wants no progress
    assert asked.progress is None


def test_an_error_of_the_measuring_part_is_one_line(measuring, call):
    measuring.problem = InputsError("'x.npy' is empty", "give it values")
    assert call("compare") == (2, "", "gelucheck: 'x.npy' is empty: give it values\n")


def test_an_interruption(measuring, call):
    measuring.problem = KeyboardInterrupt()
    assert call("compare") == (130, "", "gelucheck: interrupted\n")


def test_the_table_comes_without_being_asked(measuring, call):
    code, out, err = call("compare")
    assert (code, err) == (0, "")
    assert "tanh" in out
    assert "float16" in out
    assert "\x1b[" not in out


def test_verbose_counts_the_work(measuring, call):
    _, _, err = call("compare", "-v")
    assert "1 rows, 63,488 inputs" in err


def test_color_when_asked_for(measuring, call):
    assert "\x1b[" in call("compare", "--color", "always")[1]
    assert "\x1b[" not in call("compare", "--color", "never")[1]


def test_progress_when_asked_for(measuring, call):
    code, out, err = call("compare", "--progress", "always", "--out", "json")
    assert code == 0
    assert json.loads(out)
    assert "float16" in err
    assert measuring.calls[-1].progress is not None
