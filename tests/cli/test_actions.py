"""In GitHub Actions: annotations and a summary by themselves, and nothing of it elsewhere."""

import json

import pytest

from gelucheck.cli.main import main

PASSES = ["check", "-q", "--dtype", "float16", "--form", "erf", "--arithmetic", "upcast"]
FAILS = ["check", "-q", "--dtype", "float16", "--form", "sigmoid", "--arithmetic", "upcast"]


@pytest.fixture
def actions(monkeypatch, tmp_path):
    """The variables of a step; the path of its summary."""
    summary = tmp_path / "summary.md"
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    return summary


def test_a_failure_is_annotated_and_the_summary_appended(actions, capsys):
    actions.write_text("before\n")
    assert main(FAILS) == 1
    assert "::error title=" in capsys.readouterr().out
    text = actions.read_text("utf-8")
    assert text.startswith("before\n")
    assert "sigmoid" in text and len(text.encode()) < 64 << 10


def test_two_steps_append_to_one_summary(actions):
    main(PASSES)
    first = actions.read_text("utf-8")
    main(FAILS)
    assert actions.read_text("utf-8").startswith(first) and first


def test_json_on_standard_output_stays_json(actions, capsys):
    assert main([*FAILS, "--out", "json"]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["schema"] == 1
    assert "::error" in err


def test_annotations_that_are_asked_for_come_once(actions, capsys):
    assert main([*FAILS, "--out", "github"]) == 1
    out, err = capsys.readouterr()
    assert out.count("::error") == 1 and "::error" not in err
    assert actions.exists()


def test_a_summary_that_cannot_be_written_decides_nothing(actions, capsys):
    actions.mkdir()
    assert main(PASSES) == 0
    assert "no step summary" in capsys.readouterr().err


@pytest.mark.parametrize("value", [None, "", "false"])
def test_elsewhere_there_is_none(monkeypatch, tmp_path, capsys, value):
    summary = tmp_path / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    if value is not None:
        monkeypatch.setenv("GITHUB_ACTIONS", value)
    assert main(FAILS) == 1
    assert "::" not in capsys.readouterr().out and not summary.exists()


def test_what_was_asked_for_alone_writes_the_summary_too(monkeypatch, tmp_path):
    summary = tmp_path / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    main([*FAILS, "--out", "github"])
    assert "sigmoid" in summary.read_text("utf-8")
